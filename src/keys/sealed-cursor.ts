import { createCipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Position } from '../platform/rows-by-time';
import type { Peppers } from '../platform/secrets';
import { deriveKey } from './key-secrets';

/**
 * The position where a list continues: after which row, for which filters, for which reader, and until when. It is
 * sealed, so that no client can forge a position. It grants nothing, because each request is checked again. It is
 * encrypted, because the reader may not be allowed to know the row after which the list continues: its page, and its
 * time.
 */

const INFO = 'cursor/1';
const CIPHER_INFO = 'cursor-cipher/1';
/**
 * Encryption and decryption are the same operation. The initial counter block is the seal, which has the same number of
 * bytes.
 */
const CIPHER = 'aes-256-ctr';
const SEAL_BYTES = 16;
export const CURSOR_LIFETIME_MS = 86_400_000;

export interface CursorOwner {
  readonly peppers: Peppers;
  readonly installationId: string;
  /** The API key or the account that reads the list. */
  readonly readerId: string;
  readonly now: Date;
}

/** Everything that a list depends on except its position and its length: its route and its filters. */
export type CursorQuestion = readonly (string | undefined)[];

interface CursorScope extends CursorOwner {
  readonly question: CursorQuestion;
}

const content = z.tuple([z.literal(1), z.string(), z.string(), z.string(), z.int()]);

export function writeCursor({ time, key }: Position, scope: CursorScope, lifetimeMs = CURSOR_LIFETIME_MS): string {
  const [pepper] = scope.peppers;
  const text = JSON.stringify([1, time, key, fingerprint(scope), scope.now.getTime() + lifetimeMs]);
  const bytes = Buffer.from(text);
  const sealed = seal(bytes, pepper, scope);
  return Buffer.concat([applyCipher(bytes, sealed, pepper, scope), sealed]).toString('base64url');
}

/** @returns `invalid` for anything except a cursor for this reader and this list */
export function readCursor(cursor: string, scope: CursorScope): Position | 'invalid' | 'expired' {
  const bytes = Buffer.from(cursor, 'base64url');
  const body = bytes.subarray(0, -SEAL_BYTES);
  const sealed = bytes.subarray(-SEAL_BYTES);
  const isWellFormed = bytes.toString('base64url') === cursor && sealed.length === SEAL_BYTES;
  const text = (isWellFormed ? scope.peppers : [])
    .map((pepper) => ({ pepper, text: applyCipher(body, sealed, pepper, scope) }))
    .find((one) => timingSafeEqual(sealed, seal(one.text, one.pepper, scope)))?.text;
  const parsed = text && content.safeParse(JSON.parse(text.toString('utf8')));
  if (parsed?.success !== true) return 'invalid';
  const [, time, key, of, expires] = parsed.data;
  if (of !== fingerprint(scope)) return 'invalid';
  return scope.now.getTime() >= expires ? 'expired' : { time, key };
}

function seal(bytes: Buffer, pepper: Peppers[0], { installationId }: CursorScope): Buffer {
  return createHmac('sha256', deriveKey(pepper, installationId, INFO))
    .update(bytes)
    .digest()
    .subarray(0, SEAL_BYTES);
}

/** The seal is different for every text, so no two texts use the same key stream. */
function applyCipher(bytes: Buffer, sealed: Buffer, pepper: Peppers[0], { installationId }: CursorScope): Buffer {
  return createCipheriv(CIPHER, deriveKey(pepper, installationId, CIPHER_INFO), sealed).update(bytes);
}

function fingerprint({ readerId, question }: CursorScope): string {
  const text = JSON.stringify([readerId, ...question.map((part) => part ?? null)]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
