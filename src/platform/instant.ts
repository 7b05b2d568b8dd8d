import * as z from 'zod';

/**
 * A time in a request: an RFC 3339 `date-time` (section 5.6) with any offset, any fraction of a second, and T and Z in either
 * case; or a `full-date`, which means its first instant in UTC. A leap second becomes the instant after it. The output is UTC
 * with milliseconds, so that times compare as text.
 */

/** A stored time: in UTC, with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

const WHAT =
  'must be a date as 2026-11-21 or a time as 2026-11-21T09:30:00Z or 2026-11-21T11:30:00+02:00 (RFC 3339); in a URL, write + as %2B';

/** Without the case-insensitive flag, which OpenAPI cannot express. */
const FORM = /^\d{4}-\d{2}-\d{2}([Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2}))?$/;

const PARTS = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}):(\d{2})(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** Longer than the fraction of any clock. */
const MAX_CHARACTERS = 64;

/** The length of a date. */
const FULL_DATE = '2026-11-21'.length;

const plain = z.iso.datetime({ offset: true });

export const instantInput = z
  .string({ error: WHAT })
  .max(MAX_CHARACTERS, { error: WHAT, abort: true })
  .regex(FORM, { error: WHAT, abort: true })
  .refine((text) => inUtc(text) !== undefined, { error: WHAT, abort: true })
  // Before the transformation, because it describes the input.
  .meta({
    anyOf: [
      { type: 'string', format: 'date-time', maxLength: MAX_CHARACTERS },
      { type: 'string', format: 'date', maxLength: FULL_DATE },
    ],
    examples: ['2026-11-21T09:30:00Z', '2026-11-21T11:30:00.5+02:00', '2026-11-21'],
  })
  .transform((text) => inUtc(text) ?? text);

/** Says what is wrong with a text that is not a time or a date, without the text. */
export function explainInstant(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return 'It does not begin with a year, a month and a day, such as 2026-11-21.';
  if (/ \d{2}:?\d{2}$/.test(text) && /^.{10}[Tt]/.test(text))
    return 'It has a space instead of a +. In a URL, write + as %2B.';
  if (!z.iso.date().safeParse(text.slice(0, FULL_DATE)).success) return 'Its date does not exist.';
  if (/^.{10}[Tt]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text))
    return 'It has no offset. Add Z for UTC, or an offset such as +02:00.';
  return FORM.test(text)
    ? 'Its time of day or its offset does not exist.'
    : 'What follows its date is not a time with seconds and an offset.';
}

function inUtc(text: string): string | undefined {
  const whole = text.length === FULL_DATE ? `${text}T00:00:00Z` : text;
  const [, minute = '', second = '', fraction = '', offset = ''] = PARTS.exec(whole.toUpperCase()) ?? [];
  const isLeapSecond = second === '60';
  const time = `${minute}:${isLeapSecond ? '59' : second}${fraction}${offset}`;
  if (!plain.safeParse(time).success) return undefined;
  const instant = Date.parse(time);
  if (isLeapSecond && !new Date(instant).toISOString().includes('T23:59:59')) return undefined;
  const afterwards = Math.floor(instant / 1_000) * 1_000 + 1_000;
  const utc = new Date(isLeapSecond ? afterwards : instant).toISOString();
  // Other years have another format and would not compare as text.
  return utc.length === '2026-11-21T09:30:00.000Z'.length ? utc : undefined;
}
