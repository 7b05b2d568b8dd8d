import * as z from 'zod';
import { addUp } from '../platform/add-up';
import { monotonicMs } from '../platform/clock';
import { HostError } from '../platform/confluence';
import { partsOf } from '../platform/parts';
import {
  EARLIEST,
  listByPage,
  type ListedRows,
  listNewestFirst,
  periodOf,
  type Position,
} from '../platform/rows-by-time';
import { defineWalk, FOREVER, MAX_DELAY_SECONDS, type WalkContext } from '../walks/walk';
import { pushMirror } from './push-mirror';
import { isOpen, type Walk, WALK_ROW, type WalkState, withoutWaiting } from './walk';
import { hasNoPoints, type MirrorContext, MIRRORS_AT_ONCE, writeMirrors } from './write-mirrors';

/** One step of a walk, which writes the properties of some pages. */

/** The number of pages in one list, and of lists in one step. */
const PAGES_PER_LIST = 100;
const LISTS_PER_STEP = 3;
/** After this time, no further page is started. */
const BUDGET_MS = 120_000;
/** The wait if Confluence does not say how long. */
const WAIT_SECONDS = 60;
/** If this many pages fail together, Confluence is down, and the step is run again. Fewer pages can have faults of their own. */
const OUTAGE_PAGES = 5;
/** The delay until failed pages are tried again. */
const RETRY_SECONDS = 300;

type Progress = Pick<Walk, 'phase' | 'time' | 'key' | 'counts'> & {
  readonly isFinished: boolean;
  /** The seconds until there may be points for more pages. */
  readonly waitSeconds?: number;
};

export const MIRROR_WALK = defineWalk<MirrorContext & WalkContext, WalkState, Walk>({
  name: 'mirror',
  row: () => WALK_ROW,
  find: ({ walk }) => (isOpen(walk) ? walk : undefined),
  put: (state, walk) => ({ ...state, walk }),
  restsUntil: ({ state }) => (state === 'paused' ? FOREVER : undefined),
  step: async (context, before) => {
    const { isFinished, waitSeconds, ...progress } = await walkOn(context, before);
    const now = context.clock();
    const end = isFinished ? ({ state: 'finished', endedAt: now.toISOString() } as const) : {};
    const waits =
      waitSeconds === undefined ? {} : { waitsUntil: new Date(now.getTime() + waitSeconds * 1_000).toISOString() };
    return {
      change: (state, walk) => ({ ...state, walk: { ...withoutWaiting(walk), ...progress, ...waits, ...end } }),
      delaySeconds: waitSeconds,
    };
  },
});

async function walkOn(context: MirrorContext & WalkContext, walk: Walk): Promise<Progress> {
  const endsAtMs = monotonicMs() + BUDGET_MS;
  let place: Pick<Walk, 'phase' | 'time' | 'key'> = walk;
  let { counts } = walk;
  for (let lists = 0; lists < LISTS_PER_STEP; lists += 1) {
    const { items, next } = await listPages(context, walk, place);
    for (const some of partsOf(items, MIRRORS_AT_ONCE)) {
      if (monotonicMs() >= endsAtMs) return { ...place, counts, isFinished: false };
      const done = await writeMirrors(
        context,
        some.map(({ pageId }) => pageId),
        { verify: false, asksForSpaces: false },
      );
      if (hasNoPoints(done.failure)) {
        // The next step checks these pages again, and finds the written ones current.
        const written = counts.written + done.counts.written;
        return { ...place, counts: { ...counts, written }, isFinished: false, waitSeconds: waitAfter(done.failure) };
      }
      if (done.failure !== undefined && done.counts.failed === some.length && some.length >= OUTAGE_PAGES)
        throw done.failure;
      // The queue retries them. They do not stop the walk.
      await pushMirror(context, done.toRetry, { delaySeconds: RETRY_SECONDS });
      counts = addUp(counts, done.counts);
      const { phase } = place;
      place = { phase, ...(some.at(-1)?.at ?? place) };
    }
    const following = next === undefined ? phaseAfter(walk, place.phase) : { phase: place.phase, ...next };
    if (following === undefined) return { ...place, counts, isFinished: true };
    place = following;
  }
  return { ...place, counts, isFinished: false };
}

function phaseAfter({ scope }: Walk, phase: Walk['phase']): Pick<Walk, 'phase' | 'time' | 'key'> | undefined {
  const hasPagesWithoutLevel = scope === 'all' || 'spaceId' in scope;
  return phase === 'classified' && hasPagesWithoutLevel ? { phase: 'unclassified', time: '', key: '' } : undefined;
}

function waitAfter(error: unknown): number {
  const seconds = error instanceof HostError ? error.retryAfterSeconds : undefined;
  return Math.min(MAX_DELAY_SECONDS, Math.max(1, Math.ceil(seconds ?? WAIT_SECONDS)));
}

const unclassifiedStamp = z.object({ data: z.object({ isClassified: z.literal(false) }) });

/**
 * The next pages of a walk: those with a level by id, then those without one, the last compared first. A row whose time changes
 * becomes one of the newest; its property is written by the change itself.
 */
function listPages(
  { storage, clock }: MirrorContext,
  { scope }: Walk,
  { phase, time, key }: Pick<Walk, 'phase' | 'time' | 'key'>,
): Promise<ListedRows<{ readonly pageId: string; readonly at: Position }>> {
  const source =
    scope === 'all'
      ? undefined
      : 'levelId' in scope
        ? { index: 'by-level', partition: scope.levelId }
        : { index: 'by-space', partition: scope.spaceId };
  const query = { after: time === '' ? undefined : { time, key }, limit: PAGES_PER_LIST };
  if (phase === 'classified') {
    const pick = (pageId: string, _row: unknown, at: Position) => ({ pageId, at });
    const ofPages = { entity: 'page-level', schema: z.unknown(), ...(source ?? { index: 'by-id' }) } as const;
    return listByPage(storage, { ...query, ...ofPages, pick });
  }
  return listNewestFirst(storage, {
    ...query,
    entity: 'page-mirror',
    sources: [{ ...(source ?? { index: 'by-date' }), from: EARLIEST }],
    ...periodOf(clock()),
    time: 'checkedAt',
    schema: unclassifiedStamp,
    pick: (pageId, _stamp, at) => ({ pageId, at }),
  });
}
