import type { Candidate, Verdict } from '../detector';
import { foldText } from '../text/fold';
import { isCalendarDate } from './calendar-date';

/**
 * The first letters of each month, without accents: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
 * Swedish, Danish, Norwegian, Finnish and Czech.
 */
const MONTHS = [
  'jan|ene|gen|stycz|tammi|led',
  'feb|fev|lut|helmi|unor',
  'mar(?!ras)|maa|mrt|brez',
  'apr|avr|abr|kwi|huhti|dub',
  'may|mai|mag|mei|maj|touko|kvet',
  'jun|juin|giu|czer|kesa|cerv(?!enec|ence)',
  'jul|juil|lug|lip|heina|cervene?c',
  'aug|aou|ago|sier|elo|srp',
  'sep|set|wrz|syys|zar',
  'oct|okt|ott|out|paz|loka|rij',
  'nov|list|marras',
  'dec|dez|dic|gru|joulu|pros|des',
].map((names) => new RegExp(`^(?:${names})`));

/** The year before the first year of each era of Japan. */
const ERAS: Readonly<Record<string, number>> = { 大: 1911, 昭: 1925, 平: 1988, 令: 2018 };

const MAX_AGE_YEARS = 120;

/** Companies, projects and ideas are born as well: "the project was born on", "la société est née". */
const BORN_THING = new RegExp(
  String.raw`\b(?:company|firm|startup|project|product|bug|idea|team|club|brand|feature|library|language|software|platform|version|organi[sz]ation|` +
    'societe|entreprise|projet|idee|association|marque|equipe|firma|unternehmen|projekt|verein|gesellschaft|empresa|proyecto|asociacion|' +
    'sociedad|marca|azienda|societa|progetto|associazione|gruppo|projeto|ideia|sociedade|associacao|bedrijf|stichting|vereniging|foretag(?:et)?|' +
    String.raw`spolka|pomysl)\b(?: (?:was|is|were|has|been|est|etait|ist|wurde|war|e|era|fue|foi|es|ar|blev|er|byla?|zostala?))* (?:born|nee?|geboren|entstanden|nat[oa]|nacid[oa]|nacio|nascid[oa]|nasceu|fodd|fodt|powstala?|urodzil)\b`,
);

/** Accepts a date on which a living person may have been born, with day and month in either order. */
export function validateBirthDate({ value, before, today }: Candidate): Verdict {
  if (BORN_THING.test(foldText(before))) return { verdict: 'invalid' };
  const dates = readDates(value, today.getUTCFullYear());
  const normalized = isoDateOf(value, dates);
  const isPlausible = dates.some(([year, month, day]) => {
    const age = today.getUTCFullYear() - year;
    return (
      isCalendarDate(year, month, day) && age <= MAX_AGE_YEARS && Date.UTC(year, month - 1, day) <= today.getTime()
    );
  });
  if (!isPlausible) return { verdict: 'invalid' };
  return { verdict: 'unknown', evidence: ['date'], ...(normalized !== undefined && { normalized }) };
}

/**
 * The ISO date, if the text has only one reading. 1.11.1981 may be in January or in November, and the century of 1.11.81
 * depends on the current year; such dates have no normal form.
 */
function isoDateOf(value: string, dates: readonly CalendarDate[]): string | undefined {
  if (!/\d{4}|年/.test(value)) return undefined;
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
  const era = ERAS[text.charAt(0)];
  const numbers = (text.replace('元', '1').match(/\d+/g) ?? []).map(Number);
  const [first = 0, second = 0, third = 0] = numbers;
  if (era !== undefined) return [[era + first, second, third]];
  if (/^\d{8}$/.test(text)) return [[Math.floor(first / 10_000), Math.floor(first / 100) % 100, first % 100]];
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
