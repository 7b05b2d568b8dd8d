import type { Lowering } from '../access/decide';
import type { Level } from '../classification/model';
import type { JobState } from '../jobs/model';
import type { Standing } from '../runs/placed-run';
import type { LevelName } from './page-contract';

/** The jobs that people start on a page or on the home page, as frames show them. */

/** A level that a job can set. */
export interface BelowLevel {
  readonly levelId: string;
  readonly name: string;
  readonly color: Level['color'];
  readonly description: string;
  readonly subLevels: readonly { readonly subLevelId: string; readonly name: string }[];
}

/** `lowered` is a part of `changed`. `kept`: more sensitive; in an undo: changed by others since. `same`: nothing to do. */
export type BelowGroup = 'changed' | 'lowered' | 'kept' | 'same' | 'failed';

/** A job on a page and the pages below it, or on pages that this person chose. Only the person who started it sees it. */
export interface BelowJob extends Standing {
  readonly jobId: string;
  /** `preview` changes nothing. `undo` restores the previous levels of the pages that a job changed. */
  readonly kind: 'preview' | 'change' | 'undo';
  readonly state: JobState;
  /** Absent for an undo. */
  readonly level?: LevelName;
  readonly alsoLower: boolean;
  /** True while it finds pages. `found` increases until then. */
  readonly isSearching: boolean;
  readonly found: number;
  readonly done: number;
  /** After its end. */
  readonly counts?: Readonly<Record<Exclude<BelowGroup, 'failed'>, number>> & {
    /** By the code of the problem, the most frequent first. */
    readonly failed: readonly { readonly code: string; readonly count: number }[];
  };
  /** The counts are about this many pages, the first ones. Omitted: about all. */
  readonly counted?: number;
  /** Why it stopped early. */
  readonly stoppedBy?: string;
  /** True for a preview that is complete and would change pages. */
  readonly canStart: boolean;
  /** For an ended job that changed pages. Not allowed: the spaces of the pages allow no level to be lowered. */
  readonly undo?: Lowering;
}
