import * as z from 'zod';
import { instant } from '../platform/instant';
import type { Row, RowWrite } from '../platform/storage';
import { storedRecord, storedRows } from '../platform/stored-rows';
import type { Counters } from './numbers';

/**
 * The counters by space, in 16 rows, because one row is at most 240 KiB. A space always has the same row. The names of
 * counters are stored once in a row, so that a space with ten counters takes about 100 bytes.
 */

export interface Shard {
  readonly revision: Row['revision'];
  /** The last change. undefined: the row is absent or corrupt. */
  readonly changedAt: string | undefined;
  /** By space id. Spaces without pages are omitted. */
  readonly spaces: ReadonlyMap<string, Counters>;
}

const SHARDS = 16;

/** Entity `count`, rows `shard:0` to `shard:15`. */
const value = z.strictObject({
  at: instant,
  names: z.array(z.string()),
  /** By space id: the place of a name and its count, alternately. */
  spaces: z.record(z.string(), z.array(z.int())),
});
const ROWS = storedRows('count', storedRecord({ value }));

export const SHARD_KEYS: readonly string[] = Array.from({ length: SHARDS }, (_, index) => `shard:${index}`);

export function shardKeyOf(spaceId: string): string {
  let hash = 0x811c9dc5;
  for (const character of spaceId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return `shard:${(hash >>> 0) % SHARDS}`;
}

export const shardName = ROWS.name;

/** A corrupt row counts as empty, because the nightly check counts its spaces again. */
export function parseShard(row: Row): Shard {
  const { revision } = row;
  const parsed = ROWS.find(row)?.value;
  if (parsed === undefined) return { revision, changedAt: undefined, spaces: new Map() };
  const { at, names, spaces } = parsed;
  return {
    revision,
    changedAt: at,
    spaces: new Map(
      Object.entries(spaces).map(([spaceId, flat]) => {
        const counters = new Map<string, number>();
        for (let index = 0; index + 1 < flat.length; index += 2) {
          const name = names[flat[index] ?? -1];
          if (name !== undefined) counters.set(name, flat[index + 1] ?? 0);
        }
        return [spaceId, counters];
      }),
    ),
  };
}

export function shardWrite(key: string, { revision, spaces }: Shard, now: Date): RowWrite {
  const places = new Map<string, number>();
  const flat: Record<string, number[]> = {};
  for (const [spaceId, counters] of spaces) {
    if (counters.size === 0) continue;
    flat[spaceId] = [...counters].flatMap(([name, count]) => {
      const place = places.get(name) ?? places.size;
      places.set(name, place);
      return [place, count];
    });
  }
  const counted = { at: now.toISOString(), names: [...places.keys()], spaces: flat };
  return ROWS.write(key, revision, { value: counted });
}
