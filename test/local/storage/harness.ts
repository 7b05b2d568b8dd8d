// This must be the first import, because it defines the globals that @forge/kvs needs when it is loaded.
import { invoke, type ForgeFetch, type Installation } from '../../../local/forge/runtime';
import { ForgeKvsAPIError, kvs } from '@forge/kvs';
import Database from 'libsql';
import { isDeepStrictEqual } from 'node:util';
import {
  createStorage,
  parseEntityDefinitions,
  type EntityDefinition,
  type ForgeStorage,
  type StorageOptions,
} from '../../../local/forge/storage';

export { kvs };

/** The entities of most tests. `ticket` has every type, an index of every kind and unindexed attributes. */
const entities: readonly EntityDefinition[] = parseEntityDefinitions({
  app: {
    storage: {
      entities: [
        {
          name: 'ticket',
          attributes: {
            rev: { type: 'integer' },
            space: { type: 'string' },
            state: { type: 'string' },
            title: { type: 'string' },
            rank: { type: 'integer' },
            score: { type: 'float' },
            open: { type: 'boolean' },
            extra: { type: 'any' },
          },
          indexes: [
            'rank',
            { name: 'by-title', range: ['title'] },
            { name: 'by-space', partition: ['space'], range: ['rank'] },
            { name: 'by-space-open', partition: ['space', 'open'], range: ['score'] },
            { name: 'by-open', partition: ['open'], range: ['state'] },
          ],
        },
        { name: 'note', attributes: { text: { type: 'string' } } },
      ],
    },
  },
});

export interface Harness {
  readonly storage: ForgeStorage;
  readonly database: Database.Database;
  /** Runs as one invocation of the app, through the real @forge/kvs. */
  app<T>(run: () => Promise<T>, installationId?: string): Promise<T>;
  advance(ms: number): void;
  nowMs(): number;
}

export const startMs = Date.parse('2026-03-01T12:00:00.000Z');

const KVS = { type: 'kvs', provider: 'app', remote: 'kvs' };

type HarnessOptions = Partial<Omit<StorageOptions, 'database' | 'now'>> & {
  readonly file?: string;
  readonly notExistsHoldsForAbsentRow?: boolean;
};

/**
 * By default queries do not lag, expired rows are deleted at once, and nothing is metered, because the clock stands still; a test
 * of each sets its own value.
 */
export function aStorage({
  file = ':memory:',
  notExistsHoldsForAbsentRow = true,
  ...options
}: HarnessOptions = {}): Harness {
  let nowMs = startMs;
  const database = new Database(file);
  const storage = createStorage({
    database,
    entities,
    now: () => new Date(nowMs),
    queryLagMs: 0,
    expiryLagMs: 0,
    meter: 'off',
    assumptions: new Set(notExistsHoldsForAbsentRow ? [] : (['not-exists-never-holds'] as const)),
    ...options,
  });
  const fetch: (installationId: string) => ForgeFetch = (installationId) => (target, path, init) => {
    if (!isDeepStrictEqual(target, KVS)) throw new Error(`unexpected target ${JSON.stringify(target)}`);
    const body: unknown = JSON.parse(init.body ?? 'null');
    return storage.handle(installationId, path, body);
  };
  return {
    storage,
    database,
    app: (run, installationId = 'installation-1') =>
      invoke(
        {
          installation: anInstallation(installationId),
          functionKey: 'rest',
          moduleKey: 'api',
          moduleType: 'core:webtrigger',
          timeoutMs: 25_000,
          appVersion: '1.0.0',
          fetch: fetch(installationId),
        },
        run,
      ),
    advance: (ms) => {
      nowMs += ms;
    },
    nowMs: () => nowMs,
  };
}

function anInstallation(installationId: string): Installation {
  return { cloudId: 'cloud-1', appId: 'app-1', environmentId: 'environment-1', installationId };
}

/** The refusal as @forge/kvs reports it: `"400 MAX_SIZE"`; `"ok"` without one. */
export async function outcome(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
    return 'ok';
  } catch (error) {
    if (error instanceof ForgeKvsAPIError) return `${error.responseDetails.status} ${error.code}`;
    throw error;
  }
}
