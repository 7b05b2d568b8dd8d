import type Database from 'libsql';
import type { PlatformSwitches } from '../assumptions';
import { batchDelete, batchGet, batchSet } from './batch';
import { createCatalog, entityCollection, entityOfCollection, kvsCollection } from './catalog';
import type { EntityDefinition } from './entity-definitions';
import { createInFlight, MIN_TRANSACTION_MS } from './in-flight';
import { openIndexBuilds } from './index-builds';
import { openLaggingCopy } from './lagging-copy';
import { createMeter, type Meter, type MeterLimits } from './meter';
import { queryEntity, queryKvs } from './queries';
import { Refusal } from './refusal';
import { parseBody, requests } from './requests';
import { openRows } from './rows';
import { deleteRow, getRow, setRow, type Target } from './single-row';
import type { Answer, Store } from './store';
import { createTables, emptyTables } from './tables';
import { failedCondition, transact } from './transaction';

export interface StorageOptions {
  readonly database: Database.Database;
  readonly entities: readonly EntityDefinition[];
  readonly now: () => Date;
  /** How long after a write a query may still miss it (ms). Each row has its own delay in each index, up to this one. */
  readonly queryLagMs: number;
  /** Chooses these delays. Default: 0. */
  readonly seed?: number;
  /** How long an expired row is still returned (ms); the platform allows 48 h. */
  readonly expiryLagMs: number;
  /** Refuses with 429 above the platform's limits, or above smaller ones. Default: on. */
  readonly meter?: 'on' | 'off' | Partial<MeterLimits>;
  /**
   * NOT_EXISTS holds for a missing row, as it does in DynamoDB, unless `not-exists-never-holds` is set. Its behavior is
   * not verified on a real site, so an app must work with either answer. Default: no switch.
   */
  readonly assumptions?: PlatformSwitches;
}

export interface StoredValue {
  /**
   * The entity's name; `(secret)`, which no entity can have, for the secret store; undefined for the Key-Value Store.
   */
  readonly entity?: string;
  readonly key: string;
  /** JSON text. */
  readonly value: string;
}

export interface ForgeStorage {
  /**
   * One call of @forge/kvs: path '/api/v1/...', parsed JSON body. Never rejects; unmodeled calls answer with an error.
   */
  handle(installationId: string, path: string, body: unknown): Promise<Response>;
  /** As `handle`, for a test that changes rows itself. The meter counts only the calls of the app. */
  handleUncounted(installationId: string, path: string, body: unknown): Promise<Response>;
  /** Begins a call that takes time. Its rows are in flight until it is answered, or ended without an answer. */
  begin(installationId: string, path: string, body: unknown): StorageCall;
  /**
   * Every stored value, or those of one entity or containing a word. For tests that search for leaked secrets, and for
   * debugging.
   */
  dump(installationId: string, entity?: string, word?: string): readonly StoredValue[];
  reset(): void;
}

export interface StorageCall {
  /** The minimum duration (ms). */
  readonly leastMs: number;
  /** As `handle`. Refused like a failed condition if a row was in flight when the call began. */
  answer(): Promise<Response>;
  end(): void;
}

/** The lag of queries with `slow-queries`. */
const SLOW_QUERY_LAG_MS = 60_000;
/** The lag of batches with `stale-batches`. */
const STALE_BATCH_LAG_MS = 1_000;

interface Operation {
  readonly kind: 'read' | 'write';
  readonly run: (store: Store, body: unknown) => Answer;
}

/** The Key-Value Store and the Custom Entity Store of every installation, in one SQLite database. */
export function createStorage(options: StorageOptions): ForgeStorage {
  const { database, entities, now, queryLagMs, expiryLagMs, seed = 0 } = options;
  createTables(database);
  const rows = openRows(database, expiryLagMs);
  const catalog = createCatalog(entities);
  const builds = openIndexBuilds(database, JSON.stringify(entities), now().getTime());
  const assumptions: PlatformSwitches = options.assumptions ?? new Set();
  const lagMs = () => ({
    queries: assumptions.has('slow-queries') ? Math.max(queryLagMs, SLOW_QUERY_LAG_MS) : queryLagMs,
    batches: assumptions.has('stale-batches') ? STALE_BATCH_LAG_MS : 0,
  });
  const hasSlowBuilds = () => assumptions.has('slow-indexes');
  const copy = openLaggingCopy({ database, catalog, lagMs, expiryLagMs, seed, builds, hasSlowBuilds });
  const meter = options.meter === 'off' ? undefined : createMeter(options.meter === 'on' ? {} : options.meter);
  const inFlight = createInFlight();

  // A write is one database transaction, so all of it is stored, or none.
  const write = database.transaction((operation: Operation, store: Store, body: unknown) => {
    store.rows.deleteExpired(store.installationId, store.nowMs);
    return operation.run(store, body);
  });

  function answer(installationId: string, path: string, body: unknown, counted: Meter | undefined): Response {
    const operation = operations.get(path);
    if (!operation) throw new Refusal('NOT_MODELED', `The local host does not model ${path}`);
    const nowMs = now().getTime();
    const store: Store = { installationId, nowMs, rows, copy, catalog, assumptions };
    const call = { installationId, nowMs, path, body };
    if (operation.kind === 'write') {
      counted?.admitWrite(call);
      return respond(write.immediate(operation, store, body));
    }
    counted?.admitRead(call);
    const found = operation.run(store, body);
    counted?.countAnswer(call, found);
    return respond(found);
  }

  const handleWith =
    (counted: Meter | undefined): ForgeStorage['handle'] =>
    (installationId, path, body) => {
      try {
        return Promise.resolve(answer(installationId, path, body, counted));
      } catch (error) {
        return Promise.resolve(refuse(error));
      }
    };
  const handle = handleWith(meter);

  return {
    handle,
    handleUncounted: handleWith(undefined),
    begin(installationId, path, body) {
      const { data } = requests.transaction.safeParse(body);
      const isAlone = path !== TRANSACTION || data === undefined || !assumptions.has('transactions-collide');
      const end = isAlone ? () => undefined : inFlight.begin(installationId, data);
      return {
        leastMs: isAlone ? 0 : MIN_TRANSACTION_MS,
        answer: () =>
          (end === undefined
            ? Promise.resolve(refuse(failedCondition(assumptions)))
            : handle(installationId, path, body)
          ).finally(end),
        end: () => end?.(),
      };
    },
    dump: (installationId, entity, word) =>
      rows
        .list(installationId, now().getTime(), entity === undefined ? undefined : entityCollection(entity), word)
        .map(({ collection, key, value }) => {
          if (collection === kvsCollection) return { key, value };
          return { entity: entityOfCollection(collection) ?? '(secret)', key, value };
        }),
    reset() {
      emptyTables(database);
      meter?.reset();
    },
  };
}

function refuse(error: unknown): Response {
  if (error instanceof Refusal) return json(error.status, { code: error.code, message: error.message });
  const message = error instanceof Error ? error.message : String(error);
  return json(500, { code: 'INTERNAL_SERVER_ERROR', message: `The local store failed: ${message}` });
}

const TRANSACTION = '/api/v1/transaction';

const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ...simpleOperations('/api/v1', 'kvs'),
  ...simpleOperations('/api/v1/secret', 'secret'),
  [
    '/api/v1/entity/get',
    {
      kind: 'read',
      run(store, raw) {
        const body = parseBody(requests.entityGet, raw);
        return getRow(store, entityTarget(body), body.options?.metadataFields);
      },
    },
  ],
  [
    '/api/v1/entity/set',
    {
      kind: 'write',
      run(store, raw) {
        const body = parseBody(requests.entitySet, raw);
        return setRow(store, entityTarget(body), body.value, body.options);
      },
    },
  ],
  [
    '/api/v1/entity/delete',
    {
      kind: 'write',
      run(store, raw) {
        deleteRow(store, entityTarget(parseBody(requests.entityDelete, raw)));
        return undefined;
      },
    },
  ],
  ['/api/v1/query', { kind: 'read', run: (store, raw) => queryKvs(store, parseBody(requests.query, raw)) }],
  [
    '/api/v1/entity/query',
    { kind: 'read', run: (store, raw) => queryEntity(store, parseBody(requests.entityQuery, raw)) },
  ],
  ['/api/v1/batch/set', { kind: 'write', run: (store, raw) => batchSet(store, parseBody(requests.batchSet, raw)) }],
  ['/api/v1/batch/get', { kind: 'read', run: (store, raw) => batchGet(store, parseBody(requests.batchGet, raw)) }],
  [
    '/api/v1/batch/delete',
    { kind: 'write', run: (store, raw) => batchDelete(store, parseBody(requests.batchDelete, raw)) },
  ],
  [TRANSACTION, { kind: 'write', run: (store, raw) => transact(store, parseBody(requests.transaction, raw)) }],
]);

function simpleOperations(prefix: string, store: 'kvs' | 'secret'): [string, Operation][] {
  return [
    [
      `${prefix}/get`,
      {
        kind: 'read',
        run(context, raw) {
          const body = parseBody(requests.get, raw);
          return getRow(context, { store, key: body.key }, body.options?.metadataFields);
        },
      },
    ],
    [
      `${prefix}/set`,
      {
        kind: 'write',
        run(context, raw) {
          const body = parseBody(requests.set, raw);
          return setRow(context, { store, key: body.key }, body.value, body.options);
        },
      },
    ],
    [
      `${prefix}/delete`,
      {
        kind: 'write',
        run(context, raw) {
          deleteRow(context, { store, key: parseBody(requests.delete, raw).key });
          return undefined;
        },
      },
    ],
  ];
}

function entityTarget({ entityName, key }: { entityName: string; key: string }): Target {
  return { store: 'entity', entityName, key };
}

function respond(answer: Answer): Response {
  return answer === undefined ? new Response(null, { status: 204 }) : json(200, answer);
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
