import * as z from 'zod';
import { type Row, type RowName, type Storage, StorageUnavailableError } from './storage';

/**
 * The rows of an entity that were written last. Queries lag behind writes, and a value that is read by its key does not, so a list
 * that adds these rows contains what a person has just changed (docs/adr/0084).
 */

/** The entities of these lists. People change few of their rows. */
const LISTED = ['api-key', 'erasure'] as const;
type Listed = (typeof LISTED)[number];

/** As many rows as one call reads. */
const MAX_RECENT = 25;

const recent = z.object({ keys: z.array(z.string()) });

/** The keys, the last written first. Empty if storage does not answer, so that the list shows what the query returns. */
export async function recentKeys(storage: Pick<Storage, 'readValue'>, entity: Listed): Promise<readonly string[]> {
  const value = await storage.readValue(valueKeyOf(entity)).catch(unlessUnavailable);
  return recent.safeParse(value).data?.keys ?? [];
}

/** The rows as they are now, by key. An absent row has no value. @throws StorageUnavailableError */
export async function readRecentRows(
  storage: Pick<Storage, 'readValue' | 'readMany'>,
  entity: Listed,
): Promise<ReadonlyMap<string, Row['value']>> {
  const keys = await recentKeys(storage, entity);
  const names = keys.map((key) => ({ entity, key }));
  const rows = await storage.readMany(names);
  return new Map(keys.map((key, index) => [key, rows[index]?.value]));
}

/**
 * Remembers rows of these entities after they were written. Two writers at the same time may forget a row of each
 * other, and a failure changes no outcome, because the list contains these rows once the query has caught up.
 */
export async function rememberRows(
  storage: Pick<Storage, 'readValue' | 'writeValue'>,
  written: readonly RowName[],
): Promise<void> {
  for (const listed of LISTED) {
    const keys = written.flatMap(({ entity, key }) => (entity === listed ? [key] : []));
    if (keys.length === 0) continue;
    const all = [...new Set([...keys, ...(await recentKeys(storage, listed))])].slice(0, MAX_RECENT);
    await storage.writeValue({ key: valueKeyOf(listed), value: { keys: all }, keepDays: 1 }).catch(unlessUnavailable);
  }
}

function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof StorageUnavailableError)) throw error;
}

function valueKeyOf(entity: Listed): string {
  return `recent#${entity}`;
}
