import type { Budget } from './budget';
import { MARKUP_COST, type MemberPlace, textPart } from './file-part';
import { isUtf16, latin1 } from './formats';

/** Decodes UTF-8, UTF-16, the encoding that the text declares, or windows-1252. */
export function decodeText(budget: Budget, bytes: Uint8Array, declared?: string): string {
  const utf16 = isUtf16(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const label = declared ?? /(?:charset|encoding)\s*=\s*["']?([\w.:-]+)/i.exec(latin1(bytes.subarray(0, 2048)))?.[1];
    const known = label === undefined || /^utf-?8$/i.test(label) ? undefined : decodeAs(label, bytes);
    if (known !== undefined) return known;
    const text = new TextDecoder('windows-1252').decode(bytes);
    // In the languages of this encoding, few letters are outside ASCII.
    const sample = text.slice(0, 100_000);
    const others = sample.match(/[^\0-\x7f]/g)?.length ?? 0;
    if (others * 4 > (sample.match(/[a-z]/gi)?.length ?? 0) + others) budget.report('unknown-characters');
    return text;
  }
}

function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return undefined;
  }
}

export function readText(budget: Budget, text: string, at: MemberPlace): void {
  budget.parts.push(textPart('plain', budget.take(text), at));
}

/** A picture inside a page that is not an icon. */
const DATA_PICTURE = /data:image\/(?!svg)[\w.+-]+;base64,[^"')]{7000}/;

/** A file with instructions, such as PHP, is read as source code, because a reader of markup skips them. */
export function readHtml(budget: Budget, text: string, at: MemberPlace): void {
  if (DATA_PICTURE.test(text)) budget.report('no-text');
  const representation = /<\?(?!xml\b)|<%/.test(text) ? 'plain' : 'storage';
  budget.parts.push(textPart(representation, budget.take(text, MARKUP_COST), at));
}

/** Each row of a table is a record, so that the first one labels the columns (RFC 4180, with any separator). */
export function readCsv(budget: Budget, text: string, at: MemberPlace): void {
  const separator = separatorOf(text);
  const part = budget.openPart({ ...at, kind: 'cell' });
  // A quoted field, or the characters up to a separator; then a separator, a line break or the end.
  const field = new RegExp(
    String.raw`(?:"([^"]*(?:""[^"]*)*)"(?=[${separator}\r\n]|$)|([^${separator}\r\n]*))(${separator}|\r\n|\r|\n|$)`,
    'y',
  );
  let row = 0;
  let column = 0;
  part.tag('<table>');
  while (field.lastIndex < text.length) {
    const [, quoted, bare = '', end = ''] = field.exec(text) ?? [];
    if (column === 0) part.tag('<tr>');
    if (column === 0) row++;
    part.mark(row, ++column);
    part.tag('<td>');
    part.text(quoted?.replaceAll('""', '"') ?? bare);
    if (end !== separator) column = 0;
  }
  part.tag('</table>');
}

/** The sign that most of the first lines have, and each of them equally often. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .slice(0, 20);
  const scores = [',', ';', '\t', '|'].map((sign) => {
    const counts = lines.map((line) => line.split(sign).length - 1);
    return { sign, score: counts.filter((count) => count > 0 && count === counts[0]).length };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).sign;
}
