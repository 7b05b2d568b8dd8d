import * as z from 'zod';
import { maskKeys } from './key-format';

/**
 * Validates text that people enter in the admin area. It must have no invisible or misleading characters, and never
 * contain an API key.
 */

/** Control characters, characters that reverse the direction of text, and invisible characters. */
const UNSAFE = /[\p{Cc}\p{Surrogate}\u202A-\u202E\u2066-\u2069\u200B-\u200F\uFEFF]/u;

export const NO_KEY = 'must not contain an API key';

/** Letters of scripts that use joiners, such as Persian and Sinhala (RFC 5892, appendix A). */
const LETTER =
  '(?=[\\p{L}\\p{M}])[\\p{scx=Arab}\\p{scx=Beng}\\p{scx=Deva}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Taml}\\p{scx=Telu}]';
/** Characters that hide nothing between such letters or within emoji. */
const JOINER = `(?<=${LETTER}|[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])[\\u200C\\u200D](?=${LETTER}|\\p{Extended_Pictographic})`;

let joiner: RegExp | undefined;

/** Builds the pattern when a text first needs it, because the classes of these scripts take a new process 2 ms. */
function withoutJoiners(value: string): string {
  return value.replace((joiner ??= new RegExp(JOINER, 'gu')), '');
}

/** One line that is not empty: NFC, without leading or trailing spaces. */
export function plainName(maxCharacters: number) {
  return z
    .string({ error: 'must be text' })
    .transform((name) => name.normalize('NFC').trim())
    .pipe(text(maxCharacters, UNSAFE).min(1, { error: 'must not be empty' }));
}

/** Any number of lines, or none. */
export function plainText(maxCharacters: number) {
  return z
    .string({ error: 'must be text' })
    .transform((value) => value.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .pipe(text(maxCharacters, UNSAFE, /[\n\t]/g));
}

/** A search in Confluence. It is stored and returned, so it must not contain an API key. */
export const cqlText = z
  .string({ error: 'must be a CQL query' })
  .min(1, { error: 'must not be empty' })
  .max(2_000, { error: 'must have at most 2,000 characters' })
  .refine(hasNoKey, { error: NO_KEY });

/** True if a text contains no API key, not even in part. */
export function hasNoKey(value: string): boolean {
  return maskKeys(value) === value;
}

function text(maxCharacters: number, unsafe: RegExp, allowed?: RegExp) {
  return z
    .string()
    .max(maxCharacters, { error: `must have at most ${maxCharacters} characters` })
    .refine((value) => !unsafe.test(withoutJoiners(allowed === undefined ? value : value.replace(allowed, ' '))), {
      error: 'must not contain control or invisible characters',
    })
    .refine(hasNoKey, { error: NO_KEY });
}
