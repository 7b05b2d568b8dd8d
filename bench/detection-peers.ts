import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detect } from '../src/detection/detect';
import { detectors } from '../src/detection/detectors';
import { Engine } from '../src/detection/engine';
import { DEFAULT_POLICY, type Selection, selectDetectors } from '../src/detection/policy';
import { flattenAdf } from '../src/detection/text/adf';
import { flattenPlain } from '../src/detection/text/plain';
import { type BenchPage, readPages } from './detection-pages';
import { median, printTable } from './support';

/**
 * The whole catalogue side by side with detectors that others publish, by turns in one run, on documentation that nobody tuned
 * to; and how the time grows with the size of a page and the number of detectors. Processor time; loading is not counted.
 */

const ROUNDS = 3;
/** The slowest takes seconds for each megabyte. */
const SOME_PAGES = 300;
const OTHER = join(__dirname, 'detection-peers');
const OTHERS = ['secretlint', '@redactpii/node', 'redact-pii', 'openredaction'];
const today = new Date('2026-01-15T00:00:00Z');

interface Measured {
  readonly ms: number;
  readonly findings: number;
}

const all = selectDetectors(new Engine(detectors), DEFAULT_POLICY);
const pages = spread(readPages(), SOME_PAGES);
const texts = pages.map(({ markdown }) => markdown);
const megabytes = sizeOf(texts);

function spread(from: readonly BenchPage[], count: number): readonly BenchPage[] {
  return from.filter((_page, index) => index % Math.max(1, Math.floor(from.length / count)) === 0);
}

function sizeOf(some: readonly string[]): number {
  return some.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
}

function measure(run: () => number): Measured {
  const before = process.cpuUsage();
  const findings = run();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, findings };
}

function inPlainText(selection: Selection, some: readonly string[] = texts): Measured {
  return measure(() =>
    some.reduce((sum, text) => sum + detect(flattenPlain(text), selection, today).winners.length, 0),
  );
}

function inDocuments(documents: readonly unknown[]): Measured {
  return measure(() =>
    documents.reduce<number>((sum, one) => sum + detect(flattenAdf(one), all, today).winners.length, 0),
  );
}

if (!existsSync(join(OTHER, 'node_modules'))) {
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: OTHER, stdio: ['ignore', 2, 2] });
}
const folder = mkdtempSync(join(tmpdir(), 'detection-peers-'));
try {
  const file = join(folder, 'texts.json');
  writeFileSync(file, JSON.stringify(texts));
  const documents = pages.map(({ adf }) => JSON.parse(adf) as unknown);
  const theirs = (name: string) => (): Measured =>
    JSON.parse(
      execFileSync(process.execPath, ['detect.mjs', name, file], { cwd: OTHER, encoding: 'utf8' }),
    ) as Measured;
  const candidates: readonly (readonly [string, () => Measured])[] = [
    [`ours, ${detectors.length} detectors, documents flattened`, () => inDocuments(documents)],
    ['ours, plain text', () => inPlainText(all)],
    ...OTHERS.map((name) => [name, theirs(name)] as const),
  ];
  // Ours warms up; the others do so for themselves.
  inDocuments(documents);
  const rounds = Array.from({ length: ROUNDS }, () => candidates.map(([, run]) => run()));
  const msOf = (index: number) => median(rounds.map((round) => round[index]?.ms ?? NaN));
  console.log(`${pages.length} pages, ${megabytes.toFixed(1)} MB of Markdown, median of ${ROUNDS} rounds by turns\n`);
  printTable(
    ['detectors', 'MB/s', 'of ours with flattening', 'findings per MB'],
    candidates.map(([name], index) => [
      name,
      (megabytes / (msOf(index) / 1000)).toFixed(1),
      `× ${(msOf(0) / msOf(index)).toFixed(2)}`,
      ((rounds[0]?.[index]?.findings ?? 0) / megabytes).toFixed(0),
    ]),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** One text of this size, cut from all of them. */
function ofSize(characters: number): readonly string[] {
  const whole = texts.join('\n\n');
  return Array.from({ length: Math.floor(whole.length / characters) }, (_unused, index) =>
    whole.slice(index * characters, (index + 1) * characters),
  );
}

console.log('\nGrowth with the size of a page\n');
const sizes = [1_000, 10_000, 100_000, 1_000_000].map((characters) => {
  const some = ofSize(characters);
  const ms = median(Array.from({ length: ROUNDS }, () => inPlainText(all, some).ms));
  return { characters, perPage: ms / some.length, perMegabyte: ms / sizeOf(some) };
});
printTable(
  ['characters', 'ms a page', 'ms a MB', 'of the MB in pages of 10,000'],
  sizes.map(({ characters, perPage, perMegabyte }) => [
    characters.toLocaleString('en'),
    perPage.toFixed(2),
    perMegabyte.toFixed(1),
    `× ${(perMegabyte / (sizes[1]?.perMegabyte ?? NaN)).toFixed(2)}`,
  ]),
);

console.log('\nGrowth with the number of detectors\n');
const shares = [8, 4, 2, 1].map((part) => {
  const some = detectors.filter((_detector, index) => index % part === 0);
  const selection = selectDetectors(new Engine(some), DEFAULT_POLICY);
  inPlainText(selection);
  return { count: some.length, ms: median(Array.from({ length: ROUNDS }, () => inPlainText(selection).ms)) };
});
printTable(
  ['detectors', 'MB/s', 'time, of all of them'],
  shares.map(({ count, ms }) => [
    String(count),
    (megabytes / (ms / 1000)).toFixed(1),
    `× ${(ms / (shares.at(-1)?.ms ?? NaN)).toFixed(2)}`,
  ]),
);
