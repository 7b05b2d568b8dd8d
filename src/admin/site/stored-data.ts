import * as z from 'zod';
import { parseShard, SHARD_KEYS, shardName } from '../../counts/shards';
import { keyStatus } from '../../keys/key-lifetime';
import { listKeys } from '../../keys/key-store';
import { awaitAll } from '../../platform/await-all';
import { definedOf } from '../../platform/defined-of';
import { ABSENT_ROW } from '../../platform/storage';
import { type Removal, REMOVAL_ROW } from '../../upkeep/removal-state';
import {
  appliedRetention,
  editRetention,
  KEPT_ROWS,
  type KeptRows,
  readRetention,
  RETENTION,
  RETENTION_CONFIGURATION,
  RETENTION_NAMES,
  type RetentionName,
  type RetentionSettings,
  retentionChange,
  UNDO_HOURS,
} from '../../upkeep/retention';
import { changeAsAdmin } from '../change-as-admin';
import { noInput, operation, rev } from '../input';
import type { AdminRequest } from '../operation';

/** Lists the stored data, how long it is kept, and the result of the last removal. */

const changeRetentionInput = z.strictObject({ rev, settings: retentionChange });

export interface RetentionView {
  readonly name: RetentionName;
  /** Days. */
  readonly kept: number | 'forever';
  /** A longer previous time that applies until `appliesFrom`. Omitted: `kept` applies. */
  readonly before?: number | 'forever';
  readonly min: number;
  readonly max: number;
  readonly mayBeForever: boolean;
}

export interface StoredDataView {
  /** 0: the settings were never changed. */
  readonly rev: number;
  readonly retention: readonly RetentionView[];
  /** Set after the time was shortened. Until then, the previous settings apply. Omitted: the settings apply. */
  readonly appliesFrom?: string;
  readonly rows: readonly (Omit<KeptRows, 'counted'> & { readonly count?: number })[];
  /** The last removal. Omitted: none has run. */
  readonly lastRemoval?: NonNullable<Removal['last']>;
  /** The removal that is running. */
  readonly removal?: Pick<NonNullable<Removal['night']>, 'startedAt' | 'counts'>;
}

export const getStoredData = operation(noInput, (request): Promise<StoredDataView> => {
  return readStoredData(request);
});

export const changeRetention = operation(changeRetentionInput, async (request, { rev, settings }) => {
  await changeAsAdmin(request, RETENTION_CONFIGURATION, rev, {
    type: 'retention.changed',
    subject: 'retention',
    edit: editRetention(settings, request.now),
  });
  return readStoredData(request);
});

async function readStoredData({ storage, now }: AdminRequest): Promise<StoredDataView> {
  const [retention, keys, rows] = await awaitAll([
    readRetention(storage),
    listKeys(storage),
    storage.readMany([REMOVAL_ROW, ...SHARD_KEYS.map(shardName)]),
  ] as const);
  const [removalRow = ABSENT_ROW, ...shards] = rows;
  const { last: lastRemoval, night } = REMOVAL_ROW.parse(removalRow);
  const endedKeys = keys.filter(({ record }) => ['expired', 'revoked'].includes(keyStatus(record, now))).length;
  const sum = sumOf(shards);
  const counts: Readonly<Record<NonNullable<KeptRows['counted']>, number>> = {
    workingKeys: keys.length - endedKeys,
    endedKeys,
    pageLevels: sum((name) => name.startsWith('level:') && name !== 'level:none'),
    pageScans: sum((name) => name.startsWith('scan:') && name !== 'scan:never'),
    openFindings: sum((name) => name.startsWith('open:')),
  };
  const applied = appliedRetention(retention, now);
  const appliesFrom =
    retention.changedAt === undefined || isSame(applied, retention.settings)
      ? undefined
      : new Date(Date.parse(retention.changedAt) + UNDO_HOURS * 3_600_000).toISOString();
  return {
    rev: retention.revision,
    retention: RETENTION_NAMES.map((name) => {
      const { min, max, mayBeForever } = RETENTION[name];
      const [kept, before] = [retention.settings[name], applied[name]];
      return { name, kept, ...(before === kept ? {} : { before }), min, max, mayBeForever };
    }),
    rows: KEPT_ROWS.map(({ counted, ...row }) => (counted === undefined ? row : { ...row, count: counts[counted] })),
    ...definedOf({ appliesFrom, lastRemoval, removal: night && { startedAt: night.startedAt, counts: night.counts } }),
  };
}

/** Adds up the counters of the overview. Findings that an exclusion hides are not counted. */
function sumOf(shards: readonly Parameters<typeof parseShard>[0][]): (isWanted: (name: string) => boolean) => number {
  const counters = shards.flatMap((row) => [...parseShard(row).spaces.values()].flatMap((space) => [...space]));
  return (isWanted) => counters.reduce((sum, [name, count]) => (isWanted(name) ? sum + count : sum), 0);
}

function isSame(one: RetentionSettings, other: RetentionSettings): boolean {
  return RETENTION_NAMES.every((name) => one[name] === other[name]);
}
