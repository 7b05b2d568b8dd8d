import type * as z from 'zod';
import { explainInstant } from '../../platform/instant';

/** Says what is wrong with a value: its kind, its size or its form, never the value itself, which may be sensitive. */
export function explainValue(issue: z.core.$ZodIssue, input: unknown): string {
  if (input === '') return 'It is empty. In an automation rule, a smart value without a value gives an empty string.';
  if (typeof input === 'string' && input.includes('{{'))
    return 'It contains {{…}}: a smart value that the automation rule did not replace.';
  if (issue.code === 'too_big') return explainSize(input, issue.origin, 'maximum', issue.maximum);
  if (issue.code === 'too_small') return explainSize(input, issue.origin, 'minimum', issue.minimum);
  if (typeof input === 'string') return explainText(issue, input);
  if (typeof input === 'number') return explainNumber(issue);
  return `It is ${Array.isArray(input) ? `an array with ${countOf(input.length, 'entry', 'entries')}` : `of type ${typeof input}`}.`;
}

function explainSize(input: unknown, origin: string, which: 'minimum' | 'maximum', limit: number | bigint): string {
  const isNumber = origin === 'number' || origin === 'int';
  if (typeof input === 'string' && !isNumber)
    return `It has ${countOf(input.length, 'character', 'characters')}, the ${which} is ${limit}.`;
  if (Array.isArray(input)) return `It has ${countOf(input.length, 'entry', 'entries')}, the ${which} is ${limit}.`;
  return `It is ${which === 'maximum' ? 'above' : 'below'} ${limit}.`;
}

function explainNumber(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `It is a number and ${noneOf(issue.values)}.`;
  return expectsNumber(issue)
    ? 'It is not a whole number.'
    : 'It is a number. Send ids as strings, because JSON numbers above 2^53 lose digits.';
}

function explainText(issue: z.core.$ZodIssue, text: string): string {
  if (text.trim() !== text) return 'It begins or ends with a space or a line break.';
  if (issue.code === 'invalid_value') return explainChoice(issue.values, text);
  if (expectsNumber(issue)) {
    if (/^\d+$/.test(text)) return 'It is a string. Send the number without quotation marks.';
    return /^-?\d+(\.\d+)?$/.test(text) ? 'It is not a whole number in digits.' : NOT_DIGITS;
  }
  if (issue.code === 'invalid_type')
    return `It is a string. ${KINDS.get(issue.expected) ?? 'Send what the description of the operation asks for.'}`;
  const form = issue.message.startsWith('must be a date') ? explainInstant(text) : explainForm(issue, text);
  return form ?? `It is a string of ${countOf(text.length, 'character', 'characters')} in a different format.`;
}

const NOT_DIGITS = 'It contains characters that are not digits.';

const KINDS: ReadonlyMap<string, string> = new Map([
  ['boolean', 'Send true or false without quotation marks.'],
  ['array', 'Send a list, even for one value.'],
  ['object', 'Send an object.'],
]);

function expectsNumber(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'int');
}

function explainChoice(values: readonly unknown[], text: string): string {
  if (values.some((value) => value !== text && String(value) === text))
    return 'It is a string. Send it without quotation marks.';
  const isAlike = values.some((value) => String(value).toLowerCase() === text.toLowerCase());
  return isAlike ? 'Its upper and lower case differs from that of an allowed value.' : `It is ${noneOf(values)}.`;
}

function noneOf(values: readonly unknown[]): string {
  return `not ${values.length === 1 ? 'the only allowed value' : `one of the ${values.length} allowed values`}`;
}

/** The pattern of an id: digits without a leading zero. */
const ID_PATTERN = /^\/\^\[1-9\]\[0-9\]\{0,(\d+)\}\$\/$/;

function explainForm(issue: z.core.$ZodIssue, text: string): string | undefined {
  if (issue.code !== 'invalid_format') return undefined;
  const [, moreDigits] = ID_PATTERN.exec(issue.pattern ?? '') ?? [];
  if (moreDigits !== undefined) {
    if (!/^[0-9]+$/.test(text)) return NOT_DIGITS;
    if (text.startsWith('0')) return 'It begins with a zero.';
    return `It has ${text.length} digits, the maximum is ${Number(moreDigits) + 1}.`;
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
