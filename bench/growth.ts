import { DEFAULT_CONFIG } from '../src/detection/configuration/model';
import { effectiveDetection } from '../src/detection/configuration/effective-detection';
import { prepareCustomSearch } from '../src/detection/custom/custom-search';
import { builtInEngine } from '../src/detection/engine/engine';
import type { Part } from '../src/detection/finding';
import { DEFAULT_POLICY, selectDetectors } from '../src/detection/engine/policy';
import { scanPage, type ScanOptions } from '../src/detection/scan-page';
import { MAX_FINDINGS_OF_PAGE } from '../src/findings/model';
import { printTable } from './support';

/**
 * Measures how the time of a page scan grows with 1, 2, 4 and 8 times as much text, findings in one block, text nodes, cells under a
 * header, and custom detectors. Times are processor times, the best of three. Each time is followed by its ratio to the previous one.
 */

const FACTORS = [1, 2, 4, 8];
const ROUNDS = 3;
const TODAY = new Date('2026-01-15T00:00:00Z');

const options: ScanOptions = {
  selection: selectDetectors(builtInEngine, DEFAULT_POLICY),
  fingerprintKey: new Uint8Array(32).fill(7),
  today: TODAY,
  maxFindings: MAX_FINDINGS_OF_PAGE,
};

const SENTENCE = 'The release of the service waits for the review of the security team, see the page of the project. ';
const ssn = (index: number) => `SSN 536-22-${1000 + (index % 2_000)}`;
const list = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));

const plain = (source: string): Part => ({ field: 'body', representation: 'plain', source });
const document = (...content: object[]): Part => ({
  field: 'body',
  representation: 'atlas_doc_format',
  source: JSON.stringify({ type: 'doc', version: 1, content }),
});
const text = (value: string) => ({ type: 'text', text: value });
const paragraph = (...texts: string[]) => ({ type: 'paragraph', content: texts.map(text) });
const row = (...cells: string[]) => ({
  type: 'tableRow',
  content: cells.map((cell) => ({ type: 'tableCell', content: [paragraph(cell)] })),
});

function withCustomDetectors(count: number): ScanOptions {
  const custom = list(count, (index) => ({
    detectorId: `custom:00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `Detector ${index}`,
    category: 'pii' as const,
    severity: 'low' as const,
    confidence: 0.9,
    pattern: `PRJ${index}-[0-9]{6}`,
    keywords: [],
    proximity: 50,
    samples: { match: [], noMatch: [] },
  }));
  const effective = { ...effectiveDetection(DEFAULT_CONFIG), custom };
  const budget = { perRule: 60_000, perPage: 60_000 };
  return { ...options, openCustomSearch: prepareCustomSearch(effective, budget) };
}

const someText = list(500, (index) => `${SENTENCE} PRJ${index % 40}-123456`).join('');

const measured: readonly (readonly [string, (factor: number) => readonly [Part, ScanOptions]])[] = [
  ['text, 1 MB', (factor) => [plain(SENTENCE.repeat(10_000 * factor)), options]],
  ['findings in one block, 4,000', (factor) => [plain(list(4_000 * factor, ssn).join(', ')), options]],
  [
    'findings in one block, all returned, 500',
    (factor) => [plain(list(500 * factor, ssn).join(', ')), { ...options, maxFindings: Infinity }],
  ],
  [
    'text nodes of one paragraph, 10,000',
    (factor) => [
      document(paragraph(...list(10_000 * factor, (index) => (index % 20 === 0 ? `${ssn(index)} ` : 'and more ')))),
      options,
    ],
  ],
  [
    'cells under a header, 2,000',
    (factor) => [
      document({
        type: 'table',
        content: [
          row('Name', 'Password'),
          ...list(1_000 * factor, (index) => row(`user ${index}`, `Xk9mQ2zW${index}!`)),
        ],
      }),
      options,
    ],
  ],
  ['custom detectors, 5', (factor) => [plain(someText), withCustomDetectors(5 * factor)]],
];

function millisecondsOf(part: Part, scanOptions: ScanOptions): number {
  const times = list(ROUNDS, () => {
    const before = process.cpuUsage();
    scanPage([part], scanOptions);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

// The first runs are not yet compiled to machine code.
for (const [, make] of measured) millisecondsOf(...make(4));
const rows: string[][] = measured.map(([name, make]) => {
  const times = FACTORS.map((factor) => millisecondsOf(...make(factor)));
  return [
    name,
    ...times.map((time, index) => {
      const before = times[index - 1];
      return before === undefined ? time.toFixed(0) : `${time.toFixed(0)} (${(time / before).toFixed(1)})`;
    }),
  ];
});
printTable(['ms for a page with', ...FACTORS.map((factor) => `× ${factor}`)], rows);
