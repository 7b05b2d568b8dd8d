import type { Scalar } from './attribute-value';

/**
 * Where a value stands in an index, as text that SQLite and JavaScript order alike: hexadecimal digits of the value's
 * bytes. Strings come in the order of their UTF-8 bytes, numbers in numeric order. Values of one attribute have one type.
 */
export function sortPosition(value: Scalar): string {
  if (typeof value === 'string') return Buffer.from(value, 'utf8').toString('hex');
  if (typeof value === 'boolean') return value ? '01' : '00';

  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value === 0 ? 0 : value); // -0 stands where 0 stands
  // IEEE 754 orders like an integer once the sign bit is turned, and all other bits too where the number is negative.
  const negative = bytes.readUInt8(0) >= 0x80;
  for (const [at, byte] of bytes.entries()) {
    bytes[at] = negative ? ~byte & 0xff : at === 0 ? byte | 0x80 : byte;
  }
  return bytes.toString('hex');
}

/** A half-open stretch of an index: `from` belongs to it, `to` does not. */
export interface Stretch {
  readonly from: string;
  readonly to: string;
}

/** Both are outside of the digits: a space comes before all of them, a `g` after. */
const before = ' ';
const after = 'g';

export const wholeIndex: Stretch = { from: '', to: after };
export const startingAt = (position: string): Stretch => ({ from: position, to: after });
/** A longer string with this beginning comes after `position` and after `position + ' '`, so it belongs to this stretch. */
export const startingAfter = (position: string): Stretch => ({ from: position + before, to: after });
export const endingAt = (position: string): Stretch => ({ from: '', to: position + before });
export const endingBefore = (position: string): Stretch => ({ from: '', to: position });
export const beginningWith = (position: string): Stretch => ({ from: position, to: position + after });

export function intersection(left: Stretch, right: Stretch): Stretch {
  return { from: left.from > right.from ? left.from : right.from, to: left.to < right.to ? left.to : right.to };
}
