import { listRunsOfLine } from '../keys/list-line-runs';
import { type Lowering, type LoweringRule, loweringUnder } from '../access/decide';
import { typesOf } from '../classification/content-type';
import { levelChangeRecord, type LevelOfPage, type Settings } from '../classification/model';
import { lookUpPages } from '../classification/pages-lookup';
import type { InventoryFilter } from '../findings/inventory/inventory-filter';
import { loweringIn, loweringRulesIn } from '../classification/settings';
import type { Confluence } from '../platform/confluence';
import { awaitAll } from '../platform/await-all';
import { definedOf } from '../platform/defined-of';
import { partsOf } from '../platform/parts';
import type { Storage } from '../platform/storage';
import type { RunCreation } from '../runs/create-run';
import { readItems } from '../runs/run-items';
import { hasEnded } from '../runs/run-kind';
import { isReadable, parseListedRun, readLine, readRuns } from '../runs/run-store';
import { createJob, type JobRequest } from './create-job';
import { finalState } from '../runs/shown-state';
import { JOBS } from './job-kind';
import { JOB_PAGES, JOB_RESULTS } from './job-rows';
import {
  contentOf,
  type Job,
  type JobOrder,
  type JobPage,
  type JobRecord,
  type JobState,
  type PageResult,
  personListOf,
  startPlaceOf,
} from './model';
import { changeIdOf } from './set-pages';

/**
 * Jobs on behalf of a person. For a page and the pages below it, a dry run (the preview) first finds the pages, and
 * then a job changes exactly the pages that the preview would change. For pages that the person chose in a list, the
 * job runs at once. On request, another job undoes it.
 */

type Context = Parameters<typeof createJob>[0];
/** With the reader of the pages that the person sees now. */
interface ReadContext extends Pick<Context, 'storage'> {
  readonly confluence: Confluence;
}
type Creation = Promise<RunCreation<JobRecord>>;

interface Author extends Pick<JobRequest, 'requestId' | 'installationId'> {
  readonly accountId: string;
}

interface PersonOrder {
  /** Undefined: each page has its own. */
  readonly level: LevelOfPage | undefined;
  readonly alsoLower: boolean;
  readonly justification: string | undefined;
  /** The same when the request is repeated. */
  readonly requestKey: string;
}

function create(
  context: Context,
  { accountId, ...author }: Author,
  idempotencyKey: string,
  order: Omit<JobOrder, 'onlyUnclassified'>,
  pages: readonly JobPage[] = [],
): Creation {
  const owner = { kind: 'person', accountId } as const;
  return createJob(context, { ...author, owner, idempotencyKey, order: { ...order, onlyUnclassified: false }, pages });
}

/** @param pageId the first page of the tree. @throws StorageUnavailableError, CorruptRecordError */
export function createPreview(
  context: Context,
  author: Author,
  { pageId, alsoLower, requestKey, ...order }: PersonOrder & { readonly pageId: string },
): Creation {
  const preview = { below: { pageId, alsoLower }, ...order, dryRun: true };
  return create(context, author, `preview:${requestKey}`, preview, [{ pageId }]);
}

/** True if a preview found all pages and checked each of them. */
export function isComplete({ record: { state, data } }: Job): boolean {
  return hasEnded({ state }) && state !== 'cancelled' && data.search === undefined && data.done === data.found;
}

/**
 * Changes the pages that a complete preview would change. The job finds them in its results (`findInResults`). One
 * preview has at most one such job.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function createFromPreview(
  context: Context,
  author: Author,
  preview: Job,
): Promise<RunCreation<JobRecord> | { readonly outcome: 'not-ready' }> {
  const { order } = preview.record.data;
  const { below, chosen } = order;
  const earlier = { previewId: preview.runId };
  if (!order.dryRun || !isComplete(preview)) return { outcome: 'not-ready' };
  if (below !== undefined) {
    const change = { ...order, below: { ...below, ...earlier }, dryRun: false };
    return create(context, author, `below:${preview.runId}`, change);
  }
  if (chosen === undefined) return { outcome: 'not-ready' };
  const change = { ...order, chosen: { ...chosen, ...earlier }, dryRun: false };
  return create(context, author, `matching:${preview.runId}`, change);
}

interface ListedOrder extends Omit<PersonOrder, 'level'> {
  readonly level: LevelOfPage | 'none';
  /** The pages, the filters of the list that has them, or a search that finds them. */
  readonly of: readonly JobPage[] | { readonly matching: InventoryFilter } | { readonly cql: string };
}

/**
 * A dry run for pages of the list of pages, in the admin area. Without a list of the pages, it finds them itself, as the admin
 * sees them then. @throws StorageUnavailableError, CorruptRecordError
 */
export function createListPreview(
  context: Context,
  author: Author,
  { of, alsoLower, requestKey, ...order }: ListedOrder,
): Creation {
  const isListed = 'length' in of;
  const { matching, cql } = isListed ? {} : { matching: undefined, cql: undefined, ...of };
  const chosen = { alsoLower, inAdmin: true, ...definedOf({ matching }) } as const;
  const search = { chosen, ...definedOf({ cql }), ...order, dryRun: true };
  return create(context, author, `list:${requestKey}`, search, isListed ? of : []);
}

/** Changes pages that the person chose on the home page. @throws StorageUnavailableError, CorruptRecordError */
export function createForChosen(
  context: Context,
  author: Author,
  { pages, alsoLower, requestKey, ...order }: PersonOrder & { readonly pages: readonly JobPage[] },
): Creation {
  const change = { chosen: { alsoLower }, ...order, dryRun: false };
  return create(context, author, `chosen:${requestKey}`, change, pages);
}

interface UndoOrder extends Pick<PersonOrder, 'justification' | 'requestKey'> {
  readonly settings: Settings;
  /** As for `undoOf`. */
  readonly spaceId?: string | undefined;
}

/** True if the job changed levels, so that it can be undone. */
export function canBeUndone({ record: { state, data } }: Job): boolean {
  const { below, chosen, raises, dryRun } = data.order;
  return (below !== undefined || chosen !== undefined || raises === true) && !dryRun && hasEnded({ state });
}

/**
 * The conditions for undoing a job. To undo a raise is to lower a level. The spaces are those in which the job changed
 * the pages, so the answer reveals nothing about later moves. Undefined: the job has not ended, or changed nothing.
 * Pages after the first results count as changed.
 * @param spaceId the space of all pages; undefined = the pages are in several spaces
 * @throws StorageUnavailableError
 */
export async function undoOf(
  storage: Pick<Storage, 'readMany'>,
  settings: Settings,
  job: Job,
  { results, next }: Pick<VisibleResults, 'results' | 'next'>,
  spaceId?: string,
): Promise<Lowering | undefined> {
  const changed = results.flatMap((result, index) => (result.changed ? [{ ...result, index }] : []));
  const hasMore = next !== undefined;
  if (!canBeUndone(job) || (changed.length === 0 && !hasMore)) return undefined;
  const mayLower = (job.record.data.order.below ?? job.record.data.order.chosen)?.alsoLower === true;
  const raised = changed.filter(({ lowered }) => lowered !== true);
  const rules = spaceId === undefined ? loweringRulesIn(settings) : [loweringIn(settings, spaceId)];
  const { allowed, needsJustification } = loweringUnder(
    rules.length === 1
      ? rules
      : await rulesOfChanges(
          storage,
          settings,
          raised.map(({ index }) => changeIdOf(job, index)),
        ),
  );
  return {
    allowed: allowed || raised.length < changed.length || (hasMore && mayLower),
    needsJustification: needsJustification && (raised.length > 0 || hasMore),
  };
}

async function rulesOfChanges(
  storage: Pick<Storage, 'readMany'>,
  settings: Settings,
  changeIds: readonly string[],
): Promise<readonly LoweringRule[]> {
  const rows = await storage.readMany(changeIds.map((key) => ({ entity: 'level-change', key })));
  return rows.map(({ value }) => loweringIn(settings, levelChangeRecord.safeParse(value).data?.spaceId));
}

/**
 * Restores the previous levels of the pages that an ended job changed, unless another change followed.
 * @throws StorageUnavailableError, CorruptRecordError, HostError
 */
export async function createUndo(
  context: Context & ReadContext,
  author: Author,
  job: Job,
  { justification, requestKey, settings, spaceId }: UndoOrder,
): Promise<RunCreation<JobRecord> | { readonly outcome: 'not-ready' } | { readonly outcome: 'needs-justification' }> {
  const { below, contentType } = job.record.data.order;
  if (!canBeUndone(job)) return { outcome: 'not-ready' };
  const results = await readVisibleResults(context, author.accountId, job);
  const undo = await undoOf(context.storage, settings, job, results, spaceId);
  if (undo?.needsJustification === true && justification === undefined) return { outcome: 'needs-justification' };
  const undoes = { jobId: job.runId, ...(below === undefined ? {} : { pageId: below.pageId }) };
  return create(context, author, `undo:${requestKey}`, { undoes, contentType, justification, dryRun: false });
}

/**
 * The pages that the job of a preview or an undo is about, from one part of the results of the earlier job. Includes every page that
 * the person cannot see now, whatever its result was, so that all of them get the same result. None is changed.
 * @returns `next`: where the next part starts; undefined = all parts are read
 * @throws StorageUnavailableError, CorruptRecordError, HostError
 */
export async function findInResults(
  { storage, confluence }: ReadContext,
  accountId: string,
  earlier: Job,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ readonly pages: readonly JobPage[]; readonly next: number | undefined }> {
  const { state, data } = earlier.record;
  // The last step of a canceled job may still be changing the pages of one row of results.
  const rowStart = data.done - (data.done % JOB_RESULTS.itemsPerRow);
  const end = state === 'cancelled' ? Math.min(data.found, rowStart + JOB_RESULTS.itemsPerRow) : data.done;
  const to = Math.min(end, from + limit);
  const [all, stored] = await awaitAll([
    readItems(storage, JOB_PAGES, earlier.runId, from, to),
    readItems(storage, JOB_RESULTS, earlier.runId, from, Math.min(to, data.done)),
  ] as const);
  const results = await hideResults(confluence, accountId, stored, data.order);
  const pages = all.flatMap(({ pageId }, index): readonly JobPage[] => {
    const { changed = true, code } = results[index] ?? {};
    if (!changed && code !== HIDDEN_CODE) return [];
    if (!data.order.dryRun) return [{ pageId, restores: changeIdOf(earlier, from + index) }];
    return [{ pageId, ...(code === HIDDEN_CODE ? { ifRevision: 'never' as const } : asChecked(results[index])) }];
  });
  return { pages, next: to < end ? to : undefined };
}

/** The level must be the one that the dry run saw, if it kept its revision. */
function asChecked({ pageRev }: Partial<PageResult> = {}): Omit<JobPage, 'pageId'> {
  if (pageRev === undefined) return {};
  return pageRev === 0 ? { unlessRevision: 'any' } : { ifRevision: pageRev };
}

const HIDDEN_CODE = 'PAGE_NOT_FOUND';
/** The pages that Confluence returns in one call. */
const PAGES_OF_A_CALL = 250;
/** The results in one part: at most four calls to Confluence. Counts are about the first part (docs/adr/0086). */
const MAX_CHECKED_PAGES = 4 * PAGES_OF_A_CALL;

interface VisibleResults {
  /** At most 1,000 results, in the order of the pages. */
  readonly results: readonly PageResult[];
  /** The position of the next part. Undefined: these are the last results. */
  readonly next: number | undefined;
  /** The state that follows from the results of all pages. `partial` if they are more than one part. */
  readonly state: JobState;
}

/**
 * The results of an ended job, as its person may see them now. Every page that they cannot see now has the same result.
 * @param from the position of the first page
 * @throws StorageUnavailableError, CorruptRecordError, HostError
 */
export async function readVisibleResults(
  { storage, confluence }: ReadContext,
  accountId: string,
  { runId, record: { state, data } }: Job,
  from = 0,
): Promise<VisibleResults> {
  if (!hasEnded({ state })) return { results: [], next: undefined, state };
  const to = Math.min(data.done, from + MAX_CHECKED_PAGES);
  const stored = await readItems(storage, JOB_RESULTS, runId, from, to);
  const results = await hideResults(confluence, accountId, stored, data.order);
  const failed = results.filter(({ code }) => code !== undefined).length;
  const hasOwnState = state === 'cancelled' || data.stoppedBy !== undefined;
  const isAll = results.length === data.done;
  return {
    results,
    next: to < data.done ? to : undefined,
    state: hasOwnState ? state : isAll ? finalState(data.found, failed) : 'partial',
  };
}

async function hideResults(
  confluence: Confluence,
  accountId: string,
  stored: readonly PageResult[],
  order: JobOrder,
): Promise<readonly PageResult[]> {
  const pageIds = [...new Set(stored.map(({ pageId }) => pageId))];
  const visible = new Set<string>();
  for (const type of typesOf(contentOf(order))) {
    const parts = partsOf(
      pageIds.filter((pageId) => !visible.has(pageId)),
      PAGES_OF_A_CALL,
    );
    const lookups = await awaitAll(parts.map((some) => lookUpPages(confluence, accountId, some, 'all', type)));
    for (const lookup of lookups)
      if (lookup.outcome === 'pages')
        for (const [pageId, page] of lookup.pages) if (page !== 'hidden') visible.add(pageId);
  }
  return stored.map((result) =>
    visible.has(result.pageId) ? result : { pageId: result.pageId, changed: false, code: HIDDEN_CODE },
  );
}

/** Groups of pages with the same kind of result. */
export const RESULT_GROUPS = ['changed', 'lowered', 'kept', 'same', 'failed'] as const;

export type ResultGroup = (typeof RESULT_GROUPS)[number];

/** `lowered` is a part of `changed`. */
const IN_GROUP: Readonly<Record<ResultGroup, (result: PageResult) => boolean>> = {
  changed: ({ changed }) => changed,
  lowered: ({ lowered }) => lowered === true,
  kept: ({ skipped }) => skipped === true,
  same: ({ changed, skipped, code }) => !changed && skipped !== true && code === undefined,
  failed: ({ code }) => code !== undefined,
};

export function isInGroup(result: PageResult, group: ResultGroup): boolean {
  return IN_GROUP[group](result);
}

/**
 * The latest job that a person started on a page or the home page, as it is now. The query lags, so the jobs in the line are read too.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function findLatestJob(
  storage: Pick<Storage, 'list' | 'read' | 'readMany'>,
  { accountId, place, now }: { readonly accountId: string; readonly place: string; readonly now: Date },
): Promise<Job | undefined> {
  const [{ items }, { line }] = await awaitAll([
    listRunsOfLine(storage, personListOf(accountId, place), {
      now,
      after: undefined,
      limit: 1,
      pick: (rowKey, value) => parseListedRun(JOBS, rowKey, value)?.runId,
    }),
    readLine(storage, JOBS),
  ] as const);
  const own = line.flatMap(({ id, owner }) => (owner === accountId ? [id] : []));
  const jobs = (await readRuns(storage, JOBS, [...items.slice(0, 1), ...own], 'exact')).filter(isReadable);
  return jobs
    .filter(({ record }) => record.keyId === undefined && startPlaceOf(record.data.order) === place)
    .toSorted((a, b) => (a.record.createdAt < b.record.createdAt ? 1 : -1))[0];
}
