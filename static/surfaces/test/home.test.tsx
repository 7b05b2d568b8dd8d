import { connect } from './bridge';
import { textsOf } from '../../admin/test/rendered';
import type { BelowJob } from '../../../src/surfaces/contract';
import type { MyPage } from '../../../src/surfaces/home/contract';
import { JobResult } from '../src/below/job-result';
import { loadAll, type MyPageList } from '../src/home/load-all';
import { PageTable } from '../src/home/page-table';
import { SetForm } from '../src/home/set-form';

/** The home page for a selection of hundreds of pages, and the result of their job. */

beforeEach(() => {
  connect(() => Promise.reject(new Error('no request is expected')));
});

const page = (index: number): MyPage => ({
  ...{ pageId: String(index), title: `Page ${index}`, revision: 'absent', level: null, needs: ['no-level'] },
  lowering: { allowed: true, needsJustification: false },
  open: { critical: 0, high: 0, medium: 0, low: 0 },
});
const part = (from: number, count = 25): MyPageList => ({
  pages: Array.from({ length: count }, (_, index) => page(from + index)),
  cursor: String(from + count),
});
const nothing = () => undefined;

it('the home page loads parts one after the other until the maximum, an error, the end, or Stop', async () => {
  const seen: number[] = [];
  const options = { max: 500, onPart: ({ pages }: MyPageList) => seen.push(pages.length), isStopped: () => false };
  const read = (cursor: string) => Promise.resolve({ ok: true, value: part(Number(cursor)) } as const);
  const { list } = await loadAll(part(0), { ...options, read });
  expect([list.pages.length, seen.length, new Set(list.pages.map(({ pageId }) => pageId)).size]).toEqual([
    500, 19, 500,
  ]);
  const error = { code: 'RATE_LIMITED', message: 'Try again in 5 minutes.' } as const;
  const refused = await loadAll(part(0), { ...options, read: () => Promise.resolve({ ok: false, error }) });
  expect([refused.list.pages.length, refused.error]).toEqual([25, error]);
  const end = () => Promise.resolve({ ok: true, value: { pages: [page(24), page(30)] } } as const);
  // A page that is in two parts is listed once.
  expect((await loadAll(part(0), { ...options, read: end })).list.pages).toHaveLength(26);
  expect((await loadAll(part(0), { ...options, read, isStopped: () => true })).list.pages).toHaveLength(25);
});

it('500 pages are one selection with its count and its action', () => {
  const pages = Array.from({ length: 500 }, (_, index) => page(index));
  const home = { levels: [], allLevels: [], maxPages: 1_000 };
  const form = (chosen: readonly MyPage[]) =>
    textsOf(<SetForm home={home} pages={chosen} isSending={false} onSet={() => Promise.resolve()} onClear={nothing} />);
  expect(form(pages)).toEqual(expect.arrayContaining(['500 pages selected', 'Set 500 pages', 'Clear selection']));
  expect(form([...pages, ...pages, page(1_000)])).toEqual(['Select at most 1,000 pages at once.']);
  const all = new Set(pages.map(({ pageId }) => pageId));
  expect(textsOf(<PageTable pages={pages} selected={all} onSelect={nothing} />)).toHaveLength(5 + 500 * 3);
});

it('the result of a job on the home page is one line with its details, Undo and Dismiss', () => {
  const counts = { changed: 106, lowered: 0, kept: 7, same: 0, failed: [{ code: 'SOMETHING_NEW', count: 3 }] };
  const job: BelowJob = {
    ...{ jobId: 'j', kind: 'change', state: 'succeeded', alsoLower: false, isSearching: false, found: 116, done: 116 },
    ...{ paused: undefined, waiting: undefined, canStart: false, level: { name: 'Secret', color: 'RED' }, counts },
    undo: { allowed: true, needsJustification: false },
  };
  const props = { job, isSending: false, send: () => Promise.resolve(), onRestart: nothing };
  expect(textsOf(<JobResult {...props} isDialog={false} />)).toEqual([
    'Pages classified',
    '106 pages changed; 7 pages kept a more sensitive level; 3 pages: not changed.',
    ...['Secret', 'Details', 'Undo', 'Dismiss'],
  ]);
});
