import { createCipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { deriveKey } from '../keys/key-secrets';
import type { Position } from '../platform/newest-first';
import type { Peppers } from '../platform/secrets';
import { Problem } from './problem';

/**
 * Where a list of the API goes on (rest-api.md section 9): after which row, for which question, for which key, until
 * when. Sealed, so that nobody makes one up; it grants nothing, because whoever sends it is asked everything anew.
 * Encrypted, because the row after which a list goes on may be one that the key may not know of: its page, and its time.
 */

const INFO = 'cursor/1';
const CIPHER_INFO = 'cursor-cipher/1';
/** Encrypting and decrypting are the same. Its block has as many bytes as the seal, which is where it begins. */
const CIPHER = 'aes-256-ctr';
const SEAL_BYTES = 16;
const LIFETIME_MS = 86_400_000;

interface CursorOwner {
  readonly peppers: Peppers;
  readonly installationId: string;
  readonly keyId: string;
  readonly now: Date;
}

/** Everything that a list depends on but its place and its length: its route, and its filters. */
type Question = readonly (string | undefined)[];

export interface Cursors {
  /** @param lifetimeMs for how long it can be read; a day if left out */
  write(position: Position, question: Question, lifetimeMs?: number): string;
  /**
   * @param parameter in which it came, for the problem
   * @throws Problem 400 INVALID_CURSOR, EXPIRED_CURSOR
   */
  read(cursor: string, question: Question, parameter?: string): Position;
}

export function cursorsOf(owner: CursorOwner): Cursors {
  return {
    write: (position, question, lifetimeMs = LIFETIME_MS) => writeCursor(position, { ...owner, question }, lifetimeMs),
    read: (cursor, question, parameter = 'cursor') => readCursor(cursor, { ...owner, question }, parameter),
  };
}

interface CursorScope extends CursorOwner {
  readonly question: Question;
}

const content = z.tuple([z.literal(1), z.string(), z.string(), z.string(), z.int()]);

function writeCursor({ time, key }: Position, scope: CursorScope, lifetimeMs: number): string {
  const [pepper] = scope.peppers;
  const text = JSON.stringify([1, time, key, fingerprint(scope), scope.now.getTime() + lifetimeMs]);
  const bytes = Buffer.from(text);
  const sealed = seal(bytes, pepper, scope);
  return Buffer.concat([veil(bytes, sealed, pepper, scope), sealed]).toString('base64url');
}

function readCursor(cursor: string, scope: CursorScope, parameter: string): Position {
  const bytes = Buffer.from(cursor, 'base64url');
  const body = bytes.subarray(0, -SEAL_BYTES);
  const sealed = bytes.subarray(-SEAL_BYTES);
  const isWellFormed = bytes.toString('base64url') === cursor && sealed.length === SEAL_BYTES;
  const text = (isWellFormed ? scope.peppers : [])
    .map((pepper) => ({ pepper, text: veil(body, sealed, pepper, scope) }))
    .find((one) => timingSafeEqual(sealed, seal(one.text, one.pepper, scope)))?.text;
  const parsed = text && content.safeParse(JSON.parse(text.toString('utf8')));
  if (parsed?.success !== true) throw refused('INVALID_CURSOR', parameter);
  const [, time, key, of, expires] = parsed.data;
  if (of !== fingerprint(scope)) throw refused('INVALID_CURSOR', parameter);
  if (scope.now.getTime() >= expires) throw refused('EXPIRED_CURSOR', parameter);
  return { time, key };
}

function refused(code: 'INVALID_CURSOR' | 'EXPIRED_CURSOR', parameter: string): Problem {
  const detail =
    'A cursor belongs to its key, its route and its filters, and is good for a limited time. Start again without it.';
  return new Problem(code, { errors: [{ code, detail, parameter }] });
}

function seal(bytes: Buffer, pepper: Peppers[0], { installationId }: CursorScope): Buffer {
  return createHmac('sha256', deriveKey(pepper, installationId, INFO))
    .update(bytes)
    .digest()
    .subarray(0, SEAL_BYTES);
}

/** The seal is another one for every text, so no two texts meet the same key stream. */
function veil(bytes: Buffer, sealed: Buffer, pepper: Peppers[0], { installationId }: CursorScope): Buffer {
  return createCipheriv(CIPHER, deriveKey(pepper, installationId, CIPHER_INFO), sealed).update(bytes);
}

function fingerprint({ keyId, question }: CursorScope): string {
  const text = JSON.stringify([keyId, ...question.map((part) => part ?? null)]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
