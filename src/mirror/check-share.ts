import type { Push } from '../platform/queue';
import { EARLIEST, type Position } from '../platform/rows-by-time';
import { MIRROR_QUEUE, PAGES_PER_EVENT } from './push-mirror';
import { listLeastRecent } from './stamps';
import { hasNoPoints, type MirrorContext, writeMirrors } from './write-mirrors';

/** Reads the properties of some pages each day, those first that were not compared for the longest time. */

/** The number of pages a day. Each costs two points, and one more for a repair. */
const MIN_PAGES_PER_DAY = 1_000;
/** On larger sites, as many pages a day as compare every page in this time. */
const DAYS_FOR_ALL = 90;
const PAGES_PER_STEP = 200;
const STEP_DELAY_SECONDS = 30;
/** The longest delay of a queue event. Points return every hour. */
const WAIT_SECONDS = 900;
/** After this time the check ends, before that of the next day begins. */
const MAX_HOURS = 20;
/** A page that was compared this recently is not compared again. */
const RECENT_MS = 43_200_000;

export interface CheckStep {
  readonly after: Position;
  /** The number of pages that are still due today. */
  readonly left: number;
  /** When the check ends. */
  readonly until: string;
}

/** @param pages the number of pages of the site, as far as it is known */
export function pushDailyCheck(push: Push, pages: number, now: Date): Promise<void> {
  const left = Math.max(MIN_PAGES_PER_DAY, Math.ceil(pages / DAYS_FOR_ALL));
  const until = new Date(now.getTime() + MAX_HOURS * 3_600_000).toISOString();
  return pushCheck(push, { after: { time: EARLIEST, key: '' }, left, until });
}

function pushCheck(push: Push, { after, left, until }: CheckStep, delaySeconds = STEP_DELAY_SECONDS): Promise<void> {
  const body = { task: 'check', time: after.time, key: after.key, left: String(left), until };
  return push.push(MIRROR_QUEUE, body, delaySeconds);
}

/**
 * Runs one step and pushes the next one. Without points, the check waits for those of the next hour.
 * @throws StorageUnavailableError, CorruptRecordError, QueueUnavailableError: run the step again
 */
export async function checkShare(
  context: MirrorContext & { readonly push: Push },
  { after, left, until }: CheckStep,
): Promise<void> {
  if (context.clock().toISOString() >= until) return;
  const { items, next, hasMore } = await listLeastRecent(context.storage, {
    after,
    to: new Date(context.clock().getTime() - RECENT_MS),
    limit: Math.min(left, PAGES_PER_STEP),
  });
  for (let start = 0; start < items.length; start += PAGES_PER_EVENT) {
    const some = items.slice(start, start + PAGES_PER_EVENT);
    const { failure } = await writeMirrors(context, some, { verify: true, asksForSpaces: false });
    // The pages that were compared are no longer in the list.
    if (hasNoPoints(failure)) return pushCheck(context.push, { after, left: left - start, until }, WAIT_SECONDS);
  }
  const rest = left - items.length;
  if (hasMore && rest > 0) await pushCheck(context.push, { after: next, left: rest, until });
}
