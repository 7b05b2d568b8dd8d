import { walkPagesBelow, type WalkStep } from '../../src/jobs/pages-below';
import {
  type Actor,
  type Confluence,
  HostError,
  type HostResponse,
  ImpersonationRefusedError,
} from '../../src/platform/confluence';

/** The walk through a tree of pages, on a Confluence with only lists of children. */

/** The children of pages and branches, such as `folders/7`. A number is the status of the response instead. */
type Tree = Readonly<Record<string, readonly string[] | number>>;

const unused = () => Promise.reject(new Error('the walk only reads'));

/** @param before runs before each call; may throw */
function confluenceOf(tree: () => Tree, before: (pageId: string) => void = () => undefined) {
  const calls: { readonly actor: Actor; readonly pageId: string }[] = [];
  const get = async (actor: Actor, { value }: { readonly value: string }): Promise<HostResponse> => {
    const { pathname, searchParams } = new URL(value, 'https://confluence.invalid');
    const [type = '', id = ''] = pathname.split('/').slice(-3);
    const pageId = type === 'pages' ? id : `${type}/${id}`;
    calls.push({ actor, pageId });
    await Promise.resolve();
    before(pageId);
    const children = tree()[pageId] ?? [];
    if (typeof children === 'number') return { status: children, body: undefined };
    const start = Number(searchParams.get('cursor') ?? 0);
    const end = start + Number(searchParams.get('limit'));
    const results = children.slice(start, end).map((child) => {
      const [list = '', branchId] = child.split('/');
      const type = branchId === undefined ? 'page' : list.replace(/s$/, '');
      return { id: branchId ?? child, spaceId: '1', type };
    });
    const next = end < children.length ? { next: `/wiki/api/v2/pages/${pageId}/direct-children?cursor=${end}` } : {};
    return { status: 200, body: { results, _links: next } };
  };
  const confluence: Confluence = { get, download: unused, post: unused, put: unused, delete: unused };
  return { confluence, calls };
}

const ROOT = '1';
const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => String(from + n));

async function step(confluence: Confluence, found: readonly string[], cursor?: string, more = {}): Promise<WalkStep> {
  const walk = { accountId: 'editor', rootId: ROOT, found, cursor, maxPoints: Infinity, maxPages: 10_000, ...more };
  const done = await walkPagesBelow(confluence, walk);
  if (done === 'refused') throw new Error('refused');
  return done;
}

/** Walks step by step until all pages are found. @returns the pages in the order of their discovery */
async function walkAll(confluence: Confluence, more = {}, from = [ROOT]): Promise<readonly string[]> {
  let found = from;
  let cursor: string | undefined;
  for (let steps = 0; steps < 1_000; steps += 1) {
    const done = await step(confluence, found, cursor, more);
    found = [...found, ...done.pageIds];
    cursor = done.cursor;
    if (cursor === undefined) return found;
  }
  throw new Error('the walk comes to no end');
}

it('the walk of a page tree finds every page once, level by level, as the person', async () => {
  const { confluence, calls } = confluenceOf(() => ({ 1: ['2', '3'], 2: ['4', '5'], 4: ['6'] }));
  expect(await walkAll(confluence)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(calls.map(({ pageId }) => pageId)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(calls.every(({ actor }) => actor.kind === 'person' && actor.accountId === 'editor')).toBe(true);
});

it('the walk of a page tree reads long lists of children to their end, between short ones', async () => {
  const tree = { 1: ['2', '3', '4'], 2: ids(100, 3), 3: ids(1_000, 250), 4: ids(5_000, 101) };
  const { confluence } = confluenceOf(() => tree);
  const found = await walkAll(confluence);
  expect(new Set(found).size).toBe(found.length);
  expect([...found].sort()).toEqual(['1', ...tree[1], ...tree[2], ...tree[3], ...tree[4]].sort());
});

it('the walk of a page tree goes through folders and other content of the tree, which it does not find', async () => {
  const tree = {
    1: ['folders/2', '3'],
    'folders/2': ['4', 'whiteboards/5', ...ids(100, 150)],
    'whiteboards/5': ['databases/6'],
    'databases/6': ['embeds/7', 'slides/9'],
    'embeds/7': ['8'],
    120: ['folders/10'],
    'folders/10': ['11'],
  };
  const { confluence } = confluenceOf(() => tree);
  const all = ['1', '3', '4', ...ids(100, 150), '8', '11'].sort();
  for (const maxPoints of [0, 50, Infinity])
    expect([...(await walkAll(confluence, { maxPoints }))].sort()).toEqual(all);
});

it('the walk of a page tree passes through pages that it does not keep, and through a root that is no page of it', async () => {
  const { confluence } = confluenceOf(() => ({ 1: ['2', '3'], 2: ['4', '5'], 4: ['folders/6'], 'folders/6': ['7'] }));
  const keep = (pages: readonly { readonly pageId: string }[]) =>
    Promise.resolve(pages.filter(({ pageId }) => pageId !== '2' && pageId !== '4'));
  expect([...(await walkAll(confluence, { keep }, []))].sort()).toEqual(['3', '5', '7']);
});

it('the walk of a chain of pages continues over several steps', async () => {
  const { confluence } = confluenceOf(() =>
    Object.fromEntries(ids(1, 200).map((id) => [id, [String(Number(id) + 1)]])),
  );
  expect(await walkAll(confluence)).toEqual(ids(1, 201));
});

it('the walk of a page tree stops above the maximum, without reading the rest of a huge tree', async () => {
  const { confluence, calls } = confluenceOf(() => ({ 1: ids(10, 100_000) }));
  const done = await step(confluence, [ROOT], undefined, { maxPages: 1_000 });
  expect(done.pageIds.length).toBeGreaterThan(999);
  expect(done.cursor).toBeDefined();
  expect(calls.length).toBeLessThan(15);
});

it('the walk of a page tree needs no more points at a time than there are, and still reaches every page', async () => {
  const tree = { 1: ids(10, 30), 10: ids(100, 30) };
  const { confluence } = confluenceOf(() => tree);
  for (const maxPoints of [0, 1, 2, 9, 50]) {
    expect(await walkAll(confluence, { maxPoints })).toHaveLength(61);
  }
});

it('the walk of a page tree finds a page once that moves within the tree in the meantime, and ends even in a circle', async () => {
  let isMoved = false;
  const tree = (): Tree => (isMoved ? { 1: ['2', '3'], 3: ['4'], 4: ['1', '3'] } : { 1: ['2', '3'], 2: ['4'] });
  const { confluence } = confluenceOf(tree, (pageId) => (isMoved ||= pageId === '3'));
  expect(await walkAll(confluence, { maxPoints: 0 })).toEqual(['1', '2', '3', '4']);
});

it.each([403, 404])(
  'the walk of a page tree takes a page that is hidden or deleted in the meantime (%i) for a page without children',
  async (status) => {
    const { confluence } = confluenceOf(() => ({ 1: ['2', '3'], 2: status, 3: ['4'] }));
    expect(await walkAll(confluence)).toEqual(['1', '2', '3', '4']);
  },
);

it('the walk of a page tree never takes another response for the end of a list', async () => {
  const { confluence } = confluenceOf(() => ({ 1: 400 }));
  await expect(step(confluence, [ROOT])).rejects.toThrow(HostError);
});

it('the walk of a page tree keeps what it found before Confluence stops to respond, and continues there', async () => {
  let isDown = true;
  const { confluence } = confluenceOf(
    () => ({ 1: ['2', '3'], 2: ['4'] }),
    (pageId) => {
      if (isDown && pageId !== ROOT) throw new HostError('quota', 'no points', 60);
    },
  );
  const first = await step(confluence, [ROOT]);
  expect(first.pageIds).toEqual(['2', '3']);
  await expect(step(confluence, [ROOT, ...first.pageIds], first.cursor)).rejects.toThrow(HostError);
  isDown = false;
  const second = await step(confluence, [ROOT, ...first.pageIds], first.cursor);
  expect(second).toEqual({ pageIds: ['4'], cursor: undefined });
});

describe('if the app cannot act for the person', () => {
  const TREE = { 1: ['2', '3'], 2: ['4', '5'], 3: ['6'] };

  /** @param check the status of a permission check, or whether the person may read the page */
  function withoutImpersonation(check: (pageId: string) => boolean | number) {
    const checked: unknown[] = [];
    const { confluence: asApp, calls } = confluenceOf(() => TREE);
    const confluence: Confluence = {
      ...asApp,
      get: (actor, path) =>
        actor.kind === 'person' ? Promise.reject(new ImpersonationRefusedError('no')) : asApp.get(actor, path),
      post: (actor, { value }, body) => {
        const pageId = value.split('/').at(-3) ?? '';
        checked.push([actor.kind, pageId, body]);
        const answer = check(pageId);
        return Promise.resolve(
          typeof answer === 'number'
            ? { status: answer, body: undefined }
            : { status: 200, body: { hasPermission: answer } },
        );
      },
    };
    return { confluence, calls, checked };
  }

  it('the walk finds the pages that the person may read, with a check of each', async () => {
    for (const maxPoints of [0, 3, Infinity]) {
      const { confluence, calls, checked } = withoutImpersonation((pageId) => pageId !== '2' && pageId !== '6');
      expect(await walkAll(confluence, { maxPoints })).toEqual(['1', '3']);
      const subject = { type: 'user', identifier: 'editor' };
      expect(checked).toEqual(['2', '3', '6'].map((pageId) => ['app', pageId, { subject, operation: 'read' }]));
      // The app reads no further below a hidden page.
      expect(new Set(calls.map(({ pageId }) => pageId))).toEqual(new Set(['1', '3']));
    }
  });

  it('a page that disappears in the meantime is missing', async () => {
    const { confluence } = withoutImpersonation((pageId) => (pageId === '2' ? 404 : true));
    expect(await walkAll(confluence)).toEqual(['1', '3', '6']);
  });

  it('the walk is refused as a whole if the app may not check permissions either', async () => {
    const { confluence } = withoutImpersonation(() => 403);
    const walk = {
      accountId: 'editor',
      rootId: ROOT,
      found: [ROOT],
      cursor: undefined,
      maxPoints: Infinity,
      maxPages: 10,
    };
    expect(await walkPagesBelow(confluence, walk)).toBe('refused');
  });
});
