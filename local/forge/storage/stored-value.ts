import { limits } from './limits';
import { Refusal } from './refusal';

/** The JSON text of a value, checked to be storable. */
export function toStoredText(value: unknown, maximumBytes: number = limits.valueBytes): string {
  if (value === undefined || value === null)
    throw new Refusal('BAD_REQUEST', 'A value is required, and null is not a value');
  if (isDeeperThan(value, limits.valueDepth)) {
    throw new Refusal(
      'MAX_DEPTH',
      `The provided value has exceeded the maximum object depth (${limits.valueDepth}) limit`,
    );
  }
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes > maximumBytes) {
    throw new Refusal('MAX_SIZE', `The provided value has ${bytes} bytes; the maximum is ${maximumBytes}`);
  }
  return text;
}

/** A scalar has depth 0 and an empty object depth 1. Stops at the limit, so that no nesting can exhaust the stack. */
function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  return Object.values(value).some((member) => isDeeperThan(member, depth - 1));
}
