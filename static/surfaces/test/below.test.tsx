import './bridge';
import { renderToStaticMarkup } from 'react-dom/server';
import { textsIn } from '../../admin/test/rendered';
import { WAIT_REASONS } from '../../../src/runs/wait-reasons';
import type { BelowJob } from '../../../src/surfaces/contract';
import { BelowContent } from '../src/below/below';
import type { BelowPage } from '../src/below/send-job';

/** The texts of *Classify this page and everything below it* for a resolver response. */

type View = Parameters<typeof BelowContent>[0]['view'];
const markupOf = (view: View) => renderToStaticMarkup(<BelowContent view={view} onNoPage={() => undefined} />);
const textsOf = (view: View) => textsIn(markupOf(view));

const page: BelowPage = {
  state: 'page',
  levels: [
    {
      ...{ levelId: 'a', name: 'Secret', color: 'RED', description: 'For few' },
      subLevels: [{ subLevelId: 'b', name: 'Finance' }],
    },
    { levelId: 'c', name: 'Public', color: 'GREEN', description: 'For all', subLevels: [] },
  ],
  lowering: { allowed: true, needsJustification: false },
  maxPages: 10_000,
};
const job = (change: Partial<BelowJob>): BelowPage => ({
  ...page,
  job: {
    ...{ paused: undefined, waiting: undefined },
    ...{ jobId: 'j', kind: 'preview', state: 'running', alsoLower: false, isSearching: false },
    ...{ found: 118, done: 0, canStart: false, level: { name: 'Secret', color: 'RED' } },
    ...change,
  },
});
const counts = {
  ...{ changed: 106, lowered: 0, kept: 7, same: 2 },
  failed: [{ code: 'PAGE_NOT_EDITABLE', count: 3 }],
};

it('the form offers each level with its sub-levels, the lowering, a reason, and the preview', () => {
  expect(textsOf(page)).toEqual([
    'Classify this page and everything below it',
    'Level',
    'Includes this page and the pages below it that you can view, up to 10,000 pages. Pages in folders are not included.',
    'Level',
    'Secret',
    'For few',
    'Secret /',
    'Finance',
    'Public',
    'For all',
    'Also lower pages that have a more sensitive level',
    'If not selected, these pages keep their level.',
    'Reason (optional)',
    'Shown in the history of each page.',
    'Preview',
    'Nothing changes yet.',
  ]);
});

it('a site that forbids to lower levels offers no lowering, and a space without levels no form', () => {
  expect(textsOf({ ...page, lowering: { allowed: false, needsJustification: false } }).join()).not.toContain(
    'Also lower',
  );
  expect(textsOf({ ...page, levels: [] }).at(-1)).toBe('There are no levels that you can set in this space.');
});

it('a preview that is running counts the pages it found, then those it checked', () => {
  expect(textsOf(job({ isSearching: true, found: 40 }))).toContain('40 pages found so far');
  const checked = markupOf(job({ done: 20 }));
  expect(textsIn(checked)).toContain('20 of 118 pages');
  expect(checked).toContain('<progress aria-label="Progress" value="20" max="118">');
  const waiting = {
    code: 'WAITS_FOR_TURN',
    reason: WAIT_REASONS.WAITS_FOR_TURN,
    ahead: { own: 1, others: 2 },
  } as const;
  expect(textsOf(job({ waiting }))).toContain('Waiting. It waits for its turn behind other work. 3 ahead.');
});

it('a preview counts the pages that change, stay, and cannot be changed, and each group can be opened', () => {
  const view = job({ state: 'partial', done: 118, counts, canStart: true });
  expect(textsOf(view).slice(1)).toEqual([
    'Preview',
    '118 pages',
    'Secret',
    '106 pages will get this level',
    'Show pages',
    '7 pages will keep a more sensitive level',
    'Show pages',
    '2 pages already have this level',
    'Show pages',
    '3 pages: you don’t have permission to edit',
    'Show pages',
    'Classify 106 pages',
    'Back',
  ]);
  expect(markupOf(view)).toContain('aria-label="Show pages: 7 pages will keep a more sensitive level"');
});

it('a preview that lowers levels says how many', () => {
  const view = job({ state: 'succeeded', counts: { ...counts, lowered: 12, failed: [] }, canStart: true });
  expect(textsOf(view)).toContain('12 of these will get a less sensitive level');
});

it('a preview that changes nothing, or did not end, offers nothing to start', () => {
  const nothing = textsOf(job({ state: 'succeeded', counts: { ...counts, changed: 0, failed: [] } }));
  expect(nothing).toContain('No page would change.');
  expect(nothing.join()).not.toContain('Classify 0');
  const stopped = textsOf(job({ state: 'failed', counts, stoppedBy: 'TOO_MANY_PAGES' }));
  expect(stopped.slice(1, 3)).toEqual([
    'It stopped early',
    'There are too many pages below this page. Classify parts of the tree instead.',
  ]);
  expect(textsOf(job({ state: 'cancelled', counts }))[1]).toBe('Canceled');
});

it('a result can be undone, unless the site forbids it', () => {
  const ended = { kind: 'change', state: 'succeeded', counts } as const;
  expect(textsOf(job({ ...ended, undo: { allowed: true, needsJustification: false } })).slice(-3)).toEqual([
    'Close',
    'Undo',
    'Classify again',
  ]);
  const forbidden = textsOf(job({ ...ended, undo: { allowed: false, needsJustification: false } }));
  expect(forbidden).not.toContain('Undo');
  expect(forbidden).toContain('Your site doesn’t allow lowering levels, so this can’t be undone.');
});

it('the result of an undo says what was restored and what others have changed since', () => {
  const { level: _level, ...undo } =
    job({ kind: 'undo', state: 'succeeded', counts: { ...counts, failed: [] } }).job ?? {};
  const texts = textsOf({ ...page, job: undo as BelowJob });
  expect(texts).toContain('106 pages restored');
  expect(texts).toContain('7 pages stayed, because of later changes');
});

it('a problem that this version does not know is shown without its code', () => {
  const failed = [{ code: 'LATER_CODE', count: 1 }];
  expect(textsOf(job({ state: 'partial', counts: { ...counts, failed } }))).toContain('1 page: not changed');
});
