import { isEin, isItin, isSin, validateSsn } from '../../validators/american-ids';
import { checked, formatOnly, stdnum } from '../../validators/checked';
import { digitGroups, digitRun, token } from '../shapes';
import { inCountry } from './in-country';
import { list } from '../list';

const unitedStates = inCountry('United States', 'US');
const canada = inCountry('Canada', 'CA');

export const northAmerica = [
  unitedStates('us-ssn', 'US Social Security number', {
    rules: [
      digitGroups([3, 2, 4], ' .-'),
      digitRun(9, { base: 0, withContext: 0.85 }),
      // One separator is missing.
      token(0, 3, /\d{3}-\d{6}(?!-?\d)/, { confidence: { base: 0, withContext: 0.85 } }),
      token(0, 5, /\d{5}-\d{4}(?!-?\d)/, { confidence: { base: 0, withContext: 0.85 } }),
    ],
    validate: validateSsn,
    confidence: { base: 0.4, inRegion: 0.5, withContext: 0.9 },
    context: list(`
      ssn, ssns, ss number, ss no, social security, social security number, social security no, soc sec, soc. sec, soc.sec, ssid, her social, his social, my social
    `),
    contextReach: { before: 100, after: 20 },
  }),
  unitedStates('us-itin', 'US individual taxpayer identification number', {
    rules: [
      digitGroups([3, 2, 4], ' .-'),
      digitRun(9, { base: 0, withContext: 0.75 }),
      token(0, 3, /9\d{2}-\d{6}(?!-?\d)/, { confidence: { base: 0, withContext: 0.75 } }),
      token(0, 5, /9\d{4}-\d{4}(?!-?\d)/, { confidence: { base: 0, withContext: 0.75 } }),
    ],
    validate: formatOnly(isItin, 'format:itin'),
    confidence: { base: 0.4, inRegion: 0.5, withContext: 0.85 },
    context: ['itin', 'taxpayer', 'taxpayer id', 'tax id', 'TIN', 'individual taxpayer', 'irs'],
  }),
  unitedStates('us-ein', 'US employer identification number', {
    severity: 'low',
    rules: [digitGroups([2, 7], '-'), digitRun(9)],
    validate: formatOnly(isEin, 'format:ein'),
    confidence: { base: 0, withContext: 0.75 },
    context: ['EIN', 'FEIN', 'employer identification', 'employer id', 'federal tax id', 'tax id', 'irs number'],
  }),
  unitedStates('us-passport', 'US passport number', {
    enabledByDefault: false,
    rules: [digitRun(9), token(1, 8, /[A-Z]\d{8}/i, { length: 9 })],
    context: ['passport', 'passport number', 'passport no', 'travel document'],
  }),
  unitedStates('us-driver-licence', 'US driver’s licence number', {
    enabledByDefault: false,
    rules: [
      token([1, 3], [3, 14], /[A-Z]{1,3}(?:\d{5,14}|\d{3}(?:-\d{3,4}){2,3}(?:-\d{1,3})?)[A-Z]?/i),
      token(
        0,
        [4, 13],
        /\d{7,13}[A-Z]{0,2}(?!-?\d)|\d{2}[A-Z]{3}\d{5}|\d{3}[A-Z]{2}\d{4}|\d{4}-\d{2}-\d{4}|\d{3}-\d{2,3}-\d{3,4}/i,
      ),
    ],
    context: list(`
      driver license, drivers license, driver's license, driving license, driver licence, license number, dl number,
      dl no, dln, dmv
    `),
  }),
  unitedStates('us-alien-number', 'US alien registration number', {
    enabledByDefault: false,
    rules: [
      token(1, [8, 9], /A\d{8,9}/i, { length: [9, 10] }),
      token(0, [3, 9], /(?<=\bA[ -]?#?)\d{3}[- ]?\d{3}[- ]?\d{3}(?!\d)/i),
    ],
    context: ['alien', 'alien number', 'alien registration', 'a number', 'uscis', 'green card', 'permanent resident'],
  }),
  canada('ca-sin', 'Canadian Social Insurance Number', {
    // Blanks also group the thousands of amounts, and one in ten passes the check.
    rules: [
      digitGroups([3, 3, 3], '-', { base: 0.5, withContext: 0.9 }),
      digitGroups([3, 3, 3], ' ', { base: 0, withContext: 0.9 }),
      digitRun(9),
    ],
    validate: checked(isSin, 'checksum:luhn'),
    context: list(`
      SIN, sin number, social insurance, social insurance number, NAS, assurance sociale,
      numero d'assurance sociale
    `),
  }),
  canada('ca-business-number', 'Canadian business number', {
    severity: 'low',
    enabledByDefault: false,
    rules: [token(0, 9, /\d{9} ?R[CTPMZ] ?\d{4}/i), digitRun(9, { base: 0, withContext: 0.75 })],
    validate: checked((text) => stdnum('ca/bn')(text.slice(0, 9)), 'checksum:luhn'),
    confidence: { base: 0.8, withContext: 0.9 },
    context: ['business number', 'bn', 'gst', 'hst', 'cra', "numero d'entreprise"],
  }),
  canada('ca-passport', 'Canadian passport number', {
    enabledByDefault: false,
    rules: [token(2, 6, /[A-Z]{2}\d{6}/i, { length: 8 })],
    context: ['passport', 'passport number', 'passport no', 'passeport'],
  }),
];
