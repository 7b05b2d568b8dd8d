import './bridge';
import type { PageRow } from '../../../src/admin/pages/inventory';
import type { JobView } from '../../../src/admin/runs/jobs';
import type { Level } from '../../../src/classification/model';
import { Checked } from '../src/pages/change-levels-dialog';
import { FILTER, filterOf, inputOf, NO_FILTER, pagesQuery } from '../src/pages/filter';
import { PagesTable } from '../src/pages/pages-table';
import { textsOf } from './rendered';

/** The list of pages: its filters in the address, its rows, and the result of a dry run. */

const LEVEL = '11111111-1111-4111-8111-111111111111';
const levels: readonly Level[] = [
  {
    ...{ levelId: LEVEL, levelKey: 'internal', name: 'Internal', description: '', guideline: '' },
    ...{ color: 'BLUE', order: 1, status: 'PUBLISHED', subLevels: [] },
  },
];

it('a link has only the filters that are set, and opens them again', () => {
  expect(pagesQuery({})).toEqual({});
  const filter = { level: 'none', severity: ['critical', 'high'], below: true, since: '2026-11-01' } as const;
  const query = pagesQuery(filter);
  expect(query).toEqual({ level: 'none', severity: 'critical,high', below: 'yes', since: '2026-11-01' });
  expect(FILTER.read(query)).toEqual({ ...NO_FILTER, ...filter });
  expect(filterOf(inputOf(FILTER.read(query)))).toEqual(FILTER.read(query));
});

it('an address with unknown or wrong filters opens all pages', () => {
  const wrong = {
    level: 'x',
    spaceId: 'ENG',
    severity: 'worst',
    coverage: 'never',
    below: '1',
    since: 'x',
    forbidden: '',
  };
  expect(FILTER.read(wrong)).toEqual(NO_FILTER);
  expect(inputOf(NO_FILTER)).toEqual({});
});

const row: PageRow = {
  ...{ pageId: '1', title: 'Payroll', spaceId: '7', level: { levelId: LEVEL }, coverage: 'outdated' },
  ...{ open: { critical: 2, high: 0, medium: 1, low: 0 }, owner: { accountId: 'a', name: 'Ada' } },
};

const tableOf = (page: PageRow) =>
  textsOf(
    <PagesTable pages={[page]} levels={levels} spaces={new Map()} selected={new Set()} onSelect={() => undefined} />,
  ).slice(-9);

it('a row shows the level, the findings by severity, the scan, the owner, and the required level if the page is below it', () => {
  expect(tableOf({ ...row, classifiedAt: new Date().toISOString() }).join(' | ')).toContain(
    'Payroll | 7 | Internal | 2 Critical | 1 Medium | Outdated | Ada | Level set',
  );
  const { level, owner, ...bare } = row;
  expect([level, owner]).not.toContain(undefined);
  const texts = tableOf({ ...bare, open: { critical: 0, high: 0, medium: 0, low: 0 }, requiredLevelId: LEVEL });
  expect(texts).toEqual(expect.arrayContaining(['No level', 'Required: Internal', 'None', 'Unknown']));
});

const job: JobView = {
  ...{ jobId: 'j', state: 'succeeded', dryRun: true, done: 6, changed: 3, lowered: 1, left: 2, same: 1 },
  failed: [{ code: 'PAGE_EDIT_FORBIDDEN', count: 1, pageIds: [] }],
  ...{ canStart: true, isUndo: false, isCut: false, level: { levelId: LEVEL }, paused: undefined, waiting: undefined },
};

it('the result of a dry run says how many pages would change, and why the others would not', () => {
  expect(textsOf(<Checked job={job} levels={levels} />).slice(0, 5)).toEqual([
    'Checked. Nothing has changed yet.',
    '3 pages would get the level Internal.',
    'For 1 page of them, this is a less sensitive level.',
    '1 page already as wanted.',
    '1 page has a more sensitive level and would keep it.',
  ]);
  const cut = textsOf(<Checked job={{ ...job, changed: 0, level: 'none', isCut: true }} levels={levels} />);
  expect(cut).toContain('No page would change.');
  expect(cut.at(-1)).toMatch(/^The list has more than 10,000 pages/);
});
