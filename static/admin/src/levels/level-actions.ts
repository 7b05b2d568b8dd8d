import type { Step } from './order';
import type { Place } from './place';
import type { Problem } from './use-quick-changes';

/** The actions of a row, and its messages. */
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
