import * as z from 'zod';
import { listNewestFirst, periodOf, type Source } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import type { AuditPosition } from './cursor';
import type { AuditFilter } from './filter';

/** The events of a site, newest first. Eventually consistent, like all lists (rows-by-time.ts). */

const change = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

/** Accepts unknown types, which another version of the app may write. */
const auditRecord = z.object({
  time: z.iso.datetime({ precision: 3 }),
  type: z.string(),
  outcome: z.string(),
  subject: z.string(),
  actorType: z.string(),
  actorAccountId: z.string(),
  actorKeyId: z.string().optional(),
  requestId: z.string(),
  details: z.object({
    keyName: z.string().optional(),
    how: z.string().optional(),
    before: change.optional(),
    after: change.optional(),
    justification: z.string().optional(),
  }),
});

export type AuditEntry = z.infer<typeof auditRecord> & { readonly id: string };

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /**
   * The number of rows in this part of the list that this version of the app cannot read. Their filters cannot be evaluated, so
   * callers must report them. Each row is counted on one page only.
   */
  readonly unreadable: number;
  /** The position to continue from. Undefined: the end of the list. */
  readonly next: AuditPosition | undefined;
}

export interface AuditQuery {
  readonly filter: AuditFilter;
  readonly now: Date;
  /** Lists events after this position. Undefined: starts with the newest. */
  readonly after: AuditPosition | undefined;
  readonly limit: number;
}

const DAY_MS = 86_400_000;

/** @throws StorageUnavailableError */
export async function readEvents(
  storage: Pick<Storage, 'list'>,
  { filter, now, after, limit }: AuditQuery,
): Promise<AuditPage> {
  const { from, to } = periodOf(now, filter);
  // Unreadable rows have a position in the list too, and count toward the limit.
  const { items, next } = await listNewestFirst(storage, {
    entity: 'audit',
    time: 'time',
    schema: auditRecord,
    sources: sourcesOf(filter, from, after !== undefined && after.time < to ? after.time : to),
    from,
    to,
    after: after && { time: after.time, key: after.id },
    limit,
    pick: (id, event): AuditEntry | 'unreadable' | undefined => (matches(event, filter) ? { id, ...event } : undefined),
    unreadable: 'unreadable',
  });
  const entries = items.filter((item) => item !== 'unreadable');
  return { entries, unreadable: items.length - entries.length, next: next && { time: next.time, id: next.key } };
}

function matches(
  entry: z.infer<typeof auditRecord>,
  { type, subject, actorAccountId, apiKeyId }: AuditFilter,
): boolean {
  return (
    (type === undefined || entry.type === type) &&
    (subject === undefined || entry.subject === subject) &&
    (actorAccountId === undefined || entry.actorAccountId === actorAccountId) &&
    (apiKeyId === undefined || entry.actorKeyId === apiKeyId)
  );
}

/** The most selective index. Without a filter: month by month. */
function sourcesOf(
  { type, subject, actorAccountId, apiKeyId }: AuditFilter,
  from: string,
  to: string,
): readonly Source[] {
  if (subject !== undefined) return [{ index: 'by-subject', partition: subject, from }];
  if (apiKeyId !== undefined) return [{ index: 'by-api-key', partition: apiKeyId, from }];
  if (actorAccountId !== undefined) return [{ index: 'by-actor', partition: actorAccountId, from }];
  if (type !== undefined) return [{ index: 'by-type', partition: type, from }];
  const months: Source[] = [];
  for (let month = to.slice(0, 7); month >= from.slice(0, 7); month = monthBefore(month)) {
    months.push({ index: 'by-month', partition: month, from: `${month}-01T00:00:00.000Z` });
  }
  return months;
}

function monthBefore(month: string): string {
  return new Date(Date.parse(`${month}-01T00:00:00.000Z`) - DAY_MS).toISOString().slice(0, 7);
}
