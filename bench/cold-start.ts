import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { buildBundle } from '../test/deploy/build-bundle';
import { readPages } from './detection-pages';
import { labeledPages } from './labeled-pages';
import { median, printTable } from './support';

/**
 * Measures how long a new process takes until it has scanned its first page. Reports the elapsed time for loading the
 * part of the bundle with the detectors, for compiling the detectors, and for the first page, and the processor time of
 * all of it, each as the median of separate processes. With folders of other checkouts as arguments, it measures these
 * too, alternating, so that all share the state of the machine.
 */

const RUNS = 15;
const root = join(__dirname, '..');

/** @param engine the folder of the engine, which older revisions have elsewhere */
const PART = (detection: string, engine: string) => `
  export { builtInEngine } from '${engine}/engine';
  export { DEFAULT_POLICY, selectDetectors } from '${engine}/policy';
  export { flattenAdf } from '${detection}/text/adf';
  export { detect } from '${engine}/detect';`;

/** [ms until the part is loaded, until the detectors are compiled, until the first page is scanned, its processor ms, findings] */
const RUN = `
  const page = JSON.parse(require('node:fs').readFileSync(process.argv[2], 'utf8'));
  const today = new Date('2026-01-15T00:00:00Z');
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  const ms = () => Number(process.hrtime.bigint() - start) / 1e6;
  require(process.argv[1]).load().then((part) => {
    const loaded = ms();
    const selection = part.selectDetectors(part.builtInEngine, part.DEFAULT_POLICY);
    const compiled = ms();
    const { winners } = part.detect(part.flattenAdf(page), selection, today);
    const scanned = ms();
    const { user, system } = process.cpuUsage(cpu);
    console.log(JSON.stringify([loaded, compiled, scanned, (user + system) / 1e3, winners.length]));
  });`;

const times = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]);
type Times = z.infer<typeof times>;

/** A page of documentation, followed by nine values and tempting lines in nine languages. */
function makePage(): object {
  const documentation = readPages().find(({ markdown }) => markdown.length > 8_000)?.markdown ?? '';
  const labeled = labeledPages(1).map(({ text }) => text);
  const lines = [documentation, ...labeled].flatMap((text) => text.split('\n').filter((line) => line !== ''));
  const content = lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
  return { type: 'doc', version: 1, content };
}

/** An app that has only the detection of a checkout. */
async function bundle(checkout: string, folder: string): Promise<string> {
  mkdirSync(join(folder, 'src'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  copyFileSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  const detection = join(checkout, 'src/detection');
  const engine = join(detection, 'engine');
  writeFileSync(join(folder, 'src/part.ts'), PART(detection, existsSync(engine) ? engine : detection));
  writeFileSync(join(folder, 'src/index.ts'), `export const load = () => import('./part');`);
  return (await buildBundle(folder)).path;
}

function startProcess(path: string, page: string): Times {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', RUN, path, page], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return times.parse(JSON.parse(stdout));
}

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cold-start-'));
  const page = join(folder, 'page.json');
  writeFileSync(page, JSON.stringify(makePage()));
  const measured: { readonly name: string; readonly path: string; readonly runs: Times[] }[] = [];
  for (const [index, checkout] of [root, ...process.argv.slice(2)].entries()) {
    const path = await bundle(resolve(checkout), join(folder, String(index)));
    measured.push({ name: index === 0 ? 'this checkout' : basename(checkout), path, runs: [] });
  }
  for (let turn = 0; turn < RUNS; turn += 1) for (const { path, runs } of measured) runs.push(startProcess(path, page));
  console.log(`Until the first page is scanned, median of ${RUNS} processes\n`);
  printTable(
    ['Detection of', 'Load ms', 'Compile ms', 'First page ms', 'Total ms', 'Processor ms', 'Findings'],
    measured.map(({ name, runs }) => {
      const of = (value: (one: Times) => number) => median(runs.map(value)).toFixed(1);
      return [
        name,
        of(([loaded]) => loaded),
        of(([loaded, compiled]) => compiled - loaded),
        of(([, compiled, scanned]) => scanned - compiled),
        of(([, , scanned]) => scanned),
        of(([, , , processor]) => processor),
        String(runs[0]?.[4] ?? 0),
      ];
    }),
  );
  for (const { path } of measured) rmSync(dirname(path), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

void run();
