import { type Level } from '../../src/classification/model';
import { defaultLevels } from '../../src/classification/default-levels';
import type { LevelList } from '../../src/admin/levels/change-levels';
import { siteAri } from '../../local/forge/runtime';
import type { LocalHost } from '../../local/host';
import type { Site } from './site';
import { putRow, rowsOf } from './stored-rows';

/** The levels of a site. */

export type LevelName = 'Highly Restricted' | 'Restricted' | 'Internal' | 'Public';

export function levelNamed({ host }: { readonly host: Pick<LocalHost, 'installation'> }, name: LevelName): Level {
  const level = defaultLevels(siteAri(host.installation)).find((one) => one.name === name);
  if (level === undefined) throw new Error(`there is no level ${name}`);
  return level;
}

/** Archives levels of a site whose admins have not edited any, bypassing the admin area. */
export async function archiveLevels(site: Site, names: readonly LevelName[]): Promise<void> {
  const levels = defaultLevels(siteAri(site.host.installation)).map((level) => ({
    ...level,
    status: names.some((name) => name === level.name) ? 'ARCHIVED' : level.status,
  }));
  await putRow(site, 'config', 'levels', { v: 1, rev: 1, value: { levels } });
}

/** Stores levels and settings, bypassing the app. Omitted settings are those of a new site. */
export async function settle(site: Site, settings: object): Promise<void> {
  const [row] = rowsOf(site, 'config').filter(({ key }) => key === 'levels');
  const { levels } = (row?.value['value'] ?? { levels: defaultLevels(siteAri(site.host.installation)) }) as {
    levels: readonly Level[];
  };
  const value = { levels, settings: { lowering: 'allowed', schemes: [], spaces: {}, ...settings } };
  await putRow(site, 'config', 'levels', { v: 1, rev: 1, ...row?.value, value });
}

/** Runs an operation of the admin area on the current levels. @throws if it is refused */
export async function changeLevels<T extends LevelList = LevelList>(
  site: Site,
  operation: string,
  payload: object,
  email?: string,
): Promise<T> {
  const { value } = await site.admin('listLevels', {});
  const result = await site.admin(operation, { rev: value.rev, ...payload }, email);
  if (result.ok !== true) throw new Error(`${operation} was refused: ${JSON.stringify(result.error)}`);
  return result.value;
}
