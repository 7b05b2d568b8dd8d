import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { AuditFilter } from './filter';

/**
 * Where a list of events goes on: after which event, and for which filters. A cursor of the platform's would not do,
 * because those are not stable and may not be kept. It grants nothing: whoever makes one up sees another place of a list
 * that they may see anyway; so it is checked, not sealed.
 */

export interface AuditPosition {
  readonly time: string;
  /** Of events at the same time, those with greater ids come first; empty = all of them have been shown. */
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

/** @returns undefined for what is no cursor, or one of other filters */
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
