import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Position } from '../platform/rows-by-time';
import type { AuditFilter } from './filter';

/**
 * The position in a list of events: the last listed event and the filters. Storage cursors are not stable and must not be kept.
 * A cursor grants no access, because a forged one only leads to another position in a list that the caller may read. It is
 * therefore validated, but not signed.
 */

const SEPARATOR = ' ';

const content = z.tuple([
  z.literal('1'),
  z.iso.datetime({ precision: 3 }),
  z.union([z.uuid(), z.literal('')]),
  z.string().length(16),
]);

export function writeCursor({ time, key }: Position, filter: AuditFilter): string {
  return Buffer.from(['1', time, key, fingerprint(filter)].join(SEPARATOR)).toString('base64url');
}

/** @returns undefined if the cursor is invalid or belongs to other filters */
export function readCursor(cursor: string, filter: AuditFilter): Position | undefined {
  const parsed = content.safeParse(Buffer.from(cursor, 'base64url').toString().split(SEPARATOR));
  if (!parsed.success) return undefined;
  const [, time, key, of] = parsed.data;
  return of === fingerprint(filter) ? { time, key } : undefined;
}

function fingerprint({ type, subject, actorAccountId, apiKeyId, from, to }: AuditFilter): string {
  const text = JSON.stringify([type, subject, actorAccountId, apiKeyId, from, to]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
