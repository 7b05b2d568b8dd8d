import * as z from 'zod';
import type { Storage } from '../platform/storage';
import type { AuditPosition } from './cursor';
import type { AuditFilter } from './filter';

/**
 * The events of a site, the newest first; of those at the same millisecond, the greater id first.
 *
 * By queries, so eventually consistent: an event of the last seconds may be missing, and is there when the list is read
 * again from its beginning. Storage promises no order among rows of one time, so they are put in order here, all
 * together; that is what makes a place in the list mean the same at every reading.
 */

const change = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

/** Open for types that another version of the app knows. */
const auditRecord = z.object({
  time: z.iso.datetime({ precision: 3 }),
  type: z.string(),
  outcome: z.string(),
  subject: z.string(),
  actorType: z.string(),
  actorAccountId: z.string(),
  actorKeyId: z.string().optional(),
  requestId: z.string(),
  details: z.object({ keyName: z.string().optional(), before: change.optional(), after: change.optional() }),
});

export type AuditEntry = z.infer<typeof auditRecord> & { readonly id: string };

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Rows that this version of the app cannot read. They are in no list; that there are some must not be hidden. */
  readonly unreadable: number;
  /** Where to go on; undefined = there is nothing more. */
  readonly next: AuditPosition | undefined;
}

export interface AuditQuestion {
  readonly filter: AuditFilter;
  readonly now: Date;
  /** After which event; undefined = from the newest. */
  readonly after: AuditPosition | undefined;
  readonly limit: number;
}

/** The app is younger, so no event is older. */
const EARLIEST = '2026-01-01T00:00:00.000Z';
const DAY_MS = 86_400_000;
const READ_AT_ONCE = 100;
/** After so many reads a page may be short, or empty, and say where to go on. Most of a page is found in one. */
const MAX_READS = 20;

interface Source {
  readonly index: string;
  readonly partition: string;
  /** Everything down to here has been seen once the source is at its end. */
  readonly from: string;
}

interface Found {
  readonly id: string;
  /** undefined = unreadable */
  readonly entry: AuditEntry | undefined;
}

/** @throws StorageUnavailableError */
export async function readEvents(
  storage: Pick<Storage, 'list'>,
  { filter, now, after, limit }: AuditQuestion,
): Promise<AuditPage> {
  // A clock may be a little ahead of ours; nothing is later than tomorrow.
  const latest = new Date(now.getTime() + DAY_MS).toISOString();
  const to = [filter.to ?? latest, after?.time ?? latest, latest].sort()[0] ?? latest;
  const from = [filter.from ?? EARLIEST, EARLIEST].sort()[1] ?? EARLIEST;

  const entries: AuditEntry[] = [];
  let unreadable = 0;
  let reads = 0;
  /** Down to where everything has been seen. */
  let seen: AuditPosition | undefined;
  const take = (group: readonly Found[]) => {
    for (const { id, entry } of group.toSorted((a, b) => (a.id < b.id ? 1 : -1))) {
      if (entry === undefined) unreadable += 1;
      else if (isAfter(entry, id, after) && matches(entry, filter)) entries.push(entry);
    }
  };

  for (const source of from > to ? [] : sourcesOf(filter, from, to)) {
    let group: Found[] = [];
    let groupTime: string | undefined;
    let cursor: string | undefined;
    do {
      if (reads >= MAX_READS && seen !== undefined) return { entries, unreadable, next: seen };
      const page = await storage.list({
        entity: 'audit',
        index: source.index,
        partition: [source.partition],
        between: [from, to],
        sort: 'DESC',
        limit: READ_AT_ONCE,
        ...(cursor === undefined ? {} : { cursor }),
      });
      reads += 1;
      for (const { key: id, value } of page.rows) {
        const parsed = auditRecord.safeParse(value);
        const time = parsed.success ? parsed.data.time : (groupTime ?? to);
        if (groupTime !== undefined && time !== groupTime) {
          take(group);
          group = [];
          seen = { time: groupTime, id: '' };
          if (entries.length > limit) return pageOf(entries, unreadable, limit);
        }
        groupTime = time;
        group.push({ id, entry: parsed.success ? { id, ...parsed.data } : undefined });
      }
      cursor = page.cursor;
    } while (cursor !== undefined);
    take(group);
    if (entries.length > limit) return pageOf(entries, unreadable, limit);
    seen = { time: source.from, id: '' };
  }
  return { entries, unreadable, next: undefined };
}

function pageOf(entries: readonly AuditEntry[], unreadable: number, limit: number): AuditPage {
  const shown = entries.slice(0, limit);
  const last = shown.at(-1);
  return { entries: shown, unreadable, next: last && { time: last.time, id: last.id } };
}

function isAfter({ time }: AuditEntry, id: string, after: AuditPosition | undefined): boolean {
  return after === undefined || time < after.time || (time === after.time && id < after.id);
}

function matches(entry: AuditEntry, { type, subject, actorAccountId, apiKeyId }: AuditFilter): boolean {
  return (
    (type === undefined || entry.type === type) &&
    (subject === undefined || entry.subject === subject) &&
    (actorAccountId === undefined || entry.actorAccountId === actorAccountId) &&
    (apiKeyId === undefined || entry.actorKeyId === apiKeyId)
  );
}

/** The index that leaves the least to look through; without a filter, month after month. */
function sourcesOf({ type, subject, actorAccountId, apiKeyId }: AuditFilter, from: string, to: string): Source[] {
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
