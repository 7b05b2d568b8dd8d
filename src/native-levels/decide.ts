import type { Levels } from '../classification/level-store';
import type { Level } from '../classification/model';
import { isLowering } from '../classification/settings';
import type { PageFacts, PageState } from './model';

/**
 * Decides what follows from the two levels of a page. A side has changed if it differs from the last comparison. If one side
 * has changed, the other follows it; if both have, the more sensitive level wins. Pure.
 */

/** Both levels of a page now. */
export interface BothLevels {
  readonly own: {
    /** undefined = the page has no level. */
    readonly levelId: string | undefined;
    /** The last change; undefined = there was none. */
    readonly changeId: string | undefined;
    /** When a person last changed it. Their request wrote Confluence's level, too. undefined = the app changed it. */
    readonly changedByPersonAt?: string | undefined;
  };
  /** undefined = none, or not visible to the app. */
  readonly nativeId: string | undefined;
}

export type Decision =
  /** `isSettled`: the comparison becomes the one that later changes are measured against. */
  | { readonly do: 'nothing'; readonly state: PageState; readonly isSettled: boolean }
  | { readonly do: 'set-own'; readonly levelId: string }
  /**
   * Undefined: the page gets the default of its space. `isRestored`: the space does not allow Confluence's level. The app restores it
   * once for each change of its own level, and then lists the page.
   */
  | { readonly do: 'set-native'; readonly nativeId: string | undefined; readonly isRestored?: true };

/** The change that a restored level belongs to. */
export function restoredFor(changeId: string | undefined): string {
  return changeId ?? 'none';
}

/**
 * Confluence may still return the earlier level this long after a write. Until then, a less sensitive level does not lower the
 * level of the app.
 */
const LATE_READ_MS = 900_000;

/**
 * @param isRefused the rules of the app refused Confluence's level for this page, in this comparison; `by-space`: its space does not
 * allow it
 */
export function decideOnPage(
  levels: Levels,
  { own, nativeId }: BothLevels,
  before: PageFacts | undefined,
  now: Date,
  isRefused: boolean | 'by-space' = false,
): Decision {
  const { seen, written, refused, restored } = before ?? {};
  const ownLevel = levels.all.find(({ levelId }) => levelId === own.levelId);
  const native = nativeId === undefined ? undefined : levelWithNativeId(levels.all, nativeId);
  const ownChanged = seen === undefined ? own.changeId !== undefined : seen.changeId !== own.changeId;
  const nativeChanged = nativeId !== undefined && seen?.nativeId !== nativeId;
  const write = (): Decision => {
    if (refused !== undefined && refused === own.changeId) return nothing('refused');
    if (own.levelId === undefined) return { do: 'set-native', nativeId: undefined };
    if (ownLevel?.nativeId === undefined) return nothing('no-counterpart');
    return { do: 'set-native', nativeId: ownLevel.nativeId };
  };
  const keep = () => nothing(before?.state ?? 'none');

  if (own.levelId !== undefined && native?.levelId === own.levelId) return nothing('same');
  if (nativeId === undefined) {
    if (own.levelId === undefined) return nothing('none');
    return ownChanged ? write() : nothing(refused === own.changeId ? 'refused' : 'none');
  }
  if (native === undefined) return nothing('unknown-level');
  if (isRefused === 'by-space') {
    const again = restored === restoredFor(own.changeId) ? nothing('rules') : write();
    if (again.do === 'set-native') return { ...again, isRestored: true };
    return again.do === 'nothing' && again.state === 'no-counterpart' ? nothing('rules') : again;
  }
  const follow = (): Decision => (isRefused ? nothing('rules') : { do: 'set-own', levelId: native.levelId });

  if (own.levelId === undefined) {
    if (nativeChanged) return follow();
    return ownChanged ? write() : keep();
  }
  if (isLowering(levels.all, native.levelId, { levelId: own.levelId })) {
    // Confluence's level is the more sensitive one.
    if (nativeChanged) return follow();
    return ownChanged ? write() : keep();
  }
  if (!nativeChanged) return ownChanged ? write() : keep();
  if (ownChanged || isRefused || ownLevel?.nativeId === undefined) return write();
  // A write of the app for an earlier change arrived late. It is no change that a person made.
  if (written?.nativeId === nativeId && written.changeId !== own.changeId) return write();
  const isLate = [written?.at, own.changedByPersonAt].some(
    (at) => at !== undefined && now.getTime() - Date.parse(at) < LATE_READ_MS,
  );
  return isLate ? { do: 'nothing', state: 'later', isSettled: false } : follow();
}

function nothing(state: PageState): Decision {
  return { do: 'nothing', state, isSettled: true };
}

function levelWithNativeId(levels: readonly Level[], nativeId: string): Level | undefined {
  return levels.find((level) => level.nativeId === nativeId);
}
