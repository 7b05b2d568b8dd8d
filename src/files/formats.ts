import type { FileReason } from './budget';

/** The formats whose text is read. */
export type FileFormat =
  'pdf' | 'docx' | 'xlsx' | 'pptx' | 'odf' | 'rtf' | 'csv' | 'text' | 'html' | 'eml' | 'msg' | 'zip' | 'tar' | 'gzip';
/** Their bytes are those of another format, until a container is opened. */
type InsideFormat = 'docx' | 'xlsx' | 'pptx' | 'odf' | 'msg';

/** Formats that are recognized, and not read. */
type OtherFormat = Extract<FileReason, 'no-text' | 'unsupported-type'>;

const IMAGE = /\.(?:png|jpe?g|jfif|gif|bmp|tiff?|webp|hei[cf]|avif|ico|psd|xcf)$/i;
/** Formats without text, or without a parser. Any other name may be that of a text. */
const UNREADABLE =
  /\.(?:mp[34]|m4[av]|mov|avi|mkv|webm|wav|flac|og[gv]|aac|wm[av]|exe|dll|so|dylib|msi|iso|dmg|jar|war|class|pyc|wasm|7z|rar|xz|bz2|zst|ttf|otf|woff2?|eot|doc|dot|xls|xlt|xlsb|ppt|pps|pot|vsdx?|mpp|one|pst|mdb|accdb|sqlite|db|sketch|fig|dwg|pages|numbers|key|epub)$/i;

/** True if a file of this name may be readable. */
export function formatOfName(name: string, mediaType: string): true | OtherFormat {
  if (IMAGE.test(name) || (/^image\/(?!svg)/i.test(mediaType) && !/\.\w{1,5}$/.test(name))) return 'no-text';
  return UNREADABLE.test(name) || (/^(?:audio|video)\//i.test(mediaType) && !/\.\w{1,5}$/.test(name))
    ? 'unsupported-type'
    : true;
}

/** The bytes decide, and the name only for texts, whose bytes have no mark. */
export function formatOf(
  bytes: Uint8Array,
  name: string,
): Exclude<FileFormat, InsideFormat> | OtherFormat | 'compound' {
  const head = latin1(bytes.subarray(0, 1024));
  if (head.includes('%PDF-')) return 'pdf';
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return 'zip';
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'compound';
  if (/^\s*\{\\rtf/.test(head)) return 'rtf';
  if (head.startsWith('\x1f\x8b')) return 'gzip';
  if (head.startsWith('ustar', 257)) return 'tar';
  if (/^(?:\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\0\0\0\0|II\*\0|MM\0\*|RIFF.{4}WEBP|.{4}ftyp(?:hei|mif|avif))/s.test(head))
    return 'no-text';
  if (!isText(bytes)) return 'unsupported-type';
  if (/\.(?:csv|tsv|tab)$/i.test(name)) return 'csv';
  if (/\.(?:html?|xhtml)$/i.test(name) || /^\s*<(?:!doctype html|html)\b/i.test(head)) return 'html';
  return /\.(?:eml|mht|mhtml)$/i.test(name) || MAIL.test(head) ? 'eml' : 'text';
}

const MAIL =
  /^(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID|X-[\w-]+|From|DKIM-Signature): [^\n]*\r?\n(?:[\w-]+:|[ \t])/i;

/** Text has no control characters but a few, and zeros only in UTF-16. */
function isText(bytes: Uint8Array): boolean {
  if (isUtf16(bytes) !== undefined) return true;
  const sample = bytes.subarray(0, 65_536);
  let controls = 0;
  for (const byte of sample) {
    if (byte === 0) controls += 10;
    else if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) controls++;
  }
  return controls * 100 <= sample.length;
}

/** From the byte order mark, or from zeros in every second byte. */
export function isUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const sample = bytes.subarray(0, 1024);
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd * 5 > sample.length && even === 0) return 'utf-16le';
  return even * 5 > sample.length && odd === 0 ? 'utf-16be' : undefined;
}

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
