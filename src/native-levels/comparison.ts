import { readLicense } from '../capabilities/license';
import type { Levels } from '../classification/level-store';
import type { Level } from '../classification/model';
import { listPageLevels } from '../classification/list-page-levels';
import { HostError, isOfOneCall } from '../platform/confluence';
import { CorruptRecordError } from '../platform/corrupt-record';
import { unlessContended } from '../platform/retry-on-conflict';
import { defineWalk, firstStep, FOREVER, pushStoredStep, type WalkContext } from '../walks/walk';
import { type CompareContext, comparePage } from './compare-page';
import { refreshList } from './level-list';
import { type Comparison, type NativeState, type PageState, STATE_ROW } from './model';

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
/** A comparison without progress for this time is shown as stopped. */
const LOST_AFTER_MS = 3_600_000;
/** Leaves the points of Confluence to callers who wait for a response. */
const STEP_DELAY_SECONDS = 30;

/** The levels whose pages are compared. Pages can keep an archived level. */
function linkedLevels({ all }: Levels): readonly Level[] {
  return all.filter(({ nativeId }) => nativeId !== undefined);
}

/**
 * Reads the list of Confluence's levels again, and starts or continues the comparison of the day. A site whose admins never
 * opened the page of the levels pays one read. Without a license, neither side changes.
 * @throws StorageUnavailableError, HostError, CorruptRecordError: run it again
 */
export async function compareDaily(context: WalkContext & CompareContext): Promise<void> {
  const { value: state } = await STATE_ROW.read(context.storage);
  if (state.list === undefined || (await readLicense(context.storage, context.clock())) === 'inactive') return;
  const { list } = await refreshList(context);
  const isFollowed = context.levels.settings.followsNativeLevels === true;
  if (isFollowed && (list?.levels.length ?? 0) > 0) await startComparison(context, context.levels);
}

/**
 * Starts a comparison, or continues the one that stopped for the day.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function startComparison(context: WalkContext, levels: Levels): Promise<void> {
  const [first] = linkedLevels(levels);
  if (first === undefined) return;
  const started = await STATE_ROW.change(context.storage, (state) => {
    const { running } = state;
    const now = context.clock();
    if (running !== undefined && running.left > 0 && !isLost(running, now)) return undefined;
    const startedAt = now.toISOString();
    const next = { startedAt, levelId: first.levelId, time: '', key: '', counts: {}, differing: [] };
    return { ...state, running: { ...(running ?? next), ...firstStep(context), left: PAGES_PER_DAY } };
  });
  const open = unlessContended(started)?.running;
  if (open !== undefined) await pushStoredStep(context, 'native-levels', open);
}

export function isLost({ touchedAt }: Comparison, now: Date): boolean {
  return now.getTime() - Date.parse(touchedAt) >= LOST_AFTER_MS;
}

export const COMPARISON = defineWalk<WalkContext & CompareContext, NativeState, Comparison>({
  name: 'native-levels',
  row: () => STATE_ROW,
  find: ({ running }) => running,
  put: (state, running) => ({ ...state, running }),
  // The next day continues it.
  restsUntil: ({ left }) => (left === 0 ? FOREVER : undefined),
  step: async (context, running) => {
    const ended = ({ running: _ended, ...others }: NativeState): NativeState => others;
    if (context.levels.settings.followsNativeLevels !== true) return { change: ended };
    const isInactive = (await readLicense(context.storage, context.clock())) === 'inactive';
    const { comparison, isOver } = isInactive
      ? { comparison: { ...running, left: 0 }, isOver: false }
      : await compareNext(context, running);
    if (!isOver) return { change: (state) => ({ ...state, running: comparison }), delaySeconds: STEP_DELAY_SECONDS };
    const { startedAt, counts, differing } = comparison;
    const last = { startedAt, finishedAt: context.clock().toISOString(), counts, differing };
    return { change: (state) => ({ ...ended(state), last }) };
  },
});

async function compareNext(
  context: CompareContext,
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
    if (error instanceof HostError) return isOfOneCall(error) ? 'later' : 'no-points';
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
