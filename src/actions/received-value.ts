import { sensitiveKindsIn } from '../detection/reasons/check-reasons';

/** A longer text is cut. */
const SHOWN_CHARACTERS = 60;

/** Addresses and longer numbers, some of which `sensitiveKindsIn` allows in reasons. */
const MAY_BE_OF_PERSON = /@|\d(?:[ ().+/-]*\d){6}/;

/**
 * The value of an input for the message of an error, so that the author of a rule sees what a smart value resulted in.
 * Text that may be sensitive is not shown.
 */
export async function receivedValue(value: unknown, now: Date): Promise<string> {
  if (value === null || value === undefined) return 'received nothing';
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return 'received an object';
  const text = String(value).trim();
  if (text === '') return 'received an empty text';
  const isSensitive = MAY_BE_OF_PERSON.test(text) || (await sensitiveKindsIn(text, now)).length > 0;
  if (isSensitive) return 'the received value isn’t shown, because it may be sensitive';
  return `received “${text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text}”`;
}
