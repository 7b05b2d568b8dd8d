import type { Candidate, Verdict } from '../detector';
import { isCalendarDate } from './calendar-date';

/** The first letters of each month in English, German, French, Spanish, Italian, Portuguese and Dutch, without accents. */
const MONTHS = [
  'jan|ene|gen',
  'feb|fev',
  'mar|maa|mrt',
  'apr|avr|abr',
  'may|mai|mag|mei',
  'jun|juin|giu',
  'jul|juil|lug',
  'aug|aou|ago',
  'sep|set',
  'oct|okt|ott|out',
  'nov',
  'dec|dez|dic|dez',
].map((names) => new RegExp(`^(?:${names})`));

const MAX_AGE_YEARS = 120;

/** Accepts a date on which a living person may have been born, with day and month in either order. */
export function validateBirthDate({ value, today }: Candidate): Verdict {
  const dates = readDates(value, today.getUTCFullYear());
  const normalised = isoDateOf(value, dates);
  const isPlausible = dates.some(([year, month, day]) => {
    const age = today.getUTCFullYear() - year;
    return (
      isCalendarDate(year, month, day) && age <= MAX_AGE_YEARS && Date.UTC(year, month - 1, day) <= today.getTime()
    );
  });
  if (!isPlausible) return { verdict: 'invalid' };
  return { verdict: 'unknown', evidence: ['date'], ...(normalised !== undefined && { normalised }) };
}

/**
 * The ISO date, if the text has only one reading. 1.11.1981 may be in January or in November, and the century of 1.11.81
 * depends on the current year; such dates have no normal form.
 */
function isoDateOf(value: string, dates: readonly CalendarDate[]): string | undefined {
  if (!/\d{4}/.test(value)) return undefined;
  const readings = new Set(
    dates
      .filter(([year, month, day]) => isCalendarDate(year, month, day))
      .map((date) => date.map((part) => String(part).padStart(2, '0')).join('-')),
  );
  const [reading] = readings;
  return readings.size === 1 ? reading : undefined;
}

type CalendarDate = readonly [year: number, month: number, day: number];

function readDates(text: string, thisYear: number): readonly CalendarDate[] {
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const [first = 0, second = 0, third = 0] = numbers;
  const name = /[a-z]{3,}/.exec(
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/\b(?:de|del|den|of|st|nd|rd|th)\b/g, ''),
  )?.[0];
  if (name !== undefined) {
    const month = MONTHS.findIndex((pattern) => pattern.test(name)) + 1;
    return [[fullYear(second, thisYear), month, first]];
  }
  if (/^\d{4}/.test(text)) return [[first, second, third]];
  const year = fullYear(third, thisYear);
  return [
    [year, second, first],
    [year, first, second],
  ];
}

/** A two-digit year is within the last hundred years. */
function fullYear(year: number, thisYear: number): number {
  if (year > 99) return year;
  const inThisCentury = thisYear - (thisYear % 100) + year;
  return inThisCentury <= thisYear ? inThisCentury : inThisCentury - 100;
}
