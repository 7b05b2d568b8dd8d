import { type Budget, ReadingStop } from './budget';
import type { MemberPlace } from './file-part';
import { latin1 } from './formats';
import { MIN_PICTURE_BYTES } from './zip';

/** Groups without text (RTF 1.9.1). All others are read. */
const WITHOUT_TEXT = new Set(
  `fonttbl colortbl stylesheet pict objdata themedata colorschememapping datastore latentstyles listtable listoverridetable
  rsidtbl generator xmlnstbl filetbl revtbl panose falt blipuid bkmkstart bkmkend objclass objname pgptbl wgrffmtfilter pnseclvl
  oldcprops oldpprops oldtprops oldsprops listpicture ftnsep ftnsepc aftnsep aftnsepc sn defchp defpap pgdsctbl mmathPr
  ffname ffformat atrfstart atrfend atnref atnparent atndate aftncn ftncn passwordhash protusertbl`.split(/\s+/),
);
const BREAKS = new Map([
  ['line', '<br/>'],
  ['tab', '\t'],
  ['emdash', '\u2014'],
  ['endash', '\u2013'],
  ['lquote', '\u2018'],
  ['rquote', '\u2019'],
  ['ldblquote', '\u201c'],
  ['rdblquote', '\u201d'],
  ['bullet', '\u2022'],
]);
/** The encodings of the character sets of fonts, beside the one of the document. */
const CHARSETS: Readonly<Record<number, string>> = {
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

interface Group {
  skip: boolean;
  /** The characters to skip after a Unicode character, for readers that know none. */
  fallback: number;
  encoding: string;
}

export function readRtf(budget: Budget, bytes: Uint8Array, at: MemberPlace): void {
  const text = latin1(bytes);
  const part = budget.openPart({ ...at, kind: 'paragraph' });
  const fonts = new Map<number, string>();
  const groups: Group[] = [];
  const token = /\\(?:([a-z]+)(-?\d+)? ?|'([0-9a-f]{2})|([^a-z]))|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi;
  let group: Group = { skip: false, fallback: 1, encoding: 'windows-1252' };
  let documentEncoding = 'windows-1252';
  let encoded: number[] = [];
  let toSkip = 0;
  let font = 0;
  let inFonts = 0;
  let paragraphs = 0;
  let open = '';
  let isTable = false;
  const markup = (state: '' | 'p' | 'td' | 'tr') => {
    if (state === open) return;
    if (open === 'p') part.tag('</p>');
    open = state;
    if (state === 'p') part.tag('<p>');
  };
  const write = (written: string) => {
    if (open === '' && written.trim() === '') return;
    if (open === '') {
      if (!isTable) closeTable();
      part.mark(++paragraphs);
      if (isTable) {
        part.tag(tableTag());
        open = 'td';
      } else markup('p');
    }
    part.text(written);
  };
  let level: '' | 'table' | 'row' = '';
  const tableTag = () => {
    const tags = level === '' ? '<table><tr><td>' : level === 'table' ? '<tr><td>' : '<td>';
    level = 'row';
    return tags;
  };
  // Each paragraph in a table says so again, so a table ends at the first one outside.
  const closeTable = () => {
    if (level !== '' && open !== 'td') {
      part.tag('</table>');
      level = '';
    }
  };
  const flush = () => {
    if (encoded.length === 0) return;
    write(new TextDecoder(group.encoding).decode(Uint8Array.from(encoded)));
    encoded = [];
  };
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    budget.spend('steps');
    const [, word, argument, hex, sign, brace, plain] = match;
    if (hex !== undefined) {
      if (toSkip > 0) toSkip--;
      else if (!group.skip) encoded.push(Number.parseInt(hex, 16));
      continue;
    }
    // A font may have a character of two bytes, whose second one is written as a letter.
    if (plain === undefined || !(encoded.length % 2 === 1 && /^(?:shift_jis|gbk|big5|euc-kr)$/.test(group.encoding)))
      flush();
    if (brace === '{') {
      groups.push(group);
      if (groups.length > budget.limits.depth) throw new ReadingStop('over-budget');
      group = { ...group };
    } else if (brace === '}') {
      const outer = groups.pop();
      if (outer === undefined) budget.report('damaged');
      group = outer ?? group;
      if (groups.length < inFonts) inFonts = 0;
      toSkip = 0;
    } else if (plain !== undefined) {
      const kept = plain.slice(toSkip);
      toSkip = Math.max(0, toSkip - plain.length);
      if (group.skip || kept === '') continue;
      for (const byte of Buffer.from(kept, 'latin1')) encoded.push(byte);
    } else if (sign !== undefined) {
      if (group.skip) continue;
      if (sign === '~') write('\u00a0');
      else if (sign === '_') write('-');
      else if (/[\\{}]/.test(sign)) write(sign);
      else if (/[\r\n]/.test(sign)) markup('');
    } else if (word !== undefined) {
      const number = Number(argument ?? 1);
      if (word === 'bin') token.lastIndex += Math.max(0, number);
      else if (word === 'fonttbl') inFonts = groups.length;
      if (inFonts > 0 && word === 'f') font = number;
      else if (word === 'fcharset') fonts.set(font, CHARSETS[number] ?? documentEncoding);
      else if (word === 'f' || word === 'plain')
        group.encoding = (word === 'f' ? fonts.get(number) : undefined) ?? documentEncoding;
      else if (word === 'ansicpg') documentEncoding = group.encoding = encodingOf(number);
      else if (word === 'uc') group.fallback = number;
      if (word === 'objdata') budget.report('unsupported-type');
      const end = word === 'pict' ? text.indexOf('}', token.lastIndex) : 0;
      if (end - token.lastIndex > MIN_PICTURE_BYTES * 2 || (word === 'bin' && number > MIN_PICTURE_BYTES))
        budget.report('no-text');
      if (WITHOUT_TEXT.has(word)) group.skip = true;
      if (group.skip) continue;
      if (word === 'u') {
        write(String.fromCharCode(number & 0xffff));
        toSkip = group.fallback;
      } else if (word === 'pard') isTable = false;
      else if (word === 'intbl') isTable = true;
      else if (word === 'cell' || word === 'nestcell') {
        if (open !== 'td') part.tag(tableTag());
        part.tag('</td>');
        open = '';
      } else if (word === 'row') {
        part.tag('</tr>');
        level = 'table';
        open = '';
      } else if (
        /^(?:par|page|sect|fldrslt|shptxt|dptxbxtext|footnote|annotation|header[lrf]?|footer[lrf]?|sv)$/.test(word)
      ) {
        if (open === 'td') part.tag('<p></p>');
        else markup('');
        if (!isTable) closeTable();
      } else if (BREAKS.has(word)) {
        const written = BREAKS.get(word) ?? '';
        if (written === '<br/>') part.tag(written);
        else write(written);
      }
    }
  }
  flush();
  markup('');
  if (groups.length > 0) budget.report('damaged');
}

function encodingOf(codePage: number): string {
  if (codePage === 932) return 'shift_jis';
  if (codePage === 936) return 'gbk';
  if (codePage === 949) return 'euc-kr';
  if (codePage === 950) return 'big5';
  if (codePage === 65001) return 'utf-8';
  return codePage === 874 || (codePage >= 1250 && codePage <= 1258) ? `windows-${codePage}` : 'windows-1252';
}
