import { AsyncLocalStorage } from 'node:async_hooks';
import { ADMIN, DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { PendingEvent } from '../../local/forge/background';
import type { AdminOperations } from '../../src/admin/contract';
import type { SurfaceOperations } from '../../src/surfaces/contract';
import { storeFinding } from '../support/findings';
import { anExclusion, storeExclusions } from '../support/exclusions';
import { shardKeyOf, shardWrite } from '../../src/counts/shards';
import { partsOf } from '../../src/platform/parts';
import { storePageExposure, storeSpaceExposure } from '../support/exposure';
import { levelNamed } from '../support/levels';
import { openSite, type Site, type SurfaceRequest } from '../support/site';
import { putRow, rowsOf, stopScans } from '../support/stored-rows';
import { SEVERITIES } from '../../src/detection/detector';
import { aPage, trash } from '../support/wiki-pages';

/** Every list with a cursor, with the functions that seed it, page through it, and change it in the meantime. */

/** A site whose pages have a level or none, and of everything that lists show one item each. */
export interface World {
  readonly site: Site;
  readonly key: string;
  /** The page that has the changes of `historyIds` and the findings of `pageFindingIds`. */
  readonly pageId: string;
  /** Pages that stay as they are, with and without a level. They are only classified or scanned again. */
  readonly classified: readonly string[];
  readonly unclassified: readonly string[];
  readonly all: readonly string[];
  /** Pages whose findings require a more sensitive level. */
  readonly belowRequired: readonly string[];
  readonly findingIds: readonly string[];
  readonly pageFindingIds: readonly string[];
  readonly auditIds: readonly string[];
  readonly changeIds: readonly string[];
  readonly historyIds: readonly string[];
  /** The changes of this key. */
  readonly keyId: string;
  readonly keyChangeIds: readonly string[];
  readonly exclusionIds: readonly string[];
  readonly jobIds: readonly string[];
  readonly scanIds: readonly string[];
  readonly adminScanId: string;
  readonly belowId: string;
  readonly levelId: string;
  /** The platform calls of delivered events, with the module of the event. Emptied by each walk. */
  readonly calls: { readonly module: string; readonly method: string; readonly path: string }[];
  /** Delivers an event while other requests make changes. */
  deliver(event: PendingEvent, random: () => number): Promise<void>;
  advance(ms: number): void;
  /** Changes one of the other pages, creates a page, or stores a new finding, change, scan or event. */
  change(random: () => number): Promise<void>;
}

export interface Part {
  readonly ids: readonly string[];
  readonly next: string | undefined;
}

export interface PagedList {
  /** The items that are in the list before, during and after the changes. */
  readonly stays: (world: World) => readonly string[];
  /** Omitted: the list has no parameter for its length. */
  readonly maxLimit?: number;
  readonly read: (world: World, limit: number, next: string | undefined) => Promise<Part>;
}

/** The operations with results that continue at a position. */
type Continued<Ops extends Record<keyof Ops, { readonly result: unknown }>> = {
  [Name in keyof Ops]: Ops[Name]['result'] extends infer Result
    ? Result extends { readonly cursor?: string } | { readonly next?: unknown } | { readonly next: unknown }
      ? Extract<keyof Result, 'cursor' | 'next'> extends never
        ? never
        : Name
      : never
    : never;
}[keyof Ops];

interface Item {
  readonly pageId: string;
}

const idsOf = (items: readonly Item[]) => items.map(({ pageId }) => pageId);

function restList(
  path: (world: World) => string,
  stays: PagedList['stays'],
  idOf: (item: never) => string = ({ pageId }: Item) => pageId,
  maxLimit = 250,
): PagedList {
  return {
    stays,
    maxLimit,
    read: async ({ site, key, ...world }, limit, next) => {
      const start = path({ site, key, ...world });
      const address = next ?? `${start}${start.includes('?') ? '&' : '?'}limit=${limit}`;
      const { status, body } = await site.rest('GET', address, { key });
      expect([start, status]).toEqual([start, 200]);
      return { ids: body.results.map(idOf), next: body._links.next };
    },
  };
}

function adminList<Name extends keyof AdminOperations>(
  name: Name,
  payload: (world: World) => object,
  stays: PagedList['stays'],
  idsIn: (value: AdminOperations[Name]['result']) => readonly string[],
  maxLimit?: number,
): PagedList {
  return {
    stays,
    ...(maxLimit === undefined ? {} : { maxLimit }),
    read: async (world, limit, next) => {
      const more = next === undefined ? {} : (JSON.parse(next) as object);
      const of = maxLimit === undefined ? {} : { limit };
      const result = await world.site.admin(name, { ...payload(world), ...of, ...more });
      return partOf(name, result, idsIn);
    },
  };
}

function surfaceList(
  name: keyof SurfaceOperations,
  moduleKey: string,
  at: (world: World) => SurfaceRequest,
  payload: (world: World) => object,
  stays: PagedList['stays'],
  idsIn: (value: never) => readonly string[] = ({ pages }: { pages: readonly Item[] }) => idsOf(pages),
): PagedList {
  return {
    stays,
    read: async (world, _limit, next) => {
      const more = next === undefined ? {} : (JSON.parse(next) as object);
      return partOf(name, await world.site.surface(moduleKey, name, { ...payload(world), ...more }, at(world)), idsIn);
    },
  };
}

/** The next part starts with `cursor`, or with the value of `next` as `from`. */
function partOf(
  name: string,
  { ok, value, error }: { ok: boolean; value: { cursor?: string; next?: unknown }; error: unknown },
  idsIn: (value: never) => readonly string[],
): Part {
  expect([name, ok, error]).toEqual([name, true, undefined]);
  const { cursor, next } = value;
  const position = cursor !== undefined ? { cursor } : next === undefined || next === null ? undefined : { from: next };
  return { ids: idsIn(value as never), next: position && JSON.stringify(position) };
}

/** The first cell of each line, without the header. */
const firstCells = ({ csv }: { csv: string }) => cellsOf(csv, 0);
const cellsOf = (csv: string, index: number) =>
  csv
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.split(',')[index]?.replaceAll('"', '') ?? '')
    .filter((cell) => /^[0-9]|-/.test(cell));
/** The last cell of each line. */
const lastCells = (csv: string) => csv.split('\r\n').flatMap((line) => /[0-9a-f-]{36}(?="?$)/.exec(line)?.[0] ?? []);

const ENG = () => ({ spaceKey: 'ENG' });
const onPage = ({ pageId }: World) => ({ pageId });
const none = () => ({});
const CAMPAIGN_ID = '00000000-0000-4000-8000-0000000e0003';
const ofSpace = 'space-classification';

const findingOf = ({ findingId }: { findingId: string }) => findingId;
const runOf = ({ id, scanId, jobId }: { id?: string; scanId?: string; jobId?: string }) => id ?? scanId ?? jobId ?? '';
const detectionOf = ({ detectionId }: { detectionId: string }) => detectionId;

/** By operationId. */
export const REST_LISTS: Readonly<Record<string, readonly PagedList[]>> = {
  listPageLevels: [
    restList(
      () => '/v1/page-level?unclassified=true',
      ({ unclassified }) => unclassified,
    ),
    restList(
      () => '/v1/page-level',
      ({ classified }) => classified,
    ),
    restList(
      ({ levelId }) => `/v1/page-level?levelId=${levelId}&spaceId=${DEMO_SPACES.ENG}`,
      ({ classified }) => classified,
    ),
    restList(
      ({ levelId }) => `/v1/page-level?levelId=${levelId}&levelId=internal&spaceKey=ENG`,
      ({ classified }) => classified,
    ),
    restList(
      () => '/v1/page-level?belowRequired=true',
      ({ belowRequired }) => belowRequired,
    ),
  ],
  listPageLevelHistory: [
    restList(
      ({ pageId }) => `/v1/page-level/by-page/${pageId}/history`,
      ({ historyIds }) => historyIds,
      ({ changeId }: { changeId: string }) => changeId,
    ),
  ],
  listAudit: [
    restList(
      () => '/v1/audit',
      ({ auditIds }) => auditIds,
      ({ eventId }: { eventId: string }) => eventId,
    ),
  ],
  listChanges: [
    restList(
      () => '/v1/change?from=2026-01-01',
      ({ changeIds }) => changeIds,
      ({ changeId }: { changeId: string }) => changeId,
    ),
    restList(
      ({ levelId, pageId }) => `/v1/change?from=2026-01-01&levelId=${levelId}&levelId=internal&pageId=${pageId}`,
      ({ historyIds }) => historyIds,
      ({ changeId }: { changeId: string }) => changeId,
    ),
  ],
  listDetections: ['-foundAt', 'foundAt', '-severity', 'severity'].map((sort) =>
    restList(
      () => `/v1/detection?sort=${sort}&spaceKey=ENG`,
      ({ findingIds }) => findingIds,
      detectionOf,
    ),
  ),
  listPageDetections: [
    restList(
      ({ pageId }) => `/v1/detection/by-page/${pageId}`,
      ({ pageFindingIds }) => pageFindingIds,
      detectionOf,
    ),
  ],
  exportDetections: [
    {
      stays: ({ findingIds }) => findingIds,
      read: async ({ site, key }, _limit, next) => {
        const answer = await site.rest('GET', next ?? '/v1/detection/export', { key });
        return { ids: cellsOf(answer.text, 0), next: /<([^>]+)>/.exec(answer.header('link') ?? '')?.[1] };
      },
    },
  ],
  listCoverage: [
    restList(
      () => '/v1/detection/coverage?coverage=partial',
      ({ all }) => all,
    ),
  ],
  listSuggestions: [
    restList(
      () => '/v1/suggestion',
      ({ unclassified }) => unclassified,
      undefined,
      // A request checks no more pages.
      25,
    ),
  ],
  listExclusions: [
    restList(
      () => '/v1/exclusion',
      ({ exclusionIds }) => exclusionIds,
      ({ exclusionId }: { exclusionId: string }) => exclusionId,
    ),
  ],
  listJobResults: [
    restList(
      ({ jobIds: [jobId] }) => `/v1/job/${jobId}/results`,
      ({ unclassified }) => unclassified,
    ),
  ],
  listJobs: [
    restList(
      () => '/v1/job',
      ({ jobIds }) => jobIds,
      runOf,
    ),
  ],
  listScans: [
    restList(
      () => '/v1/detection/scan',
      ({ scanIds }) => scanIds,
      runOf,
    ),
  ],
  listPageExposure: [
    restList(
      () => '/v1/page-exposure',
      ({ classified }) => classified,
    ),
    restList(
      () => '/v1/page-exposure?spaceKey=ENG&reason=anonymous',
      ({ classified }) => classified,
    ),
  ],
  exportPageExposure: [
    {
      stays: ({ classified }) => classified,
      read: async ({ site, key }, _limit, next) => {
        const answer = await site.rest('GET', next ?? '/v1/page-exposure/export', { key });
        return { ids: cellsOf(answer.text, 0), next: /<([^>]+)>/.exec(answer.header('link') ?? '')?.[1] };
      },
    },
  ],
  listSpaceExposure: [
    restList(
      () => '/v1/space-exposure',
      () => Object.values(DEMO_SPACES),
      ({ spaceId }: { spaceId: string }) => spaceId,
    ),
  ],
  listExposureExceptions: [
    restList(
      () => '/v1/setting/exposure/exception',
      ({ unclassified }) => unclassified,
    ),
  ],
  listPageReviews: [
    restList(
      () => '/v1/page-review',
      ({ unclassified }) => unclassified,
    ),
  ],
  listReviewEvidence: [
    restList(
      () => `/v1/review-campaign/${CAMPAIGN_ID}/evidence`,
      ({ classified }) => classified,
    ),
  ],
  listReviewCampaigns: [
    restList(
      () => '/v1/review-campaign',
      () => [CAMPAIGN_ID],
      ({ campaignId }: { campaignId: string }) => campaignId,
    ),
  ],
  // Nothing is redacted here, because the two lists before have the same reader.
  listRedactions: [
    restList(
      () => '/v1/redaction',
      () => [],
    ),
  ],
  listScanResults: [
    restList(
      ({ scanIds: [scanId] }) => `/v1/detection/scan/${scanId}/results`,
      ({ unclassified }) => unclassified,
    ),
  ],
};

function classifiedOnce({ site, classified }: World): readonly string[] {
  const once = rowsOf(site, 'page-level').filter(({ value }) => value['rev'] === 1);
  const ids = new Set(once.map(({ value }) => value['pageId']));
  return classified.filter((pageId) => ids.has(pageId));
}

/** An operation of the admin area that continues at a position, and is missing here, does not compile. */
export const ADMIN_LISTS: { readonly [Name in Continued<AdminOperations>]: readonly PagedList[] } = {
  listPages: (
    [
      [none, ({ unclassified }) => unclassified],
      [() => ({ filter: { level: 'none' } }), ({ unclassified }) => unclassified],
      [({ levelId }) => ({ filter: { level: levelId } }), ({ classified }) => classified],
      // The last change comes first, so a page that is classified again moves to the part that was read.
      [() => ({ filter: { since: '2026-01-01T00:00:00.000Z' } }), classifiedOnce],
      [() => ({ filter: { below: true } }), ({ belowRequired }) => belowRequired],
      [() => ({ filter: { forbidden: true } }), ({ unclassified }) => unclassified],
    ] as const satisfies readonly (readonly [Parameters<typeof adminList>[1], Parameters<typeof adminList>[2]])[]
  ).map(([payload, hidden]) => adminList('listPages', payload, hidden, ({ pages }) => idsOf(pages))),
  listExposure: [
    adminList(
      'listExposure',
      none,
      ({ classified }) => classified,
      ({ pages }) => idsOf(pages),
    ),
  ],
  // Each file begins with four lines and the rules.
  exportExposure: [adminList('exportExposure', none, ({ classified }) => classified, firstCells)],
  exportEvidence: [
    adminList(
      'exportEvidence',
      () => ({ campaignId: CAMPAIGN_ID, format: 'json' }),
      ({ classified }) => classified,
      ({ text }) => idsOf((JSON.parse(text) as { readonly lines: readonly Item[] }).lines),
    ),
  ],
  listSuggestions: [
    adminList(
      'listSuggestions',
      none,
      ({ unclassified }) => unclassified,
      ({ pages }) => idsOf(pages),
    ),
  ],
  listKeyChanges: [
    adminList(
      'listKeyChanges',
      ({ keyId }) => ({ keyId }),
      ({ keyChangeIds }) => keyChangeIds,
      ({ changes }) => changes.map(({ changeId }) => changeId),
    ),
  ],
  listLostSubLevels: [
    adminList(
      'listLostSubLevels',
      none,
      ({ classified }) => classified,
      ({ pages }) => idsOf(pages),
    ),
  ],
  exportPageLevels: [adminList('exportPageLevels', none, ({ classified }) => classified, firstCells)],
  exportLevelChanges: [
    adminList(
      'exportLevelChanges',
      none,
      ({ changeIds }) => changeIds,
      ({ csv }) => cellsOf(csv, 12),
    ),
  ],
  listFindings: (['newest', 'oldest', 'most-severe', 'least-severe'] as const).map((order) =>
    adminList(
      'listFindings',
      () => ({ order }),
      ({ findingIds }) => findingIds,
      ({ findings }) => findings.map(findingOf),
      100,
    ),
  ),
  groupFindings: [
    adminList(
      'groupFindings',
      () => ({ by: 'value' }),
      ({ findingIds }) => findingIds,
      ({ groups }) => groups.map(({ newest }) => newest.findingId),
    ),
  ],
  exportFindings: [adminList('exportFindings', none, ({ findingIds }) => findingIds, firstCells)],
  listCoverage: [
    adminList(
      'listCoverage',
      () => ({ coverage: 'partial' }),
      ({ all }) => all,
      ({ pages }) => idsOf(pages),
    ),
  ],
  listScanResults: [
    adminList(
      'listScanResults',
      ({ adminScanId }) => ({ scanId: adminScanId }),
      ({ unclassified }) => unclassified,
      ({ pages }) => idsOf(pages),
    ),
  ],
  listAudit: [
    adminList(
      'listAudit',
      none,
      ({ auditIds }) => auditIds,
      ({ entries }) => entries.map(({ id }) => id),
      100,
    ),
  ],
  exportAudit: [
    adminList(
      'exportAudit',
      none,
      ({ auditIds }) => auditIds,
      ({ csv }) => lastCells(csv),
    ),
  ],
  exportPerson: [
    adminList(
      'exportPerson',
      () => ({ accountId: ADMIN.accountId }),
      ({ auditIds }) => auditIds,
      ({ rows }) => rows.map(({ key }) => key),
    ),
  ],
};

/** An operation of the frames that continues at a position, and is missing here, does not compile. */
export const SURFACE_LISTS: { readonly [Name in Continued<SurfaceOperations>]: readonly PagedList[] } = {
  listHistory: [
    surfaceList(
      'listHistory',
      'level-history',
      onPage,
      none,
      ({ historyIds }) => historyIds.map((_id, index) => reasonOf(index)),
      ({ entries }: { entries: readonly { reason?: string; justification?: string }[] }) =>
        entries.flatMap(({ reason, justification }) => reason ?? justification ?? []),
    ),
  ],
  openReport: [
    surfaceList(
      'openReport',
      'report-macro',
      () => ({ pageId: DEMO_PAGES.engHome, config: { source: 'this-space' } }),
      none,
      ({ all }) => all,
    ),
  ],
  listBelowPages: [
    surfaceList(
      'listBelowPages',
      'level-history',
      () => ({ pageId: DEMO_PAGES.engHome }),
      ({ belowId }) => ({ jobId: belowId, group: 'changed' }),
      ({ unclassified }) => unclassified,
    ),
  ],
  listMyPages: [
    surfaceList(
      'listMyPages',
      'home',
      none,
      () => ({ need: 'no-level' }),
      ({ unclassified }) => unclassified,
    ),
  ],
  findByLevel: [
    surfaceList(
      'findByLevel',
      'home',
      none,
      () => ({ levelId: 'unclassified' }),
      ({ unclassified }) => unclassified,
    ),
  ],
  findInSpace: [
    surfaceList(
      'findInSpace',
      ofSpace,
      ENG,
      () => ({ levelId: 'none' }),
      ({ unclassified }) => unclassified,
    ),
    surfaceList(
      'findInSpace',
      ofSpace,
      ENG,
      ({ levelId }) => ({ levelId }),
      ({ classified }) => classified,
    ),
  ],
  listSpaceOver: [surfaceList('listSpaceOver', ofSpace, ENG, none, ({ classified }) => classified)],
  listSpaceGaps: [
    surfaceList(
      'listSpaceGaps',
      ofSpace,
      ENG,
      () => ({ gap: 'partial' }),
      ({ all }) => all,
    ),
  ],
  listSpaceFindings: [
    surfaceList(
      'listSpaceFindings',
      ofSpace,
      ENG,
      none,
      ({ findingIds }) => findingIds,
      ({ findings }: { findings: readonly { findingId: string }[] }) => findings.map(findingOf),
    ),
  ],
  listSpaceReviews: [surfaceList('listSpaceReviews', ofSpace, ENG, none, ({ unclassified }) => unclassified)],
  exportSpace: (['pages', 'findings'] as const).map((of) =>
    surfaceList(
      'exportSpace',
      ofSpace,
      ENG,
      () => ({ of }),
      (world) => (of === 'pages' ? world.all : world.findingIds),
      firstCells,
    ),
  ),
};

/** A campaign with these pages, in parts of 50. */
async function storeCampaign(site: Site, pageIds: readonly string[]): Promise<void> {
  const sorted = pageIds.toSorted((one, other) => (one < other ? 1 : -1));
  const parts = partsOf(sorted, 50);
  await putRow(site, 'governance', `campaign:${CAMPAIGN_ID}`, {
    ...{ v: 1, rev: 1, kind: 'campaign', list: 'campaign-ended', sort: '2026-01-20T10:00:00.000Z' },
    data: {
      ...{ name: 'Spring', filter: {}, reviewers: 'owner', answerBy: '2027-03-31T00:00:00.000Z' },
      ...{ pages: pageIds.length, firsts: parts.map(([first]) => first ?? '') },
    },
  });
  for (const [part, of] of parts.entries()) {
    const data = { pages: of.map((pageId) => ({ pageId, spaceId: DEMO_SPACES.ENG })) };
    await putRow(site, 'governance', `campaign:${CAMPAIGN_ID}:${part}`, { v: 1, rev: 1, kind: 'campaign-part', data });
  }
}

const START = Date.parse('2026-11-20T09:00:00.000Z');
const reasonOf = (index: number) => `Change ${index}`;

/** Exceptions of pages, and numbers of spaces, with the rule that the app proposes. */
async function storeGovernance(site: Site, levelId: string, pageIds: readonly string[]): Promise<void> {
  const rules = { [levelId]: { guests: 'allowed', unlicensed: 'allowed', anonymous: 'forbidden' } };
  const exceptions = pageIds.map((pageId, index) => ({
    ...{ exceptionId: crypto.randomUUID(), pageId, spaceId: DEMO_SPACES.ENG, levelId, reason: 'Known.' },
    until: new Date(START + (1_000 + Math.floor(index / 3)) * 3_600_000).toISOString(),
    createdAt: new Date(START).toISOString(),
  }));
  await putRow(site, 'config', 'governance', { v: 1, rev: 1, value: { exposure: { rules, exceptions } } });
  for (const spaceId of Object.values(DEMO_SPACES)) {
    const spaces = new Map([[spaceId, new Map([[`level:${levelId}`, 40]])]]);
    const shard = { revision: 0, changedAt: undefined, spaces } as const;
    const { entity, key, value } = shardWrite(shardKeyOf(spaceId), shard, new Date(START));
    await putRow(site, entity, key, value);
  }
}

/** @param pages how many pages the site gets in ENG; those of `isRestless` change later */
export async function aWorld(pages: number, queryLagMs: number): Promise<World> {
  let nowMs = START - 7_200_000;
  const calls: World['calls'] = [];
  let during: { readonly module: string; readonly change: () => Promise<void> } | undefined;
  /** True in the calls of a change, which is no part of the event. */
  const isChange = new AsyncLocalStorage<true>();
  // Without the meter of storage, because hundreds of lists are read in a minute.
  const site = openSite({
    meter: 'off',
    queryLagMs,
    now: () => new Date(nowMs),
    intercept: async ({ method, path }, proceed) => {
      if (during === undefined || isChange.getStore() === true) return proceed();
      const { module, change } = during;
      calls.push({ module, method, path });
      await isChange.run(true, change);
      return proceed();
    },
  });
  const mostSensitive = levelNamed(site, 'Highly Restricted').levelId;
  await stopScans(site, { rules: [{ severity: 'critical', levelId: mostSensitive }] });
  const { key, keyId } = await site.createKey({ detectionScope: 'manage', expiresOn: '2027-02-01' });
  const { levelId } = levelNamed(site, 'Internal');
  await storeSpaceExposure(site, DEMO_SPACES.ENG, { anonymous: true, loggedIn: true });
  const pageIds: string[] = [];
  for (let index = 0; index < pages; index += 1) pageIds.push(await aPage(site, { parentId: DEMO_PAGES.engHome }));
  const isRestless = (index: number) => index % 10 > 7;
  // Many classified pages in a row, so that a list without them reads long parts.
  const isClassified = (index: number) => index % 60 > 3 && index % 60 < 36;
  const ids = {
    all: pageIds.filter((_id, index) => !isRestless(index)),
    classified: pageIds.filter((_id, index) => !isRestless(index) && isClassified(index)),
    unclassified: pageIds.filter((_id, index) => !isRestless(index) && !isClassified(index)),
  };
  await storeGovernance(site, levelId, ids.unclassified);
  const runs = await startRuns(site, key, ids.unclassified, () => (nowMs += 30_000));
  const rows = rowsIn(site, levelId);
  const timeOf = (index: number) => new Date(START + Math.floor(index / 3) * 1_000).toISOString();
  await rows.level(DEMO_PAGES.engHome, timeOf(0));
  const [pageId = ''] = ids.all;
  const stored = {
    ...{ auditIds: [] as string[], changeIds: [] as string[], historyIds: [] as string[] },
    keyChangeIds: [] as string[],
  };
  const found = { findingIds: [] as string[], pageFindingIds: [] as string[] };
  const exclusions: ReturnType<typeof anExclusion>[] = [];
  const belowRequired: string[] = [];
  for (const [index, one] of pageIds.entries()) {
    const time = timeOf(index);
    const losses = isClassified(index) ? await rows.loss(one, time) : [];
    if (!isRestless(index)) stored.changeIds.push(...losses);
    await rows.native(one, time, isClassified(index) ? 'same' : 'rules');
    if (isClassified(index)) await storePageExposure(site, one, levelId, { overSince: '2026-11-01T00:00:00.000Z' });
    // A page that is classified after its date is no longer due, so these have no level.
    else await putRow(site, 'governance', `review:${one}`, { v: 1, rev: 1, kind: 'review', dueAt: time, data: {} });
    stored.auditIds.push(await rows.event(time));
    const ofKey = await rows.change(one, time, undefined, { apiKeyId: keyId });
    if (!isRestless(index)) stored.keyChangeIds.push(ofKey);
    stored.historyIds.push(await rows.change(pageId, time, reasonOf(index)));
    found.pageFindingIds.push(await storeFinding(site, pageId, { foundAt: time }));
    const severity = SEVERITIES[index % 4] ?? 'low';
    const ofPage =
      one !== pageId && !isRestless(index) ? [await storeFinding(site, one, { severity, foundAt: time })] : [];
    found.findingIds.push(...ofPage);
    if (ofPage.length > 0 && severity === 'critical') belowRequired.push(one);
    await rows.scan(one, time, ofPage);
    if (index < 100) exclusions.push(anExclusion({ exclusionId: crypto.randomUUID(), createdAt: time, match }));
  }
  stored.changeIds.push(...stored.historyIds, ...stored.keyChangeIds);
  found.findingIds.push(...found.pageFindingIds);
  await storeExclusions(site, ...exclusions);
  await storeCampaign(site, ids.classified);
  nowMs = START + 3_600_000;
  const now = () => new Date(nowMs).toISOString();
  const world: World = {
    calls,
    deliver: async ({ id, module, dueAt }, random) => {
      nowMs = Math.max(nowMs + 50, Date.parse(dueAt));
      during = { module, change: async () => (random() < 0.02 ? world.change(random) : undefined) };
      await site.host.background.deliver(id);
      during = undefined;
    },
    ...{ site, key, keyId, pageId, levelId, belowRequired, ...ids, ...stored, ...found, ...runs },
    exclusionIds: exclusions.map(({ exclusionId }) => exclusionId),
    advance: (ms) => (nowMs += ms),
    change: async (random) => {
      const some = pageIds.filter((_id, index) => isRestless(index));
      const one = some[Math.floor(random() * some.length)] ?? '';
      const changes: readonly (() => Promise<unknown>)[] = [
        () => rows.level(one, now(), 2 + Math.floor(random() * 1_000_000)),
        () => site.rest('DELETE', `/v1/page-level/by-page/${one}`, { key }),
        () => rows.scan(one, now()),
        () => rows.native(one, now(), random() < 0.5 ? 'same' : 'rules'),
        () => rows.change(pageId, now()),
        () => rows.event(now()),
        () => storeFinding(site, one, { foundAt: now() }),
        () => aPage(site, { parentId: DEMO_PAGES.engHome }),
        () => trash(site, one).catch(() => undefined),
      ];
      await changes[Math.floor(random() * changes.length)]?.();
      const anyOf = (pages: readonly string[]) => pages[Math.floor(random() * pages.length)] ?? '';
      for (let pages = 0; pages < 4; pages += 1) {
        // A page that is classified again gets its property again, also from a walk.
        if (during === undefined)
          await rows.again('page-level', anyOf(ids.classified), { rev: 2, classificationDate: now() });
        await rows.again('page-scan', anyOf(ids.all), { scannedAt: now() });
        await rows.again('native-level', anyOf(ids.all), { checkedAt: now() });
      }
    },
  };
  return world;
}

/** Excludes no finding. */
const match = { by: 'detector', detectorId: 'iban' } as const;

/** Stores rows, bypassing the app. */
function rowsIn(site: Site, levelId: string) {
  const common = { v: 1, spaceId: DEMO_SPACES.ENG, pageVersion: 1 };
  const byAdmin = { levelId, classifierId: ADMIN.accountId, method: 'MANUAL' };
  const change = async (pageId: string, changedAt: string, justification?: string, others: object = {}) => {
    const changeId = crypto.randomUUID();
    const written = { ...common, ...byAdmin, pageId, pageRev: 1, changedAt, justification, ...others };
    await putRow(site, 'level-change', changeId, written);
    return changeId;
  };
  return {
    /** Only the time of the row changes. */
    again: async (entity: 'page-level' | 'page-scan' | 'native-level', pageId: string, time: object) => {
      const value = rowsOf(site, entity, pageId).find(({ key }) => key === pageId)?.value;
      if (value !== undefined) await putRow(site, entity, pageId, { ...value, ...time });
    },
    level: (pageId: string, classificationDate: string, rev = 1) =>
      putRow(site, 'page-level', pageId, {
        ...{ ...common, ...byAdmin, rev, changeId: crypto.randomUUID(), classificationDate },
      }),
    change,
    native: (pageId: string, checkedAt: string, state: 'same' | 'rules') =>
      putRow(site, 'native-level', pageId, { v: 1, rev: 1, spaceId: DEMO_SPACES.ENG, checkedAt, data: { state } }),
    /** A level whose sub-level a rule removed, for the second time. The first loss is half the changes away. */
    loss: async (pageId: string, changedAt: string) => {
      const lost = { classifierId: 'system', method: 'DETECTION', previousLevelId: levelId };
      const losses = { ...lost, previousSubLevelId: crypto.randomUUID() };
      const earlier = new Date(Date.parse(changedAt) - 50_000).toISOString();
      const changeIds = [
        await change(pageId, earlier, undefined, losses),
        await change(pageId, changedAt, undefined, losses),
      ];
      const record = { ...common, levelId, classifierId: 'system', method: 'DETECTION', rev: 1 };
      await putRow(site, 'page-level', pageId, { ...record, changeId: changeIds[1], classificationDate: changedAt });
      return changeIds;
    },
    scan: (pageId: string, scannedAt: string, findingIds: readonly string[] = []) =>
      putRow(site, 'page-scan', pageId, {
        ...{ ...common, rev: 1, scannedAt, configHash: 'x', state: 'partial' },
        data: { reasons: ['too-large'], detectorsOverBudget: [], findingIds },
      }),
    event: async (time: string) => {
      const id = crypto.randomUUID();
      await putRow(site, 'audit', id, {
        ...{ v: 1, month: time.slice(0, 7), time, type: 'page.level.set', outcome: 'success', subject: 'page:1' },
        ...{ actorType: 'user', actorAccountId: ADMIN.accountId, requestId: 'r', details: {} },
      });
      return id;
    },
  };
}

/** A dry run and two scans of these pages, and a preview of everything below the home page of the space. */
async function startRuns(site: Site, key: string, pageIds: readonly string[], advance: () => void) {
  const { levelId } = levelNamed(site, 'Internal');
  const pages = pageIds.map((pageId) => ({ pageId }));
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const answer = await site.rest('POST', path, { key, body, headers });
    expect([path, answer.status]).toEqual([path, 202]);
    return answer.body;
  };
  const jobIds: string[] = [];
  const scanIds: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    const headers = { 'Idempotency-Key': name };
    jobIds.push((await post('/v1/page-level/jobs', { levelId, pages, dryRun: true }, headers)).jobId);
    scanIds.push((await post('/v1/detection/scan', { pageIds }, headers)).scanId);
  }
  const preview = { level: { levelId }, alsoLower: false, requestKey: crypto.randomUUID() };
  const below = await site.surface('level-history', 'previewBelow', preview, { pageId: DEMO_PAGES.engHome });
  const order = { of: { of: 'pages', pageIds }, requestKey: crypto.randomUUID() };
  const scan = await site.admin('startScan', order);
  for (let round = 0; round < 40; round += 1) {
    await site.host.background.settle();
    advance();
  }
  expect([below.ok, scan.ok]).toEqual([true, true]);
  const adminScanId: string = scan.value.scanId;
  return { jobIds, scanIds, adminScanId, belowId: below.value.job.jobId as string };
}
