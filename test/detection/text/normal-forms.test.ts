import { builtInEngine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { detectValues } from '../../../src/detection/scan-page';
import { allRows } from '../rows';
import { readRow } from '../rows/row';

/** Different values have different fingerprints. Spellings that a detector knows have the same one. */

const REGIONS = ['DE', 'GB', 'MX', 'SE', 'US'];

function optionsFor(detectorId: string, regions?: readonly string[]) {
  const detectors = { [detectorId]: { enabled: true, minConfidence: 0 } };
  return {
    selection: selectDetectors(builtInEngine, { ...DEFAULT_POLICY, detectors, ...(regions && { regions }) }),
    fingerprintKey: new Uint8Array(32).fill(7),
    today: new Date('2026-01-15T00:00:00Z'),
  };
}

function fingerprintsOf(detectorId: string, texts: readonly string[]): readonly string[] {
  const options = optionsFor(detectorId, REGIONS);
  return texts.flatMap((source) => {
    const { detected } = detectValues([{ field: 'body', representation: 'plain', source }], options);
    const own = detected.filter(({ finding }) => finding.detectorId === detectorId);
    if (own.length !== 1) throw new Error(`${detectorId} finds ${own.length} values in ${source}`);
    return own.map(({ finding }) => finding.fingerprint);
  });
}

it.each([
  ['date-of-birth', 'born 1.11.1981', 'born 11.1.1981'],
  ['date-of-birth', 'born 1.11.1981', 'born 1.1.1981'],
  ['date-of-birth', 'born 1.11.81', 'born 1.11.1981'],
  ['ipv4-public', 'host 81.2.69.160', 'host 8.12.69.160'],
  ['ipv4-private', 'host 10.61.12.34', 'host 10.6.112.34'],
  ['ipv6', 'gateway fe80::1%eth0', 'gateway fe80::1%eth1'],
  ['phone-intl', 'call +1 415-867-5309 ext. 12', 'call +1 415-867-5309 ext. 13'],
  ['phone-national', 'phone 1112 345678', 'phone 11123 45678'],
  ['salary-amount', 'salary 1.234,56 EUR', 'salary 123.456 EUR'],
  ['se-personnummer', 'personnummer 811228-4602', 'personnummer 811228+9874'],
  ['de-steuernummer', 'Steuernummer 181/815/08155', 'Steuernummer 181/8150/8155'],
])('%s: %s and %s are two values', (detectorId, one, other) => {
  const [first, second] = fingerprintsOf(detectorId, [one, other]);
  expect(first).not.toBe(second);
});

it.each([
  ['date-of-birth', 'born 28 March 1981', 'born 1981-03-28', 'born 28.3.1981', 'born 03/28/1981'],
  ['email', 'mail Ann.Lee@X.com', 'mail ann.lee@x.com'],
  ['ipv6', 'gateway 2A00:1450:4001:81b:0:0:0:200e', 'gateway 2a00:1450:4001:81b::200e'],
  ['card-pan', 'card 4539 1488 0343 6467', 'card 4539-1488-0343-6467', 'card 4539148803436467'],
  ['iban', 'IBAN DE26 3704 0044 0532 0240 28', 'IBAN de26370400440532024028'],
  ['phone-national', 'phone (415) 867-5309', 'phone 415.867.5309'],
  ['us-ssn', 'SSN 536-22-8731', 'SSN 536228731'],
  ['uk-nino', 'NI number AB 12 34 71 C', 'NI number AB123471C'],
])('%s: %s is the same value in other spellings', (detectorId, ...texts) => {
  expect(new Set(fingerprintsOf(detectorId, texts)).size).toBe(1);
});

/** A form with other characters than the value must come from a validator. */
it('the normal form never equates values with different digits or letters', () => {
  const shared: string[] = [];
  for (const { detector, finds, suspects = [], regions } of allRows) {
    const options = optionsFor(detector, regions);
    const byFingerprint = new Map<string, string>();
    for (const marked of [...finds, ...suspects]) {
      const parts = [{ field: 'body', representation: 'plain', source: readRow(marked).text } as const];
      for (const { finding, value } of detectValues(parts, options).detected) {
        if (finding.detectorId !== detector) continue;
        const characters = value
          .normalize('NFKC')
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]/gu, '');
        const known = byFingerprint.get(finding.fingerprint) ?? characters;
        byFingerprint.set(finding.fingerprint, known);
        if (known !== characters && !KNOWN_SPELLINGS.has(detector)) shared.push(`${detector}: ${marked}`);
      }
    }
  }
  expect(shared).toEqual([]);
});

/** The same value in other characters, such as country codes of numbers, names of months, and shortened addresses. */
const KNOWN_SPELLINGS = new Set(['phone-intl', 'phone-national', 'date-of-birth', 'ipv6']);
