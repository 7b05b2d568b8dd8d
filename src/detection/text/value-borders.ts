import type { Span } from './spans';

/**
 * Signs around a value that are no part of it: colors of a terminal (also if the escape character is written as text or lost),
 * entities, percent encoding, tags, and marks of Markdown on both sides.
 */
const COLOR = String.raw`(?:\u001b|\\?(?:0?33|x1b|u001b|e))?\[[\d;]{1,12}m`;
const ENTITY = '&(?:quot|apos|lt|gt|nbsp|#(?:3[49]|60|62|160)|#x(?:2[27]|3[ce]|a0));';
const BEFORE = new RegExp(
  String.raw`(?:${COLOR}|${ENTITY}|%2[27]|%3[CD]|\\u00(?:2[27]|3[ce])|<(?:b|i|u|s|em|code|kbd|pre|span|strong|tt)>){1,6}`,
  'iy',
);
const AFTER = new RegExp(
  String.raw`\u001b\[|\\?(?:0?33|x1b|u001b|\be)\[[\d;]{0,12}m|\[0?m|\\[nrt](?=[a-z_]{2,24}$|$)|\\u00(?:2[267]|3[ce])|${ENTITY.slice(0, -1)}(?:;|$)|%2[267]|<\/[a-z]{1,8}>?`,
  'i',
);
/** In the query of a URL, the value ends at the fragment. */
const IN_QUERY = /[?&][\w.-]{1,40}=$/;
const AFTER_IN_QUERY = new RegExp(`${AFTER.source}|#`, 'i');
const MARKS = /^(\*{1,3}|_{1,2}|~~|==)(?=[^*_~=])/;
/** Characters of a value that are searched for signs. */
const MAX_LENGTH = 512;

/** The range of a value without the signs around it. Empty if nothing is left. */
export function withoutBorders(text: string, { start, end }: Span): Span {
  BEFORE.lastIndex = start;
  const from = start + (BEFORE.exec(text)?.[0].length ?? 0);
  const value = text.slice(from, Math.min(end, from + MAX_LENGTH));
  const after = (IN_QUERY.test(text.slice(Math.max(0, start - 44), start)) ? AFTER_IN_QUERY : AFTER).exec(value);
  const to = after === null ? end : from + after.index;
  const mark = MARKS.exec(value)?.[0].length ?? 0;
  const isMarked = mark > 0 && text.slice(to - mark, to) === text.slice(from, from + mark) && to - from > 2 * mark;
  // Before an underscore in italics, the value starts behind the mark.
  const isItalic = text.charAt(from - 1) === '_' && text.charAt(to - 1) === '_' && !/\w/.test(text.charAt(from - 2));
  const bare = isMarked ? { start: from + mark, end: to - mark } : { start: from, end: isItalic ? to - 1 : to };
  return bare.start < bare.end ? bare : { start, end: start };
}

/** True if a value may have signs around it. Few do, and this check is cheap. */
export function mayHaveBorders(text: string, { start, end }: Span): boolean {
  return (
    FIRST.includes(text.charAt(start)) ||
    text.charAt(end - 1) === '_' ||
    (text.charAt(start - 1) === '=' && text.slice(start, end).includes('#')) ||
    hasInside(text, start, Math.min(end, start + MAX_LENGTH))
  );
}

/** A loop instead of a pattern, because there are many values. */
function hasInside(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (INSIDE[text.charCodeAt(at)] === 1) return true;
  return false;
}

const FIRST = '\u001b[&%<*_~=0xueUE\\';
/** By ASCII code. */
const INSIDE = Uint8Array.from({ length: 0x80 }, (_, code) =>
  Number('\u001b\\&%<['.includes(String.fromCharCode(code))),
);
