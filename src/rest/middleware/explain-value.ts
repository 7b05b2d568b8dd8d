import type * as z from 'zod';
import { explainInstant } from '../../platform/instant';

/** Says what is wrong with a value. Names its kind and its size, never the value itself, which may be sensitive. */

export function explainValue(issue: z.core.$ZodIssue, input: unknown): string {
  if (input === '') return 'It is empty. In an automation rule, a smart value without a value gives an empty string.';
  if (typeof input === 'string' && input.includes('{{'))
    return 'It contains {{…}}: a smart value that the automation rule did not replace.';
  const size = explainSize(issue, input);
  if (size !== undefined) return size;
  if (typeof input === 'string') return explainText(issue, input);
  if (typeof input === 'number' && isNumeric(issue)) return 'It is not a whole number.';
  if (typeof input === 'number')
    return 'It is a number. Send ids as strings, because JSON numbers above 2^53 lose digits.';
  return `It is ${Array.isArray(input) ? `an array with ${countOf(input.length, 'entry', 'entries')}` : `of type ${typeof input}`}.`;
}

function explainSize(issue: z.core.$ZodIssue, input: unknown): string | undefined {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined;
  const [limit, which] = issue.code === 'too_big' ? [issue.maximum, 'maximum'] : [issue.minimum, 'minimum'];
  if (typeof input === 'string' && issue.origin === 'string')
    return `It has ${countOf(input.length, 'character', 'characters')}, the ${which} is ${limit}.`;
  if (Array.isArray(input)) return `It has ${countOf(input.length, 'entry', 'entries')}, the ${which} is ${limit}.`;
  return `It is ${issue.code === 'too_big' ? 'above' : 'below'} ${limit}.`;
}

function explainText(issue: z.core.$ZodIssue, text: string): string {
  if (text.trim() !== text) return 'It begins or ends with a space or a line break.';
  if (issue.code === 'invalid_value') return explainChoice(issue.values, text);
  if (isNumeric(issue))
    return /^-?\d+(\.\d+)?$/.test(text)
      ? 'It is a number in a form that is not accepted.'
      : 'It contains characters that are not digits.';
  if (issue.code === 'invalid_type')
    return `It is a string. Send ${issue.expected === 'boolean' ? 'true or false' : `the type ${issue.expected}`}, without quotation marks.`;
  return (
    explainForm(issue, text) ??
    `It is a string of ${countOf(text.length, 'character', 'characters')} in a different format.`
  );
}

function isNumeric(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'int');
}

function explainChoice(values: readonly unknown[], text: string): string {
  const isAlike = values.some((value) => String(value).toLowerCase() === text.toLowerCase());
  if (!isAlike) return `It is not one of the ${countOf(values.length, 'allowed value', 'allowed values')}.`;
  return values.includes(text)
    ? 'It is a string. Send it without quotation marks.'
    : 'Its upper and lower case differs from that of an allowed value.';
}

const DIGITS = /^\/\^\[1-9\]\[0-9\]\{0,(\d+)\}\$\/$/;

/** The form is known from the format or the pattern of the schema. */
function explainForm(issue: z.core.$ZodIssue, text: string): string | undefined {
  if (issue.message.startsWith('must be a date')) return explainInstant(text);
  if (issue.code !== 'invalid_format') return undefined;
  const digits = DIGITS.exec(issue.pattern ?? '')?.[1];
  if (digits !== undefined) {
    if (!/^[0-9]+$/.test(text)) return 'It contains characters that are not digits.';
    if (text.startsWith('0')) return 'It begins with a zero.';
    return `It has ${text.length} digits, the maximum is ${Number(digits) + 1}.`;
  }
  if (/\s/.test(text)) return 'It contains a space or a line break.';
  if (issue.format !== 'uuid') return undefined;
  if (!/^[0-9a-f-]+$/i.test(text)) return 'It contains characters that are neither hexadecimal digits nor hyphens.';
  const count = text.replaceAll('-', '').length;
  return count === 32
    ? 'Its hyphens, its version or its variant are not those of a UUID.'
    : `It has ${countOf(count, 'hexadecimal digit', 'hexadecimal digits')} instead of 32.`;
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
