import { detectors } from '../src/detection/detectors';
import { compare, folderOf, readClasses, SETS, type Judged } from '../test/detection/classes/labeled-texts';
import { isWrongInLookalike, measureSet, type Counts } from '../test/detection/classes/measure-set';
import { printTable } from './support';

/**
 * Measures the labeled rows and pages of test/detection/classes with the default configuration. Reports the share of
 * values that are found, by class, form and category, the share of lookalikes with a finding, and how often the
 * findings of each band are right. The name of a class as an argument prints its wrong rows. `DETECTION_CLASSES` names
 * another folder, and `DETECTION_ENABLED` detectors that are off by default.
 */

const CLASS = process.argv[2];
const folder = process.env['DETECTION_CLASSES'];
const enabled = process.env['DETECTION_ENABLED']?.split(',') ?? [];

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
const rowOf = (name: string, { values, found, lookalikes, wrong }: Counts) => [
  name,
  String(values),
  share(found, values),
  String(lookalikes),
  share(wrong, lookalikes),
];

function printWrongRows(from: string, name: string): void {
  for (const text of readClasses(from).get(name) ?? []) {
    const { values, findings } = compare(text, enabled);
    const isMissed = values.some(({ isFound }) => !isFound);
    if (isMissed || (!text.isPositive && findings.some(isWrongInLookalike)))
      console.log(
        isMissed ? 'missed' : 'wrong',
        text.name,
        text.language,
        text.form,
        findings,
        text.pieces.map((piece) => piece.text).join('\n  '),
      );
  }
}

/** A finding is right if it is on a marked value. Findings on text that may be found are not counted. */
function bandRow(title: string, findings: readonly Judged[], isInBand: (confidence: number) => boolean): string[] {
  const counted = findings.filter(({ on, confidence }) => on !== 'ignored' && isInBand(confidence));
  const right = counted.filter(({ on }) => on === 'value').length;
  return [title, String(counted.length), String(right), share(right, counted.length)];
}
const isHigh = (confidence: number) => confidence >= 0.8;
const isMedium = (confidence: number) => confidence >= 0.5 && confidence < 0.8;

const categories = new Map(detectors.map(({ id, category }) => [id, category]));
const GENERIC = ['secret-assignment', 'password-in-prose'];

function highRow(title: string, found: readonly Judged[]): string[] {
  const high = found.filter(({ confidence }) => isHigh(confidence)).length;
  return [title, String(found.length), share(high, found.length)];
}

function printSet(from: string): void {
  const { byClass, byForm, rows, pages, pagesByCategory, findingsInRows, findingsInPages } = measureSet(from, enabled);
  const header = ['values', 'found', 'lookalikes', 'with a finding'];
  printTable(['class', ...header], [...[...byClass].map(([name, counts]) => rowOf(name, counts)), rowOf('all', rows)]);
  printTable(
    ['form', ...header],
    [...byForm].map(([name, counts]) => rowOf(name, counts)),
  );
  printTable(
    ['pages', 'values', 'found'],
    [...pagesByCategory].map(([name, { values, found }]) => [name, String(values), share(found, values)]),
  );
  const unmarked = findingsInPages.filter(({ on }) => on === 'unmarked').length;
  printTable(
    ['lookalikes on pages', 'with a finding', 'findings in unmarked text'],
    [[String(pages.lookalikes), share(pages.wrong, pages.lookalikes), String(unmarked)]],
  );
  printTable(
    ['band', 'findings', 'on a value', 'share'],
    [
      bandRow('high, rows', findingsInRows, isHigh),
      bandRow('medium, rows', findingsInRows, isMedium),
      bandRow('high, pages', findingsInPages, isHigh),
      bandRow('medium, pages', findingsInPages, isMedium),
    ],
  );
  const secrets = [...findingsInRows, ...findingsInPages].filter(
    ({ on, detectorId }) => on === 'value' && categories.get(detectorId) === 'secret',
  );
  const generic = secrets.filter(({ detectorId }) => GENERIC.includes(detectorId));
  printTable(
    ['true secrets', 'findings', 'in the high band'],
    [highRow('all detectors', secrets), highRow('generic secrets', generic)],
  );
}

for (const from of folder === undefined ? SETS.map(folderOf) : [folder]) {
  console.log(`${from.split('/').at(-1) ?? from}\n`);
  if (CLASS === undefined) printSet(from);
  else printWrongRows(from, CLASS);
}
