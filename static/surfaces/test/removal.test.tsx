import './bridge';
import { textsOf } from '../../admin/test/rendered';
import type { PageRedaction } from '../../../src/surfaces/contract';
import { RemovalPlan, RemovalResult } from '../src/popup/remove-panel';
import { afterAnswer } from '../src/popup/use-removal';
import { PausedRemovalList } from '../src/home/paused-removals';
import { openPage } from './open-page';

/** The preview, the progress and the result of a removal, for what the resolver returned. */

const findingId = '00000000-0000-4000-8000-0000000000e1';
const pageId = '164001';
const place = { field: 'body', kind: 'text', count: 3 } as const;
const page: PageRedaction['pages'][number] = {
  pageId,
  contentType: 'page',
  places: [place],
  uncertainPlaces: { count: 0, locations: [] },
  comments: [],
  inlineSelections: [],
  versionsDeleted: [],
  historyExposed: false,
};
const redaction = (others: Partial<PageRedaction>): PageRedaction => ({
  redactionId: '00000000-0000-4000-8000-0000000000a1',
  state: 'finished',
  dryRun: false,
  paused: undefined,
  waiting: undefined,
  findings: [{ findingId, pageId, status: 'redacted' }],
  pages: [page],
  ...others,
});
const resultTexts = (others: Partial<PageRedaction>) =>
  textsOf(<RemovalResult redaction={redaction(others)} onClose={() => undefined} />);

it('the preview shows the cuts, what stays and the consequences', () => {
  const place = { heading: 4, table: 2, row: 3, column: 1 };
  const cut = { field: 'body', kind: 'text', place, before: 'key ••••', after: 'key █████' } as const;
  const plan = redaction({
    dryRun: true,
    findings: [
      { findingId, pageId, status: 'would-be-redacted' },
      { findingId: `${findingId.slice(0, -1)}2`, pageId, status: 'failed', reason: 'cannot-redact' },
    ],
    pages: [{ ...page, cuts: [cut], uncertainPlaces: { count: 1, locations: [] } }],
  });
  expect(textsOf(<RemovalPlan redaction={plan} />)).toEqual([
    '3 places will be replaced with █████:',
    ...['Text, table 2, row 3, column 1, below heading 4', 'Before:', 'key ••••', 'After:', 'key █████'],
    'And 2 more places.',
    '1 finding will stay',
    'It is also in a place that can’t be changed here, such as another person’s comment.',
    '1 similar place might not be the same value and will stay. Check the content yourself.',
    'You can’t undo this',
    'A new version is created in your name.',
    'Older versions, notifications and copies keep the value.',
  ]);
});

const waiting = {
  code: 'CANNOT_ACT_AS_PERSON',
  reason: 'It waits.',
  nextAttemptAt: '2026-11-21T11:00:00.000Z',
} as const;

it('a paused removal says why, that nothing is changed in another name, and what to do', () => {
  const paused = { code: 'CANNOT_ACT_AS_PERSON', since: '2026-11-21T10:00:00.000Z' } as const;
  const findings = [{ findingId, pageId, status: 'waiting' }] as const;
  const texts = resultTexts({ state: 'queued', findings, pages: [], paused, waiting });
  expect(texts).toContain('Confluence doesn’t let the app edit in your name right now.');
  expect(texts).toContainEqual(expect.stringMatching(/^Waiting until .*11:00.*\. It waits\.$/u));
  expect(texts.join(' ')).toMatch(/Nothing is changed in another name\..*site check/);
  expect(resultTexts({ state: 'queued', findings, pages: [] }).join(' ')).not.toContain('paused');
});

it('a preview that the platform refuses says why', () => {
  const plan = redaction({ state: 'failed', dryRun: true, pages: [], stoppedBy: 'CANNOT_ACT_AS_PERSON' });
  expect(textsOf(<RemovalPlan redaction={plan} />)).toEqual([
    'We couldn’t prepare the preview',
    expect.stringContaining('doesn’t let the app edit in your name'),
  ]);
});

it('the home page lists paused removals with their pages, the reason, and a way to cancel', () => {
  const paused = { code: 'CANNOT_ACT_AS_PERSON', since: '2026-11-21T10:00:00.000Z' } as const;
  const pages = [{ pageId, title: 'Release plan' }];
  const removal = { redactionId: 'a', createdAt: paused.since, paused, waiting, pages };
  const texts = textsOf(<PausedRemovalList removals={[removal]} isSending={false} onCancel={() => undefined} />);
  expect(texts).toEqual(expect.arrayContaining(['1 removal is paused', 'Release plan', 'Cancel']));
  expect(texts).toContain('Confluence doesn’t let the app edit in your name right now.');
});

it('a preview without cuts says that nothing can be removed', () => {
  const failed = { findingId, status: 'failed', reason: 'archived' } as const;
  const plan = redaction({ dryRun: true, findings: [failed], pages: [{ ...page, places: [] }] });
  expect(textsOf(<RemovalPlan redaction={plan} />)).toEqual([
    'Nothing can be removed.',
    '1 finding will stay',
    'The page is archived. Restore it first.',
  ]);
});

it('a running removal shows that it continues without the popup', () => {
  expect(resultTexts({ state: 'running', findings: [{ findingId, status: 'waiting' }], pages: [] })).toEqual([
    'Removing values',
    'You can close this popup. The removal continues.',
  ]);
});

it('a result says what was removed, where copies remain, and offers the new version of the page', () => {
  const left = {
    ...page,
    historyExposed: true,
    method: 'guard',
    inlineSelections: ['1'],
    otherChanges: 'content',
  } as const;
  expect(resultTexts({ pages: [left] })).toEqual([
    '1 finding removed.',
    'Atlassian Guard removed the text. People with permission can restore it.',
    '1 inline comment refers to the value and still shows it. Delete these comments to remove it.',
    'More may have changed than the value. Compare the last two versions in the version history.',
    expect.stringMatching(/^Older versions still contain the value[.] A site admin can delete them/),
    'Reload page',
    'Done',
  ]);
});

it('a result without an effect says why, and offers no reload', () => {
  const failed = { findingId, status: 'failed', reason: 'conflict' } as const;
  expect(resultTexts({ state: 'failed', findings: [failed], pages: [] })).toEqual([
    'Nothing was removed.',
    '1 finding stayed',
    'Another user edited the content at the same time.',
    'Done',
  ]);
});

it('an error or a denial keeps the latest progress', () => {
  const running = { redaction: redaction({ state: 'running' }) };
  const error = { code: 'UNREACHABLE', message: 'No response.' } as const;
  expect(afterAnswer(running, { ok: false, error })).toEqual({ ...running, error });
  const denied = { outcome: 'denied', code: 'REDACTION_NOT_FOUND', page: openPage() } as const;
  expect(afterAnswer(running, { ok: true, value: denied })).toEqual({ ...running, denied: 'REDACTION_NOT_FOUND' });
  const value = { outcome: 'redaction', redaction: redaction({}) } as const;
  expect(afterAnswer({ ...running, error }, { ok: true, value })).toEqual({ redaction: redaction({}) });
});
