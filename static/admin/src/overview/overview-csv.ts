import type { Overview, SpaceNumbers } from '../../../../src/admin/site/overview';
import { csvLine } from '../../../../src/platform/csv';
import { texts } from '../texts';
import { matrixRows } from './matrix';
import { COVERAGES, levelParts, openFindings, SEVERITIES } from './numbers';
import { trendDays } from './trend-days';

/** The numbers of the overview as CSV, one table a file, so that a spreadsheet can sort and sum it. */

/** One line for each space, then the other spaces and the site. */
export function spaceLines(overview: Overview): string[] {
  const { spaces: t } = texts.overview;
  const { levels, site, spaces, otherSpaces, asOf, pagesInConfluence } = overview;
  const levelNames = levelParts({ levels }, site).map(({ name }) => name);
  const cellsOf = (key: string, name: string, numbers: SpaceNumbers) => [
    key,
    name,
    ...[
      numbers.pages,
      ...levelParts({ levels }, numbers).map(({ count }) => count),
      openFindings(numbers),
      ...SEVERITIES.map((severity) => numbers.open[severity]),
      ...COVERAGES.map((kind) => numbers.coverage[kind]),
    ].map(String),
    numbers.isAtLeast ? 'at least' : 'exact',
    asOf ?? '',
    pagesInConfluence?.at ?? '',
  ];
  return [
    csvLine([
      'spaceKey',
      'spaceName',
      'pages',
      ...levelNames.map((name) => `level: ${name}`),
      'openFindings',
      ...SEVERITIES.map((severity) => `open: ${severity}`),
      ...COVERAGES.map((kind) => `scan: ${kind}`),
      'pagesAre',
      'asOf',
      'pagesReportedAt',
    ]),
    ...spaces.map(({ key, name, numbers }) => csvLine(cellsOf(key, name, numbers))),
    ...(otherSpaces === undefined ? [] : [csvLine(cellsOf('', t.other(otherSpaces.spaces), otherSpaces.numbers))]),
    csvLine(cellsOf('', t.total, site)),
  ];
}

/** One line for each day. The cells of a day that was not counted are empty. */
export function trendLines({ trend }: Pick<Overview, 'trend'>, now = new Date()): string[] {
  return [
    csvLine(['day', 'openFindings', ...SEVERITIES]),
    ...trendDays(trend, now).map(({ date, open }) => {
      const cells = open && [openFindings({ open }), ...SEVERITIES.map((severity) => open[severity])];
      return csvLine([date, ...(cells?.map(String) ?? ['', ...SEVERITIES.map(() => '')])]);
    }),
  ];
}

/** One line for each level. */
export function matrixLines(overview: Overview): string[] {
  return [
    csvLine(['level', 'pages', ...SEVERITIES, 'noOpenFindings', 'belowRequired', 'asOf']),
    ...matrixRows(overview).map(({ name, count, cells }) => {
      const below = cells.reduce((sum, cell) => sum + cell.below, 0);
      return csvLine([name, ...[count, ...cells.map(({ pages }) => pages), below].map(String), overview.asOf ?? '']);
    }),
  ];
}
