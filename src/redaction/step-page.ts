import { auditDetails } from '../audit/details';
import { auditRow } from '../audit/event';
import { lookUpPage } from '../classification/page-lookup';
import { isRefusedByPlatform } from '../runs/impersonation';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { readFindings, readListedFindings, readScan } from '../findings/scan/scan-store';
import { awaitAll } from '../platform/await-all';
import { HostError, ImpersonationRefusedError } from '../platform/confluence';
import { CorruptRecordError } from '../platform/corrupt-record';
import { type RowWrite, StorageUnavailableError } from '../platform/storage';
import { uuidV5 } from '../platform/uuid-v5';
import { cleanHistory, type HistoryStep } from './history/clean-history';
import { findOtherChanges } from './history/other-changes';
import { ownerPermission } from './owner-permission';
import { type Interruption, openPageWork, type PageWork, type RedactionContext } from './page-work';
import { redactPage } from './page/redact-page';
import { failedPage, FIRST_HISTORY } from './redaction-kind';
import { MAX_FINDINGS, MAX_SHOWN, type PageResult, type RedactionPage, type RedactionRun } from './run-model';
import { STEP_REPEATED } from '../runs/wait-reasons';

/**
 * One step of the work on a page. Redacts its content, or deletes one of its older versions. The owner must currently
 * have permission for the page. A page that was already written is completed in any case.
 */

export type PageStep =
  /** Continue with this redaction. */
  | { readonly outcome: 'advanced'; readonly run: RedactionRun }
  | Interruption
  /** The platform does not let the app act as the owner. Pause this redaction. Not stored yet. */
  | { readonly outcome: 'refused'; readonly run: RedactionRun }
  /** The owner no longer has any permission. End this redaction with this code. */
  | { readonly outcome: 'stopped'; readonly run: RedactionRun; readonly stoppedBy: string };

const FIRST_WAIT_SECONDS = 30;

/**
 * Works on a page that is not done. An error that may be temporary becomes `later`, and after repeated attempts the
 * failure of the page.
 * @throws StorageUnavailableError, CorruptRecordError; HostError of kind `quota`, with the time of the next attempt
 */
export async function stepPage(context: RedactionContext, run: RedactionRun, page: RedactionPage): Promise<PageStep> {
  const { stalled, createdBy } = run.record.data;
  const work = openPageWork(context, run, page);
  try {
    return await advance(work);
  } catch (error) {
    if (error instanceof ImpersonationRefusedError && (await isRefusedByPlatform(context.confluence, createdBy)))
      return { outcome: 'refused', run: beforeRefusal(work.run(), page, work.isSent()) };
    const reason = failureOf(error);
    // Confluence itself sets the time of the next attempt.
    if (reason === undefined || (error instanceof HostError && error.kind === 'quota')) throw error;
    const isFinal = error instanceof ImpersonationRefusedError || error instanceof CorruptRecordError;
    if (isFinal || work.isLastTry) return await commit(work, failedPage(work.page(), reason), 0);
    const step = await commit(work, {}, stalled + 1);
    return step.outcome === 'advanced'
      ? { outcome: 'later', seconds: FIRST_WAIT_SECONDS * 2 ** stalled, wait: STEP_REPEATED }
      : step;
  } finally {
    await work.close();
  }
}

/** A page without any write is not started, so the redaction can end without it. @param page before this step */
function beforeRefusal(run: RedactionRun, page: RedactionPage, isSent: boolean): RedactionRun {
  if (page.isBegun || isSent) return run;
  const pages = run.record.data.pages.map((one) => (one.pageId === page.pageId ? page : one));
  return { ...run, record: { ...run.record, data: { ...run.record.data, pages, stalled: 0 } } };
}

async function advance(work: PageWork): Promise<PageStep> {
  if (!work.page().isBegun) {
    const begun = await commit(work, { findingIds: await findingsToRedact(work), isBegun: true });
    if (begun.outcome !== 'advanced') return begun;
  }
  const { result } = work.page();
  return result === undefined ? redact(work) : clean(work, result);
}

/** Stores a change of the page. @param stalled undefined = unchanged */
async function commit(
  work: PageWork,
  change: Partial<RedactionPage>,
  stalled?: number,
  auditRow?: RowWrite,
): Promise<PageStep> {
  const outcome = await work.commit(change, { stalled, auditRow });
  return outcome === 'superseded' ? { outcome } : { outcome: 'advanced', run: work.run() };
}

/**
 * A redaction removes a value from the whole page, so it adds the other findings of the same values. It adds none where
 * the owner cannot see the page or may not redact it.
 * @throws StorageUnavailableError, CorruptRecordError, HostError
 */
async function findingsToRedact(work: PageWork): Promise<RedactionPage['findingIds']> {
  const { storage, confluence, accountId, pageId, contentType } = work;
  const { findingIds: wanted } = work.page();
  const [lookup, row] = await awaitAll([
    lookUpPage(confluence, { creatorId: accountId, pageId, contentType, forUpdate: false }),
    readPageLevelRow(storage, pageId),
  ] as const);
  if (lookup.outcome !== 'page') return wanted;
  const levelId = parsePageLevel(pageId, row).record?.levelId ?? null;
  // Asked separately, because only a denial of the redaction itself ends it.
  const { isAllowed } = ownerPermission(work, work.run());
  if (!(await isAllowed(lookup.page.spaceId, levelId))) return wanted;
  const listed = (await readScan(storage, pageId)).record?.data.findingIds ?? [];
  const findings = await readListedFindings(storage, [...new Set([...wanted, ...listed])]);
  const values = new Set(wanted.map((findingId) => findings.get(findingId)?.fingerprint));
  const others = [...findings].flatMap(([findingId, { status, fingerprint }]) =>
    status === 'open' && values.has(fingerprint) && !wanted.includes(findingId) ? [findingId] : [],
  );
  const { pages } = work.run().record.data;
  const left = MAX_FINDINGS - pages.reduce((sum, { findingIds }) => sum + findingIds.length, 0);
  return [...wanted, ...others.slice(0, Math.max(0, left))];
}

async function redact(work: PageWork): Promise<PageStep> {
  const wanting = work.dryRun ? undefined : await work.charge();
  if (wanting !== undefined) return wanting;
  const result = await redactPage(work);
  if (result === 'superseded') return { outcome: result };
  const isWritten = result.versionAfter !== undefined || result.comments !== undefined;
  const stoppedBy = work.stoppedBy();
  if (stoppedBy !== undefined && !isWritten) return { outcome: 'stopped', run: work.run(), stoppedBy };
  const otherChanges = isWritten ? await findOtherChanges(work, result) : undefined;
  const all = otherChanges === undefined ? result : { ...result, otherChanges };
  return commit(work, { result: withinRow(all, work.run().record.data.pages), noted: undefined }, 0);
}

/** Limits the cuts and uncertain places of the whole redaction to the first ones, because the redaction is one row. */
function withinRow(result: PageResult, pages: readonly RedactionPage[]): PageResult {
  const { cuts, uncertainPlaces } = result;
  const left = (counts: readonly number[]) => Math.max(0, MAX_SHOWN - counts.reduce((sum, count) => sum + count, 0));
  const cutsLeft = left(pages.map((page) => page.result?.cuts?.length ?? 0));
  const placesLeft = left(pages.map((page) => page.result?.uncertainPlaces?.locations.length ?? 0));
  return {
    ...result,
    cuts: cuts?.slice(0, cutsLeft),
    uncertainPlaces: uncertainPlaces && {
      ...uncertainPlaces,
      locations: uncertainPlaces.locations.slice(0, placesLeft),
    },
  };
}

async function clean(work: PageWork, { isSeen, failed }: PageResult): Promise<PageStep> {
  const { findingIds, history = FIRST_HISTORY } = work.page();
  const isDone = (findingId: string) => !failed.some((one) => one.findingId === findingId);
  const findings = [...(await readFindings(work.storage, findingIds.filter(isDone))).values()];
  if (!isSeen || findings.length === 0) return commit(work, { history: { ...history, isOver: true } }, 0);
  const step = await cleanHistory(work, new Set(findings.map(({ fingerprint }) => fingerprint)), history);
  if ('outcome' in step) return step;
  const stoppedBy = work.stoppedBy();
  if (stoppedBy !== undefined) return { outcome: 'stopped', run: work.run(), stoppedBy };
  const isFurther = step.deleted !== undefined || step.history.at > history.at || step.history.isOver;
  const audit = step.deleted && deletionRow(work, step.deleted);
  return commit(work, { history: step.history }, isFurther ? 0 : undefined, audit);
}

function deletionRow(
  { clock, redactionId, pageId, actor }: PageWork,
  { version, commentId, createdAt }: NonNullable<HistoryStep['deleted']>,
): RowWrite {
  return auditRow({
    // A retry uses the same id.
    id: uuidV5(redactionId, ['deleted', pageId, commentId ?? '', version, createdAt].join(' ')),
    type: 'page.version-deleted',
    time: clock(),
    subject: `page:${pageId}`,
    actor,
    requestId: redactionId,
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
