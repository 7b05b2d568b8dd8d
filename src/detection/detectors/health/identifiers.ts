import { detectorOf } from '../detector-of';
import { anyOf, checked, formatOnly } from '../../validators/checked';
import {
  isAustralianHealthcareIdentifier,
  isAustralianMedicare,
  isBritishColumbiaHealthNumber,
  isChiNumber,
  isCns,
  isDea,
  isKvnr,
  isLanr,
  isMbi,
  isNhi,
  isNhsNumber,
  isNpi,
  isOntarioHealthNumber,
} from '../../validators/health-numbers';
import { digitGroups, digitRun, near, token } from '../shapes';
import { list } from '../list';

const patient = detectorOf('health', 'Patients and insurance', 'high');
const practitioner = detectorOf('health', 'Practitioners', 'low');

export const identifiers = [
  practitioner('us-npi', 'US National Provider Identifier', {
    regions: ['US'],
    rules: [digitRun(10), digitGroups([4, 3, 3])],
    validate: checked(isNpi, 'checksum:luhn'),
    confidence: { base: 0, withContext: 0.85 },
    context: list(`
      npi, npi number, national provider, provider identifier, provider id, provider number, physician, prescriber
    `),
  }),
  patient('us-mbi', 'US Medicare beneficiary identifier', {
    regions: ['US'],
    rules: [token(0, 1, /\d[A-Z][0-9A-Z]\d-?[A-Z][0-9A-Z]\d-?[A-Z]{2}\d{2}/i)],
    validate: formatOnly(isMbi, 'format:mbi'),
    confidence: { base: 0.4, inRegion: 0.6, withContext: 0.9 },
    context: ['mbi', 'medicare', 'medicare number', 'beneficiary', 'medicare beneficiary', 'cms', 'hicn'],
  }),
  practitioner('us-dea', 'US DEA registration number', {
    severity: 'medium',
    regions: ['US'],
    rules: [token([1, 2], [7, 8], /[ABCDEFGHJKLMPRSTUX][A-Z9]\d{7}/i, { length: 9 })],
    validate: checked(isDea, 'checksum:dea'),
    confidence: { base: 0.5, withContext: 0.9 },
    context: ['DEA', 'dea number', 'dea no', 'dea registration', 'prescriber', 'controlled substance'],
  }),
  patient('uk-nhs', 'UK NHS number', {
    regions: ['GB'],
    rules: [digitGroups([3, 3, 4], ' -'), digitRun(10, { base: 0.2, withContext: 0.9 })],
    validate: checked(isNhsNumber, 'checksum:mod11'),
    confidence: { base: 0.5, withContext: 0.9 },
    context: ['nhs', 'nhs number', 'nhs no', 'national health service', 'health and care number', 'patient'],
  }),
  patient('uk-chi', 'Scottish Community Health Index number', {
    regions: ['GB'],
    rules: [digitRun(10), digitGroups([6, 4], ' ')],
    validate: checked(isChiNumber, 'checksum:mod11', 'date'),
    confidence: { base: 0.3, withContext: 0.9 },
    context: ['CHI', 'chi number', 'community health index', 'nhs scotland'],
  }),
  patient('au-medicare', 'Australian Medicare number', {
    regions: ['AU'],
    rules: [digitGroups([4, 5, 1], ' -', { base: 0.6, withContext: 0.9 }), digitRun([10, 11])],
    validate: checked(isAustralianMedicare, 'checksum:mod10'),
    confidence: { base: 0.3, withContext: 0.85 },
    context: ['medicare', 'medicare number', 'medicare no', 'medicare card'],
  }),
  patient('au-ihi', 'Australian Individual Healthcare Identifier', {
    regions: ['AU'],
    rules: [digitRun(16), digitGroups([4, 4, 4, 4], ' ')],
    validate: checked(isAustralianHealthcareIdentifier, 'checksum:luhn'),
    confidence: { base: 0.8, withContext: 0.95 },
    context: ['ihi', 'individual healthcare identifier', 'healthcare identifier', 'my health record'],
  }),
  patient('ca-health-card', 'Canadian health card number', {
    regions: ['CA'],
    rules: [token(0, [4, 10], /\d{4}[ -]?\d{3}[ -]?\d{3}(?:[ -]?[A-Z]{2})?(?!-?\d)/i)],
    validate: checked(
      (text) => anyOf(isOntarioHealthNumber, isBritishColumbiaHealthNumber)(text.slice(0, 10)),
      'checksum:health-card',
    ),
    confidence: { base: 0, withContext: 0.85 },
    context: list(`
      health card, health card number, ohip, health number, hcn, phn, personal health number, care card,
      carte sante
    `),
  }),
  patient('ca-ramq', 'Quebec health insurance number (RAMQ)', {
    regions: ['CA'],
    rules: [
      token(4, 8, /[A-Z]{4}\d{2}(?:[05][1-9]|[16][0-2])(?:0[1-9]|[12]\d|3[01])\d{2}/i),
      near(
        ['ramq', 'assurance maladie'],
        [0, 40],
        /[A-Z]{4} \d{2}(?:[05][1-9]|[16][0-2]) (?:0[1-9]|[12]\d|3[01])\d{2}/i,
      ),
    ],
    confidence: { base: 0.4, withContext: 0.9 },
    context: ['ramq', 'NAM', 'carte soleil', 'assurance maladie', 'health insurance'],
  }),
  patient('de-kvnr', 'German health insurance number', {
    regions: ['DE'],
    // Lower case may also be the start of a hash.
    rules: [
      token(1, 9, /[A-Z]\d{9}/, { length: 10 }),
      token(1, 9, /[a-z]\d{9}/, { length: 10, confidence: { base: 0, withContext: 0.9 } }),
    ],
    validate: checked(isKvnr, 'checksum:mod10'),
    confidence: { base: 0.4, inRegion: 0.6, withContext: 0.9 },
    context: list(`
      kvnr, krankenversichertennummer, krankenversicherungsnummer, versichertennummer, krankenkasse,
      krankenversicherung, gesundheitskarte, egk, versicherten nr, kv nr, kv nummer, kv. nr, aok, barmer, DAK
    `),
  }),
  practitioner('de-lanr', 'German physician’s number (LANR)', {
    regions: ['DE'],
    enabledByDefault: false,
    rules: [digitRun(9)],
    validate: checked(isLanr, 'checksum:mod10'),
    confidence: { base: 0, withContext: 0.8 },
    context: ['lanr', 'arztnummer', 'lebenslange arztnummer', 'arzt nr', 'vertragsarzt'],
  }),
  patient('nz-nhi', 'New Zealand National Health Index number', {
    regions: ['NZ'],
    rules: [token(3, [2, 4], /[A-HJ-NP-Z]{3}(?:\d{4}|\d{2}[A-HJ-NP-Z]{2})/i, { length: 7 })],
    validate: checked(isNhi, 'checksum:nhi'),
    confidence: { base: 0.2, withContext: 0.85 },
    context: ['nhi', 'nhi number', 'national health index'],
  }),
  patient('br-cns', 'Brazilian health card number (CNS)', {
    regions: ['BR'],
    rules: [digitRun(15), digitGroups([3, 4, 4, 4], ' ')],
    validate: checked(isCns, 'checksum:mod11'),
    confidence: { base: 0.2, withContext: 0.85 },
    context: ['cns', 'cartao nacional de saude', 'cartao sus', 'cartao do sus'],
  }),
];
