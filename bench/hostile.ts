import { performance } from 'node:perf_hooks';
import { DEFAULT_CONFIG } from '../src/detection/configuration/model';
import { effectiveDetection } from '../src/detection/configuration/effective-detection';
import { PAGE_BUDGET, prepareCustomSearch } from '../src/detection/custom/custom-search';
import { detect } from '../src/detection/engine/detect';
import { detectors } from '../src/detection/detectors';
import { Engine } from '../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../src/detection/engine/policy';
import { builtInEngine } from '../src/detection/engine/engine';
import type { FlatText } from '../src/detection/text/flat-text';
import { flattenPlain } from '../src/detection/text/flat-text-builder';
import { scanPage } from '../src/detection/scan-page';
import { MAX_FINDINGS_OF_PAGE } from '../src/findings/model';
import { hardPatterns, hardTexts } from '../test/detection/engine/hard-texts';
import { seededRandom } from '../test/detection/noise-texts';
import { allRows } from '../test/detection/rows';
import { readPages } from './detection-pages';
import { median, printTable } from './support';

/**
 * Measures how long each detector takes for texts that are made to be hard for it
 * (test/detection/engine/hard-texts.ts), in processor time, and by how much custom detectors with hard patterns exceed
 * their budgets, in elapsed time. `DETECTORS=a,b` measures only these. The exit code is 1 if a detector takes longer
 * than the limit. `PAGES=1` measures only pages of a million characters with all detectors, of 35 kinds: repeated text, and values by the
 * ten thousand. Each is compared with a page of documentation of the same length, alternating.
 *
 * Processor time omits the time of other processes, but they make the processor slower. So each time is also stated as
 * a multiple of a plain pass, which splits a text of the same length into words and is measured in the same rounds.
 */

const LENGTH = 100_000;
const LIMIT_MS = 50;
/** Most texts take less in their first run. The others run again, so that the code is compiled and no other process counts. */
const ENOUGH_MS = 20;
const ROUNDS = 30;
const SHOWN = 40;
const TODAY = new Date('2026-01-15T00:00:00Z');
const only = process.env['DETECTORS']?.split(',');

interface Measured {
  readonly detectorId: string;
  readonly milliseconds: number;
  /** The time of a plain pass in the same rounds. */
  readonly plainMs: number;
  readonly unit: string;
}

const PLAIN = 'word '.repeat(LENGTH / 5);

function splitWords(): void {
  for (const [word] of PLAIN.matchAll(/\w+/g)) if (word === '') throw new Error('a word is empty');
}

function timeOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The best times of several rounds, each with a plain pass. */
function bestOf(run: () => void): Pick<Measured, 'milliseconds' | 'plainMs'> {
  let milliseconds = Infinity;
  let plainMs = Infinity;
  for (let round = 0; round < ROUNDS && milliseconds > ENOUGH_MS; round += 1) {
    milliseconds = Math.min(milliseconds, timeOf(run));
    plainMs = Math.min(plainMs, timeOf(splitWords));
  }
  return { milliseconds, plainMs };
}

function measureDetectors(): readonly Measured[] {
  return detectors
    .filter(({ id }) => only === undefined || only.includes(id))
    .flatMap((detector) => {
      const settings = { minConfidence: 0, detectors: { [detector.id]: { enabled: true } } };
      const selection = selectDetectors(new Engine([detector]), { ...DEFAULT_POLICY, ...settings });
      return Array.from(hardTexts(detector, allRows, LENGTH), (text) => {
        const flat = flattenPlain(text);
        const times = bestOf(() => detect(flat, selection, TODAY));
        return { detectorId: detector.id, ...times, unit: JSON.stringify(text.slice(0, 40)) };
      });
    });
}

interface Budgeted {
  readonly name: string;
  readonly rules: number;
  readonly budget: number;
  readonly milliseconds: number;
}

/** The time of one page, by how many rules with a hard pattern. */
function measureCustom(pattern: string, flat: FlatText, name: string, rules: number): Budgeted {
  const custom = Array.from({ length: rules }, (_, index) => ({
    detectorId: `custom:00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `Detector ${index}`,
    category: 'pii' as const,
    severity: 'low' as const,
    confidence: 0.9,
    pattern,
    keywords: [],
    proximity: 50,
    samples: { match: [], noMatch: [] },
  }));
  const effective = { ...effectiveDetection(DEFAULT_CONFIG), custom };
  const open = prepareCustomSearch(effective, PAGE_BUDGET);
  // One search for all texts of a page, as in a page scan.
  const start = performance.now();
  open().find(flat);
  return {
    name,
    rules,
    budget: Math.min(rules * PAGE_BUDGET.perRule, PAGE_BUDGET.perPage),
    milliseconds: performance.now() - start,
  };
}

const LENGTH_OF_PAGE = 10 * LENGTH;
const ROUNDS_OF_PAGES = 3;

/** Texts of repeated units, of random characters, and of numbered lines. */
function* hostilePages(): Generator<readonly [name: string, text: string]> {
  const random = seededRandom(38);
  const some = (characters: string, length: number) =>
    Array.from({ length }, () => characters[random(characters.length)]).join('');
  const alphanumeric = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const hex = '0123456789abcdef';
  const digits = (index: number, length: number) => String(index).padStart(length, '0');
  const units = [
    'password ',
    'password: ',
    '(pw=',
    'password = "',
    '"',
    '"\'',
    ' : = ; , | / ',
    ':',
    ';;;;;;;\n',
    '([{<',
  ];
  const more = [
    'a@b.c@',
    'sk-',
    'glpat-sk-ghp_xoxb-AKIA',
    'eyJ.',
    'https://a:b',
    ':: ',
    'user;password\n',
    '密码是的',
    '\\n\\"',
  ];
  for (const unit of [...units, ...more]) yield [JSON.stringify(unit), unit.repeat(LENGTH_OF_PAGE / unit.length)];
  yield ['nested brackets', '('.repeat(LENGTH_OF_PAGE / 2) + ')'.repeat(LENGTH_OF_PAGE / 2)];
  const lines: readonly (readonly [string, (index: number) => string])[] = [
    ['one token', () => some(alphanumeric, 100)],
    ['long tokens', () => `${some(alphanumeric, 200)} `],
    ['digits', () => some('0123456789', 100)],
    ['groups of digits', () => `${some('0123456789', 4)} `],
    ['numbers that are almost cards', () => `4539${some('0123456789', 12)} `],
    ['numbers that are almost IBANs', () => `DE${some('0123456789', 20)} `],
    ['versions', () => `${random(20)}.${random(20)}.${random(20)}.${random(300)} `],
    ['lines of base64', () => `${some(`${alphanumeric}+/`, 76)}\n`],
    ['UUIDs', () => `${[8, 4, 4, 4, 12].map((length) => some(hex, length)).join('-')}\n`],
    ['values: SSN', (index) => `SSN 536-22-${1_000 + (index % 8_000)}, `],
    ['values: email', (index) => `user${index}@acme-corp${index % 97}.com, `],
    ['values: password', (index) => `password: Xk9#mQ${index}zW\n`],
    ['values: phone', (index) => `+49 30 ${digits(1_000_000 + index * 7, 7)} `],
    ['values: IP address', (index) => `10.${index % 250}.${(index >> 8) % 250}.17 `],
    ['values: token', () => `ghp_${some(alphanumeric, 36)} `],
  ];
  for (const [name, line] of lines) {
    let text = '';
    for (let index = 0; text.length < LENGTH_OF_PAGE; index += 1) text += line(index);
    yield [name, text];
  }
}

/** How many times as long the scan of a page takes as the scan of documentation. */
function measurePages(): void {
  const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
  const fingerprintKey = new Uint8Array(32).fill(7);
  const options = { selection, fingerprintKey, today: TODAY, maxFindings: MAX_FINDINGS_OF_PAGE };
  const scan = (source: string) =>
    timeOf(() => scanPage([{ field: 'body', representation: 'plain', source }], options));
  const documentation = readPages().map(({ markdown }) => markdown);
  const plain = documentation.join('\n').slice(0, LENGTH_OF_PAGE);
  for (let round = 0; round < ROUNDS_OF_PAGES; round += 1) scan(plain);
  const pages = Array.from(hostilePages(), ([name, text]) => ({
    name,
    ratio: median(Array.from({ length: ROUNDS_OF_PAGES }, () => scan(text) / scan(plain))),
  }));
  console.log(`\nPages of ${LENGTH_OF_PAGE} characters, compared with documentation\n`);
  pages.sort((a, b) => b.ratio - a.ratio);
  printTable(
    ['Text', 'Times as long'],
    pages.map(({ name, ratio }) => [name, ratio.toFixed(1)]),
  );
}

if (process.env['PAGES'] === undefined) measureAll();
measurePages();

function measureAll(): void {
  for (let round = 0; round < ROUNDS; round += 1) splitWords();
  const measured = [...measureDetectors()].sort((a, b) => b.milliseconds - a.milliseconds);
  const above = measured.filter(({ milliseconds }) => milliseconds > LIMIT_MS);
  console.log(`The slowest of ${measured.length} hard texts of ${LENGTH} characters, limit ${LIMIT_MS} ms\n`);
  printTable(
    ['Detector', 'Text', 'ms', 'Plain passes'],
    measured
      .slice(0, SHOWN)
      .map(({ detectorId, unit, milliseconds, plainMs }) => [
        detectorId,
        unit,
        milliseconds.toFixed(1),
        (milliseconds / plainMs).toFixed(0),
      ]),
  );
  const fastest = Math.min(...measured.map(({ plainMs }) => plainMs));
  const slowest = Math.max(...measured.slice(0, SHOWN).map(({ plainMs }) => plainMs));
  console.log(`\nA plain pass takes ${fastest.toFixed(2)} to ${slowest.toFixed(2)} ms.`);
  console.log(`\nCustom detectors with hard patterns, on a page of ${10 * LENGTH} characters\n`);
  const custom = [...hardPatterns(10 * LENGTH)].flatMap(({ name, pattern, text }) => {
    const flat = flattenPlain(text);
    return [1, 10, 100].map((rules) => measureCustom(pattern, flat, name, rules));
  });
  printTable(
    ['Pattern', 'Detectors', 'Budget ms', 'ms'],
    custom.map(({ name, rules, budget, milliseconds }) => [
      name,
      String(rules),
      String(budget),
      milliseconds.toFixed(0),
    ]),
  );
  if (above.length > 0) {
    console.log(`\n${above.length} texts take longer than ${LIMIT_MS} ms.`);
    process.exitCode = 1;
  }
}
