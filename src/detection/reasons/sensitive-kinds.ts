import { analyzeFlat } from '../analyze-text';
import { builtInEngine } from '../engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../engine/policy';
import { BLOCK_BORDER, type FlatText } from '../text/flat-text';
import { flattenPlain } from '../text/flat-text-builder';
import { flattenStorage } from '../text/storage';

/** Personal data that may be in a reason, because it identifies a person or a place and is no ID number. */
const NO_ID_NUMBERS = ['email', 'phone-intl', 'phone-national', 'date-of-birth', 'postal-address'];
const UNCHECKED = builtInEngine.definitions.filter(
  ({ id, category }) => category === 'network' || NO_ID_NUMBERS.includes(id),
);

/** The detectors of secrets, financial data, health data and ID numbers, whatever the site has configured. */
const SELECTION = selectDetectors(builtInEngine, {
  ...DEFAULT_POLICY,
  detectors: Object.fromEntries(UNCHECKED.map(({ id }) => [id, { enabled: false }])),
});

const NAMES = new Map(builtInEngine.definitions.map(({ id, name }) => [id, name]));

/** A value may be encoded twice, and its tags may be, too. */
const MOST_DECODINGS = 4;

/** A value that is split by line breaks, also of quoted-printable, or by tabs. */
const BREAKS = /=?[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** The gaps within a split value, and the text that joins its parts: the blank between groups of digits, or nothing. */
const GAPS = [
  [/\s*\n\s*/g, ' '],
  [/\s*\n\s*/g, ''],
  [BREAKS, ' '],
  [BREAKS, ''],
  [/<[^<>]*>/g, ''],
  [/\\+/g, ''],
] as const;

/** Base64 of at least 12 bytes. The longest encodes text, or it is no Base64. */
const BASE64 = /[\w+/-]{16,}/g;
const READABLE = /^[\t\n\r -~]+$/;

/**
 * Finds the kinds of sensitive values in a text of one reason. Each decoded form is searched: HTML, URL-encoding, Base64,
 * quoted-printable, escapes of programs, and values that are split by tags or line breaks.
 * @returns the names of detectors, each once. Never a value
 */
export function sensitiveKinds(text: string, today: Date): readonly string[] {
  const kinds = new Set<string>();
  const search = (flat: FlatText) => {
    for (const { detectorId } of analyzeFlat(flat, SELECTION, today)) kinds.add(NAMES.get(detectorId) ?? detectorId);
  };
  let form = text;
  for (let decodings = 0; decodings < MOST_DECODINGS; decodings += 1) {
    search(flattenPlain(form));
    for (const [run] of form.matchAll(BASE64)) {
      const decoded = Buffer.from(run, 'base64').toString();
      if (READABLE.test(decoded)) search(flattenPlain(decoded));
    }
    for (const [gap, joint] of GAPS) {
      const joined = form.replace(gap, joint);
      if (joined !== form) search(flattenPlain(joined));
    }
    const html = flattenStorage(form);
    const next = decodeEscapes(html.text);
    if (next === form.trim()) break;
    search(html);
    form = next;
  }
  return [...kinds];
}

/** Decodes URL-encoding, escapes of programs, full-width letters and dashes, and removes invisible characters. */
function decodeEscapes(text: string): string {
  return text
    .replaceAll(BLOCK_BORDER, '\n')
    .replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => decodeBytes(encoded.replaceAll('%', '')))
    .replace(/(?:\\x[0-9a-f]{2})+/gi, (encoded) => decodeBytes(encoded.replace(/\\x/gi, '')))
    .replace(/(?:=[0-9a-f]{2}){3,}/gi, (encoded) => decodeBytes(encoded.replaceAll('=', '')))
    .replace(/\\+u\{([0-9a-f]{1,6})\}/gi, (_escape, code: string) => characterOf(Number.parseInt(code, 16)))
    .replace(/(?:\\+|%)u([0-9a-f]{4})/g, (_escape, code: string) => characterOf(Number.parseInt(code, 16)))
    .replace(/\\+(?:U0000|00)([0-9a-f]{4})/gi, (_escape, code: string) => characterOf(Number.parseInt(code, 16)))
    .replace(/\\+([0-3][0-7]{2})/g, (_escape, code: string) => characterOf(Number.parseInt(code, 8)))
    .replace(/\\+[nrt]/g, '\n')
    .replace(/(?<=[\w:])\+(?=\w)/g, ' ')
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .trim();
}

function decodeBytes(hex: string): string {
  return Buffer.from(hex, 'hex').toString('utf8');
}

function characterOf(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
}
