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
  'NIP pana Nowaka: 123-456-32-18',
  'rodné číslo 780123/3540',
  // Test cards of payment providers, in lists and by issuer prefix and account.
  'card number 4988 4388 4388 4305',
  'card number 4000 0007 6000 0002',
  'Karte 4293 1891 0000 0008',
  // IBANs of iban.com and of Stripe, and before a letter that is not part of it.
  'IBAN NL02ABNA0123456789',
  'IBAN: AT86 1904 3002 3547 3202',
  'na účtu CZ65 0800 0000 1920 0014 5399 z učebnice',
  // The European Commission, authorities, Wikipedia and packages.
  'Steuer-ID 26 954 371 827',
  'isikukood: 37102250382',
  'BSN 999993653',
  'NHS number 999 012 3454',
  'hetu 210281-9988',
  'henkilötunnus 010190-905V',
  'cpr 251248-9996',
  'driving licence MORGA657054SM9IJ',
  'Personalausweis T22000129',
  'Rijksregisternummer 93.05.18-223.61',
  'NIE: Z1234567R',
  'HKID: A123456(3)',
  'NRIC: S1234567D',
  'Aadhaar: 9999 4105 7058',
  'PAN: BNZAA2318J',
  'RUT 12.345.678-5',
  'TC kimlik no: 10000000146',
  'СНИЛС 112-233-445 95',
  'OIB: 69435151530',
  'MBI: 1EG4-TE5-MK73',
  'NINO: HH 01 23 45 D',
  '주민등록번호 900101-1234567',
  // Phones of libphonenumber and for fiction.
  'Téléphone : 06 12 34 56 78',
  'Tel. +420 601 123 456',
  'Phone: +353 20 912 3456',
  'Tél. +33 (0)6 39 98 12 34',
  'Phone: 0491 574 118',
  'Send to bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  // RFC 8037, the documentation of GitHub and of Telegram.
  '{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}',
  `ghp_${'16C7e42F292c'}6912E7710c838347Ae178B4a`,
  `110201543:${'AAHdqTcvCH1v'}GWJxfSeofSAs0K5PALDsaw`,
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
  'card number 4988 4388 4388 4313',
  'card number 4001 0700 0020 0000',
  'IBAN: AT91 1904 3002 3547 3209',
  'Steuer-ID 26 954 371 835',
  'isikukood: 37102250393',
  'BSN 999893658',
  'NHS number 989 012 3452',
  'hetu 210281-8981',
  'cpr 251248-9997',
  'Rijksregisternummer 93.05.18-224.60',
  'NIE: Z1234576X',
  'Aadhaar: 9999 4105 7062',
  'RUT 12.345.687-4',
  'OIB: 69435151548',
  'Téléphone : 06 12 34 58 78',
  'Tel. +420 601 123 465',
  'Phone: +353 21 912 3456',
  'Phone: 0491 584 118',
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
