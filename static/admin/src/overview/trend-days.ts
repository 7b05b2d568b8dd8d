import type { TrendPoint } from '../../../../src/admin/site/overview';
import { dayFromToday } from '../dates';

/** A day of the trend. `open` is undefined if the site was not counted on that day. */
export interface TrendDay {
  readonly date: string;
  readonly open: TrendPoint['open'] | undefined;
}

/** Every day from the first counted day to the last one, or to yesterday. Today may not have been counted yet. */
export function trendDays(trend: readonly TrendPoint[], now = new Date()): readonly TrendDay[] {
  const [first] = trend;
  const last = trend.at(-1);
  if (first === undefined || last === undefined) return [];
  const counted = new Map(trend.map(({ date, open }) => [date, open]));
  const yesterday = dayFromToday(-1, now);
  const end = last.date > yesterday ? last.date : yesterday;
  const days: TrendDay[] = [];
  for (let date = first.date; date <= end; date = dayFromToday(1, new Date(`${date}T00:00:00Z`)))
    days.push({ date, open: counted.get(date) });
  return days;
}

/** A part of the trend whose days were all counted, or all not counted. */
export interface TrendPart {
  /** The places of its first and last day. */
  readonly from: number;
  readonly to: number;
  readonly isCounted: boolean;
}

export function trendParts(days: readonly TrendDay[]): readonly TrendPart[] {
  const parts: TrendPart[] = [];
  for (const [place, { open }] of days.entries()) {
    const isCounted = open !== undefined;
    const before = parts.at(-1);
    if (before?.isCounted === isCounted) parts[parts.length - 1] = { ...before, to: place };
    else parts.push({ from: place, to: place, isCounted });
  }
  return parts;
}
