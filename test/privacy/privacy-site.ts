import { readManifest } from '../../local/forge/manifest';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { MAC_ALGORITHM } from '../../src/keys/key-secrets';
import { openStorage } from '../../src/people/open-storage';
import { Deadline } from '../../src/platform/deadline';
import type { ReportAnswer, ReportedAccount } from '../../src/platform/personal-data';
import { systemRandom } from '../../src/platform/random';
import type { Peppers } from '../../src/platform/secrets';
import { type RowName, type Storage, StorageUnavailableError, type StoredValue } from '../../src/platform/storage';
import { ERASURE, forgetRequests } from '../../src/privacy/erase';
import { REPORT, startReport } from '../../src/privacy/report';
import { aStorage, type Harness, startMs } from '../local/storage/harness';

/** The event of the triggers: starts a report, and resumes the walks. */
export const WATCH = {};

/** The queue of reports and erasures on the real storage client, with calls that are cut off, and a clock of the test. */

const entities = parseEntityDefinitions(readManifest().raw);
const INSTALLATION = 'installation-1';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.parse('2026-11-23T08:00:00.000Z');
const pepper = (version: string) => ({ version, bytes: Buffer.alloc(32, version) });
const PEPPERS: Peppers = [pepper('1')];
export const TWO_PEPPERS: Peppers = [pepper('2'), pepper('1')];

/**
 * `lost reply`: one call fails after its effect, and the event is delivered again.
 * `died`: no later call has an effect, and the event is lost.
 */
export type Fault = { readonly at: number; readonly how: 'lost reply' | 'died' } | undefined;

type Body = Readonly<Record<string, string>>;
type Report = (accounts: readonly ReportedAccount[]) => Promise<ReportAnswer>;

export interface PrivacySite {
  readonly harness: Harness;
  peppers: Peppers;
  report: Report;
  /** Runs before each call to storage. */
  beforeCall: (storage: Storage) => Promise<void>;
  fault: Fault;
  /** The number of calls since the fault was set. */
  calls: number;
  readonly queue: Body[];
  put(rows: readonly (RowName & { readonly value: object })[]): Promise<void>;
  stored(
    entity?: string,
  ): readonly { readonly entity?: string | undefined; readonly key: string; readonly value: string }[];
  /** The watch, and every event that follows. */
  watch(): Promise<void>;
  deliver(body: Body): Promise<void>;
  /** The watch after each of these numbers of hours. */
  passHours(...steps: readonly number[]): Promise<void>;
}

export function openPrivacySite(queryLagMs = 0): PrivacySite {
  const harness = aStorage({ entities, queryLagMs });
  harness.advance(NOW_MS - startMs);
  const clock = () => new Date(harness.nowMs());
  let isDead = false;
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    site.calls += 1;
    const { fault } = site;
    if (isDead) throw new StorageUnavailableError('dead', true);
    if (fault?.at !== site.calls) return work();
    if (fault.how === 'died') isDead = true;
    await work();
    throw new StorageUnavailableError('cut off', true);
  };
  const handle = async (body: Body): Promise<boolean> => {
    isDead = false;
    try {
      await harness.app(async () => {
        const real = openStorage(new Deadline(240_000), clock);
        const through =
          <A extends readonly unknown[], T>(one: (...args: A) => Promise<T>) =>
          (...args: A) =>
            call(async () => {
              await site.beforeCall(real);
              return one(...args);
            });
        const storage: Storage = {
          read: through(real.read),
          readMany: through(real.readMany),
          readWithExpiry: through(real.readWithExpiry),
          commit: through(real.commit),
          placehold: through(real.placehold),
          list: through(real.list),
          readValue: through(real.readValue),
          writeValue: through(real.writeValue),
          listValues: through(real.listValues),
        };
        const context = {
          storage,
          clock,
          random: systemRandom,
          log: () => undefined,
          requestId: 'request',
          installationId: INSTALLATION,
          peppers: site.peppers,
          leftMs: () => 240_000,
          push: { push: (_queue: string, pushed: Body) => call(() => Promise.resolve(void site.queue.push(pushed))) },
          report: (accounts: readonly ReportedAccount[]) => call(() => site.report(accounts)),
        };
        const { walk, id = '', ticket = '' } = body;
        if (walk === undefined) {
          await forgetRequests(context);
          await startReport(context);
          await REPORT.resume(context);
          await ERASURE.resume(context);
          return;
        }
        const { runStep } = walk === REPORT.name ? REPORT : ERASURE;
        if ((await runStep(context, { id, ticket }, 0)) === 'contended') throw new Error('contended');
      });
      return true;
    } catch {
      // A process that died has lost its event; another one is delivered again.
      return isDead;
    }
  };
  const deliver = async (body: Body): Promise<void> => {
    for (let attempt = 0; attempt < 4 && !(await handle(body)); attempt += 1) harness.advance(60_000);
  };
  const site: PrivacySite = {
    harness,
    peppers: PEPPERS,
    report: () => Promise.resolve({ outcome: 'accepted', closed: [], updated: [], periodDays: 7 }),
    beforeCall: () => Promise.resolve(),
    fault: undefined,
    calls: 0,
    queue: [],
    put: (rows) =>
      harness.app(async () => {
        for (const { entity, key, value } of rows) {
          const body = entity === undefined ? { key, value } : { entityName: entity, key, value };
          const path = entity === undefined ? '/api/v1/set' : '/api/v1/entity/set';
          const response = await harness.storage.handle(INSTALLATION, path, body);
          if (!response.ok) throw new Error(`${key} was not stored: ${await response.text()}`);
        }
      }),
    stored: (entity) => harness.storage.dump(INSTALLATION, entity),
    deliver,
    watch: async () => {
      await deliver(WATCH);
      for (let body = site.queue.shift(); body !== undefined; body = site.queue.shift()) {
        harness.advance(5_000);
        await deliver(body);
      }
    },
    passHours: async (...steps) => {
      for (const hours of steps) {
        harness.advance(hours * HOUR_MS);
        await site.watch();
      }
    },
  };
  return site;
}

export const valueOf = ({ value }: { readonly value: string }) => JSON.parse(value) as StoredValue;

/** Rows of every kind that hold this person's account id. */
export function rowsOfPerson(id: string): readonly (RowName & { readonly value: object })[] {
  const at = new Date(NOW_MS - HOUR_MS).toISOString();
  const name = id.replace(/\W/g, '');
  const row = (entity: RowName['entity'], key: string, value: object): RowName & { value: object } => ({
    ...(entity === undefined ? {} : { entity }),
    key,
    value: { v: 1, rev: 3, ...value },
  });
  const apiKey = {
    ...{ name: 'Key', mac: 'm'.repeat(43), macAlg: MAC_ALGORITHM, pepperVersion: '1', createdBy: id, createdAt: at },
    ...{ expiresAt: new Date(NOW_MS + 90 * DAY_MS).toISOString(), levelLimit: [], spaceLimit: [] },
    ...{ classificationScope: 'read', detectionScope: 'none' },
  };
  const log = (key: string, value: object): RowName & { value: object } => ({ entity: 'audit', key, value });
  const event = {
    ...{ v: 1, month: at.slice(0, 7), time: at, type: 'page.level.set', outcome: 'success', subject: 'page:1' },
    ...{ actorType: 'user', actorAccountId: id, requestId: 'r', details: {} },
  };
  return [
    row('api-key', `live-${name}`, apiKey),
    row('api-key', `rotated-${name}`, { ...apiKey, rotatedTo: 'x' }),
    row('api-key', `revoked-${name}`, { ...apiKey, revokedAt: at, revokedBy: id, revokeReason: 'user' }),
    row('config', `setting-${name}`, { value: { changes: [{ at, accountId: id, text: `by ${id}` }] } }),
    row('job', `run-${name}`, { createdAt: at, state: 'running', data: { createdBy: id } }),
    row('job', `owner:${id}`, { createdAt: at, state: 'running', data: [] }),
    row('level-proposal', `${id}#1`, { data: { open: { at } } }),
    row('mention', `${id}#2026-11-23`, { data: {} }),
    row('rate-limit', `key:${id}:1`, { used: 1 }),
    row('rate-limit', `all-${name}`, { used: { by: { [id]: 1 } } }),
    row('idempotency', `once-${name}`, { answer: JSON.stringify({ createdBy: id }) }),
    row('page-level', `1${name}`, {
      ...{ pageId: `1${name}`, changeId: 'c', spaceId: '1', method: 'MANUAL', pageVersion: 1 },
      ...{ classifierId: id, classificationDate: at },
    }),
    {
      entity: 'level-change',
      key: `change-${name}`,
      value: { v: 1, pageId: '1', pageRev: 1, spaceId: '1', changedAt: at, classifierId: id, method: 'MANUAL' },
    },
    row('detection', `found-${name}`, {
      pageId: '1',
      spaceId: '1',
      status: 'redacted',
      foundAt: at,
      data: { statusBy: id },
    }),
    log(`actor-${name}`, event),
    log(`subject-${name}`, { ...event, subject: `person:${id}`, details: { after: { [id]: 'is a name' } } }),
    { entity: 'person', key: id, value: { v: 1, seenAt: at } },
  ];
}
