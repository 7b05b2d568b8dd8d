import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { nextRevision, type Row, type Storage } from '../platform/storage';
import { REMOVAL_TASKS, type RemovalTaskName } from './removal-state';

/** The parts of the daily work that failed, so that an admin learns of it. A failure of one part does not stop the others. */

const WORK = ['key-expiry', 'mirror-check', 'count-check', 'upkeep-start', 'native-levels', 'removal'] as const;
/** `removal`: its start. Each of its tasks is a part of its own. */
export type UpkeepPart = (typeof WORK)[number] | `removal.${RemovalTaskName}`;
const PARTS: readonly UpkeepPart[] = [...WORK, ...REMOVAL_TASKS.map((task) => `removal.${task}` as const)];

export interface FailedPart {
  readonly part: UpkeepPart;
  /** The first failure after the last success. */
  readonly since: string;
  /** When it is tried again. */
  readonly nextAttemptAt: string;
}

const instant = z.iso.datetime({ precision: 3 });
const failure = z.strictObject({ since: instant, nextAttemptAt: instant });
/** Entity `config`, row `failed-parts`. */
const failedPartsRecord = z.strictObject({
  v: z.literal(1),
  rev: z.int().min(1),
  value: z.strictObject({ failed: z.record(z.string(), failure) }),
});

export const FAILED_PARTS_ROW = { entity: 'config', key: 'failed-parts' } as const;
const DAY_SECONDS = 86_400;

/** Parts of another version of the app are skipped. The next change replaces an unreadable row. */
export function parseFailedParts({ value: row }: Row): readonly FailedPart[] {
  const failed = failedPartsRecord.safeParse(row).data?.value.failed ?? {};
  return PARTS.flatMap((part) => (failed[part] === undefined ? [] : [{ part, ...failed[part] }]));
}

/**
 * Records how parts ended. One read, and a write only for a change. If other writes keep coming first, the next day records it.
 * @param nextSeconds the time from `now` to the next attempt of those that failed. Default: a day
 * @throws StorageUnavailableError
 */
export async function recordParts(
  storage: Storage,
  outcomes: ReadonlyMap<UpkeepPart, 'done' | 'failed'>,
  now: Date,
  nextSeconds = DAY_SECONDS,
): Promise<void> {
  const nextAttemptAt = new Date(now.getTime() + nextSeconds * 1_000).toISOString();
  await retryOnConflict(async () => {
    const row = await storage.read(FAILED_PARTS_ROW.entity, FAILED_PARTS_ROW.key);
    const failed = new Map(
      parseFailedParts(row).map(({ part, since, nextAttemptAt }) => [part, { since, nextAttemptAt }]),
    );
    const known = new Map(failed);
    for (const [part, outcome] of outcomes) {
      if (outcome === 'done') failed.delete(part);
      else failed.set(part, { since: known.get(part)?.since ?? now.toISOString(), nextAttemptAt });
    }
    if (isDeepStrictEqual(failed, known)) return 'unchanged';
    if (row.revision === 'absent') await storage.placehold(FAILED_PARTS_ROW.entity, FAILED_PARTS_ROW.key);
    const expected = row.revision === 'absent' ? 0 : row.revision;
    const value = { v: 1, rev: nextRevision(expected), value: { failed: Object.fromEntries(failed) } };
    return storage.commit([{ ...FAILED_PARTS_ROW, value, expected }], []);
  });
}
