import type { Scalar } from './attribute-value';

/**
 * The position of a value in an index, as text that SQLite and JavaScript order alike. It consists of the hexadecimal
 * digits of the value's bytes. Strings sort by their UTF-8 bytes, numbers numerically. All values of one attribute have
 * the same type.
 */
export function sortPosition(value: Scalar): string {
  if (typeof value === 'string') return Buffer.from(value, 'utf8').toString('hex');
  if (typeof value === 'boolean') return value ? '01' : '00';

  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value === 0 ? 0 : value); // -0 stands where 0 stands
  // IEEE 754 numbers sort like integers once the sign bit is inverted, and for negative numbers all other bits too.
  const negative = bytes.readUInt8(0) >= 0x80;
  for (const [at, byte] of bytes.entries()) {
    bytes[at] = negative ? ~byte & 0xff : at === 0 ? byte | 0x80 : byte;
  }
  return bytes.toString('hex');
}

/** A half-open range of an index: `from` is inclusive, `to` is exclusive. */
export interface Stretch {
  readonly from: string;
  readonly to: string;
}

/** Both sort outside the hexadecimal digits: a space before all of them, a `g` after. */
const before = ' ';
const after = 'g';

export const wholeIndex: Stretch = { from: '', to: after };
export const startingAt = (position: string): Stretch => ({ from: position, to: after });
/** A longer string with this prefix sorts after `position` and after `position + ' '`, so the range includes it. */
export const startingAfter = (position: string): Stretch => ({ from: position + before, to: after });
export const endingAt = (position: string): Stretch => ({ from: '', to: position + before });
export const endingBefore = (position: string): Stretch => ({ from: '', to: position });
export const beginningWith = (position: string): Stretch => ({ from: position, to: position + after });

export function intersection(left: Stretch, right: Stretch): Stretch {
  return { from: left.from > right.from ? left.from : right.from, to: left.to < right.to ? left.to : right.to };
}
