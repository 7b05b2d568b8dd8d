import type { Push } from '../platform/queue';
import { EARLIEST, type Position } from '../platform/rows-by-time';
import { MIRROR_QUEUE, PAGES_PER_EVENT } from './push-mirror';
import { listLeastRecent } from './stamps';
import { hasNoPoints, type MirrorContext, writeMirrors } from './write-mirrors';

/** Reads the properties of some pages each day, those first that were not compared for the longest time. */

/** The number of pages a day. Each costs two points, and one more for a repair. */
const PAGES_PER_DAY = 1_000;
const PAGES_PER_STEP = 200;
const STEP_DELAY_SECONDS = 30;
/** A page that was compared this recently is not compared again. */
const RECENT_MS = 43_200_000;

export interface CheckStep {
  readonly after: Position;
  /** The number of pages that are still due today. */
  readonly left: number;
}

export function pushDailyCheck(push: Push): Promise<void> {
  return pushCheck(push, { after: { time: EARLIEST, key: '' }, left: PAGES_PER_DAY });
}

function pushCheck(push: Push, { after, left }: CheckStep): Promise<void> {
  const body = { task: 'check', time: after.time, key: after.key, left: String(left) };
  return push.push(MIRROR_QUEUE, body, STEP_DELAY_SECONDS);
}

/**
 * Runs one step and pushes the next one. Without points, the check ends until the next day.
 * @throws StorageUnavailableError, CorruptRecordError, QueueUnavailableError: run the step again
 */
export async function checkShare(
  context: MirrorContext & { readonly push: Push },
  { after, left }: CheckStep,
): Promise<void> {
  const { items, next, hasMore } = await listLeastRecent(context.storage, {
    after,
    to: new Date(context.clock().getTime() - RECENT_MS),
    limit: Math.min(left, PAGES_PER_STEP),
  });
  for (let start = 0; start < items.length; start += PAGES_PER_EVENT) {
    const some = items.slice(start, start + PAGES_PER_EVENT);
    const { failure } = await writeMirrors(context, some, { verify: true, asksForSpaces: false });
    if (hasNoPoints(failure)) return;
  }
  const rest = left - items.length;
  if (hasMore && rest > 0) await pushCheck(context.push, { after: next, left: rest });
}
