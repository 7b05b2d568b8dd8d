import * as z from 'zod';
import type { Levels } from '../classification/level-store';
import type { Purpose } from '../configuration/governance';
import { definedOf } from '../platform/defined-of';
import type { Log } from '../platform/log';
import { ABSENT_ROW, type Row, type RowName, type Storage, StorageUnavailableError } from '../platform/storage';
import type { UseDecision } from './decide';

/**
 * Counts the denials of agents by purpose, level and day, in one value a day. Nothing says which page, key or person it was. All
 * counts are minimums: of two requests at the same time, perhaps one is counted.
 */

const PREFIX = 'page-use-denials#';
const KEPT_DAYS = 35;
const SHOWN_DAYS = 7;
const DAY_MS = 86_400_000;
/** With more levels than a site can have, the others count without their level. */
const MAX_COUNTS = 500;

const record = z.strictObject({ v: z.literal(1), counts: z.record(z.string(), z.int().min(0)) });

/** The value of the day, for callers that read other rows in the same call. */
export function denialsName(now: Date): RowName {
  return { key: PREFIX + now.toISOString().slice(0, 10) };
}

/**
 * Adds the denied pages that the caller can see. Never rejects, because no decision depends on it.
 * @param row `denialsName` as it was read
 */
export async function countDenials(
  { storage, now, log, requestId }: DenialsContext,
  row: Row = ABSENT_ROW,
  purpose: Purpose,
  decided: readonly { readonly levelId: string | undefined; readonly use: UseDecision }[],
): Promise<void> {
  const denied = decided.filter(({ use }) => use.decision === 'deny');
  if (denied.length === 0) return;
  const counts = new Map(Object.entries(record.safeParse(row.value).data?.counts ?? {}));
  for (const { levelId = 'none' } of denied) {
    const name = `${purpose}:${levelId}`;
    const counted = counts.has(name) || counts.size < MAX_COUNTS ? name : `${purpose}:other`;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  }
  const { key } = denialsName(now);
  try {
    await storage.writeValue({ key, value: { v: 1, counts: Object.fromEntries(counts) }, keepDays: KEPT_DAYS });
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    log('page-use.not-counted', { requestId });
  }
}

interface DenialsContext {
  readonly storage: Pick<Storage, 'writeValue'>;
  readonly now: Date;
  readonly log: Log;
  readonly requestId: string;
}

/** The values of the last seven days, today included, in UTC. */
export function lastDenials(now: Date): readonly RowName[] {
  return Array.from({ length: SHOWN_DAYS }, (_, index) => denialsName(new Date(now.getTime() - index * DAY_MS)));
}

/** A page that is asked for twice counts twice. */
export interface Denied {
  readonly purpose: string;
  /** `none`: pages without a level. `other`: of levels without a count of their own. */
  readonly levelId: string;
  /** The level, if it still exists. */
  readonly level?: string;
  readonly count: number;
}

/** @param storage reads `lastDenials` */
export async function readDenials(
  storage: Pick<Storage, 'readMany'>,
  { all }: Pick<Levels, 'all'>,
  now: Date,
): Promise<readonly Denied[]> {
  const counts = new Map<string, number>();
  for (const { value } of await storage.readMany(lastDenials(now))) {
    for (const [name, count] of Object.entries(record.safeParse(value).data?.counts ?? {}))
      counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts].map(([name, count]) => {
    const [purpose = '', levelId = ''] = name.split(':');
    const level = all.find((one) => one.levelId === levelId)?.name;
    return { purpose, levelId, count, ...definedOf({ level }) };
  });
}
