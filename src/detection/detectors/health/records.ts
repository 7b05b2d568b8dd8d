import type { Detector } from '../../detector';
import { token } from '../shapes';
import { list } from '../list';

const category = 'health';
const group = 'Medical records';

export const records: readonly Detector[] = [
  {
    id: 'mrn',
    name: 'Medical record number',
    category,
    group,
    severity: 'high',
    enabledByDefault: true,
    rules: [
      token([0, 4], [4, 12], /[A-Z]{0,4}\d{4,12}(?:-\d{1,4})?(?![.:/-]?\d)/i),
      token([2, 4], [4, 12], /[A-Z]{2,4}-?\d{4,12}/i),
    ],
    confidence: { base: 0, withContext: 0.6 },
    context: list(`
      mrn, medical record, medical record number, medical record no, patient id, patient number, patient no,
      chart number, patientennummer, fallnummer, numero de dossier
    `),
    contextReach: { before: 30, after: 5 },
  },
  {
    id: 'health-insurance-member-id',
    name: 'Health insurance member number',
    category,
    group,
    severity: 'medium',
    enabledByDefault: false,
    rules: [token([0, 4], [5, 14], /[A-Z]{0,4}\d{5,14}[A-Z]?(?:-\d{1,3})?(?![.:/-]?\d)/i)],
    confidence: { base: 0, withContext: 0.5 },
    context: list(`
      member id, member number, member no, subscriber id, policy number, insurance id, group number,
      insurance number, health plan
    `),
    contextReach: { before: 30, after: 5 },
  },
  {
    id: 'icd10-with-diagnosis-word',
    name: 'Diagnosis code (ICD-10)',
    category,
    group,
    severity: 'medium',
    enabledByDefault: false,
    rules: [token(1, 2, /[A-TV-Z]\d{2}(?:\.[0-9A-Z]{1,4})?/)],
    confidence: { base: 0, withContext: 0.5 },
    context: list(`
      diagnosis, diagnosed, diagnoses, icd, icd 10, icd10, dx, diagnose, diagnostic, diagnosi, diagnostico
    `),
  },
  {
    id: 'ndc',
    name: 'US national drug code',
    category,
    group,
    regions: ['US'],
    severity: 'low',
    enabledByDefault: false,
    rules: [token(0, [4, 5], /\d{4}-\d{4}-\d{2}(?!\d)|\d{5}-(?:\d{3}-\d{2}|\d{4}-\d{1,2})(?!\d)/)],
    confidence: { base: 0, withContext: 0.5 },
    context: ['ndc', 'national drug code', 'drug code', 'medication', 'prescription', 'rx'],
  },
];
