import type { LocalHost } from '../../local/host';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';

/** What a site has stored, past the app: to look, and to set up what only time or other versions could bring about. */

export type StoredRecord = Readonly<Record<string, unknown>>;

export interface StoredRow<T> {
  readonly key: string;
  readonly value: T;
}

/** A `Site`, or anything else with a host. */
interface HasHost {
  readonly host: Pick<LocalHost, 'storage' | 'installation'>;
}

/** Every row, in an order of its own: equal before and after = nothing was written. */
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

/** @throws where there is none */
export function rowOf(site: HasHost, entity: string, key: string): StoredRecord {
  const found = rowsOf(site, entity).find((row) => row.key === key);
  if (found === undefined) throw new Error(`${entity}/${key} is not stored`);
  return found.value;
}

/** Writes a row past the app. @throws where the platform would refuse it */
export async function putRow({ host }: HasHost, entityName: string, key: string, value: object): Promise<void> {
  // As on the wire, where a member that is undefined is left out.
  const body = { entityName, key, value: JSON.parse(JSON.stringify(value)) as object };
  const response = await host.storage.handle(host.installation.installationId, '/api/v1/entity/set', body);
  if (!response.ok) throw new Error(`${entityName}/${key} was not stored: ${await response.text()}`);
}

/** New pages are not scanned, which takes longer than most of what a test does with them. */
export function stopScans(site: HasHost): Promise<void> {
  const value = { ...DEFAULT_CONFIG, triggers: { onPublish: false, schedule: 'off' } };
  return putRow(site, 'config', 'detection', { v: 1, rev: 1, value });
}
