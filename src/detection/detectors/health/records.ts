import { detectorOf } from '../detector-of';
import { CAPITALS, LETTERS, SMALL_LETTERS } from '../../text/letters';
import { validateMemberNumber, validateRecordNumber } from '../../validators/health-labels';
import { personNear } from '../../validators/person-evidence';
import { validateIllness, validateMedicine } from '../../validators/illness';
import { foldText } from '../../text/fold';
import { BLOCK_BORDER, INLINE_OBJECT } from '../../text/flat-text';
import { near, token } from '../shapes';
import { list } from '../list';
import { ILLNESS_LABELS, ILLNESS_PARTS, ILLNESS_WORDS, MEDICINE_LABELS, MEDICINE_STEMS } from './illness-words';

/** Parts of the labels of records. The validator requires a whole label. */
const RECORD_WORDS = list(`
  mrn, nhc, ipp, medical record*, health record*, clinical record*, hospital number, hospital no, hospital id,
  chart number, chart no, chart id, *patient*, paciente*, paziente*, *pacjent*, potilas*, utente, pat,
  fallnummer*, fallnr, fall nr, krankenblatt*, nosografic*, med dossier*, medisch dossier*, dossier*, cartella, processo, akte*, expediente, file, record, aufnahmenummer*, *krankenakte*, dossier medical, dossier de soins, dossier de sante,
  historia clinica, historia medica, numero de historia, expediente clinico, expediente medico, cartella clinica,
  prontuario, processo clinico, historii choroby, *journalnummer*, journalnr, journal nr, sns, 患者, 病人, 환자, カルテ, 診察券, 病历, 病歷, 病案, 차트번호
`);

const RECORD_STEMS = list(`
  mrn, nhc, ipp, medical record, health record, hospital n, hospital id, chart n, chart id, patient, paciente, paziente,
  pacjent, potilas, utente, fallnummer, fall-nr, aufnahmenummer, krankenakte, dossier medical, historia clinica,
  numero de historia, expediente clinico, cartella clinica, prontuario, processo clinico, historii choroby,
  journalnummer, fallnr, krankenblatt, nosografic, aktenn, dossier, cartella, processo, 患者, カルテ, 診察券, 病历
`);

const INSURANCE_WORDS = list(`
  member id*, member number, member no, membership number, subscriber*, policy number, policy no, group number,
  health plan*, health card*, insurance*, insured*, *krankenkasse*, *versicher*, *mitgliedsn*, *mutuelle*, *assure*,
  adherent*, assurance maladie, carte vitale, asegurad*, afiliad*, poliza*, tarjeta sanitaria, seguro medico, assicurat*,
  tessera sanitaria, polizza*, segurad*, beneficiari*, plano de saude, cartao de saude, carteirinha*, *verzeker*,
  polisnummer, polisnr, zorgpas*, zorgpolis*, vers nr, vers. nr, kv nr, afil, n afil, tarj sanitaria, 記号, *ubezpiecz*, *forsakring*, 保険, 保險, 医保
`);

const INSURANCE_STEMS = list(`
  member id, member n, subscriber, policy n, health plan, insurance, insured, versicher, mitgliedsn, mutuelle, assure,
  adherent, carte vitale, asegurad, afiliad, poliza, tarjeta sanitaria, assicurat, tessera sanitaria, segurad,
  beneficiari, plano de saude, carteirinha, verzeker, polisnummer, polisnr, tarj. sanitaria, afil, vers.-nr, kv-nr, ubezpiecz, forsakring, 保険
`);

/** `AB-482913`, `P-2024-00317`, `12.345.678`, `943 476 5919`. */
const GROUPED_NUMBER =
  /(?<![\w.,/-])(?:\d[A-Z]?-(?=\d{4})|(?!(?:ID|NO|NR|NUM|PAT|IPP|MRN|NHC)\b)[A-Z]{1,5}[-/ ])?(?:[A-Z]{0,3}\d[A-Z0-9]{1,4}(?: \d{2,6}){1,4}|[A-Z]{0,3}\d{2,10}(?:[-/.]\d{1,10}){0,3}(?:-?[A-Z])?)(?![\w/-]|[.,]\d)/;

/** A name and a dose: `Metoprolol 47,5 mg`, `Insulina glargina 18 UI`. */
const DOSE = new RegExp(
  String.raw`(?<![\w-])[${CAPITALS}][${LETTERS}]{3,24}(?: [${SMALL_LETTERS}]{4,14})? \d{1,4}(?:[.,]\d{1,3})? ?(?:mg|µg|μg|mcg|mi[ck]rogram[a-z]*|IE|IU|UI|UI/ml|IU/ml|g|ml)(?![\w/])(?: \d-\d-\d(?:-\d)?(?!\d))?`,
);

/** A column of codes, in a table without persons and without numbers of cases. */
const isCatalog = (texts: Parameters<typeof personNear>[0]) =>
  /icd|ci[dem]|[ck]od|diagn|rozpozn/i.test(texts.headerRow === '' ? '' : (texts.headers[0] ?? '')) &&
  !/fall|case|file|akte|dossier|exped|\bnr\b|\bno\b|n[º°]/i.test(texts.headerRow) &&
  personNear(texts) === undefined;

/** Codes without a patient: "ICD-10, e.g. ", "the ICD code for gout is ". */
const OF_EXAMPLE =
  /(?:\bz\. ?b\.|\be\. ?g\.|\b(?:for|par|por|per|till|na|bij) ?(?:example|exempl[eo]|ejemplo|esempio|exempel|eksempel|przyklad|voorbeeld)|\bzum beispiel|\bsuch as|\bp\. ?ex\.|\bp\. ?ej\.|\bad es\.|\bt\. ?ex\.|\bf\. ?eks\.|\bbijv\.|\bnp\.|\bnapr\.),? $|\b(?:code|codigo|codice|kod) (?:(?:icd|cim|cie|cid) (?:10 )?)?(?:for|fur|pour|del?|della?|d[ao]|van|voor|dla|till|pro) [^.:]{2,40} (?:is|ist|est|es|e|to|ar|er|je) $/;

/** Diagnostics of programs and machines. */
const OF_SOFTWARE =
  /\bdiagnostics\b|\bdiagnostic (?:codes?|data|errors?|flags?|information|leds?|lights?|logs?|messages?|modes?|output|ports?|routines?|tests?|tools?|trouble)\b/i;

/** Any word before a dose. The validator requires a patient, or a person who takes it. */
const ANY_DOSE = new RegExp(
  String.raw`(?<dose>(?<![\w${LETTERS}-])(?:(?:(?:[Vv]itamine?|[Ii]nsulina?e?|[Aa]cide?|[Kk]was|[Ff]olic) )?(?![ぁ-ヶ一-龠])[${LETTERS}][${LETTERS}-]{3,24}|[Vv]itamine? [A-K]\d{0,2})|(?<![ァ-ヶー])[ァ-ヶー]{3,15}) ?\d{1,4}(?:[.,]\d{1,3})? ?(?:mg|µg|μg|mcg|mi[ck]rogram[a-z]*|IE|IU|UI)(?![\w/])(?: \d-\d-\d(?:-\d)?(?!\d))?`,
);
const UNITS = list('mg, µg, μg, mcg, micro, mikro, ie, iu, ui').flatMap((unit) =>
  Array.from('0123456789', (digit) => [`${digit}${unit}`, `${digit} ${unit}`]).flat(),
);

/** The name of a medicine by its parts, with or without a dose. The validator requires a person. */
const MEDICINE = new RegExp(
  String.raw`(?<![${LETTERS}\d])(?<medicine>(?:L-|[Cc]o-)?[${LETTERS}]{0,14}(?:${MEDICINE_STEMS.join('|').replaceAll('e', '[eéè]')})[${LETTERS}]{0,8})(?: (?!with|und|and|mit|avec|con|com|met)[${LETTERS}]{3,14}(?= \d))?(?: ?\d{1,4}(?:[.,]\d{1,3})? ?(?:mg|µg|μg|mcg|mi[ck]rogram[a-z]*|IE|IU|UI|j\.|E|g|ml|units?)(?![${LETTERS}])(?: \d-\d-\d(?:-\d)?)?)?(?![${LETTERS}\d])`,
  'i',
);

/** A clause ends at a sign that ends a sentence or a field. The validator finds the illness in it. */
const CLAUSE = new RegExp(
  String.raw`(?<![${LETTERS}\d])[${LETTERS}\d](?:[^\n${BLOCK_BORDER}${INLINE_OBJECT};|<>"=(){}[\]:：。.]|\.(?! |\s|$)|(?<![${LETTERS}]{4})\.(?= )){0,200}(?![${LETTERS}\d])`,
);

/** A later part of a clause, which may have a further illness. */
const LATER_PART = new RegExp(
  String.raw`(?<=[,;–-] |(?<![${LETTERS}])(?:and|also|a|und|auch|dazu|sowie|zudem|et|aussi|y|también|e|anche|também|en|ook|i|oraz|też|och|också|även|og|også|desuden) )${CLAUSE.source.replace('[^', '[^,')}`,
);

/** All of a field after the label of a medicine. */
const FIELD = new RegExp(`(?<field>${CLAUSE.source})`);

const record = detectorOf('health', 'Medical records', 'medium');

export const records = [
  record('mrn', 'Medical record number', {
    severity: 'high',
    rules: [
      token([0, 4], [4, 12], /(?<![A-Za-z0-9][-/.])[A-Z]{0,4}\d{4,12}(?:-\d{1,4})?(?![.:/-]?\d)/i),
      near(RECORD_STEMS, [0, 60], GROUPED_NUMBER),
    ],
    validate: validateRecordNumber,
    confidence: { base: 0, withContext: 0.7 },
    context: RECORD_WORDS,
    contextReach: { before: 40, after: 15 },
  }),
  record('health-insurance-member-id', 'Health insurance member number', {
    addedIn: 2,
    wasOffByDefault: true,
    rules: [
      token([0, 4], [5, 20], /(?<![A-Za-z0-9][-/.])[A-Z]{0,4}\d{5,20}[A-Z]?(?:-\d{1,3})?(?![.:/-]?\d)/i),
      near(INSURANCE_STEMS, [0, 60], GROUPED_NUMBER),
    ],
    validate: validateMemberNumber,
    confidence: { base: 0, withContext: 0.7 },
    context: INSURANCE_WORDS,
    contextReach: { before: 60, after: 15 },
  }),
  record('icd10-with-diagnosis-word', 'Diagnosis code (ICD-10)', {
    addedIn: 2,
    wasOffByDefault: true,
    rules: [token(1, 2, /[A-TV-Z]\d{2}(?:\.[0-9A-Z]{1,4})?/)],
    // In other fields, such codes are errors, seats and sections.
    // A range is a chapter of the classification.
    validate: ({ value, before, after, headerRow, headers, surroundings }) =>
      isCatalog({ before, after, headerRow, headers, surroundings }) ||
      /^ ?[-–] ?[A-Z]\d\d/.test(after) ||
      /[A-Z]\d\d(?:\.\d)? ?[-–] ?$/.test(before) ||
      /(?:error|fault|fehler|erreur|fallo|guasto|alarm|trouble|room|section)\w*[\s:#]{0,3}$/i.test(before) ||
      /^\s?(?:error|fault|fehler|alarm)/i.test(after) ||
      (!value.includes('.') && OF_SOFTWARE.test(before)) ||
      (OF_EXAMPLE.test(foldText(before)) &&
        personNear({ before, after, surroundings, headerRow, headers }) === undefined)
        ? { verdict: 'invalid' }
        : { verdict: 'unknown', evidence: ['format:icd-10'], confidence: value.includes('.') ? 0.6 : 0.5 },
    confidence: { base: 0, withContext: 0.6 },
    context: list(`
      diagnosis, diagnosed, diagnoses, icd, icd 10*, icd10, dx, *diagnose, *diagnosen, diagnosesch*, diagnosi, diagnostic,
      diagnosticado, diagnosticada, diagnostico, diagnostique, *diagnos, *diagnoskod, *diagnoosi, diagnoza*, rozpoznanie*,
      cim 10, code cim, cie 10, codigo cie, cid 10, cid, *befund, *morbus, kod choroby, zwolnieni*, krankmeld*, krankschreib*, arret maladie, arret de travail, baja medica, 診断, 病名, 诊断, 진단
    `),
  }),
  record('illness', 'Illness or treatment of a person', {
    severity: 'high',
    addedIn: 2,
    rules: [
      near([...ILLNESS_PARTS, ...ILLNESS_WORDS, ...ILLNESS_LABELS], [60, 100], CLAUSE),
      near([...ILLNESS_PARTS, ...ILLNESS_WORDS], [100, 40], LATER_PART),
    ],
    validate: validateIllness,
    confidence: { base: 0.7 },
  }),
  record('medication', 'Medication of a person', {
    addedIn: 2,
    rules: [
      near(MEDICINE_LABELS, [0, 80], DOSE),
      // The verb of a sentence about a person.
      near(
        list(`
          takes, taking, takes daily, nimmt, einnahme, dosis, dosierung, prend, prendre, posologie, toma, tomar, assume, porta con se,
          prende, faz, fazer, neemt, gebruikt, bierze, przyjmuje, tar dagligen, ater, medicineras, ordinerad, allergi
        `),
        [0, 80],
        DOSE,
        { confidence: { base: 0.55 } },
      ),
      near(MEDICINE_LABELS, [0, 100], FIELD, { confidence: { base: 0.65 } }),
      near(MEDICINE_STEMS, [20, 50], MEDICINE),
      near(UNITS, [50, 12], ANY_DOSE, { bounded: false }),
      near(
        ['処方', '服用', '投薬', '内服'],
        [0, 40],
        /[ァ-ヶー]{3,15} ?\d{1,4}(?:\.\d{1,3})? ?(?:mg|µg|μg|mcg|g|ml|単位)/,
        { bounded: false },
      ),
    ],
    validate: validateMedicine,
    confidence: { base: 0.6 },
  }),
  record('ndc', 'US national drug code', {
    severity: 'low',
    regions: ['US'],
    enabledByDefault: false,
    rules: [token(0, [4, 5], /\d{4}-\d{4}-\d{2}(?!\d)|\d{5}-(?:\d{3}-\d{2}|\d{4}-\d{1,2})(?!\d)/)],
    confidence: { base: 0, withContext: 0.5 },
    context: ['ndc', 'national drug code', 'drug code', 'medication', 'prescription', 'rx'],
  }),
];
