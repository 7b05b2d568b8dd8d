import type { Level } from '../classification/model';
import { NO_NUMBERS, type SpaceNumbers } from '../counts/numbers';
import type { Severity } from '../detection/detector';
import type { RunKindName } from '../runs/run-kind';
import type { LineEntry } from '../runs/line';
import type { AdminRequest } from './operation';

/** The numbers of the first page of the admin area. */

export type { SpaceNumbers } from '../counts/numbers';

export interface Overview {
  /** The numbers include all changes up to this time. null: nothing has been counted yet. */
  readonly asOf: string | null;
  /** True while the counters catch up: after the installation, or after a change of the exclusions. */
  readonly isCounting: boolean;
  /** In their order, then levels that no longer exist but that pages still have. */
  readonly levels: readonly OverviewLevel[];
  readonly site: SpaceNumbers;
  /** The spaces that the admin sees, those with the most pages first; at most 1,000. */
  readonly spaces: readonly OverviewSpace[];
  /** The spaces that the admin does not see, and those after the first 1,000. Omitted: there are none. */
  readonly otherSpaces?: { readonly spaces: number; readonly numbers: SpaceNumbers };
  /** All pages of Confluence that the app sees, counted once a day. Omitted: not counted yet. */
  readonly pagesInConfluence?: { readonly count: number; readonly at: string };
  /** One point for each day, oldest first; at most 90. The last one is that of the last day that was counted. */
  readonly trend: readonly TrendPoint[];
  /** The changes of the last seven days, today included. */
  readonly week: WeekNumbers;
  readonly keys: {
    /** Active keys that expire within 14 days, the next one first. */
    readonly expiring: readonly { readonly keyId: string; readonly name: string; readonly expiresAt: string }[];
    /** Keys that were refused in the last 24 hours, the latest first. */
    readonly refused: readonly { readonly keyId: string; readonly name: string; readonly at: string }[];
  };
  readonly runs: {
    /** The running and waiting jobs, scans and redactions. */
    readonly open: readonly OverviewRun[];
    /** The number of runs that make no progress. */
    readonly late: number;
  };
  readonly schedules: readonly Schedule[];
  /** The last check of the counters that ended. Omitted: none yet. */
  readonly check?: CountCheck;
}

export interface OverviewLevel extends Pick<Level, 'levelId' | 'name' | 'order'> {
  /** Omitted for a level that no longer exists. */
  readonly color?: Level['color'];
  readonly isArchived: boolean;
}

export interface OverviewSpace {
  readonly spaceId: string;
  readonly key: string;
  readonly name: string;
  readonly numbers: SpaceNumbers;
}

export interface TrendPoint {
  /** The day in UTC: `2026-11-23`. */
  readonly date: string;
  readonly open: Readonly<Record<Severity, number>>;
}

export interface WeekNumbers {
  /** Changes of levels. */
  readonly classified: number;
  readonly raised: number;
  readonly lowered: number;
  readonly cleared: number;
  /** Findings. */
  readonly found: number;
  readonly resolved: number;
}

export interface OverviewRun {
  readonly kind: RunKindName;
  readonly id: string;
  readonly state: LineEntry['state'];
  /** Omitted while it waits. */
  readonly startedAt?: string;
}

export interface Schedule {
  /** The key of the scheduled trigger in manifest.yml. */
  readonly name: 'every-five-minutes' | 'hourly-scans' | 'daily-reconciliation' | 'daily-key-expiry';
  readonly lastRunAt: string | null;
  /** True if the last run was longer ago than two intervals and ten minutes. */
  readonly isLate: boolean;
}

export interface CountCheck {
  readonly at: string;
  /** The number of pages that were compared with their records. */
  readonly pages: number;
  /** The number of pages and spaces whose numbers were wrong and are repaired. */
  readonly repaired: number;
}

export function getOverview(_request: AdminRequest): Promise<Overview> {
  return Promise.resolve({
    asOf: null,
    isCounting: false,
    levels: [],
    site: NO_NUMBERS,
    spaces: [],
    trend: [],
    week: { classified: 0, raised: 0, lowered: 0, cleared: 0, found: 0, resolved: 0 },
    keys: { expiring: [], refused: [] },
    runs: { open: [], late: 0 },
    schedules: [],
  });
}
