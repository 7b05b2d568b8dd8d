import * as z from 'zod';
import { EXCERPT_VERSION, BAR, maskPointer } from '../detection/masking';
import type { Clock } from '../platform/clock';
import { listOldestFirst } from '../platform/rows-by-time';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { RowWrite, Storage } from '../platform/storage';
import { KEEP_RESOLVED_DAYS } from './scan-store';

/**
 * Removes the context from stored excerpts that older rules built, and the names from their pointers: both may show a
 * value. Runs once a day, resumes where the last run stopped, and is done after one pass over all findings.
 */

/** Entity `config`, row `excerpt-cleaning`: the finding up to which the excerpts are clean. */
const progressRecord = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
  value: z.strictObject({
    excerptVersion: z.int().min(1),
    isDone: z.boolean(),
    time: z.string(),
    key: z.string(),
  }),
});

export interface CleaningRun {
  /** The number of excerpts that lost their context. */
  readonly cleaned: number;
  readonly isDone: boolean;
}

const KEY = 'excerpt-cleaning';
/** The maximum number of rows in one transaction. */
const AT_ONCE = 25;
const MAX_TRANSACTIONS = 100;
const FROM = { time: '2000-01-01T00:00:00.000Z', key: '' };
/** Later than any finding, regardless of the clock that set its time. */
const TO = '9999-12-31T23:59:59.999Z';
const DAY_MS = 86_400_000;

/** The members of a row that cleaning needs; rows that cannot be read as a finding have them too. */
const excerptRow = z.looseObject({
  rev: z.int().min(1),
  status: z.unknown().optional(),
  data: z.looseObject({ excerptVersion: z.unknown().optional(), statusAt: z.unknown().optional() }),
});
/** With the names in its pointers masked. */
const cleanLocation = z.looseObject({
  ranges: z.array(z.looseObject({ pointer: z.string().transform(maskPointer) })),
});
type ExcerptRow = z.infer<typeof excerptRow>;
const dated = z.object({ foundAt: z.iso.datetime({ precision: 3 }) });

/** @throws StorageUnavailableError: the next run continues after the last cleaned row */
export async function cleanExcerpts({
  storage,
  clock,
}: {
  readonly storage: Storage;
  readonly clock: Clock;
}): Promise<CleaningRun> {
  const { revision, value } = await storage.read('config', KEY);
  const progress = progressRecord.safeParse(value).data?.value;
  const isCurrent = progress?.excerptVersion === EXCERPT_VERSION;
  if (isCurrent && progress.isDone) return { cleaned: 0, isDone: true };
  if (revision === 'absent') await storage.placehold('config', KEY);
  let rev = typeof revision === 'number' && revision > 0 ? revision : 0;
  let after: { readonly time: string; readonly key: string } = isCurrent ? progress : FROM;
  let cleaned = 0;
  for (let transaction = 0; transaction < MAX_TRANSACTIONS; transaction += 1) {
    const { items, next, hasMore } = await listOldestFirst(storage, {
      entity: 'detection',
      index: 'by-date',
      after,
      to: TO,
      limit: AT_ONCE,
      timeOf: (row) => dated.safeParse(row).data?.foundAt,
      pick: (key, row) => (outdatedRow(row) === undefined ? undefined : key),
    });
    if (!(await cleanRows(storage, items, clock()))) return { cleaned, isDone: false };
    cleaned += items.length;
    after = next;
    const done: RowWrite = {
      entity: 'config',
      key: KEY,
      value: {
        v: 1,
        rev: rev + 1,
        value: { excerptVersion: EXCERPT_VERSION, isDone: !hasMore, time: next.time, key: next.key },
      },
      expected: rev,
    };
    // Another run is active and continues the work.
    if ((await storage.commit([done], [])) === 'conflict') return { cleaned, isDone: false };
    rev += 1;
    if (!hasMore) return { cleaned, isDone: true };
  }
  return { cleaned, isDone: false };
}

/** @returns false if other writes changed the rows at every attempt */
async function cleanRows(storage: Storage, keys: readonly string[], now: Date): Promise<boolean> {
  if (keys.length === 0) return true;
  const outcome = await retryOnConflict(async () => {
    const rows = await storage.readMany(keys.map((key) => ({ entity: 'detection', key })));
    const writes = keys.flatMap((key, index) => {
      const row = outdatedRow(rows[index]?.value);
      return row === undefined ? [] : [cleanedRow(key, row, now)];
    });
    return writes.length === 0 ? 'committed' : storage.commit(writes, []);
  });
  return outcome === 'committed';
}

function outdatedRow(value: unknown): ExcerptRow | undefined {
  const row = excerptRow.safeParse(value).data;
  return row === undefined || row.data.excerptVersion === EXCERPT_VERSION ? undefined : row;
}

function cleanedRow(key: string, row: ExcerptRow, now: Date): RowWrite {
  const { status, rev, data } = row;
  const location = cleanLocation.safeParse(data['location']).data;
  const cleaned = { ...data, maskedExcerpt: BAR, excerptVersion: EXCERPT_VERSION };
  const statusAt = typeof data.statusAt === 'string' ? Date.parse(data.statusAt) : Number.NaN;
  // Cleaning does not extend the time that a row is kept.
  const passed = Number.isNaN(statusAt) ? 0 : Math.floor((now.getTime() - statusAt) / DAY_MS);
  const keepDays = Math.min(KEEP_RESOLVED_DAYS, Math.max(1, KEEP_RESOLVED_DAYS - passed));
  return {
    entity: 'detection',
    key,
    value: { ...row, rev: rev + 1, data: location === undefined ? cleaned : { ...cleaned, location } },
    expected: rev,
    ...(status === 'open' ? {} : { keepDays }),
  };
}
