import { detectors } from '../src/detection/detectors';
import { compare, readClasses, readPages } from '../test/detection/classes/labelled-texts';
import { printTable } from './support';

/**
 * Measures the labelled rows and pages of test/detection/classes with the default configuration: the share of values that are
 * found, by class, form and category, the share of lookalikes with a finding, and how often the findings of each band are right.
 * `DETECTION_CLASSES` names another folder.
 */

const folder = process.env['DETECTION_CLASSES'];
const show = process.argv[2];

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

const classes = readClasses(folder);
const rows: string[][] = [];
const byForm = new Map<string, { values: number; found: number; lookalikes: number; wrong: number }>();
const all = { values: 0, found: 0, lookalikes: 0, wrong: 0 };
type Finding = ReturnType<typeof compare>['findings'][number];
const inRows: Finding[] = [];
const inPages: Finding[] = [];
for (const [name, texts] of classes) {
  const sum = { values: 0, found: 0, lookalikes: 0, wrong: 0 };
  for (const text of texts) {
    const { values, findings } = compare(text);
    inRows.push(...findings);
    const form = byForm.get(text.form) ?? { values: 0, found: 0, lookalikes: 0, wrong: 0 };
    byForm.set(text.form, form);
    const isWrong =
      !text.isPositive && findings.some(({ on, detectorId }) => on !== 'ignored' && detectorId !== 'email');
    for (const counts of [sum, form, all]) {
      counts.values += text.isPositive ? values.length : 0;
      counts.found += text.isPositive ? values.filter(({ isFound }) => isFound).length : 0;
      counts.lookalikes += text.isPositive ? 0 : 1;
      counts.wrong += isWrong ? 1 : 0;
    }
    if (show === name && (isWrong || (text.isPositive && values.some(({ isFound }) => !isFound))))
      console.log(
        text.isPositive ? 'missed' : 'wrong',
        text.name,
        text.language,
        text.form,
        findings,
        text.pieces.map((piece) => piece.text).join('\n  '),
      );
  }
  rows.push(rowOf(name, sum));
}
function rowOf(name: string, { values, found, lookalikes, wrong }: typeof all): string[] {
  return [name, String(values), share(found, values), String(lookalikes), share(wrong, lookalikes)];
}
const HEADER = ['values', 'found', 'lookalikes', 'with a finding'];
if (show === undefined || show === 'all') {
  printTable(['class', ...HEADER], [...rows, rowOf('all', all)]);
  printTable(
    ['form', ...HEADER],
    [...byForm].map(([name, sum]) => rowOf(name, sum)),
  );
}

const byCategory = new Map<string, { values: number; found: number }>();
const pages = { lookalikes: 0, wrong: 0, unmarked: 0 };
for (const page of readPages(folder === undefined ? undefined : `${folder}/pages`)) {
  const { values, lookalikes, findings } = compare(page);
  inPages.push(...findings);
  for (const { category = 'other', isFound } of values) {
    const sum = byCategory.get(category) ?? { values: 0, found: 0 };
    byCategory.set(category, { values: sum.values + 1, found: sum.found + Number(isFound) });
  }
  pages.lookalikes += lookalikes.length;
  pages.wrong += lookalikes.filter(({ isFound }) => isFound).length;
  pages.unmarked += findings.filter(({ on }) => on === 'unmarked').length;
}
printTable(
  ['pages', 'values', 'found'],
  [...byCategory].map(([name, { values, found }]) => [name, String(values), share(found, values)]),
);
printTable(
  ['lookalikes on pages', 'with a finding', 'findings in unmarked text'],
  [[String(pages.lookalikes), share(pages.wrong, pages.lookalikes), String(pages.unmarked)]],
);

/** A finding is right if it is on a marked value. Findings on text that may be found are not counted. */
function bandRow(title: string, findings: readonly Finding[], isInBand: (confidence: number) => boolean): string[] {
  const counted = findings.filter(({ on, confidence }) => on !== 'ignored' && isInBand(confidence));
  const right = counted.filter(({ on }) => on === 'value').length;
  return [title, String(counted.length), String(right), share(right, counted.length)];
}
const isHigh = (confidence: number) => confidence >= 0.8;
const isMedium = (confidence: number) => confidence >= 0.5 && confidence < 0.8;
printTable(
  ['band', 'findings', 'on a value', 'share'],
  [
    bandRow('high, rows', inRows, isHigh),
    bandRow('medium, rows', inRows, isMedium),
    bandRow('high, pages', inPages, isHigh),
    bandRow('medium, pages', inPages, isMedium),
  ],
);
const categories = new Map(detectors.map(({ id, category }) => [id, category]));
const generic = ['secret-assignment', 'password-in-prose'];
const secrets = [...inRows, ...inPages].filter(
  ({ on, detectorId }) => on === 'value' && categories.get(detectorId) === 'secret',
);
const highRow = (title: string, found: readonly Finding[]) => {
  const high = found.filter(({ confidence }) => isHigh(confidence)).length;
  return [title, String(found.length), share(high, found.length)];
};
printTable(
  ['true secrets', 'findings', 'in the high band'],
  [
    highRow('all detectors', secrets),
    highRow(
      'generic secrets',
      secrets.filter(({ detectorId }) => generic.includes(detectorId)),
    ),
  ],
);
