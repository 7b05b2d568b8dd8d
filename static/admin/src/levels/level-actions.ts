import type { Step } from './order';
import type { Place } from './place';
import type { Problem } from './use-quick-changes';

/** What can be done in a row of the list, and what is to be said there. */
export interface LevelActions {
  readonly edit: (place: Place) => void;
  readonly archive: (place: Place) => void;
  readonly createSubLevel: (levelId: string) => void;
  readonly restore: (place: Place) => void;
  readonly move: (place: Place, step: Step) => void;
  readonly undo: () => void;
  /** Where the last move can be undone. */
  readonly movedId: string | undefined;
  readonly restoringIds: readonly string[];
  readonly problem: Problem | undefined;
}
