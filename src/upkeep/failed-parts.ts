import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { instant } from '../platform/instant';
import type { Row, Storage } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import { REMOVAL_TASKS, type RemovalTaskName } from './removal-state';

/** The parts of the daily work that failed, so that an admin learns of it. A failure of one part does not stop the others. */

const WORK = ['key-expiry', 'mirror-check', 'count-check', 'upkeep-start', 'native-levels', 'alerts', 'removal'] as const;
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

const failure = z.strictObject({ since: instant, nextAttemptAt: instant });
export const FAILED_PARTS_ROW = storedDocument(z.strictObject({ failed: z.record(z.string(), failure) }), {
  key: 'failed-parts',
  initial: { failed: {} },
  unreadable: 'absent',
});
const DAY_SECONDS = 86_400;

/** Parts of another version of the app are skipped. The next change replaces an unreadable row. */
export function parseFailedParts(row: Row): readonly FailedPart[] {
  return listed(FAILED_PARTS_ROW.parse(row));
}

function listed({ failed }: ReturnType<typeof FAILED_PARTS_ROW.parse>): readonly FailedPart[] {
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
  await FAILED_PARTS_ROW.change(storage, (current) => {
    const failed = new Map(
      listed(current).map(({ part, since, nextAttemptAt: next }) => [part, { since, nextAttemptAt: next }]),
    );
    const known = new Map(failed);
    for (const [part, outcome] of outcomes) {
      if (outcome === 'done') failed.delete(part);
      else failed.set(part, { since: known.get(part)?.since ?? now.toISOString(), nextAttemptAt });
    }
    return isDeepStrictEqual(failed, known) ? undefined : { failed: Object.fromEntries(failed) };
  });
}

/** @throws StorageUnavailableError */
export function recordPart(
  storage: Storage,
  part: UpkeepPart,
  outcome: 'done' | 'failed',
  now: Date,
  nextSeconds?: number,
): Promise<void> {
  return recordParts(storage, new Map([[part, outcome]]), now, nextSeconds);
}
