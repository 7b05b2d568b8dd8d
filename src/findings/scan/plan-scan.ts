import { scansCommentsOrAttachments } from './comments-and-attachments';
import { coversSettings } from './freshness';
import type { PageScanner } from './scan-content';
import type { ScanPlan, ScanRunRecord } from '../runs/run-model';
import type { PastScans } from '../runs/scan-kind';

/** Decides what a scan of the site or of a space reads. Pure. */

interface PlanFacts {
  readonly record: Pick<ScanRunRecord, 'data'>;
  readonly past: PastScans;
  readonly targets: PageScanner['targets'];
  /** The current settings of the site. */
  readonly configHash: string;
  readonly now: Date;
}

/** A scan of what has changed misses some changes (docs/adr/0066). A complete one follows after this time. */
const COMPLETE_AFTER_MS = 7 * 86_400_000;
/** The pause between two complete scans of a large site, as a multiple of the time of one. */
const PAUSE_FACTOR = 3;

/** @returns undefined if the scan reads its pages one by one with their comments and attachments */
export function planScan(facts: PlanFacts): ScanPlan | undefined {
  const { record, past, targets, configHash, now } = facts;
  const { order } = record.data;
  if (order.of !== 'site' && order.of !== 'space') return undefined;
  const onlyStale = order.onlyStale === true;
  const replies = past.repliesListed === undefined ? {} : { repliesListed: past.repliesListed };
  const plan = { configHash, lists: 'bodies' as const, ...replies, read: 0 };
  const isKnown = past.sweep !== undefined && coversSettings(past.sweep.configHash, configHash);
  // Only page by page does a scan find the files that no scan of the site has listed.
  if (order.of === 'space' && targets.listsFiles && !isKnown) return undefined;
  if (order.of === 'space' && !onlyStale) return isKnown ? planSpace(facts, plan) : undefined;
  if (!onlyStale || !isKnown)
    return order.of === 'space' ? { ...plan, ...contentsSince(targets, past.remarksUntil) } : plan;
  const since = past.remarksUntil;
  if (order.of === 'space') return { ...plan, lists: 'versions', ...contentsSince(targets, since) };
  if (since === undefined || isDue(past, now)) return { ...plan, lists: 'versions' };
  return { ...plan, pagesSince: since, ...contentsSince(targets, since) };
}

/**
 * A scan of all pages of a space. The comments and attachments that have not changed since the last complete scan of the site
 * are known. Later scans do not count, because they miss comments of pages that were hidden at the time.
 */
function planSpace({ past, targets }: PlanFacts, plan: ScanPlan): ScanPlan | undefined {
  if (!scansCommentsOrAttachments(targets)) return undefined;
  // A new reply does not change its comment, so only lists with replies show it.
  const showsReplies = past.repliesListed === true || !targets.comments;
  return showsReplies ? { ...plan, ...contentsSince(targets, past.sweep?.createdAt) } : undefined;
}

function contentsSince(targets: PageScanner['targets'], since: string | undefined): Pick<ScanPlan, 'contentsSince'> {
  return since === undefined || !scansCommentsOrAttachments(targets) ? {} : { contentsSince: since };
}

function isDue({ sweep }: PastScans, now: Date): boolean {
  if (sweep === undefined) return true;
  const finishedMs = Date.parse(sweep.finishedAt);
  const pauseMs = PAUSE_FACTOR * (finishedMs - Date.parse(sweep.createdAt));
  return now.getTime() - finishedMs >= Math.max(COMPLETE_AFTER_MS, pauseMs);
}

/** True if the scan reads all comments and attachments of the site before its pages. */
export function listsAllContents({ order, plan }: Pick<ScanRunRecord['data'], 'order' | 'plan'>): boolean {
  return order.of === 'site' && plan !== undefined && plan.contentsSince === undefined && plan.pagesSince === undefined;
}
