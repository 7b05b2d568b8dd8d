import { checked, formatOnly, stdnum } from '../../validators/checked';
import { isBritishDrivingLicense, isNino } from '../../validators/european-ids';
import { digitRun, near, prefixed, token } from '../shapes';
import { inCountry } from './in-country';
import { list } from '../list';

const unitedKingdom = inCountry('United Kingdom', 'GB');
const ireland = inCountry('Ireland', 'IE');

export const britishIsles = [
  unitedKingdom('uk-nino', 'UK National Insurance number', {
    rules: [
      token(2, 2, /[A-CEGHJ-PR-TW-Z]{2}\d{2} ?\d{2} ?\d{2} ?[A-D]/i),
      // Without blanks, it may also be the model of a device.
      token(2, 6, /[A-CEGHJ-PR-TW-Z]{2}\d{6} ?[A-D]/i, { confidence: { base: 0.4, withContext: 0.9 } }),
      // With a space after the letters, the number is not one token.
      near(['national insurance', 'ni number', 'ni no.'], [0, 80], /[A-CEGHJ-PR-TW-Z]{2} \d{2} ?\d{2} ?\d{2} ?[A-D]/i),
      prefixed(['nino'], /NINO[ :#]{1,3}(?<value>[A-CEGHJ-PR-TW-Z]{2} \d{2} ?\d{2} ?\d{2} ?[A-D])/, {
        cell: /[A-CEGHJ-PR-TW-Z]{2} \d{2} ?\d{2} ?\d{2} ?[A-D]/,
      }),
    ],
    validate: formatOnly(isNino, 'format:nino'),
    confidence: { base: 0.6, withContext: 0.9 },
    context: list(`
      NINO, national insurance, national insurance number, ni number, ni no., insurance number, payroll, hmrc
    `),
  }),
  unitedKingdom('uk-driving-licence', 'UK driving licence number', {
    rules: [token([1, 5], [6, 11], /[A-Z]{1,5}9{0,4}\d{6}[A-Z9]{2}[0-9A-Z][A-Z]{2}/i, { length: 16 })],
    validate: formatOnly(isBritishDrivingLicense, 'date'),
    confidence: { base: 0.6, withContext: 0.85 },
    context: list(`
      driving licence, driving license, driver licence, drivers licence, dvla, dl number, licence number,
      license number
    `),
  }),
  unitedKingdom('uk-passport', 'UK passport number', {
    enabledByDefault: false,
    rules: [digitRun(9), token(2, 7, /[A-Z]{2}\d{7}/i, { length: 9 })],
    confidence: { base: 0, withContext: 0.7 },
    context: ['passport', 'passport number', 'passport no', 'travel document', 'hmpo'],
  }),
  unitedKingdom('uk-utr', 'UK unique taxpayer reference', {
    rules: [digitRun(10), token(0, 5, /\d{5} \d{5}(?!\d)/), token(0, 10, /\d{10}K/i)],
    validate: checked((text) => stdnum('gb/utr')(text.replace(/K$/, '')), 'checksum:mod11'),
    confidence: { base: 0, withContext: 0.8 },
    context: ['utr', 'unique taxpayer reference', 'tax reference', 'self assessment', 'taxpayer reference', 'hmrc'],
  }),
  unitedKingdom('uk-company-number', 'UK company number', {
    severity: 'low',
    enabledByDefault: false,
    rules: [digitRun(8), token(2, 6, /(?:SC|NI|OC|SO|NC|LP|SL|FC|BR|RC)\d{6}/i, { length: 8 })],
    confidence: { base: 0, withContext: 0.7 },
    context: ['company number', 'company no', 'companies house', 'registered number', 'registration number', 'crn'],
  }),
  ireland('ie-pps', 'Irish personal public service number', {
    rules: [token(0, 7, /\d{7}[A-W][A-IW]?/i, { length: [8, 9] })],
    validate: checked(stdnum('ie/pps'), 'checksum:mod23'),
    confidence: { base: 0.3, withContext: 0.85 },
    context: ['pps', 'ppsn', 'pps number', 'pps no', 'personal public service', 'uimhir psp'],
  }),
  ireland('ie-passport', 'Irish passport number', {
    enabledByDefault: false,
    rules: [token([1, 2], 7, /[A-Z]{1,2}\d{7}/i, { length: [8, 9] })],
    confidence: { base: 0, withContext: 0.7 },
    context: ['irish passport', 'passport', 'passport number', 'PAS'],
  }),
];
