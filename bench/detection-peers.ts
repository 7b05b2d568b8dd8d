import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectors } from '../src/detection/detectors';
import { Engine } from '../src/detection/engine/engine';
import { DEFAULT_POLICY, type DetectorSelection, selectDetectors } from '../src/detection/engine/policy';
import { flattenAdf } from '../src/detection/text/adf';
import type { FlatText } from '../src/detection/text/flat-text';
import { flattenPlain } from '../src/detection/text/flat-text-builder';
import { type BenchPage, findWithPlaces, readPages } from './detection-pages';
import { median, printTable } from './support';

/**
 * Compares the whole catalog with published packages, on documentation that no detector was tuned to. Each runs in a separate
 * process that scans the same texts repeatedly, to measure its speed at first and when it is warm. Also measures how the time grows
 * with the size of a page and the number of detectors. Times are processor times without loading.
 */

const PASSES = 9;
const ROUNDS = 3;
/** The slowest package takes seconds per megabyte. */
const SOME_PAGES = 300;
const OTHER = join(__dirname, 'detection-peers');
const OTHERS = ['secretlint', '@redactpii/node', 'redact-pii', 'openredaction'];

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

/** The processor time of a run, in ms. */
function msOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const findingsIn = (flats: readonly FlatText[], selection: DetectorSelection) =>
  flats.reduce((sum, flat) => sum + findWithPlaces(flat, selection), 0);

const msInPlainText = (selection: DetectorSelection, some: readonly string[] = texts) =>
  msOf(() => findingsIn(some.map(flattenPlain), selection));

interface Passes {
  readonly times: readonly number[];
  readonly findings: number;
}

/** The output of a separate process. */
function runOwn(kind: string): Passes {
  const documents = pages.map(({ adf }) => JSON.parse(adf) as unknown);
  let findings = 0;
  const pass = () => {
    findings = 0;
    const some =
      kind === 'documents'
        ? documents.map((one) => () => flattenAdf(one))
        : texts.map((text) => () => flattenPlain(text));
    for (const flatten of some) findings += findWithPlaces(flatten(), all);
  };
  return { times: Array.from({ length: PASSES }, () => msOf(pass)), findings };
}

const [, , kindOfChild] = process.argv;
if (kindOfChild === undefined) compare();
else console.log(JSON.stringify(runOwn(kindOfChild)));

function compare(): void {
  if (!existsSync(join(OTHER, 'node_modules'))) {
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: OTHER, stdio: ['ignore', 2, 2] });
  }
  const folder = mkdtempSync(join(tmpdir(), 'detection-peers-'));
  try {
    const file = join(folder, 'texts.json');
    writeFileSync(file, JSON.stringify(texts));
    const inProcess = (cwd: string, args: readonly string[]) => (): Passes =>
      JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })) as Passes;
    const ours = (kind: string) => inProcess(process.cwd(), ['-r', '@swc-node/register', __filename, kind]);
    const candidates: readonly (readonly [string, () => Passes])[] = [
      [`the app, ${detectors.length} detectors, with flattening of documents`, ours('documents')],
      ['the app, plain text', ours('text')],
      ...OTHERS.map((name) => [name, inProcess(OTHER, ['detect.mjs', name, file, String(PASSES)])] as const),
    ];
    const rounds = Array.from({ length: ROUNDS }, () => candidates.map(([, run]) => run()));
    const measured = candidates.map(([name], index) => {
      const passes = rounds.flatMap((round) => round[index] ?? []);
      return {
        name,
        first: median(passes.map(({ times }) => times[0] ?? NaN)),
        warm: median(passes.flatMap(({ times }) => times.slice(-3))),
        findings: passes[0]?.findings ?? 0,
      };
    });
    const speed = (ms: number) => (megabytes / (ms / 1000)).toFixed(1);
    const warmOfOurs = measured[0]?.warm ?? NaN;
    console.log(
      `${pages.length} pages, ${megabytes.toFixed(1)} MB of Markdown; ${ROUNDS} processes each, alternating, with ${PASSES} passes\n`,
    );
    printTable(
      ['Detectors', 'MB/s at first', 'MB/s warm', 'Compared with the app', 'Findings per MB'],
      measured.map(({ name, first, warm, findings }) => [
        name,
        speed(first),
        speed(warm),
        `× ${(warmOfOurs / warm).toFixed(2)}`,
        (findings / megabytes).toFixed(0),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  compareSizes();
}

/** A text of this size, cut from all texts. */
function ofSize(characters: number): readonly string[] {
  const whole = texts.join('\n\n');
  return Array.from({ length: Math.floor(whole.length / characters) }, (_unused, index) =>
    whole.slice(index * characters, (index + 1) * characters),
  );
}

function compareSizes(): void {
  console.log('\nGrowth with the size of a page\n');
  const sizes = [1_000, 10_000, 100_000, 1_000_000].map((characters) => {
    const some = ofSize(characters);
    const ms = median(Array.from({ length: ROUNDS }, () => msInPlainText(all, some)));
    return { characters, perPage: ms / some.length, perMegabyte: ms / sizeOf(some) };
  });
  printTable(
    ['Characters', 'ms per page', 'ms per MB', 'Compared with pages of 10,000'],
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
    msInPlainText(selection);
    return { count: some.length, ms: median(Array.from({ length: ROUNDS }, () => msInPlainText(selection))) };
  });
  printTable(
    ['Detectors', 'MB/s', 'Time compared with all detectors'],
    shares.map(({ count, ms }) => [
      String(count),
      (megabytes / (ms / 1000)).toFixed(1),
      `× ${(ms / (shares.at(-1)?.ms ?? NaN)).toFixed(2)}`,
    ]),
  );
}
