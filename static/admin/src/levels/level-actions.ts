import type { Step } from './order';
import type { LevelRef } from './level-ref';
import type { Problem } from './use-quick-changes';

/** The actions and messages of a row. */
export interface LevelActions {
  readonly edit: (levelRef: LevelRef) => void;
  readonly archive: (levelRef: LevelRef) => void;
  readonly createSubLevel: (levelId: string) => void;
  readonly restore: (levelRef: LevelRef) => void;
  readonly move: (levelRef: LevelRef, step: Step) => void;
  readonly undo: () => void;
  /** The row whose last move can be undone. */
  readonly movedId: string | undefined;
  readonly restoringIds: readonly string[];
  readonly problem: Problem | undefined;
}
