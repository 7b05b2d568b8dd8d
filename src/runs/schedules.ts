import * as z from 'zod';
import type { Row, Storage } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import { instant } from '../platform/instant';

/** When each scheduled trigger last ran, so that a trigger that no longer runs is visible. */

/** The keys of the triggers in manifest.yml. */
const NAMES = ['every-five-minutes', 'hourly-scans', 'daily-reconciliation', 'daily-key-expiry'] as const;
export type ScheduleName = (typeof NAMES)[number];

/** In milliseconds. */
const INTERVALS = {
  'every-five-minutes': 300_000,
  'hourly-scans': 3_600_000,
  'daily-reconciliation': 86_400_000,
  'daily-key-expiry': 86_400_000,
} as const satisfies Record<ScheduleName, number>;

export interface Schedule {
  readonly name: ScheduleName;
  readonly lastRunAt: string | null;
  /** True if the last run was longer ago than two intervals and ten minutes. */
  readonly isLate: boolean;
}

const recordedRuns = z.strictObject({
  /** The first recorded run of any trigger. */
  since: instant,
  lastRuns: z.partialRecord(z.enum(NAMES), instant),
  /** The runs without progress that the last check found (watch-runs.ts). */
  lostRuns: z.int().min(0),
});

export const SCHEDULES_ROW = storedDocument(recordedRuns, { key: 'schedules', unreadable: 'absent' });

/**
 * One read and one write. A conflict is tried again; a lost write is repeated by the next run.
 * @param lostRuns omitted: the trigger did not check the runs
 * @throws StorageUnavailableError
 */
export async function recordRun(
  storage: Storage,
  name: ScheduleName,
  now: Date,
  { lostRuns }: { readonly lostRuns?: number } = {},
): Promise<void> {
  const at = now.toISOString();
  await SCHEDULES_ROW.change(storage, (known = { since: at, lastRuns: {}, lostRuns: 0 }) => ({
    ...known,
    lastRuns: { ...known.lastRuns, [name]: at },
    lostRuns: lostRuns ?? known.lostRuns,
  }));
}

const LATE_MS = 600_000;

/** Before the first recorded run, no trigger counts as late. */
export function parseSchedules(
  row: Row,
  now: Date,
): { readonly schedules: readonly Schedule[]; readonly lostRuns: number } {
  const known = SCHEDULES_ROW.parse(row);
  const schedules = NAMES.map((name): Schedule => {
    const lastRunAt = known?.lastRuns[name] ?? null;
    const since = Date.parse(lastRunAt ?? known?.since ?? now.toISOString());
    return { name, lastRunAt, isLate: now.getTime() - since > 2 * INTERVALS[name] + LATE_MS };
  });
  return { schedules, lostRuns: known?.lostRuns ?? 0 };
}
