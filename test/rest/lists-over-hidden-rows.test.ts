import { ADMIN2, DEMO_SPACES } from '../../local/demo';
import type { FindingList, FindingGroups, FindingsSummary } from '../../src/admin/findings/findings';
import { done } from '../admin/ask';
import { aStoredKey, PEPPER } from '../keys/key-records';
import { callsOf } from '../support/disclosure';
import { anExclusion, storeExclusions } from '../support/exclusions';
import { storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, restrict, takeSpacePermission } from '../support/wiki-pages';

/**
 * A list, summary or group looks the same with and without hidden rows. Its pages, their lengths and its end are equal.
 */

const NOW = new Date('2026-11-21T10:00:00.000Z');
const FINGERPRINT = 'fingerprint-of-one-value';
/** More rows than one request reads at first. */
const HIDDEN = 30;
const VISIBLE = 4;
const LIMITS = [1, VISIBLE, 250];

let site: Site;
let key: string;
afterEach(() => site.close());

/** Times alternate, so that hidden rows occur before, between and after the visible ones. */
const timeOf = (index: number) => new Date(Date.UTC(2026, 9, 1) + index * 60_000).toISOString();
/** After the first hidden rows, then one after each. */
const VISIBLE_AT = [17, 18, 19, 20].map((place) => place + 0.5);

const publicId = () => levelNamed(site, 'Public').levelId;

async function storeLevel(pageId: string, classificationDate: string): Promise<void> {
  await putRow(site, 'page-level', pageId, {
    v: 1,
    rev: 1,
    changeId: crypto.randomUUID(),
    spaceId: DEMO_SPACES.ENG,
    levelId: publicId(),
    classifierId: 'somebody',
    classificationDate,
    method: 'MANUAL',
    pageVersion: 1,
  });
}

function storeChange(pageId: string, changedAt: string): Promise<void> {
  return putRow(site, 'level-change', crypto.randomUUID(), {
    v: 1,
    pageId,
    pageRev: 1,
    spaceId: DEMO_SPACES.ENG,
    levelId: publicId(),
    changedAt,
    classifierId: 'somebody',
    method: 'MANUAL',
    pageVersion: 1,
  });
}

const storeScan = (pageId: string, scannedAt: string) =>
  putRow(site, 'page-scan', pageId, {
    v: 1,
    rev: 1,
    spaceId: DEMO_SPACES.ENG,
    pageVersion: 1,
    scannedAt,
    configHash: 'x',
    state: 'partial',
    data: { reasons: [], detectorsOverBudget: [], findingIds: [] },
  });

const exclusions: ReturnType<typeof anExclusion>[] = [];

/** Everything that lists show about a page, at one time. */
async function storeRows(pageId: string, time: string): Promise<void> {
  await storeLevel(pageId, time);
  await storeChange(pageId, time);
  await storeScan(pageId, time);
  await storeFinding(site, pageId, { fingerprint: FINGERPRINT, foundAt: time });
  exclusions.push(
    anExclusion({ exclusionId: crypto.randomUUID(), scope: { of: 'page', pageId }, createdAt: time, reason: pageId }),
  );
  await storeExclusions(site, ...exclusions);
}

const PATHS: readonly (readonly [name: string, path: string])[] = [
  ['findings of one value', `/v1/detection?fingerprint=${FINGERPRINT}`],
  ['findings', '/v1/detection?status=open'],
  ['levels of pages', '/v1/page-level?classifierId=somebody'],
  ['the feed of changes', '/v1/change?from=2026-01-01'],
  ['coverage', '/v1/detection/coverage?coverage=partial'],
  ['exclusions', '/v1/exclusion?scope=page'],
];

type Part = readonly [results: unknown, hasNext: boolean];

/** The pages of a list, each with whether a next one exists. */
async function partsOf(path: string): Promise<readonly Part[]> {
  const parts: Part[] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    expect(parts.length).toBeLessThan(VISIBLE + HIDDEN);
    const { status, body }: Awaited<ReturnType<Site['rest']>> = await site.rest('GET', next, { key });
    expect(status).toBe(200);
    next = body._links.next;
    parts.push([body.results, next !== undefined]);
  }
  return parts;
}

const admin = <T>(operation: string, payload: object) => done<T>(site, operation, payload, ADMIN2.email);

/** The pages of the admin's list, without their cursors. */
async function adminParts(operation: 'listFindings' | 'groupFindings', payload: object): Promise<readonly unknown[]> {
  const parts: unknown[] = [];
  let cursor: string | undefined;
  do {
    expect(parts.length).toBeLessThan(VISIBLE + HIDDEN);
    const part: FindingList | FindingGroups = await admin(operation, { ...payload, ...(cursor && { cursor }) });
    ({ cursor } = part);
    parts.push({ ...part, cursor: cursor !== undefined });
  } while (cursor !== undefined);
  return parts;
}

async function everything(): Promise<readonly unknown[]> {
  const parts: unknown[] = [];
  for (const limit of LIMITS) {
    for (const [name, path] of PATHS) parts.push([name, limit, await partsOf(`${path}&limit=${limit}`)]);
    if (limit <= 100)
      parts.push(['admin', limit, await adminParts('listFindings', { limit, fingerprint: FINGERPRINT })]);
  }
  parts.push(['groups', await adminParts('groupFindings', { by: 'page' })]);
  parts.push(['admin summary', await admin<FindingsSummary>('summarizeFindings', {})]);
  const { body } = await site.rest('GET', '/v1/detection/summary', { key });
  return [...parts, ['summary', body]];
}

const open = (impersonation: boolean) => {
  exclusions.length = 0;
  site = openSite({ impersonation, queryLagMs: 0, now: () => NOW, peppers: () => [PEPPER] });
};
const newKey = (rights: object = {}) =>
  aStoredKey(site, {
    createdBy: ADMIN2.accountId,
    classificationScope: 'write',
    detectionScope: 'manage',
    expiresAt: '2027-06-01T00:00:00.000Z',
    ...rights,
  });

describe.each([true, false])('with impersonation %s', (impersonation) => {
  beforeEach(async () => {
    open(impersonation);
    ({ key } = await newKey());
  });

  it.each([0, VISIBLE])('every list has the same pages over hidden rows, with %s visible ones', async (visible) => {
    for (const place of VISIBLE_AT.slice(0, visible)) await storeRows(await aPage(site), timeOf(place));
    const expected = await everything();
    for (let index = 0; index < HIDDEN; index += 1) {
      const pageId = await aPage(site, { by: ADMIN2.email });
      await storeRows(pageId, timeOf(index));
      await restrict(site, pageId, 'read', ADMIN_AND_APP, ADMIN2.email);
    }
    expect(await everything()).toEqual(expected);
  });

  it('every list has the pages without a level between pages that the page access limit hides', async () => {
    ({ key } = await newKey({ levelLimit: ['unclassified'] }));
    const listAll = async () => {
      const lists: unknown[] = [];
      for (const limit of LIMITS) lists.push(await partsOf(`/v1/page-level?unclassified=true&limit=${limit}`));
      return lists;
    };
    const pageIds: string[] = [];
    for (let index = 0; index < HIDDEN; index += 1) pageIds.push(await aPage(site));
    await aPage(site);
    for (const pageId of pageIds) await storeLevel(pageId, timeOf(0));
    const [one, ...others] = await listAll();
    const ids = (lists: unknown) => (lists as Part[]).flatMap(([results]) => results as { pageId: string }[]);
    // Every page except the last is full.
    for (const [index, limit] of LIMITS.entries()) {
      const parts = [one, ...others][index] as Part[];
      expect(parts.slice(0, -1).map(([results]) => (results as unknown[]).length)).toEqual(
        Array(parts.length - 1).fill(limit),
      );
      expect(ids(parts)).toEqual(ids(one));
    }
  });
});

it('an exclusion for a hidden space looks like a nonexistent one, in the list and by its id', async () => {
  open(true);
  ({ key } = await newKey());
  const inHidden = anExclusion({ exclusionId: crypto.randomUUID(), scope: { of: 'space', spaceId: DEMO_SPACES.HR } });
  const inVisible = anExclusion({ exclusionId: crypto.randomUUID(), scope: { of: 'space', spaceId: DEMO_SPACES.ENG } });
  const ask = async (method: string, path: string) => {
    const answer = await site.rest(method, `/v1/exclusion${path}`, { key });
    return [
      answer.status,
      answer.body?.code ?? answer.body?.results,
      callsOf(answer).map((call) => call.split('?')[0]),
    ] as const;
  };
  const askAll = async () => [
    await ask('GET', ''),
    await ask('GET', `/${inHidden.exclusionId}`),
    await ask('DELETE', `/${inHidden.exclusionId}`),
  ];
  await storeExclusions(site, inVisible);
  const expected = await askAll();
  await takeSpacePermission(site, 'HR', ADMIN2.accountId);
  await storeExclusions(site, inHidden, inVisible);
  expect(await askAll()).toEqual(expected);
  expect(expected.map(([status]) => status)).toEqual([200, 404, 404]);
  expect((await ask('GET', `/${inVisible.exclusionId}`))[0]).toBe(200);
});

it('a summary does not depend on the number of hidden findings', async () => {
  open(true);
  ({ key } = await newKey());
  const visible = await aPage(site);
  const summaries = async () => [
    (await site.rest('GET', '/v1/detection/summary', { key })).body,
    await admin('summarizeFindings', {}),
    (await admin<FindingGroups>('groupFindings', { by: 'value' })).groups.length,
  ];
  await storeFinding(site, visible, { foundAt: timeOf(0) });
  const expected = await summaries();
  expect(expected).toMatchObject([{ detections: 1, isComplete: true }, { findings: 1, isComplete: true }, 1]);
  const hidden = await aPage(site, { by: ADMIN2.email });
  await restrict(site, hidden, 'read', ADMIN_AND_APP, ADMIN2.email);
  for (let index = 1; index <= 1_001; index += 1) await storeFinding(site, hidden, { foundAt: timeOf(index) });
  expect(await summaries()).toEqual(expected);
});
