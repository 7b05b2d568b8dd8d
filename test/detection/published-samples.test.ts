import { analyzeText } from '../../src/detection/analyze-text';
import { builtInEngine } from '../../src/detection/engine/engine';
import { selectDetectors } from '../../src/detection/engine/policy';

/** Values that standards, authorities and vendors publish as examples, with the label that would make them certain. */
const SAMPLES = [
  'IBAN: DE89 3704 0044 0532 0130 00',
  'IBAN GB82WEST12345698765432',
  'Bankverbindung AT61 1904 3002 3457 3201',
  'Steuer-ID: 86 095 742 719',
  'DNI: 12345678-Z',
  'PESEL: 44051401359',
  'personnummer: 811228-9874',
  'Codice fiscale: RSSMRA85T10A562S',
  'NI number: AB 12 34 56 C',
  'ABN: 51 824 753 556',
  'Mobile: 07700 900123',
  'Phone: +1 415 555 0132',
  'Send to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  'card number 4111 1111 1111 1111',
  'Contribuinte (NIF): 999999990',
  'NIP: 123-456-32-18',
  'rodné číslo 780123/3540',
  // RFC 7617, RFC 6750, the format of key URIs, and Azurite.
  'Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==',
  'Authorization: Bearer mF_9.B5f-4.1JqM',
  'otpauth://totp/Acme:ann?secret=JBSWY3DPEHPK3PXP&issuer=Acme',
  'AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;',
];
/** The same kinds, not published. */
const OTHERS = [
  'IBAN: DE26 3704 0044 0532 0240 28',
  'Steuer-ID: 86 095 720 042',
  'PESEL: 44051408240',
  'Mobile: 07911 123456',
  'Phone: +1 415 555 2671',
];

const selection = selectDetectors(builtInEngine, { minConfidence: 0, detectors: {} });
const findingsIn = (text: string) => analyzeText(text, selection, new Date('2026-01-15T00:00:00Z'));

it.each(SAMPLES)('a published example is a sample in the low band: %s', (text) => {
  const findings = findingsIn(text);
  expect(findings.some(({ evidence }) => evidence.some((one) => /^tag:(?:sample|test-number)$/.test(one)))).toBe(true);
  expect(findings.filter(({ confidence }) => confidence >= 0.5)).toEqual([]);
});

it.each(OTHERS)('another value of the same kind is no sample: %s', (text) => {
  expect(findingsIn(text).some(({ confidence }) => confidence >= 0.5)).toBe(true);
});
