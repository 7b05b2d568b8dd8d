import { builtInEngine } from '../../src/detection/engine/engine';
import type { Part } from '../../src/detection/finding';
import { DEFAULT_POLICY, selectDetectors } from '../../src/detection/engine/policy';
import { scanPage } from '../../src/detection/scan-page';
import { findCopies, prepareValues } from '../../src/redaction/page/copies';
import { MARKER } from '../../src/redaction/page/cut';
import { redactParts } from '../../src/redaction/page/redact-parts';

/** Redaction changes only the value. Similar text stays, and the result says where. */

const options = {
  selection: selectDetectors(builtInEngine, {
    ...DEFAULT_POLICY,
    detectors: { 'ipv4-private': { enabled: true }, 'us-bank-account': { enabled: true } },
  }),
  fingerprintKey: new Uint8Array(32).fill(7),
  today: new Date('2026-01-15T00:00:00Z'),
};

const storage = (source: string): Part => ({ field: 'body', representation: 'storage', source });

/** Redacts the first finding of a page. */
function redactFirst(source: string, detectorId: string) {
  const part = storage(source);
  const found = scanPage([part], options).findings.find((finding) => finding.detectorId === detectorId);
  if (found === undefined) throw new Error(`${detectorId} finds nothing in ${source}`);
  const redaction = redactParts([part], new Set([found.fingerprint]), options);
  if (redaction.outcome !== 'redacted') throw new Error(`it is ${redaction.outcome}`);
  const uncertain = redaction.uncertain.map(({ start, end }) =>
    (redaction.parts[0]?.after.source ?? '').slice(start, end),
  );
  return { source: redaction.parts[0]?.after.source, uncertain };
}

const CARD = '4539 1488 0343 6467';
const IBAN = 'DE26 3704 0044 0532 0240 28';

const STAYS: readonly (readonly [detector: string, found: string, near: string, resembles: string | undefined])[] = [
  ['date-of-birth', 'born ‹1.11.1981›', 'since 11.1.1981', '11.1.1981'],
  ['date-of-birth', 'born ‹12.03.1981›', 'costs 12 031 981 EUR', '12 031 981'],
  ['date-of-birth', 'born ‹1.11.1981›', 'on 21.11.1981', undefined],
  ['date-of-birth', 'born ‹1/11/1981›', 'file 5/1/11/1981', '1/11/1981'],
  ['ipv4-private', 'server ‹10.61.12.34›', 'server 10.6.112.34', '10.6.112.34'],
  ['ipv4-private', 'server ‹10.61.12.34›', 'oid 10.61.12.34.5', '10.61.12.34'],
  ['ipv4-private', 'server ‹10.61.12.34›', 'server 10.61.12.345', undefined],
  ['email', 'mail ‹ann@x.com›', 'mail joann@x.com', 'ann@x.com'],
  ['email', 'mail ‹ann@x.com›', 'mail ann@x.com.au', 'ann@x.com'],
  ['email', 'mail ‹ann@x.com›', 'mail mary-ann@x.com', 'ann@x.com'],
  ['email', 'mail ‹ann.lee@x.com›', 'mail annlee@x.com', 'annlee@x.com'],
  ['card-pan', `card ‹${CARD}›`, 'order 453914880343646712', undefined],
  ['card-pan', `card ‹${CARD}›`, 'order 12-4539148803436467', '4539148803436467'],
  ['iban', `IBAN ‹${IBAN}›`, `ref X${IBAN.replaceAll(' ', '')}`, IBAN.replaceAll(' ', '')],
  ['us-ssn', 'SSN ‹536-22-8731›', 'phone 5362-28731', '5362-28731'],
  ['us-ssn', 'SSN ‹536-22-8731›', 'file 536228731', '536228731'],
  ['us-bank-account', 'account number ‹31926819›', 'sum 31 926 819', '31 926 819'],
  ['us-bank-account', 'account number ‹31926819›', 'sum 1 31926819', '31926819'],
];

it.each(STAYS)('%s: redacting %s does not redact %s', (detectorId, found, near, resembles) => {
  const shown = found.replace(/[‹›]/g, '');
  const without = found.replace(/‹.*›/, MARKER);
  expect(redactFirst(`<p>${shown}</p><p>${near}</p>`, detectorId)).toEqual({
    source: `<p>${without}</p><p>${near}</p>`,
    uncertain: resembles === undefined ? [] : [resembles],
  });
});

const GOES: readonly (readonly [detector: string, found: string, copy: string])[] = [
  ['date-of-birth', 'born ‹1.11.1981›', 'since ‹1.11.1981›.'],
  ['date-of-birth', 'born ‹1.11.1981›', 'on ‹1.11.1981› 12:30'],
  ['ipv4-private', 'server ‹10.61.12.34›', 'listens on ‹10.61.12.34›:8080'],
  ['ipv4-private', 'server ‹10.61.12.34›', 'v ‹10.61.12.34›'],
  ['email', 'mail ‹ann@x.com›', 'mail ‹Ann@X.com›, or'],
  ['email', 'mail ‹ann@x.com›', 'see "‹ann\u200b@x.com›"'],
  ['card-pan', `card ‹${CARD}›`, `short ‹${CARD.replaceAll(' ', '')}›`],
  ['card-pan', `card ‹${CARD}›`, `short ‹${CARD.replaceAll(' ', '-')}›`],
  ['iban', `IBAN ‹${IBAN}›`, `see ‹${IBAN.replaceAll(' ', '').toLowerCase()}›`],
  ['us-ssn', 'SSN ‹536-22-8731›', 'SSN ‹536228731›'],
  ['phone-national', 'phone ‹(415) 867-5309›', 'phone ‹415-867-5309›'],
  ['us-bank-account', 'account number ‹31926819›', 'order ‹31926819›, and'],
];

it.each(GOES)('%s: redacting %s redacts %s too', (detectorId, found, copy) => {
  const page = `<p>${found}</p><p>${copy}</p>`;
  expect(redactFirst(page.replace(/[‹›]/g, ''), detectorId)).toEqual({
    source: page.replace(/‹[^›]*›/g, MARKER),
    uncertain: [],
  });
});

it('a redaction keeps a range that is a finding of another detector', () => {
  const page = '<p>account number 536228731</p><p>SSN 536228731</p>';
  expect(redactFirst(page, 'us-ssn')).toEqual({
    source: `<p>account number 536228731</p><p>SSN ${MARKER}</p>`,
    uncertain: ['536228731'],
  });
});

it('a redaction keeps short values that no detector found, and reports their location', () => {
  expect(redactFirst('<p>card 4539 1488 0343 6467 cvv 417</p><p>Room 417, 4170</p>', 'card-cvv')).toEqual({
    source: `<p>card 4539 1488 0343 6467 cvv ${MARKER}</p><p>Room 417, 4170</p>`,
    uncertain: ['417'],
  });
});

it.each([
  ['1.234.567', 'sum 1.234.567,89', 0],
  ['1,234,567', 'sum 1,234,567.89', 0],
  ["1'234'567", "sums 9,1'234'567", 0],
  ['1.234.567', 'sum 1.234.567, due today', 1],
] as const)('a redaction treats the number %s as a separate token in "%s": %d times', (value, text, count) => {
  const valuesToRemove = {
    detectorId: 'custom:00000000-0000-4000-8000-000000000001',
    fingerprint: 'of the number',
    value,
    normalized: undefined,
    ignoresCase: false,
    maskedExcerpt: '',
    isInAddress: false,
    marker: MARKER,
  };
  const { certain, resembling } = findCopies(text, prepareValues([valuesToRemove]), [], options);
  expect([certain.length, resembling.length]).toEqual([count, 1 - count]);
});

it('a redaction refuses a page with a copy in the name of a macro parameter, which cannot be cut', () => {
  const name = '1.11.1981';
  const part = storage(
    `<p>born ${name}</p><ac:structured-macro ac:name="info"><ac:parameter ac:name="${name}">1</ac:parameter></ac:structured-macro>`,
  );
  const found = scanPage([part], options).findings.filter(({ detectorId }) => detectorId === 'date-of-birth');
  expect(redactParts([part], new Set(found.map(({ fingerprint }) => fingerprint)), options)).toMatchObject({
    outcome: 'not-possible',
    reason: 'remains',
  });
});
