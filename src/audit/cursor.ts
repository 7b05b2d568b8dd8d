import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { AuditFilter } from './filter';

/**
 * The position in a list of events: the last listed event and the filters. Storage cursors are not stable and must not be kept.
 * A cursor grants no access, because a forged one only leads to another position in a list that the caller may read. It is
 * therefore validated, but not signed.
 */

export interface AuditPosition {
  readonly time: string;
  /** Events of the same time are listed by descending id. Empty: all of them have been listed. */
  readonly id: string;
}

const SEPARATOR = ' ';

const content = z.tuple([
  z.literal('1'),
  z.iso.datetime({ precision: 3 }),
  z.union([z.uuid(), z.literal('')]),
  z.string().length(16),
]);

export function writeCursor({ time, id }: AuditPosition, filter: AuditFilter): string {
  return Buffer.from(['1', time, id, fingerprint(filter)].join(SEPARATOR)).toString('base64url');
}

/** @returns undefined if the cursor is invalid or belongs to other filters */
export function readCursor(cursor: string, filter: AuditFilter): AuditPosition | undefined {
  const parsed = content.safeParse(Buffer.from(cursor, 'base64url').toString().split(SEPARATOR));
  if (!parsed.success) return undefined;
  const [, time, id, of] = parsed.data;
  return of === fingerprint(filter) ? { time, id } : undefined;
}

function fingerprint({ type, subject, actorAccountId, apiKeyId, from, to }: AuditFilter): string {
  const text = JSON.stringify([type, subject, actorAccountId, apiKeyId, from, to]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
