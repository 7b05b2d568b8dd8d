import { auditDetails } from '../audit/details';
import { actorOf, auditRow } from '../audit/event';
import { lookUpPage } from '../classification/page-lookup';
import { isRefusedByPlatform } from '../runs/pause-run';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import type { PageScanner } from '../findings/scan/scan-content';
import { readFindings, readScan } from '../findings/scan/scan-store';
import { awaitAll } from '../platform/await-all';
import type { Clock } from '../platform/clock';
import { type Confluence, HostError, ImpersonationRefusedError } from '../platform/confluence';
import { CorruptRecordError } from '../platform/corrupt-record';
import { type RowWrite, type Storage, StorageUnavailableError } from '../platform/storage';
import { uuidV5 } from '../platform/uuid-v5';
import type { ChargeContext } from '../quota/charge-or-wait';
import { type ChargedWrites, openChargedWrites } from './charged-writes';
import { cleanHistory, type HistoryStep } from './history/clean-history';
import { ownerPermission } from './owner-permission';
import { type Interruption, openPageProgress, type PageProgress } from './page-progress';
import { redactPage } from './page/redact-page';
import { failedPage, FIRST_HISTORY } from './redaction-kind';
import {
  type History,
  MAX_FINDINGS,
  MAX_SHOWN,
  type PageResult,
  type RedactionPage,
  type RedactionRun,
} from './run-model';
import { STEP_REPEATED } from '../runs/wait-reasons';

/**
 * One step of the work on a page: redacts its content, or cleans its older versions by one. The owner must currently
 * have permission for the page. A page that was already written is completed in any case.
 */

export interface PageStepContext extends ChargeContext {
  readonly storage: Storage;
  readonly confluence: Confluence;
  readonly clock: Clock;
  readonly scanner: PageScanner;
  /** True if the redaction asks Atlassian Guard first. */
  readonly usesGuard: boolean;
}

export type PageStep =
  /** Continue with this redaction. */
  | { readonly outcome: 'advanced'; readonly run: RedactionRun }
  | Interruption
  /** The platform does not let the app act as the owner: pause this redaction. Not stored yet. */
  | { readonly outcome: 'refused'; readonly run: RedactionRun }
  /** The owner no longer has any permission: end this redaction with this code. */
  | { readonly outcome: 'stopped'; readonly run: RedactionRun; readonly stoppedBy: string };

/** Attempts for a page while a service does not respond. */
const MAX_STALLS = 5;
const FIRST_WAIT_SECONDS = 30;

/**
 * Works on a page that is not done. An error that may be temporary becomes `later`, and after repeated attempts the
 * failure of the page.
 * @throws StorageUnavailableError, CorruptRecordError; HostError of kind `quota`, with the time of the next attempt
 */
export async function stepPage(context: PageStepContext, run: RedactionRun, page: RedactionPage): Promise<PageStep> {
  const { stalled, keyId, createdBy } = run.record.data;
  const writes = openChargedWrites(context, keyId ?? createdBy, context.confluence);
  const progress = openPageProgress(context, run, page);
  try {
    return await advance({ ...context, confluence: writes.confluence }, progress, writes);
  } catch (error) {
    if (error instanceof ImpersonationRefusedError && (await isRefusedByPlatform(context.confluence, createdBy)))
      return { outcome: 'refused', run: beforeRefusal(progress.run(), page, writes.isSent()) };
    const reason = failureOf(error);
    // Confluence itself sets the time of the next attempt.
    if (reason === undefined || (error instanceof HostError && error.kind === 'quota')) throw error;
    const isFinal = error instanceof ImpersonationRefusedError || error instanceof CorruptRecordError;
    if (isFinal || stalled >= MAX_STALLS) return await commit(progress, failedPage(progress.page(), reason), 0);
    const step = await commit(progress, {}, stalled + 1);
    return step.outcome === 'advanced'
      ? { outcome: 'later', seconds: FIRST_WAIT_SECONDS * 2 ** stalled, wait: STEP_REPEATED }
      : step;
  } finally {
    await writes.close();
  }
}

/** A page without any write is not started: the redaction can end without it. @param page before this step */
function beforeRefusal(run: RedactionRun, page: RedactionPage, isSent: boolean): RedactionRun {
  if (page.isBegun || isSent) return run;
  const pages = run.record.data.pages.map((one) => (one.pageId === page.pageId ? page : one));
  return { ...run, record: { ...run.record, data: { ...run.record.data, pages, stalled: 0 } } };
}

async function advance(context: PageStepContext, progress: PageProgress, writes: ChargedWrites): Promise<PageStep> {
  if (!progress.page().isBegun) {
    const findingIds = await findingsToRedact(context, progress.run(), progress.page());
    const begun = await commit(progress, { findingIds, isBegun: true });
    if (begun.outcome !== 'advanced') return begun;
  }
  const { result } = progress.page();
  return result === undefined ? redact(context, progress, writes) : clean(context, progress, writes, result);
}

/** Stores a change of the page. @param stalled undefined = unchanged */
async function commit(
  progress: PageProgress,
  change: Partial<RedactionPage>,
  stalled?: number,
  auditRow?: RowWrite,
): Promise<PageStep> {
  const outcome = await progress.commit(change, { stalled, auditRow });
  return outcome === 'superseded' ? { outcome } : { outcome: 'advanced', run: progress.run() };
}

/**
 * A redaction removes a value from the whole page, so it adds the other findings of the same values. It adds none where
 * the owner cannot see the page or may not redact it.
 * @throws StorageUnavailableError, CorruptRecordError, HostError
 */
async function findingsToRedact(
  context: PageStepContext,
  run: RedactionRun,
  page: RedactionPage,
): Promise<RedactionPage['findingIds']> {
  const { storage, confluence } = context;
  const { pages, createdBy } = run.record.data;
  const [lookup, row] = await awaitAll([
    lookUpPage(confluence, { creatorId: createdBy, pageId: page.pageId, forUpdate: false }),
    readPageLevelRow(storage, page.pageId),
  ] as const);
  if (lookup.outcome !== 'page') return page.findingIds;
  const levelId = parsePageLevel(page.pageId, row).record?.levelId ?? null;
  if (!(await ownerPermission(context, run).isAllowed(lookup.page.spaceId, levelId))) return page.findingIds;
  const scan = (await readScan(storage, page.pageId)).record;
  const listed = scan?.data.findingIds ?? [];
  const findings = await readFindings(storage, [...new Set([...page.findingIds, ...listed])]);
  const values = new Set(page.findingIds.map((findingId) => findings.get(findingId)?.fingerprint));
  const others = [...findings].flatMap(([findingId, { status, fingerprint }]) =>
    status === 'open' && values.has(fingerprint) && !page.findingIds.includes(findingId) ? [findingId] : [],
  );
  const left = MAX_FINDINGS - pages.reduce((sum, { findingIds }) => sum + findingIds.length, 0);
  return [...page.findingIds, ...others.slice(0, Math.max(0, left))];
}

async function redact(context: PageStepContext, progress: PageProgress, writes: ChargedWrites): Promise<PageStep> {
  const run = progress.run();
  const { runId: redactionId, record } = run;
  const { createdBy: accountId, dryRun, marker = 'block', cleanHistory: cleansHistory = false, stalled } = record.data;
  const wanting = dryRun ? undefined : await writes.charge();
  if (wanting !== undefined) return wanting;
  const { isAllowed, stoppedBy } = ownerPermission(context, run);
  const result = await redactPage(
    {
      ...context,
      redactionId,
      accountId,
      actor: actorOf(record.data),
      dryRun,
      marker,
      isAllowed,
      cleansHistory,
      isLastTry: stalled >= MAX_STALLS,
      storeGuardRequest: (guard) => progress.commit({ guard }),
      storeFacts: (noted) => progress.commit({ noted }),
    },
    progress.page(),
  );
  if (result === 'superseded') return { outcome: result };
  const isWritten = result.versionAfter !== undefined || result.comments !== undefined;
  const code = stoppedBy();
  if (code !== undefined && !isWritten) return { outcome: 'stopped', run: progress.run(), stoppedBy: code };
  return commit(progress, { result: withinRow(result, record.data.pages), noted: undefined }, 0);
}

/** Limits the cuts and uncertain places of the whole redaction to the first ones: the redaction is one row. */
function withinRow(result: PageResult, pages: readonly RedactionPage[]): PageResult {
  const { cuts, uncertainPlaces } = result;
  const left = (counts: readonly number[]) => Math.max(0, MAX_SHOWN - counts.reduce((sum, count) => sum + count, 0));
  const cutsLeft = left(pages.map((page) => page.result?.cuts?.length ?? 0));
  const placesLeft = left(pages.map((page) => page.result?.uncertainPlaces?.locations.length ?? 0));
  return {
    ...result,
    ...(cuts === undefined ? {} : { cuts: cuts.slice(0, cutsLeft) }),
    ...(uncertainPlaces === undefined
      ? {}
      : { uncertainPlaces: { ...uncertainPlaces, locations: uncertainPlaces.locations.slice(0, placesLeft) } }),
  };
}

async function clean(
  context: PageStepContext,
  progress: PageProgress,
  { charge }: ChargedWrites,
  result: PageResult,
): Promise<PageStep> {
  const { storage, confluence, clock, scanner } = context;
  const { pageId, findingIds, history = FIRST_HISTORY } = progress.page();
  const run = progress.run();
  const { createdBy: accountId, dryRun } = run.record.data;
  const isDone = (findingId: string) => !result.failed.some((one) => one.findingId === findingId);
  const findings = [...(await readFindings(storage, findingIds.filter(isDone))).values()];
  if (!result.isSeen || findings.length === 0) return commit(progress, { history: { ...history, isOver: true } }, 0);
  const { isAllowed, stoppedBy } = ownerPermission(context, run);
  const storeIntent = (planned: History) => progress.commit({ history: planned });
  const step = await cleanHistory(
    { storage, confluence, clock, scanner, accountId, dryRun, isAllowed, charge, storeIntent },
    { pageId, fingerprints: new Set(findings.map(({ fingerprint }) => fingerprint)), history },
  );
  if ('outcome' in step) return step;
  const code = stoppedBy();
  if (code !== undefined) return { outcome: 'stopped', run: progress.run(), stoppedBy: code };
  const isFurther = step.deleted !== undefined || step.history.at > history.at || step.history.isOver;
  const audit = step.deleted && deletionRow(context, run, pageId, step.deleted);
  return commit(progress, { history: step.history }, isFurther ? 0 : undefined, audit);
}

function deletionRow(
  { clock }: PageStepContext,
  { runId, record }: RedactionRun,
  pageId: string,
  { version, commentId, createdAt }: NonNullable<HistoryStep['deleted']>,
): RowWrite {
  return auditRow({
    // A retry uses the same id.
    id: uuidV5(runId, ['deleted', pageId, commentId ?? '', version, createdAt].join(' ')),
    type: 'page.version-deleted',
    time: clock(),
    subject: `page:${pageId}`,
    actor: actorOf(record.data),
    requestId: runId,
    after: auditDetails({ version, versionCreatedAt: createdAt, commentId }),
  });
}

/** Undefined: an unexpected error. */
function failureOf(error: unknown): 'not-possible' | 'unavailable' | undefined {
  if (error instanceof ImpersonationRefusedError) return 'not-possible';
  const isUnavailable =
    error instanceof CorruptRecordError || error instanceof HostError || error instanceof StorageUnavailableError;
  return isUnavailable ? 'unavailable' : undefined;
}
