import { performance } from 'node:perf_hooks';
import { analyzeText } from '../src/detection/analyze-text';
import { detect } from '../src/detection/detect';
import { detectors } from '../src/detection/detectors';
import { Engine } from '../src/detection/engine';
import { DEFAULT_POLICY, selectDetectors } from '../src/detection/policy';
import { flattenAdf } from '../src/detection/text/adf';
import { readPages } from './detection-pages';
import { printTable } from './support';

/**
 * How fast the whole default catalogue is on documentation, how long a page takes, how much it finds where there is
 * nothing much to find, and how long it takes until the engine is ready. Processor time; parsing the JSON of a page is told apart.
 */

const ROUNDS = 5;
const today = new Date('2026-01-15T00:00:00Z');

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
    const start = cpuMs();
    const document: unknown = JSON.parse(adf);
    const parsed = cpuMs();
    const flat = flattenAdf(document);
    const flattened = cpuMs();
    findings += detect(flat, selection, today).winners.length;
    const done = cpuMs();
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
  ['round', 'MB/s', 'JSON ms', 'flatten ms', 'detect ms', 'median page ms', 'p99 ms', 'findings per MB'],
  rows,
);
