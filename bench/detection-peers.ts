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
import { flatten } from '../src/detection/text/flatten';
import { scanPage } from '../src/detection/scan-page';
import { MAX_FINDINGS_OF_PAGE } from '../src/findings/model';
import { type BenchPage, findWithPlaces, readPages, today } from './detection-pages';
import { readKinds, type TextKind } from './detection-texts';
import { median, printTable } from './support';

/**
 * Compares the whole catalog with published packages, on documentation that no detector was tuned to. Each runs in a separate
 * process that scans the same texts repeatedly, to measure its speed at first and when it is warm. Also measures how the time grows
 * with the size of a page and the number of detectors. Times are processor times without loading. With the argument `texts`, it
 * compares only secretlint, on seven kinds of text: with the search for values, and with all that a scan of a page does.
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

const inProcess = <T>(cwd: string, args: readonly string[]): T =>
  JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 })) as T;
const ownArguments = (kind: string) => ['-r', '@swc-node/register', __filename, kind];

const [, , kindOfChild] = process.argv;
if (kindOfChild === undefined || kindOfChild === 'texts') {
  if (!existsSync(join(OTHER, 'node_modules'))) {
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: OTHER, stdio: ['ignore', 2, 2] });
  }
  if (kindOfChild === undefined) compare();
  compareKinds();
} else if (kindOfChild === 'search' || kindOfChild === 'scan') console.log(JSON.stringify(runKinds(kindOfChild)));
else console.log(JSON.stringify(runOwn(kindOfChild)));

function compare(): void {
  const folder = mkdtempSync(join(tmpdir(), 'detection-peers-'));
  try {
    const file = join(folder, 'texts.json');
    writeFileSync(file, JSON.stringify([texts]));
    const ours = (kind: string) => () => inProcess<Passes>(process.cwd(), ownArguments(kind));
    const theirs = (name: string) => () =>
      inProcess<Passes[]>(OTHER, ['detect.mjs', name, file, String(PASSES)])[0] ?? { times: [], findings: 0 };
    const candidates: readonly (readonly [string, () => Passes])[] = [
      [`the app, ${detectors.length} detectors, with flattening of documents`, ours('documents')],
      ['the app, plain text', ours('text')],
      ...OTHERS.map((name) => [name, theirs(name)] as const),
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

/** The passes of a separate process, for each kind. Each pass reads all kinds, so that none has code of its own. */
function runKinds(what: 'search' | 'scan'): readonly Passes[] {
  const options = {
    selection: all,
    fingerprintKey: new Uint8Array(32).fill(7),
    today,
    maxFindings: MAX_FINDINGS_OF_PAGE,
  };
  // Like the other tables, the search does not include the parsing of the JSON.
  const toRuns = ({ pages }: TextKind) =>
    pages.map(({ part }) => {
      if (what === 'scan') return () => scanPage([part], options).findings.length;
      const isDocument = part.representation === 'atlas_doc_format';
      const document: unknown = isDocument ? JSON.parse(part.source) : undefined;
      return () => findWithPlaces(isDocument ? flattenAdf(document) : flatten(part), options.selection);
    });
  const kinds = readKinds().map((kind) => ({ run: toRuns(kind), times: [] as number[], findings: 0 }));
  for (let pass = 0; pass < PASSES; pass++)
    for (const one of kinds) one.times.push(msOf(() => (one.findings = one.run.reduce((sum, run) => sum + run(), 0))));
  return kinds.map(({ times, findings }) => ({ times, findings }));
}

/** The ratios of the speeds, each of two processes that ran one after the other. */
function compareKinds(): void {
  const kinds = readKinds();
  const folder = mkdtempSync(join(tmpdir(), 'detection-peers-'));
  const file = join(folder, 'texts.json');
  writeFileSync(file, JSON.stringify(kinds.map(({ pages: some }) => some.map(({ text }) => text))));
  const runs = Array.from({ length: ROUNDS }, () => ({
    search: inProcess<Passes[]>(process.cwd(), ownArguments('search')),
    other: inProcess<Passes[]>(OTHER, ['detect.mjs', 'secretlint', file, String(PASSES)]),
    scan: inProcess<Passes[]>(process.cwd(), ownArguments('scan')),
  }));
  rmSync(folder, { recursive: true, force: true });
  const warm = (passes?: Passes) => median(passes?.times.slice(-3) ?? []);
  console.log(`\nCompared with secretlint, ${ROUNDS} processes each, alternating, with ${PASSES} passes\n`);
  const rows = kinds.map(({ name, pages: some }, index) => {
    const ratio = (of: 'search' | 'scan') => median(runs.map((run) => warm(run.other[index]) / warm(run[of][index])));
    const size = sizeOf(some.map(({ text }) => text));
    const speed = (of: 'search' | 'scan' | 'other') => size / (median(runs.map((run) => warm(run[of][index]))) / 1000);
    return { name, size, search: ratio('search'), scan: ratio('scan'), speed };
  });
  printTable(
    [
      'Text',
      'MB',
      'Search, compared with secretlint',
      'Scan, compared with secretlint',
      'MB/s of the scan',
      'of secretlint',
    ],
    [
      ...rows.map(({ name, size, search, scan, speed }) => [
        name,
        size.toFixed(2),
        search.toFixed(2),
        scan.toFixed(2),
        speed('scan').toFixed(1),
        speed('other').toFixed(1),
      ]),
      [
        'median',
        '',
        median(rows.map(({ search }) => search)).toFixed(2),
        median(rows.map(({ scan }) => scan)).toFixed(2),
        '',
        '',
      ],
    ],
  );
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
