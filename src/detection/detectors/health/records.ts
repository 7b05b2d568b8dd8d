import type { Detector } from '../../detector';
import { CAPITALS, LETTERS, SMALL_LETTERS } from '../../letters';
import { validateMemberNumber, validateRecordNumber } from '../../validators/health-labels';
import { token } from '../shapes';
import { list } from '../list';

const category = 'health';
const group = 'Medical records';

/** Parts of the labels of records. The validator requires a whole label. */
const RECORD_WORDS = list(`
  mrn, nhc, ipp, medical record*, health record*, clinical record*, hospital number, hospital no, hospital id,
  chart number, chart no, chart id, *patient*, paciente*, paziente*, *pacjent*, potilas*, utente, pat,
  fallnummer*, fall nr, aufnahmenummer*, *krankenakte*, dossier medical, dossier de soins, dossier de sante,
  historia clinica, historia medica, numero de historia, expediente clinico, expediente medico, cartella clinica,
  prontuario, processo clinico, historii choroby, *journalnummer*, journalnr, journal nr, sns, 患者, 病人, 환자, カルテ, 診察券, 病历, 病歷, 病案, 차트번호
`);

const RECORD_STEMS = list(`
  mrn, nhc, ipp, medical record, health record, hospital n, hospital id, chart n, chart id, patient, paciente, paziente,
  pacjent, potilas, utente, fallnummer, fall-nr, aufnahmenummer, krankenakte, dossier medical, historia clinica,
  numero de historia, expediente clinico, cartella clinica, prontuario, processo clinico, historii choroby,
  journalnummer, 患者, カルテ, 診察券, 病历
`);

const INSURANCE_WORDS = list(`
  member id*, member number, member no, membership number, subscriber*, policy number, policy no, group number,
  health plan*, health card*, insurance*, insured*, *krankenkasse*, *versicher*, *mitgliedsn*, *mutuelle*, *assure*,
  adherent*, assurance maladie, carte vitale, asegurad*, afiliad*, poliza*, tarjeta sanitaria, seguro medico, assicurat*,
  tessera sanitaria, polizza*, segurad*, beneficiari*, plano de saude, cartao de saude, carteirinha*, *verzeker*,
  polisnummer, zorgpas*, *ubezpiecz*, *forsakring*, 保険, 保險, 医保
`);

const INSURANCE_STEMS = list(`
  member id, member n, subscriber, policy n, health plan, insurance, insured, versicher, mitgliedsn, mutuelle, assure,
  adherent, carte vitale, asegurad, afiliad, poliza, tarjeta sanitaria, assicurat, tessera sanitaria, segurad,
  beneficiari, plano de saude, carteirinha, verzeker, polisnummer, ubezpiecz, forsakring, 保険
`);

/** `AB-482913`, `P-2024-00317`, `12.345.678`, `943 476 5919`. */
const GROUPED_NUMBER =
  /(?<![\w.,/-])(?:[A-Z]{1,5}[-/])?(?:[A-Z]{0,3}\d[A-Z0-9]{1,4}(?: \d{2,6}){1,4}|[A-Z]{0,3}\d{2,10}(?:[-/.]\d{1,8}){0,3}(?:-?[A-Z])?)(?![\w/-]|[.,]\d)/;

/** A name and a dose: `Metoprolol 47,5 mg`, `Insulina glargina 18 UI`. */
const DOSE = new RegExp(
  String.raw`(?<![\w-])[${CAPITALS}][${LETTERS}]{3,24}(?: [${SMALL_LETTERS}]{4,14})? \d{1,4}(?:[.,]\d{1,3})? ?(?:mg|µg|μg|mcg|IE|IU|UI|UI/ml|IU/ml|g|ml)(?![\w/])`,
);

/** Diagnostics of programs and machines. */
const OF_SOFTWARE =
  /\bdiagnostics\b|\bdiagnostic (?:codes?|data|errors?|flags?|information|leds?|lights?|logs?|messages?|modes?|output|ports?|routines?|tests?|tools?|trouble)\b/i;

export const records: readonly Detector[] = [
  {
    id: 'mrn',
    name: 'Medical record number',
    category,
    group,
    severity: 'high',
    enabledByDefault: true,
    rules: [
      token([0, 4], [4, 12], /(?<![A-Za-z0-9][-/.])[A-Z]{0,4}\d{4,12}(?:-\d{1,4})?(?![.:/-]?\d)/i),
      { by: 'window', keywords: RECORD_STEMS, before: 0, after: 60, pattern: GROUPED_NUMBER },
    ],
    validate: validateRecordNumber,
    confidence: { base: 0, withContext: 0.7 },
    context: RECORD_WORDS,
    contextReach: { before: 40, after: 15 },
  },
  {
    id: 'health-insurance-member-id',
    name: 'Health insurance member number',
    category,
    group,
    severity: 'medium',
    enabledByDefault: true,
    addedIn: 2,
    wasOffByDefault: true,
    rules: [
      token([0, 4], [5, 20], /(?<![A-Za-z0-9][-/.])[A-Z]{0,4}\d{5,20}[A-Z]?(?:-\d{1,3})?(?![.:/-]?\d)/i),
      { by: 'window', keywords: INSURANCE_STEMS, before: 0, after: 60, pattern: GROUPED_NUMBER },
    ],
    validate: validateMemberNumber,
    confidence: { base: 0, withContext: 0.7 },
    context: INSURANCE_WORDS,
    contextReach: { before: 40, after: 15 },
  },
  {
    id: 'icd10-with-diagnosis-word',
    name: 'Diagnosis code (ICD-10)',
    category,
    group,
    severity: 'medium',
    enabledByDefault: true,
    addedIn: 2,
    wasOffByDefault: true,
    rules: [token(1, 2, /[A-TV-Z]\d{2}(?:\.[0-9A-Z]{1,4})?/)],
    // In other fields, such codes are errors, seats and sections.
    validate: ({ value, before, after }) =>
      /(?:error|fault|fehler|erreur|fallo|guasto|alarm|trouble|room|section)\w*[\s:#]{0,3}$/i.test(before) ||
      /^\s?(?:error|fault|fehler|alarm)/i.test(after) ||
      (!value.includes('.') && OF_SOFTWARE.test(before))
        ? { verdict: 'invalid' }
        : { verdict: 'unknown', evidence: ['format:icd-10'], confidence: value.includes('.') ? 0.6 : 0.5 },
    confidence: { base: 0, withContext: 0.6 },
    context: list(`
      diagnosis, diagnosed, diagnoses, icd, icd 10*, icd10, dx, *diagnose, *diagnosen, diagnosesch*, diagnosi, diagnostic,
      diagnosticado, diagnosticada, diagnostico, diagnostique, *diagnos, *diagnoskod, *diagnoosi, diagnoza*, rozpoznanie*,
      cim 10, code cim, cie 10, codigo cie, cid 10, cid, *befund, *morbus, 診断, 病名, 诊断, 진단
    `),
  },
  {
    id: 'medication',
    name: 'Medication of a person',
    category,
    group,
    severity: 'medium',
    enabledByDefault: true,
    addedIn: 2,
    rules: [
      {
        by: 'window',
        keywords: list(`
          medication, medicine, prescri, medikament, medikation, verordnung, medicament, traitement, ordonnance, medicacion,
          medicamento, tratamiento, farmac, terapia, prescrizione, medicacao, medicijn, medicatie, lekarstw, przyjmowane lek,
          lakemedel, laakitys, medisin, medicin, 処方, 投薬, 薬
        `),
        before: 0,
        after: 80,
        pattern: DOSE,
      },
      // The verb of a sentence about a person.
      {
        by: 'window',
        keywords: list(`
          takes, taking, takes daily, nimmt, einnahme, dosis, dosierung, prend, prendre, posologie, toma, tomar, assume, porta con se,
          prende, faz, fazer, neemt, gebruikt, bierze, przyjmuje, tar dagligen, ater, medicineras, ordinerad, allergi
        `),
        before: 0,
        after: 80,
        pattern: DOSE,
        confidence: { base: 0.55 },
      },
      {
        by: 'window',
        keywords: ['処方', '服用', '投薬', '内服'],
        before: 0,
        after: 40,
        pattern: /[ァ-ヶー]{3,15} ?\d{1,4}(?:\.\d{1,3})? ?(?:mg|µg|μg|mcg|g|ml|単位)/,
        bounded: false,
      },
    ],
    confidence: { base: 0.6 },
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
