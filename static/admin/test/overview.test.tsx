import './bridge';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Overview } from '../../../src/admin/site/overview';
import { done } from '../../../test/admin/ask';
import { levelNamed } from '../../../test/support/levels';
import { openSite, type Site } from '../../../test/support/site';
import { TrendOfFindings } from '../src/overview/charts';
import { Matrix, matrixRows } from '../src/overview/matrix';
import { matrixLines, trendLines } from '../src/overview/overview-csv';
import { TrendChart } from '../src/overview/trend-chart';
import { trendDays, trendParts } from '../src/overview/trend-days';
import { textsIn, textsOf } from './rendered';

/** The matrix and the trend of the overview, for a resolver response with other numbers. */

let site: Site;
let empty: Overview;
beforeAll(async () => {
  site = openSite();
  empty = await done<Overview>(site, 'getOverview', {});
});
afterAll(() => site.close());

const trimmed = (lines: readonly string[]) => lines.map((line) => line.trimEnd());
const NONE = { low: 0, medium: 0, high: 0, critical: 0 };
const idOf = (name: 'Public' | 'Restricted') => levelNamed(site, name).levelId;

const counted = (): Overview => ({
  ...empty,
  asOf: '2026-11-20T09:00:00.000Z',
  site: {
    ...empty.site,
    pages: 300,
    byLevel: { [idOf('Public')]: 188, [idOf('Restricted')]: 12, none: 100 },
    belowRequired: 9,
    coverage: { ...empty.site.coverage, complete: 260, notScanned: 30, notVisible: 10 },
  },
  matrix: {
    pages: {
      [idOf('Public')]: { ...NONE, critical: 7, low: 1 },
      [idOf('Restricted')]: { ...NONE, critical: 4 },
      none: { ...NONE, high: 2 },
    },
    below: { [idOf('Public')]: { ...NONE, critical: 7 }, none: { ...NONE, high: 2 } },
  },
});

it('the matrix has a row for each level, whose numbers add up to the pages of the level', () => {
  const rows = matrixRows(counted());
  expect(rows.map(({ name }) => name)).toEqual(['Highly Restricted', 'Restricted', 'Internal', 'Public', 'No level']);
  for (const { cells, count } of rows) expect(cells.reduce((sum, { pages }) => sum + pages, 0)).toBe(count);
  const markup = renderToStaticMarkup(<Matrix overview={counted()} />);
  expect(markup).toContain('aria-label="Public, Critical: 7 pages, 7 below the required level"');
  expect(markup).toContain('aria-label="Restricted, Critical: 4 pages"');
  expect(markup).toContain('aria-label="Public, None: 180 pages"');
  const texts = textsIn(markup);
  expect(texts).toContain('9 pages are below their required level');
  expect(texts.slice(texts.lastIndexOf('Public'))).toEqual([
    ...['Public', '7', '0', '0', '1', '180'],
    ...['No level', '0', '2', '0', '0', '98'],
    'Each page counts once. Highlighted: with pages below their required level. None includes pages without a scan: 40 in the whole site.',
  ]);
  expect(trimmed(matrixLines(counted()).slice(-2))).toEqual([
    '"Public","188","7","0","0","1","180","7","2026-11-20T09:00:00.000Z"',
    '"No level","100","0","2","0","0","98","2","2026-11-20T09:00:00.000Z"',
  ]);
});

it('the matrix shows no number before the pages are counted, and says if no page is below its required level', () => {
  const { matrix: _none, ...uncounted } = counted();
  expect(textsOf(<Matrix overview={uncounted} />).join(' ')).toBe(
    'Levels and findings Pages by level and most severe open finding Levels from findings Not counted yet. The app counts the pages with findings again, which takes a few minutes.',
  );
  const { site: numbers } = counted();
  const fine = textsOf(<Matrix overview={{ ...counted(), site: { ...numbers, belowRequired: 0 } }} />);
  expect(fine).toContain('No page is below its required level');
});

const NOW = new Date('2026-11-12T08:00:00.000Z');
/** Counted on November 1 and 2, on November 6, and on November 10. */
const TREND = (['01', '02', '06', '10'] as const).map((day, index) => ({
  date: `2026-11-${day}`,
  open: { ...NONE, high: 4 + index },
}));

it('the trend has every day at its true distance, and a gap for days that were not counted', () => {
  const days = trendDays(TREND, NOW);
  expect(days.map(({ date, open }) => `${date.slice(-2)} ${open === undefined ? '-' : open.high}`)).toEqual([
    ...['01 4', '02 5', '03 -', '04 -', '05 -', '06 6', '07 -', '08 -', '09 -', '10 7', '11 -'],
  ]);
  expect(trendParts(days).map(({ from, to, isCounted }) => [from, to, isCounted])).toEqual([
    [0, 1, true],
    [2, 4, false],
    [5, 5, true],
    [6, 8, false],
    [9, 9, true],
    [10, 10, false],
  ]);
  const markup = renderToStaticMarkup(<TrendChart days={days} />);
  const paths = [...markup.matchAll(/class="chart-area chart-high" d="([^"]*)"/g)].map(([, d = '']) => d);
  // The heights of 4, 5, 6 and 7 of 8 findings. No area reaches into a gap.
  expect(paths).toEqual([
    'M0,50.00L1,37.50L1,100.00L0,100.00Z',
    'M4.7,25.00L5.3,25.00L5.3,100.00L4.7,100.00Z',
    'M8.7,12.50L9.3,12.50L9.3,100.00L8.7,100.00Z',
  ]);
  expect([...markup.matchAll(/class="chart-missing" x="(\d+)" width="(\d+)"/g)].map(([, x, w]) => [x, w])).toEqual([
    ['1', '4'],
    ['5', '4'],
    ['9', '1'],
  ]);
  expect(markup).toContain('Not counted on 7 days.');
  // Today may not have been counted yet, so it is no gap.
  expect(trendDays(TREND.slice(0, 2), new Date('2026-11-03T00:01:00.000Z'))).toHaveLength(2);
  expect(textsOf(<TrendChart days={trendDays(TREND.slice(0, 1), NOW)} />)).toEqual([
    'The trend appears after two days.',
  ]);
});

it('the table and the file of the trend show days that were not counted without a number', () => {
  expect(trimmed(trendLines({ trend: TREND }, NOW).slice(1, 5))).toEqual([
    '"2026-11-01","4","0","4","0","0"',
    '"2026-11-02","5","0","5","0","0"',
    '"2026-11-03","","","","",""',
    '"2026-11-04","","","","",""',
  ]);
  const texts = textsOf(<TrendOfFindings overview={{ ...counted(), trend: TREND }} />);
  expect(texts.filter((text) => text === 'Not counted').length).toBeGreaterThanOrEqual(6);
  expect(texts.slice(-6)).toEqual(['Nov 1, 2026', '0', '4', '0', '0', '4']);
});
