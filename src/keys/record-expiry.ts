import * as z from 'zod';
import { auditDetails } from '../audit/details';
import { APP_ACTOR, auditRow } from '../audit/event';
import type { Clock } from '../platform/clock';
import type { Position } from '../platform/rows-by-time';
import { nextRevision, type RowWrite, type Storage } from '../platform/storage';
import { type Stored, storedDocument } from '../platform/stored-document';
import { type EndNotice, endNotices, type ExpiryNotice, expiryNotices } from './expiry-notices';
import { listKeys } from './key-store';
import { type ApiKey, apiKeyRecord } from './model';

/**
 * Records in the audit log that keys expire soon, and that they have expired. Each event is written once, even if this
 * runs often or concurrently, because the transaction that writes the events also stores the last one, under a
 * condition.
 */

/** The last event that was recorded. */
const EXPIRY_ROW = storedDocument(z.strictObject({ time: z.iso.datetime({ precision: 3 }), key: z.string() }), {
  key: 'key-expiry',
  unreadable: 'refused',
});

const DAY_MS = 86_400_000;
/** Longer than the list of keys may lag behind. */
const LAG_MS = 600_000;
/** The maximum number of events in one transaction, which takes 25 rows, one of them for the state. */
const AT_ONCE = 24;

interface ExpiryContext {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly requestId: string;
}

/** @throws StorageUnavailableError, CorruptRecordError; the next run records the missing events */
export async function recordExpiry({ storage, clock, requestId }: ExpiryContext): Promise<void> {
  const now = clock();
  const to = new Date(now.getTime() - LAG_MS);
  let { revision, value: stored }: State = await EXPIRY_ROW.read(storage);
  // The first run skips notices that were due more than a day earlier.
  const after = stored ?? { time: new Date(to.getTime() - DAY_MS).toISOString(), key: '' };
  const due = (await listKeys(storage)).flatMap((key) => noticesOf(key, after, to)).sort(byPlace);
  for (let first = 0; first === 0 || first < due.length; first += AT_ONCE) {
    const part = due.slice(first, first + AT_ONCE);
    const last = part.at(-1);
    if (last === undefined && stored !== undefined) return;
    const place = last === undefined ? after : { time: last.time, key: last.noticeId };
    const rows = (await confirmed(storage, part, after, to)).map((notice) => rowOf(notice, now, requestId));
    // If the condition fails, a concurrent run is recording the same events.
    const commit = (write: RowWrite) => storage.commit([write, ...rows], []);
    if ((await EXPIRY_ROW.save(storage, revision, place, commit)) === 'conflict') return;
    [revision, stored] = [nextRevision(revision), place];
  }
}

type State = Stored<Position | undefined>;

type Notice = ExpiryNotice | EndNotice;

function noticesOf(key: ApiKey, after: Position, to: Date): readonly Notice[] {
  return [...expiryNotices(key, after, to), ...endNotices(key, after, to)];
}

function byPlace(one: Notice, other: Notice): number {
  if (one.time !== other.time) return one.time < other.time ? -1 : 1;
  return one.noticeId < other.noticeId ? -1 : 1;
}

/** Keeps the notices that match the current keys, because a list may not yet show that a key was revoked or rotated. */
async function confirmed(
  storage: Storage,
  part: readonly Notice[],
  after: Position,
  to: Date,
): Promise<readonly Notice[]> {
  const keyIds = [...new Set(part.map(({ keyId }) => keyId))];
  if (keyIds.length === 0) return [];
  const rows = await storage.readMany(keyIds.map((key) => ({ entity: 'api-key', key })));
  const stillDue = new Set(
    rows.flatMap(({ value }, index) => {
      const parsed = apiKeyRecord.safeParse(value);
      if (!parsed.success) return [];
      const key = { keyId: keyIds[index] ?? '', record: parsed.data };
      return noticesOf(key, after, to).map(({ noticeId }) => noticeId);
    }),
  );
  return part.filter(({ noticeId }) => stillDue.has(noticeId));
}

function rowOf(notice: Notice, now: Date, requestId: string): RowWrite {
  return auditRow({
    id: notice.noticeId,
    type: 'days' in notice ? 'apikey.expiring' : 'apikey.expired',
    time: now,
    subject: `apikey:${notice.keyId}`,
    actor: APP_ACTOR,
    requestId,
    after:
      'days' in notice
        ? auditDetails({ days: notice.days, expiresAt: notice.expiresAt })
        : notice.ended === 'expiresAt'
          ? auditDetails({ expiresAt: notice.time })
          : auditDetails({ graceUntil: notice.time }),
  });
}
