import type { Site } from './site';

/** What a site has stored, past the app: to set up what only time or other versions could bring about, and to look. */

export type StoredRow = Readonly<Record<string, unknown>>;

export async function putRow({ host }: Site, entityName: string, key: string, value: StoredRow): Promise<void> {
  const response = await host.storage.handle(host.installation.installationId, '/api/v1/entity/set', {
    entityName,
    key,
    value,
  });
  if (!response.ok) throw new Error(`${entityName}/${key} was not stored: ${await response.text()}`);
}

export function rowOf(site: Site, entity: string, key: string): StoredRow {
  const found = rowsOf(site).find((row) => row.entity === entity && row.key === key);
  if (found === undefined) throw new Error(`${entity}/${key} is not stored`);
  return JSON.parse(found.value) as StoredRow;
}

/** Every row, in an order of its own: equal before and after = nothing was written. */
export function rowsOf({ host }: Site) {
  return host.storage.dump(host.installation.installationId);
}
