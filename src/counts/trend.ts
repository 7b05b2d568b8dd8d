import * as z from 'zod';
import type { Row } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import type { BySeverity } from './numbers';

/** The open findings at the end of each day, and the changes of each day (UTC), for 90 days. */

/** `classified`: the page had no level. `raised`, `lowered`: a more or less sensitive level than before. */
export const CHANGE_KINDS = ['classified', 'raised', 'lowered', 'cleared', 'found', 'resolved'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Changes by day and kind. */
export type DailyChanges = ReadonlyMap<string, Partial<Readonly<Record<ChangeKind, number>>>>;

const count = z.int().min(0);
const day = z.strictObject({
  /** Omitted: the site was not counted on this day. */
  open: z.strictObject({ low: count, medium: count, high: count, critical: count }).optional(),
  classified: count.optional(),
  raised: count.optional(),
  lowered: count.optional(),
  cleared: count.optional(),
  found: count.optional(),
  resolved: count.optional(),
});

/** By date. */
export const TREND_ROW = storedDocument(z.record(z.iso.date(), day), {
  entity: 'count',
  key: 'trend',
  initial: {},
  unreadable: 'absent',
});

type Day = z.infer<typeof day>;

export interface Trend {
  readonly revision: Row['revision'];
  readonly days: ReadonlyMap<string, Day>;
}

/** The number of days that are kept and shown. */
export const TREND_DAYS = 90;
const DAY_MS = 86_400_000;

export function dateOf(instant: Date | string): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The first day of a period that ends today. */
export function firstDay(now: Date, days: number): string {
  return dateOf(new Date(now.getTime() - (days - 1) * DAY_MS));
}

export function parseTrend(row: Row): Trend {
  return { revision: row.revision, days: new Map(Object.entries(TREND_ROW.parse(row))) };
}

export function withChanges({ revision, days }: Trend, changes: DailyChanges): Trend {
  const next = new Map(days);
  for (const [date, kinds] of changes) {
    const before: Day = next.get(date) ?? {};
    const sums = CHANGE_KINDS.flatMap((kind) => {
      const sum = (before[kind] ?? 0) + (kinds[kind] ?? 0);
      return sum === 0 ? [] : [[kind, sum] as const];
    });
    next.set(date, { ...before, ...Object.fromEntries(sums) });
  }
  return { revision, days: next };
}

/** @returns undefined if the day already has these numbers */
export function withOpen({ revision, days }: Trend, open: BySeverity, now: Date): Trend | undefined {
  const date = dateOf(now);
  const today = days.get(date);
  if (today?.open !== undefined && JSON.stringify(today.open) === JSON.stringify(open)) return undefined;
  return { revision, days: new Map(days).set(date, { ...today, open: { ...open } }) };
}

/** The stored form, without the days before the trend. */
export function keptDays({ days }: Trend, now: Date): Record<string, Day> {
  const first = firstDay(now, TREND_DAYS);
  const kept = [...days].filter(([date]) => date >= first).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(kept);
}

/** Adds one change. Changes before the first day of the trend are ignored. */
export function addChange(changes: Map<string, Partial<Record<ChangeKind, number>>>, entry: DatedChange): void {
  if (entry.count === 0) return;
  const date = dateOf(entry.at);
  const before = changes.get(date) ?? {};
  changes.set(date, { ...before, [entry.kind]: (before[entry.kind] ?? 0) + entry.count });
}

interface DatedChange {
  readonly kind: ChangeKind;
  readonly at: string;
  readonly count: number;
}
