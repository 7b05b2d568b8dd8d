import * as z from 'zod';
import { maskKeys } from './key-format';

/** What people write in the admin area: it must look like what it is, and never be a place for a key. */

/** Control characters, and those that turn the direction of text around or cannot be seen. */
const UNSAFE = /[\p{Cc}\p{Surrogate}\u202A-\u202E\u2066-\u2069\u200B-\u200F\uFEFF]/u;

/** One line that is not empty: NFC, without spaces around it. */
export function plainName(maxCharacters: number) {
  return z
    .string({ error: 'must be text' })
    .transform((name) => name.normalize('NFC').trim())
    .pipe(text(maxCharacters, UNSAFE).min(1, { error: 'must not be empty' }));
}

/** Any number of lines, also none. */
export function plainText(maxCharacters: number) {
  return z
    .string({ error: 'must be text' })
    .transform((value) => value.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .pipe(text(maxCharacters, UNSAFE, /[\n\t]/g));
}

function text(maxCharacters: number, unsafe: RegExp, allowed?: RegExp) {
  return z
    .string()
    .max(maxCharacters, { error: `may have ${maxCharacters} characters at most` })
    .refine((value) => !unsafe.test(allowed === undefined ? value : value.replace(allowed, ' ')), {
      error: 'must not contain control characters',
    })
    .refine((value) => maskKeys(value) === value, { error: 'must not contain an API key' });
}
