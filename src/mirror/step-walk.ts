import * as z from 'zod';
import { monotonicMs } from '../platform/clock';
import { HostError } from '../platform/confluence';
import type { Push } from '../platform/queue';
import { retryOnConflict } from '../platform/retry-on-conflict';
import {
  EARLIEST,
  listByPage,
  type ListedRows,
  listNewestFirst,
  periodOf,
  type Position,
} from '../platform/rows-by-time';
import { MIRROR_QUEUE, pushMirror } from './push-mirror';
import {
  isOpen,
  readWalkRow,
  saveWalk,
  STEP_DELAY_SECONDS,
  stepBody,
  type Walk,
  type WalkCounts,
  withoutWaiting,
} from './walk';
import { hasNoPoints, type MirrorContext, MIRRORS_AT_ONCE, writeMirrors } from './write-mirrors';

/** One step of a walk: writes the properties of some pages, stores the position, and pushes the next step. */

/** The number of pages in one list, and of lists in one step. */
const PAGES_PER_LIST = 100;
const LISTS_PER_STEP = 3;
/** After this time, no further page is started. */
const BUDGET_MS = 120_000;
/** The longest delay of a queue event. */
const MAX_WAIT_SECONDS = 900;
/** The wait if Confluence does not say how long. */
const WAIT_SECONDS = 60;
/** If this many pages fail together, Confluence is down, and the step is run again. Fewer pages can have faults of their own. */
const OUTAGE_PAGES = 5;
/** The delay until failed pages are tried again. */
const RETRY_SECONDS = 300;
/**
 * A chain of events that push each other may have 1,000. The sweep continues the walk with a new chain.
 */
const STEPS_PER_CHAIN = 500;

type Progress = Pick<Walk, 'phase' | 'time' | 'key' | 'counts'> & {
  readonly isFinished: boolean;
  /** The seconds until there may be points for more pages. */
  readonly waitSeconds?: number;
};

/** @throws StorageUnavailableError, HostError, CorruptRecordError, QueueUnavailableError: run the step again */
export async function stepWalk(
  context: MirrorContext & { readonly push: Push },
  { walkId, step }: Pick<Walk, 'walkId' | 'step'>,
): Promise<void> {
  const { storage, clock, push } = context;
  const { walk } = await readWalkRow(storage);
  if (walk === undefined || !isStep(walk, { walkId, step }) || walk.state !== 'running') return;
  const { isFinished, waitSeconds, ...progress } = await walkOn(context, walk);
  const now = clock();
  const change = {
    ...progress,
    step: step + 1,
    touchedAt: now.toISOString(),
    ...(waitSeconds === undefined ? {} : { waitsUntil: new Date(now.getTime() + waitSeconds * 1_000).toISOString() }),
  };
  // Pushed before the position is stored, so that no walk stands still because of a lost reply. The next step runs only if the
  // position was stored.
  if (!isFinished && (step + 1) % STEPS_PER_CHAIN !== 0)
    await push.push(MIRROR_QUEUE, stepBody({ ...walk, ...change }), waitSeconds ?? STEP_DELAY_SECONDS);
  await retryOnConflict(async () => {
    const stored = await readWalkRow(storage);
    if (stored.walk === undefined || !isStep(stored.walk, { walkId, step }) || !isOpen(stored.walk)) return undefined;
    const next = { ...withoutWaiting(stored.walk), ...change };
    const end = { state: 'finished', endedAt: change.touchedAt } as const;
    return (await saveWalk(storage, stored, { walk: isFinished ? { ...next, ...end } : next })) === 'conflict'
      ? 'conflict'
      : undefined;
  });
}

function isStep(walk: Walk, { walkId, step }: Pick<Walk, 'walkId' | 'step'>): boolean {
  return walk.walkId === walkId && walk.step === step;
}

async function walkOn(context: MirrorContext & { readonly push: Push }, walk: Walk): Promise<Progress> {
  const endsAtMs = monotonicMs() + BUDGET_MS;
  let place: Pick<Walk, 'phase' | 'time' | 'key'> = walk;
  let { counts } = walk;
  for (let lists = 0; lists < LISTS_PER_STEP; lists += 1) {
    const { items, next } = await listPages(context, walk, place);
    for (let start = 0; start < items.length; start += MIRRORS_AT_ONCE) {
      if (monotonicMs() >= endsAtMs) return { ...place, counts, isFinished: false };
      const some = items.slice(start, start + MIRRORS_AT_ONCE);
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
      counts = add(counts, done.counts);
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
  return Math.min(MAX_WAIT_SECONDS, Math.max(1, Math.ceil(seconds ?? WAIT_SECONDS)));
}

function add(one: WalkCounts, other: WalkCounts): WalkCounts {
  return {
    checked: one.checked + other.checked,
    written: one.written + other.written,
    failed: one.failed + other.failed,
    unreachable: one.unreachable + other.unreachable,
  };
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
