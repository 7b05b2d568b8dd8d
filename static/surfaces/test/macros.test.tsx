import { connect } from './bridge';
import { renderToStaticMarkup } from 'react-dom/server';
import { textsIn, textsOf } from '../../admin/test/rendered';
import type { Report } from '../../../src/surfaces/contract';
import { ConfigForm } from '../src/config/config';
import { configOf, fieldsOf } from '../src/config/report-config';
import { LevelContent } from '../src/level/level';
import { formatInstant } from '../../admin/src/dates';
import { spaceTexts } from '../src/space/texts';
import { addReport } from '../src/report/add-report';
import { ReportContent } from '../src/report/report';

/** The macros and the configuration of the report. */

beforeEach(() => {
  connect(() => Promise.reject(new Error('no request is expected')));
});

const SECRET = { name: 'Secret', color: 'RED' } as const;
const PUBLIC = { name: 'Public', color: 'GREEN' } as const;

it.each([
  [{ state: 'level', level: SECRET }, ['Secret']],
  [{ state: 'level', level: null }, ['Not classified']],
  [{ state: 'off' }, ['Classification is off in this space.']],
  [{ state: 'hidden' }, ['You can’t view this content, it isn’t published yet, or it no longer exists.']],
] as const)('the macro of the level shows %j as %j', (view, texts) => {
  expect(textsOf(<LevelContent view={view} />)).toEqual(texts);
  expect(renderToStaticMarkup(<LevelContent view={view} />)).toContain('aria-label="Classification level"');
});

const report = (others: Partial<Report> = {}): Report => ({
  state: 'report',
  counts: [
    { levelId: 'secret', level: SECRET, pages: 1 },
    { levelId: null, level: null, pages: 1 },
  ],
  pages: [
    { pageId: '1', title: 'Plans', level: SECRET, classifiedAt: '2026-03-10T12:00:00.000Z' },
    { pageId: '2', title: '', level: null },
  ],
  offPages: 0,
  ...others,
});
const reportTextsOf = (view: Parameters<typeof ReportContent>[0]['view']) =>
  textsIn(renderToStaticMarkup(<ReportContent view={view} onView={() => undefined} />));

it('the report has counts, and pages with their levels and dates; a page without a title has its id', () => {
  expect(reportTextsOf(report())).toEqual([
    ...['Pages by level', 'Level', 'Pages', 'Secret', '1', 'Not classified', '1'],
    '2 pages that you can view.',
    ...['Pages', 'Page', 'Level', 'Classified'],
    ...['Plans', 'Secret', formatInstant('2026-03-10T12:00:00.000Z')],
    ...['2', 'Not classified', '–'],
  ]);
});

it('the report says that it has more pages, and how many are in spaces where classification is off', () => {
  const texts = reportTextsOf(report({ cursor: 'next', offPages: 3 }));
  expect(texts.join(' ')).toContain(
    'The first 2 pages that you can view. Load more to count the next ones. 3 pages that you can view in spaces where',
  );
  expect(texts.at(-1)).toBe('Load more');
  expect(reportTextsOf(report({ counts: [], pages: [] }))).toEqual(['This report has no pages that you can view.']);
});

it('an empty report says why and how to configure it to a person who can edit its page, and nothing to readers', () => {
  const empty = report({ counts: [], pages: [] });
  for (const setup of ['below', 'this-space', 'space', 'query'] as const) {
    const [why, how] = reportTextsOf({ ...empty, setup });
    expect(why).toMatch(/^This report has no pages, because /);
    expect(how).toBe('To count other pages, edit this page, select the macro, and then select Edit.');
  }
  for (const state of ['not-configured', 'query-rejected'] as const) {
    expect(reportTextsOf({ state, setup: 'query' }).join(' ')).toContain('Edit the macro');
    expect(reportTextsOf({ state }).join(' ')).not.toMatch(/macro|query/);
  }
});

it.each(['not-configured', 'source-hidden', 'query-rejected', 'off', 'hidden'] as const)(
  'the report in the state %s is one sentence',
  (state) => {
    expect(reportTextsOf({ state })).toEqual([expect.stringMatching(/\.$/)]);
  },
);

it('more pages add to the counts, each once, and pages without a level stay last', () => {
  const next = report({
    counts: [
      { levelId: 'public', level: PUBLIC, pages: 4 },
      { levelId: null, level: null, pages: 2 },
    ],
    pages: [
      ...['3', '4', '5', '6'].map((pageId) => ({ pageId, title: 'More', level: PUBLIC })),
      // The first part has it too.
      ...['2', '7'].map((pageId) => ({ pageId, title: 'More', level: null })),
    ],
    offPages: 1,
  });
  const added = addReport(report({ cursor: 'next' }), next);
  expect(added.counts.map(({ levelId, pages }) => [levelId, pages])).toEqual([
    ['secret', 1],
    ['public', 4],
    [null, 2],
  ]);
  expect(added.pages.map(({ pageId }) => pageId)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  expect(added).toMatchObject({ offPages: 1 });
  expect('cursor' in added).toBe(false);
});

const fields = { source: 'below', page: '', space: '', query: '' } as const;

it.each([
  [fields, { source: 'below' }],
  [
    { ...fields, page: ' 164001 ' },
    { source: 'below', pageId: '164001' },
  ],
  [
    { ...fields, page: 'https://example.atlassian.net/wiki/spaces/ENG/pages/164001/Notes?x=1' },
    { source: 'below', pageId: '164001' },
  ],
  [
    { ...fields, page: '/wiki/pages/viewpage.action?pageId=7&x=1' },
    { source: 'below', pageId: '7' },
  ],
  [
    { ...fields, page: '/wiki/spaces/ENG/pages/edit-v2/8' },
    { source: 'below', pageId: '8' },
  ],
  [
    { ...fields, page: 'Notes' },
    { field: 'page', message: 'Enter the address or the ID of a page.' },
  ],
  [{ ...fields, source: 'this-space', page: '1' }, { source: 'this-space' }],
  [
    { ...fields, source: 'space' },
    { field: 'space', message: 'Enter the key of a space.' },
  ],
  [
    { ...fields, source: 'space', space: ' ENG ' },
    { source: 'space', spaceKey: 'ENG' },
  ],
  [
    { ...fields, source: 'query', query: ' ' },
    { field: 'query', message: 'Enter a query.' },
  ],
  [
    { ...fields, source: 'query', query: 'label = x' },
    { source: 'query', query: 'label = x' },
  ],
] as const)('the fields %j are the configuration %j', (entered, config) => {
  expect(configOf(entered)).toEqual(config);
});

it.each([[undefined], [null], ['text'], [{ source: 'everything', pageId: 5 }]])(
  'the form for the configuration %j starts with the pages below the page',
  (config) => {
    expect(fieldsOf(config)).toEqual(fields);
  },
);

it('the form shows the field of the chosen source with its label and help', () => {
  const markup = renderToStaticMarkup(<ConfigForm initial={fieldsOf({ source: 'space', spaceKey: 'ENG' })} />);
  expect(textsIn(markup)).toContain('Space key');
  expect(textsIn(markup)).not.toContain('Query');
  expect(markup).toContain('value="ENG"');
});

it('a space never reads as fully scanned, or as empty, while it may have more pages', () => {
  const { coverageText } = spaceTexts;
  expect(coverageText(5, 5, false)).toBe('100% of 5 pages fully scanned.');
  expect(coverageText(5, 5, true)).toBe('5 of at least 5 pages fully scanned.');
  expect(coverageText(0, 0, false)).toBe('No pages.');
  expect(coverageText(0, 0, true)).toBe('0 of at least 0 pages fully scanned.');
});
