import { ADMIN } from '../../local/demo';
import type { LocalHost } from '../../local/host';
import { newLanes } from '../../src/keys/key-lanes';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';

/**
 * Direct access to a site's storage, bypassing the app, to check it and to set up states that otherwise need time or
 * other versions.
 */

export type StoredRecord = Readonly<Record<string, unknown>>;

export interface StoredRow<T> {
  readonly key: string;
  readonly value: T;
}

/** A `Site`, or any other object with a host. */
interface HasHost {
  readonly host: Pick<LocalHost, 'storage' | 'installation'>;
}

/** Every row, in a stable order. If the rows are equal before and after, no write happened. */
export function everythingStored({ host }: HasHost) {
  return host.storage.dump(host.installation.installationId);
}

/** The rows of an entity; by default all, or those in whose key or text `word` occurs. */
export function rowsOf(site: HasHost, entity: string, word = ''): readonly StoredRow<StoredRecord>[] {
  const { storage, installation } = site.host;
  return storage
    .dump(installation.installationId, entity, word)
    .map(({ key, value }) => ({ key, value: JSON.parse(value) as StoredRecord }));
}

/** @throws if it does not exist */
export function rowOf(site: HasHost, entity: string, key: string): StoredRecord {
  const found = rowsOf(site, entity).find((row) => row.key === key);
  if (found === undefined) throw new Error(`${entity}/${key} is not stored`);
  return found.value;
}

/** Rows that have their key as an attribute, too. */
const BY_PAGE = ['page-level', 'page-scan', 'native-level'];

/** Stores the answer of the site check about the status 304, as a client reports it. */
export function answer304(site: HasHost, state: 'works' | 'fails'): Promise<void> {
  const at = '2026-11-01T00:00:00.000Z';
  const answers = { 'web-304': { state, since: at, at } };
  return putRow(site, 'probe', 'answers', { v: 1, rev: 1, data: { answers } });
}

/**
 * Writes a row, bypassing the app. With a key, its lanes, which always follow it when the app writes it.
 * @throws if the platform would refuse it
 */
export async function putRow(site: HasHost, entityName: string, key: string, value: object): Promise<void> {
  const { host } = site;
  if (entityName === 'api-key' && 'rev' in value && typeof value.rev === 'number')
    for (const lane of newLanes(key, { rev: value.rev })) await putRow(site, lane.entity, lane.key, lane.value);
  const row = BY_PAGE.includes(entityName) ? { ...value, pageId: key } : value;
  // Undefined members are omitted, as on the wire.
  const body = { entityName, key, value: JSON.parse(JSON.stringify(row)) as object };
  const response = await host.storage.handleUncounted(host.installation.installationId, '/api/v1/entity/set', body);
  if (!response.ok) throw new Error(`${entityName}/${key} was not stored: ${await response.text()}`);
}

/** Turns off scans of new pages, which take longer than most of what a test does with them. */
export function stopScans(site: HasHost, others: Partial<typeof DEFAULT_CONFIG> = {}): Promise<void> {
  const value = { ...DEFAULT_CONFIG, ...others, triggers: { onPublish: false, schedule: 'off' } };
  return putRow(site, 'config', 'detection', { v: 1, rev: 1, value });
}

export interface StoredAuditEvent {
  readonly time?: string;
  readonly type?: string;
  readonly subject?: string;
  readonly actorType?: string;
  readonly actorAccountId?: string;
  readonly outcome?: string;
  readonly details?: object;
}

/** Stores an audit event, bypassing the app, for many events or events of another time. */
export async function putAuditEvent(
  site: HasHost,
  { time = '2026-11-01T00:00:00.000Z', details = {}, ...event }: StoredAuditEvent = {},
): Promise<void> {
  await putRow(site, 'audit', crypto.randomUUID(), {
    v: 1,
    month: time.slice(0, 7),
    time,
    type: 'page.level.set',
    outcome: 'success',
    subject: 'page:1',
    actorType: 'user',
    actorAccountId: ADMIN.accountId,
    requestId: 'r',
    details,
    ...event,
  });
}
