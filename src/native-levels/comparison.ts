import type { Levels } from '../classification/level-store';
import type { Level } from '../classification/model';
import { listPageLevels } from '../classification/list-page-levels';
import { HostError } from '../platform/confluence';
import { CorruptRecordError } from '../platform/corrupt-record';
import type { Push } from '../platform/queue';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { type Storage, StorageUnavailableError } from '../platform/storage';
import { type CompareContext, comparePage } from './compare-page';
import { refreshList } from './level-list';
import { type Comparison, type NativeState, type PageState, readNativeState, saveNativeState } from './model';
import { DAILY_BODY, NATIVE_QUEUE, STEP_BODY, STEP_DELAY_SECONDS } from './queue';

/**
 * Compares the pages with a linked level, a share of them each day. A comparison that does not end on its day continues on the
 * next one.
 */

/** Each page costs a call to Confluence, and another one if it must change. */
const PAGES_PER_DAY = 1_000;
const PAGES_PER_STEP = 100;
const PAGES_AT_ONCE = 25;
/** The pages that a comparison names. */
const MAX_DIFFERING = 50;
/** A comparison without progress for this time is lost. */
const LOST_AFTER_MS = 3_600_000;

type ComparisonContext = CompareContext & { readonly push: Push };

/** The levels whose pages are compared. Pages can keep an archived level. */
function linkedLevels({ all }: Levels): readonly Level[] {
  return all.filter(({ nativeId }) => nativeId !== undefined);
}

/** Pushes the run of the day. A site whose admins never opened the page of the levels pays one read. */
export async function pushDailyRun({
  storage,
  push,
}: {
  readonly storage: Storage;
  readonly push: Push;
}): Promise<void> {
  const { state } = await readNativeState(storage);
  if (state.list !== undefined) await push.push(NATIVE_QUEUE, DAILY_BODY);
}

/** @throws StorageUnavailableError, HostError, CorruptRecordError: run it again */
export async function runDaily(context: ComparisonContext): Promise<'done'> {
  const { list } = await refreshList(context);
  const isFollowed = context.levels.settings.followsNativeLevels === true;
  if (isFollowed && (list?.levels.length ?? 0) > 0) await startComparison(context);
  return 'done';
}

/**
 * Starts a comparison, or continues the one that ended early.
 * @returns `running`: one is running now
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function startComparison({
  storage,
  clock,
  levels,
  push,
}: Pick<ComparisonContext, 'storage' | 'clock' | 'levels' | 'push'>): Promise<
  'started' | 'running' | 'nothing-linked'
> {
  const [first] = linkedLevels(levels);
  if (first === undefined) return 'nothing-linked';
  const started = await retryOnConflict(async () => {
    const stored = await readNativeState(storage);
    const at = clock().toISOString();
    const { running } = stored.state;
    if (running !== undefined && running.left > 0 && !isLost(running, clock())) return 'running';
    const next = { startedAt: at, levelId: first.levelId, time: '', key: '', counts: {}, differing: [] };
    const comparison = { ...(running ?? next), touchedAt: at, left: PAGES_PER_DAY };
    const saved = await saveNativeState(storage, stored, { ...stored.state, running: comparison });
    return saved === 'conflict' ? saved : 'started';
  });
  if (started === 'conflict') throw new StorageUnavailableError('the comparison was not stored', false);
  if (started === 'started') await push.push(NATIVE_QUEUE, STEP_BODY);
  return started;
}

export function isLost({ touchedAt }: Comparison, now: Date): boolean {
  return now.getTime() - Date.parse(touchedAt) >= LOST_AFTER_MS;
}

/**
 * Compares the next pages, and pushes the next step.
 * @throws StorageUnavailableError, CorruptRecordError, QueueUnavailableError: run the step again
 */
export async function stepComparison(context: ComparisonContext): Promise<'done'> {
  const { storage, levels, clock, push } = context;
  const stored = await readNativeState(storage);
  const { running, ...others } = stored.state;
  if (running === undefined || running.left === 0) return 'done';
  if (levels.settings.followsNativeLevels !== true) {
    await saveNativeState(storage, stored, others);
    return 'done';
  }
  const after = await compareNext(context, running);
  const at = clock().toISOString();
  const { startedAt, counts, differing } = after.comparison;
  const state: NativeState = after.isOver
    ? { ...others, last: { startedAt, finishedAt: at, counts, differing } }
    : { ...others, running: { ...after.comparison, touchedAt: at } };
  // If another step was faster, it pushes the next one.
  const saved = await saveNativeState(storage, stored, state);
  if (saved === 'committed' && state.running !== undefined && state.running.left > 0)
    await push.push(NATIVE_QUEUE, STEP_BODY, STEP_DELAY_SECONDS);
  return 'done';
}

async function compareNext(
  context: ComparisonContext,
  before: Comparison,
): Promise<{ readonly comparison: Comparison; readonly isOver: boolean }> {
  const linked = linkedLevels(context.levels);
  let comparison = before;
  for (let pages = 0; pages < PAGES_PER_STEP && comparison.left > 0;) {
    const level = linked.find(({ levelId }) => levelId === comparison.levelId);
    if (level === undefined) return { comparison, isOver: true };
    const { time, key } = comparison;
    const { items, next } = await listPageLevels(context.storage, {
      filter: { levelId: level.levelId },
      isWanted: () => true,
      after: time === '' ? undefined : { time, key },
      limit: Math.min(PAGES_AT_ONCE, comparison.left),
    });
    for (const { pageId, at } of items) {
      const state = await compareOrSkip(context, pageId);
      // Without points, the comparison continues on the next day.
      if (state === 'no-points') return { comparison: { ...comparison, left: 0 }, isOver: false };
      comparison = { ...withPage(comparison, pageId, state), ...at };
    }
    pages += items.length;
    if (next !== undefined) {
      comparison = { ...comparison, ...next };
      continue;
    }
    const following = linked[linked.indexOf(level) + 1];
    if (following === undefined) return { comparison, isOver: true };
    comparison = { ...comparison, levelId: following.levelId, time: '', key: '' };
  }
  return { comparison, isOver: false };
}

/** A page that cannot be compared now is compared in the next comparison. */
async function compareOrSkip(context: CompareContext, pageId: string): Promise<PageState | 'no-points'> {
  try {
    const state = await comparePage(context, pageId);
    return state === 'contended' ? 'later' : state;
  } catch (error) {
    if (error instanceof HostError) return error.kind === 'failure' ? 'later' : 'no-points';
    if (error instanceof CorruptRecordError) return 'later';
    throw error;
  }
}

function withPage(comparison: Comparison, pageId: string, state: PageState): Comparison {
  const { counts, differing, left } = comparison;
  const isNamed = state !== 'same' && differing.length < MAX_DIFFERING;
  return {
    ...comparison,
    left: left - 1,
    counts: { ...counts, [state]: (counts[state] ?? 0) + 1 },
    differing: isNamed ? [...differing, { pageId, state }] : differing,
  };
}
