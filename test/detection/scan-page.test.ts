import { builtInEngine } from '../../src/detection/engine/engine';
import type { Part } from '../../src/detection/finding';
import { DEFAULT_POLICY, type Policy, selectDetectors } from '../../src/detection/engine/policy';
import { type PageScan, scanPage, detectValues } from '../../src/detection/scan-page';

const key = new Uint8Array(32).fill(7);
const today = new Date('2026-01-15T00:00:00Z');
const card = '4539 1488 0343 6467';
const ssn = '536-22-8731';

function optionsOf(policy: Partial<Policy> = {}, fingerprintKey = key) {
  const selection = selectDetectors(builtInEngine, { ...DEFAULT_POLICY, ...policy });
  return { selection, fingerprintKey, today };
}

const scan = (parts: readonly Part[], policy?: Partial<Policy>): PageScan => scanPage(parts, optionsOf(policy));
const title = (source: string): Part => ({ field: 'title', representation: 'plain', source });
const adf = (...content: object[]): Part => ({
  field: 'body',
  representation: 'atlas_doc_format',
  source: JSON.stringify({ type: 'doc', content }),
});
const paragraph = (...texts: string[]) => ({
  type: 'paragraph',
  content: texts.map((text) => ({ type: 'text', text })),
});

it('a page scan returns findings with part, string and offset', () => {
  const { findings, partial, notInspected } = scan([
    title(`Card ${card}`),
    adf(paragraph('My card is 4539 14', '88 0343 ', '6467.')),
    { field: 'footer-comment', contentId: '77', representation: 'storage', source: `<p>card&nbsp;${card}</p>` },
  ]);
  expect([partial, notInspected]).toEqual([false, []]);
  expect(findings.map(({ detectorId, location }) => ({ detectorId, ...location, blockHash: '' }))).toEqual([
    {
      detectorId: 'card-pan',
      field: 'title',
      representation: 'plain',
      kind: 'plain',
      ranges: [{ pointer: '', start: 5, end: 24 }],
      blockHash: '',
      occurrence: 0,
    },
    {
      detectorId: 'card-pan',
      field: 'body',
      representation: 'atlas_doc_format',
      kind: 'text',
      ranges: [
        { pointer: '/content/0/content/0/text', start: 11, end: 18 },
        { pointer: '/content/0/content/1/text', start: 0, end: 8 },
        { pointer: '/content/0/content/2/text', start: 0, end: 4 },
      ],
      blockHash: '',
      occurrence: 1,
    },
    {
      detectorId: 'card-pan',
      field: 'footer-comment',
      contentId: '77',
      representation: 'storage',
      kind: 'text',
      ranges: [{ pointer: '', start: 13, end: 32 }],
      blockHash: '',
      occurrence: 0,
    },
  ]);
  expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(1);
});

it('a page scan gives all spellings of a value one fingerprint, and another one under another key', () => {
  const { findings } = scan([
    title(`card ${card}, card ${card.replaceAll(' ', '')}, card ${card.replaceAll(' ', '-')}`),
  ]);
  expect(findings.map(({ fingerprint }) => fingerprint)).toEqual(Array(3).fill(expect.stringMatching(/^[\w-]{43}$/)));
  expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  const elsewhere = scanPage([title(`card ${card}`)], optionsOf({}, new Uint8Array(32)));
  expect(elsewhere.findings[0]?.fingerprint).not.toBe(findings[0]?.fingerprint);
});

it('the excerpt of a value is its label in the spelling of the detector and a bar, without other text', () => {
  const password = 'c0rrect·-Horse7'.replace('·', '');
  const text = `For Wilhelmina, SSN ${ssn}, her CARD ${card}, password: ${password}, token sk·q8Zr2mN5vX1bK7tY`.replace(
    '·',
    '-',
  );
  const { findings } = scan([title(text)]);
  expect(findings.map(({ detectorId, maskedExcerpt }) => [detectorId, maskedExcerpt])).toEqual([
    ['us-ssn', 'ssn: ••••••••'],
    ['card-pan', 'card: ••••••••'],
    ['password-in-prose', '••••••••'],
  ]);
});

it('a page scan returns the value only in the detected values', () => {
  const parts = [title(`My card is ${card}`), adf(paragraph(`SSN: ${ssn}`))];
  const { detected } = detectValues(parts, optionsOf());
  expect(detected.map(({ value }) => value)).toEqual([card, ssn]);
  const kept = JSON.stringify(scan(parts));
  for (const value of [card, ssn]) {
    expect(kept).not.toContain(value);
    expect(kept).not.toContain(value.replace(/\D/g, ''));
  }
});

it('a page scan uses the column header and the first cell of the row as context, and a heading at half weight', () => {
  const cell = (text: string) => ({ type: 'tableCell', content: [paragraph(text)] });
  const table = (...rows: string[][]) => ({
    type: 'table',
    content: rows.map((texts) => ({ type: 'tableRow', content: texts.map(cell) })),
  });
  const bare = '536228731';
  const heading = { type: 'heading', content: [{ type: 'text', text: 'Social security' }] };
  const confidences = (...content: object[]) =>
    scan([adf(...content)], { minConfidence: 0 }).findings.map(({ confidence, evidence }) => [
      confidence,
      evidence.at(-1),
    ]);
  expect(confidences(table(['Name', 'SSN'], ['Ada', bare]))).toEqual([[0.85, 'table-header:"ssn"']]);
  expect(confidences(table(['SSN', bare]))).toEqual([[0.85, 'row-header:"ssn"']]);
  expect(confidences(table(['Name', 'Order'], ['Ada', bare]))).toEqual([]);
  expect(confidences(heading, paragraph(ssn))).toEqual([[0.65, 'heading:"social security"']]);
});

it('a page scan finds the values of a column also if labels with values follow the table', () => {
  const cell = (text: string) => ({ type: 'tableCell', content: [paragraph(text)] });
  const rows = [
    ['Name', 'PIN'],
    ['Ada', '4829'],
    ['Carl', '7316'],
  ];
  const table = { type: 'table', content: rows.map((texts) => ({ type: 'tableRow', content: texts.map(cell) })) };
  const values = (...content: object[]) =>
    detectValues([adf(...content)], optionsOf()).detected.map(({ value }) => value);
  expect(values(table, paragraph('PIN: 9274'), paragraph('PIN: 5183'))).toEqual(['4829', '7316', '9274', '5183']);
});

it('a page scan ignores context words in another paragraph', () => {
  expect(scan([adf(paragraph('SSN'), paragraph('536228731'))]).findings).toEqual([]);
});

it('a page scan finds a password in the cell under its header', () => {
  const cell = (text: string) => ({ type: 'tableCell', content: [paragraph(text)] });
  const rows = [
    ['User', 'Password'],
    ['ada', 'tr0ub4dor&3'],
    ['bob', 'see the vault'],
  ];
  const table = { type: 'table', content: rows.map((texts) => ({ type: 'tableRow', content: texts.map(cell) })) };
  const { findings } = scan([adf(table)]);
  expect(findings.map(({ detectorId, location }) => [detectorId, location.ranges[0]?.pointer])).toEqual([
    ['password-in-prose', '/content/0/content/1/content/1/content/0/content/0/text'],
  ]);
});

it('a page scan masks names in a location that authors choose, because they may be values', () => {
  const macro = (name: string) => ({
    type: 'extension',
    attrs: { parameters: { macroParams: { [name]: { value: `SSN ${ssn}` } } } },
  });
  const { findings } = scan([adf(macro(card), macro('a/b~c'), macro('title'))]);
  const pointerAt = (index: number, name: string) => `/content/${index}/attrs/parameters/macroParams/${name}/value`;
  expect(findings.flatMap(({ location }) => location.ranges.map(({ pointer }) => pointer))).toEqual([
    pointerAt(0, '••••••••'),
    pointerAt(1, '••••••••'),
    pointerAt(2, 'title'),
  ]);
  expect(JSON.stringify(findings)).not.toContain(card);
});

it('a page scan finds no value across two paragraphs', () => {
  expect(scan([adf(paragraph('card 4539 1488'), paragraph('0343 6467'))]).findings).toEqual([]);
});

it('a page scan applies regions, detectors, thresholds and severities of the policy', () => {
  const parts = [title(`SSN ${ssn}, card ${card}`)];
  const idsOf = (policy: Partial<Policy>) => scan(parts, policy).findings.map(({ detectorId }) => detectorId);
  expect(idsOf({ regions: ['GB'] })).toEqual(['card-pan']);
  expect(idsOf({ regions: ['GB', 'US'] })).toEqual(['us-ssn', 'card-pan']);
  expect(idsOf({ detectors: { 'us-ssn': { enabled: false } } })).toEqual(['card-pan']);
  expect(idsOf({ detectors: { 'us-ssn': { minConfidence: 0.95 } } })).toEqual(['card-pan']);
  expect(idsOf({ minConfidence: 0.99 })).toEqual([]);
  const [finding] = scan(parts, { detectors: { 'us-ssn': { severity: 'low' } } }).findings;
  expect([finding?.severity, finding?.band]).toEqual(['low', 'high']);
});

it('a page scan reports content that it could not scan, and scans the rest', () => {
  const { findings, partial, notInspected } = scan([
    { field: 'body', representation: 'atlas_doc_format', source: '{' },
    { field: 'inline-comment', contentId: '5', representation: 'storage', source: ' '.repeat(10_000_001) },
    title(`card ${card}`),
  ]);
  expect(findings).toHaveLength(1);
  expect([partial, notInspected]).toEqual([
    true,
    [
      { field: 'body', reason: 'malformed', pointer: '' },
      { field: 'inline-comment', contentId: '5', reason: 'too-large', pointer: '' },
    ],
  ]);
});
