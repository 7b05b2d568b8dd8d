import type Database from 'libsql';
import * as z from 'zod';

/** Forge builds an index that a deployment adds or changes. Atlassian documents five minutes at least. */

const BUILD_MS = 5 * 60_000;

const definitions = z.array(z.looseObject({ name: z.string(), indexes: z.array(z.unknown()) }));
const readyTimes = z.record(z.string(), z.number());
const settingRow = z.object({ value: z.string() }).optional();
const nameOf = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]);

export interface IndexBuilds {
  /** The definitions of the stored rows differ from those of this deployment. */
  readonly hasChanged: boolean;
  /** Call it after the stored rows were indexed again. */
  record(): void;
  /** True while Forge builds the index of the entity. A first installation waits for its indexes. */
  isBuilding(entity: string, index: string, nowMs: number): boolean;
}

/** @param fingerprint the entities of this deployment, as JSON */
export function openIndexBuilds(database: Database.Database, fingerprint: string, startMs: number): IndexBuilds {
  const read = (name: string) =>
    settingRow.parse(database.prepare('SELECT value FROM kvs_setting WHERE name = ?').get(name))?.value;
  const write = (name: string, value: string) =>
    database.prepare('INSERT OR REPLACE INTO kvs_setting VALUES (?, ?)').run(name, value);
  const stored = read('indexes');
  const known = readyTimes.parse(JSON.parse(read('index-builds') ?? '{}'));
  const before = stored === undefined ? undefined : indexesIn(stored);
  const added = [...indexesIn(fingerprint)].flatMap(([name, definition]) =>
    before === undefined || before.get(name) === definition ? [] : [name],
  );
  const readyAt = { ...known, ...Object.fromEntries(added.map((name) => [name, startMs + BUILD_MS])) };
  return {
    hasChanged: stored !== fingerprint,
    record: () => {
      write('indexes', fingerprint);
      write('index-builds', JSON.stringify(readyAt));
    },
    isBuilding: (entity, index, nowMs) => nowMs < (readyAt[`${entity} ${index}`] ?? 0),
  };
}

/** The definitions, by entity and index. */
function indexesIn(fingerprint: string): ReadonlyMap<string, string> {
  return new Map(
    definitions
      .parse(JSON.parse(fingerprint))
      .flatMap(({ name, indexes }) =>
        indexes.map((index) => [`${name} ${nameOf.parse(index)}`, JSON.stringify(index)] as const),
      ),
  );
}
