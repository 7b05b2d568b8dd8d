import * as z from 'zod';
import { instant } from '../platform/instant';
import { partsOf } from '../platform/parts';
import { unlessContended } from '../platform/retry-on-conflict';
import { EARLIEST } from '../platform/rows-by-time';
import { storedDocument } from '../platform/stored-document';
import { defineWalk, firstStep, MAX_DELAY_SECONDS, nextStep, pushStoredStep, type WalkContext } from '../walks/walk';
import { PAGES_PER_EVENT } from './push-mirror';
import { listLeastRecent } from './stamps';
import { hasNoPoints, type MirrorContext, writeMirrors } from './write-mirrors';

/** Reads the properties of some pages each day, those first that were not compared for the longest time. */

/** The number of pages a day. Each costs two points, and one more for a repair. */
const MIN_PAGES_PER_DAY = 1_000;
/** On larger sites, as many pages a day as compare every page in this time. */
const DAYS_FOR_ALL = 90;
const PAGES_PER_STEP = 200;
const STEP_DELAY_SECONDS = 30;
/** After this time the check ends, before that of the next day begins. */
const MAX_HOURS = 20;
/** A page that was compared this recently is not compared again. */
const RECENT_MS = 43_200_000;

const share = z.strictObject({
  ...nextStep,
  after: z.strictObject({ time: z.string(), key: z.string() }),
  /** The number of pages that are still due today. */
  left: z.int().min(0),
  /** When the check ends. */
  until: instant,
});
const state = z.strictObject({ share: share.optional() });

type Share = z.infer<typeof share>;

const SHARE_ROW = storedDocument(state, { key: 'mirror-share', initial: {}, unreadable: 'absent' });

/**
 * Starts the check of the day. The platform may request it twice, so a check that is running continues.
 * @param pages the number of pages of the site, as far as it is known
 * @throws StorageUnavailableError
 */
export async function startShare(context: WalkContext, pages: number): Promise<void> {
  const left = Math.max(MIN_PAGES_PER_DAY, Math.ceil(pages / DAYS_FOR_ALL));
  const until = new Date(context.clock().getTime() + MAX_HOURS * 3_600_000).toISOString();
  const first = { ...firstStep(context), after: { time: EARLIEST, key: '' }, left, until };
  const isRunning = ({ share: open }: z.infer<typeof state>) =>
    open !== undefined && context.clock().toISOString() < open.until;
  const change = (before: z.infer<typeof state>) => (isRunning(before) ? undefined : { share: first });
  const started = unlessContended(await SHARE_ROW.change(context.storage, change));
  if (started !== undefined) await pushStoredStep(context, 'mirror-share', first);
}

export const MIRROR_SHARE = defineWalk<MirrorContext & WalkContext, z.infer<typeof state>, Share>({
  name: 'mirror-share',
  row: () => SHARE_ROW,
  find: (stored) => stored.share,
  put: (_stored, next) => ({ share: next }),
  step: async (context, current) => {
    const { after, left, until } = current;
    const end = { change: () => ({}) };
    const now = context.clock();
    if (now.toISOString() >= until) return end;
    const { items, next, hasMore } = await listLeastRecent(context.storage, {
      after,
      to: new Date(now.getTime() - RECENT_MS),
      limit: Math.min(left, PAGES_PER_STEP),
    });
    for (const [part, some] of partsOf(items, PAGES_PER_EVENT).entries()) {
      const { failure } = await writeMirrors(context, some, { verify: true, asksForSpaces: false });
      // The pages that were compared are no longer in the list. Points return every hour.
      if (hasNoPoints(failure))
        return {
          change: () => ({ share: { ...current, left: left - part * PAGES_PER_EVENT } }),
          delaySeconds: MAX_DELAY_SECONDS,
        };
    }
    const rest = left - items.length;
    if (!hasMore || rest === 0) return end;
    return { change: () => ({ share: { ...current, after: next, left: rest } }), delaySeconds: STEP_DELAY_SECONDS };
  },
});
