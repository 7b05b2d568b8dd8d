/** Dates in the language of the browser, or of the viewer in Confluence. */

const DAY_MS = 86_400_000;
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const INSTANT = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;
let instantFormat = new Intl.DateTimeFormat(undefined, INSTANT);
const agoFormat = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const secondFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const utcDayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** Shows instants as the viewer has set in Confluence. Values that the browser does not know are ignored. */
export function showDatesFor({ locale, timezone }: { readonly locale: string; readonly timezone: string }): void {
  try {
    instantFormat = new Intl.DateTimeFormat(locale.replaceAll('_', '-'), { ...INSTANT, timeZone: timezone });
  } catch {
    // The settings of the browser remain.
  }
}

/** The local day of an instant. */
export function formatMoment(instant: string): string {
  return dayFormat.format(new Date(instant));
}

/** An instant to the minute, with its time zone. */
export function formatInstant(instant: string): string {
  return instantFormat.format(new Date(instant));
}

const unitFormat = (unit: 'minute' | 'hour') =>
  new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'short' });
const minuteFormat = unitFormat('minute');
const hourFormat = unitFormat('hour');

/** About this long, in minutes, from an hour on in hours and tens of minutes. At least one minute. */
export function formatDuration(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 60) return minuteFormat.format(minutes);
  const rounded = Math.round(minutes / 10) * 10;
  const [hours, rest] = [Math.floor(rounded / 60), rounded % 60];
  return rest === 0 ? hourFormat.format(hours) : `${hourFormat.format(hours)} ${minuteFormat.format(rest)}`;
}

/** The time since an instant, to the minute. After a week, the day. */
export function formatAgo(instant: string, now = new Date()): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / 60_000));
  if (minutes < 60) return agoFormat.format(-minutes, 'minute');
  if (minutes < 24 * 60) return agoFormat.format(-Math.floor(minutes / 60), 'hour');
  if (minutes < 7 * 24 * 60) return agoFormat.format(-Math.floor(minutes / (24 * 60)), 'day');
  return formatMoment(instant);
}

/** “in 3 days” */
export function formatDaysAhead(days: number): string {
  return agoFormat.format(days, 'day');
}

/** An instant to the second, in the time zone of the browser. */
export function formatSecond(instant: string): string {
  return secondFormat.format(new Date(instant));
}

/** A calendar day, YYYY-MM-DD, without a time zone. */
export function formatDay(day: string): string {
  return utcDayFormat.format(new Date(`${day}T00:00:00Z`));
}

/** The day that many days after today, in UTC, as YYYY-MM-DD. */
export function dayFromToday(days: number, now = new Date()): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** The time zone of the browser, for example Europe/Berlin. */
export const timeZone = secondFormat.resolvedOptions().timeZone;

/** Today in the time zone of the browser, as YYYY-MM-DD. */
export function localToday(now = new Date()): string {
  return localDay(0, now);
}

/** The day that many days after today, in the time zone of the browser, as YYYY-MM-DD. */
export function localDay(days: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The remaining days of use in UTC, including today. */
export function daysLeft(expiresAt: string, now = new Date()): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now.getTime()) / DAY_MS));
}

/** The days from today until a calendar day, in UTC: 0 today, 1 tomorrow, negative in the past. */
export function daysUntil(day: string, now = new Date()): number {
  return Math.round((Date.parse(day) - Date.parse(now.toISOString().slice(0, 10))) / DAY_MS);
}
