import { performance } from 'node:perf_hooks';
import { analyzeText } from '../src/detection/analyze-text';
import { detect } from '../src/detection/engine/detect';
import { detectors } from '../src/detection/detectors';
import { Engine } from '../src/detection/engine/engine';
import { DEFAULT_POLICY, type DetectorSelection, selectDetectors } from '../src/detection/engine/policy';
import { excerptOf } from '../src/detection/report/describe';
import { findValues, prepareContexts } from '../src/detection/report/find-values';
import { runToEnd } from '../src/platform/steps';
import { flattenAdf } from '../src/detection/text/adf';
import { flattenPlain } from '../src/detection/text/flat-text-builder';
import { hardTexts } from '../test/detection/engine/hard-texts';
import { allRows } from '../test/detection/rows';
import { findWithPlaces, readPages, today } from './detection-pages';
import { readRow } from '../test/detection/rows/row';
import { printTable } from './support';

/**
 * Measures the speed of the whole default catalog on documentation, the time per page, the number of findings in text
 * that has few sensitive values, the time until the engine is ready, and the time of each detector for the slowest of
 * the texts that are built to slow it down, the best of three. On lists of values, it compares the search with the excerpts of all
 * findings, and with the contexts, which scans built for all findings before docs/adr/0110. Times are elapsed times, because reading the processor
 * time takes as long as a short page. So run no other program. The time for parsing the JSON of a page is separate.
 */

const ROUNDS = 5;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const before = cpuMs();
const started = performance.now();
const selection = selectDetectors(new Engine(detectors), DEFAULT_POLICY);
analyzeText('ready', selection, today);
printTable(
  ['engine ready', 'ms'],
  [
    ['processor', (cpuMs() - before).toFixed(1)],
    ['clock', (performance.now() - started).toFixed(1)],
  ],
);

const pages = readPages();
const megabytes = pages.reduce((sum, { markdown }) => sum + Buffer.byteLength(markdown), 0) / 1e6;
const rows: string[][] = [];
for (let round = 1; round <= ROUNDS; round++) {
  const times: number[] = [];
  let parsing = 0;
  let flattening = 0;
  let detecting = 0;
  let findings = 0;
  for (const { adf } of pages) {
    const start = performance.now();
    const document: unknown = JSON.parse(adf);
    const parsed = performance.now();
    const flat = flattenAdf(document);
    const flattened = performance.now();
    findings += findWithPlaces(flat, selection);
    const done = performance.now();
    parsing += parsed - start;
    flattening += flattened - parsed;
    detecting += done - flattened;
    times.push(done - parsed);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3);
  rows.push([
    String(round),
    (megabytes / ((flattening + detecting) / 1000)).toFixed(1),
    parsing.toFixed(0),
    flattening.toFixed(0),
    detecting.toFixed(0),
    at(0.5),
    at(0.99),
    (findings / megabytes).toFixed(0),
  ]);
}
console.log(`${pages.length} pages, ${megabytes.toFixed(1)} MB of Markdown, ${detectors.length} detectors\n`);
printTable(
  ['Round', 'MB/s', 'JSON ms', 'Flatten ms', 'Detect ms', 'Median page ms', 'p99 ms', 'Findings per MB'],
  rows,
);

const VALUES_ON_A_PAGE = 40;
const values = allRows.flatMap(({ finds }) => finds.map((marked) => readRow(marked).text));
const spent = { search: 0, excerpts: 0, contexts: 0 };
let described = 0;
for (let round = 1; round <= ROUNDS; round++) {
  for (let at = 0; at < values.length; at += VALUES_ON_A_PAGE) {
    const flat = flattenPlain(values.slice(at, at + VALUES_ON_A_PAGE).join('\n'));
    const start = performance.now();
    const searched = { flat, ...runToEnd(findValues(flat, selection, today)) };
    const found = performance.now();
    for (const { finding } of searched.values) excerptOf(finding.evidence);
    const excerpted = performance.now();
    const contextOf = prepareContexts([searched]);
    for (const value of searched.values) contextOf(searched, value);
    spent.search += found - start;
    spent.excerpts += excerpted - found;
    spent.contexts += performance.now() - excerpted;
    described += searched.values.length;
  }
}
printTable(
  ['Lists of values', 'µs per finding', '% of the search'],
  Object.entries(spent).map(([name, ms]) => [
    name,
    ((1_000 * ms) / described).toFixed(1),
    ((100 * ms) / spent.search).toFixed(1),
  ]),
);

const SHORT = 10_000;
const LONG = 100_000;
const LIMIT_MS = 50;

function msOf(text: string, alone: DetectorSelection): number {
  const flat = flattenPlain(text);
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    detect(flat, alone, today);
    return performance.now() - start;
  });
  return Math.min(...times);
}

const worst = detectors.map((detector) => {
  const settings = { minConfidence: 0, detectors: { [detector.id]: { enabled: true } } };
  const alone = selectDetectors(new Engine([detector]), { ...DEFAULT_POLICY, ...settings });
  const textsOf = (length: number) => [...hardTexts(detector, allRows, length)].map((text) => text.slice(0, length));
  const times = textsOf(SHORT).map((text) => msOf(text, alone));
  const hardest = textsOf(LONG)[times.indexOf(Math.max(...times))] ?? '';
  return { id: detector.id, text: hardest, ms: msOf(hardest, alone) };
});
worst.sort((a, b) => b.ms - a.ms);
const over = worst.filter(({ ms }) => ms > LIMIT_MS).length;
console.log(
  `${LONG} characters designed to slow a detector down: ${over} of ${worst.length} detectors take more than ${LIMIT_MS} ms\n`,
);
printTable(
  ['Detector', 'ms', 'Repeated text'],
  worst.slice(0, 10).map(({ id, ms, text }) => [id, ms.toFixed(0), JSON.stringify(text.slice(0, 24))]),
);
