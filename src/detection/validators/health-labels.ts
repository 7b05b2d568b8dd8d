import type { Candidate, Validator } from '../detector';
import { foldText } from '../text/fold';
import { compactForm } from '../text/normalize';
import { digitsOf, isOneDigitRepeated } from './digits';
import { personNear } from './person-evidence';

/**
 * Recognizes the label of a number by its parts: a person or a file (`patient`, `患者`), and a number (`nummer`, `n°`). So
 * "Patientennummer", "N° de dossier du patient" and "患者番号" need no entry each.
 */

const NUMBER = String.raw`(?:number|numero|numer(?!i[cq])|nummer|num\b|nr\b|no\b|\bn\b|\bn ?[°º.]|#\s*$|\bids?(?![a-z])|(?<=patient|potilas)id(?![a-z])|identif|kennung|code|codigo|codice|kod\b|kennzeichen|ref\b|reference|番号|番號|编号|編號|号码|번호|(?<=カルテ)no|numero|numer|tunnus)`;
/** Counts of persons, such as "number of patients", and the adjective. */
const PLURAL =
  /\b(?:be patient|patients|pacientes|pazienti|utenti|pacjentow|patienter|members|mitglieder|membres|miembros|soci)\b(?!')/g;

const PERSON = String.raw`(?:patient|paciente|paziente|pacjent|potilas|\bpat\b|患者|病人|환자)`;
const RECORD = String.raw`(?:(?:numero|\bn[.°º ]*) de utente|\bn\.?[º°] ?utente|\bn[.°º ]*(?:do )?sns\b|numero (?:do )?sns\b|\butente (?:n\b|sns)|\bmrn\b|\bnhc\b|\bipp\b|\bmedical record|\bhealth record|\bclinical record|\bhospital (?:number|no\b|id\b)|\bchart (?:number|no\b|id\b|#)|fall-?n(?:umme)?r|krankenblatt|nosografic|med(?:isch|\.)? ?dossier|aufnahme-?n(?:umme)?r|krankenakte|patientenakte|dossier (?:medical|patient|du patient|de sante|de soins)|dossier-?n(?:umme)?r\.? patient|historia (?:clinica|medica)|numero de historia|expediente (?:clinico|medico)|cartella (?:clinica|sanitaria)|prontuario|processo clinico|histori[ai] choroby|kart[ay] pacjenta|journal-?n(?:umme)?r|カルテ|診察券|病历|病歷|病案|차트번호)`;

const INSURANCE = String.raw`(?:health (?:insurance|plan|card)|insurance|insured|krankenkasse|krankenversicher|versicher(?:ten|ungs?)|mutuelle|assure|assurance maladie|carte vitale|asegurad|afiliad|tarjeta sanitaria|poliza de salud|seguro medico|assicurat|tessera sanitaria|segurad|beneficiari|plano de saude|carteirinha|cartao de saude|verzeker|zorgpas|ubezpiecz|forsakring|sjukforsakring|保険|医保|保險)`;
const MEMBER = String.raw`(?:\bmember|\bsubscriber|\bpolicy|\bgroup|adherent|mitglied|\bpolis|\bpoliza|\bpolizza)`;

/** A label that contains one of each, in any order. */
const both = (one: string, other: string) => new RegExp(`${one}[^]{0,40}${other}|${other}[^]{0,40}${one}`);

/** The number of a file, which is a medical record in a table of patients or beside the date of birth of a person. */
const FILE_LABEL = both(
  String.raw`(?:\bdossier|cartella|processo|\bakten?|expediente|\bfile\b|\brecord\b|\bjournal)`,
  NUMBER,
);
const PATIENT_LABEL = both(PERSON, NUMBER);
const RECORD_LABEL = new RegExp(RECORD);
const INSURANCE_LABEL = both(INSURANCE, NUMBER);
const INSURANCE_CARD =
  /tessera sanitaria|tarj(?:eta|\.)? sanitaria|carteirinha|carte vitale|health card|versicherten(?:karte|nr)|\bvers\.? ?-?n(?:umme)?r|\bkv-?n(?:umme)?r|n[º°.]* (?:de )?afil|cartao (?:do )?sus|zorgpolis|polisn(?:umme)?r\.? zorg|記号/;
const MEMBER_LABEL = both(MEMBER, NUMBER);

/** Validates the number of a patient or of a medical record, which its label must name. */
export const validateRecordNumber: Validator = (candidate) =>
  validateLabeled(candidate, (label) => {
    if (RECORD_LABEL.test(label)) return 1;
    if (FILE_LABEL.test(label) && personNear(candidate) === 'patient') return 0.6;
    return PATIENT_LABEL.test(label.replace(PLURAL, ' ')) ? 1 : 0;
  });

/** The insurance of a car, a house or a journey is not about health. */
const OTHER_INSURANCE =
  /\bkfz|\bcar\b|\bauto\b|automobil|vehic|haftpflicht|liability|hausrat|gebaude|\bhome\b|habitation|hogar|\btravel|\breise(?!n)|voyage|voiture|coche|\bcasa\b/;

/** Validates the number of an insured person. A label such as "Member ID" alone is weak, and weaker without letters in the value. */
export const validateMemberNumber: Validator = (candidate) =>
  validateLabeled(candidate, (label) => {
    if (OTHER_INSURANCE.test(label) || OTHER_INSURANCE.test(foldText(candidate.value))) return 0;
    if (INSURANCE_LABEL.test(label) || INSURANCE_CARD.test(label)) return 1;
    if (!MEMBER_LABEL.test(label.replace(PLURAL, ' '))) return 0;
    if (personNear(candidate) !== undefined) return 0.6;
    return /^[A-Za-z]/.test(candidate.value) || /insur|health|medical|kranken|versicher/i.test(candidate.before)
      ? 0.5
      : 0.4;
  });

/** @param confidenceOf the highest confidence for a label, or 0 if it does not name such a number */
function validateLabeled(candidate: Candidate, confidenceOf: (label: string) => number): ReturnType<Validator> {
  const { value, labels } = candidate;
  if (!isNumber(value)) return { verdict: 'invalid' };
  const confidence = Math.max(0, ...labels.map((label) => confidenceOf(foldText(label))));
  if (confidence === 0) return { verdict: 'invalid' };
  return { verdict: 'unknown', confidence, normalized: compactForm(value), ignoresCase: true };
}

function isNumber(value: string): boolean {
  const digits = digitsOf(value);
  if (digits.length < 4 || isOneDigitRepeated(digits)) return false;
  return !/^(?:19|20)\d\d$|^\d{1,2}([./-])\d{1,2}\1(?:19|20)?\d\d$|^(?:19|20)\d\d([./-])\d{1,2}\2\d{1,2}$/.test(value);
}
