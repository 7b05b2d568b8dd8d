import { type Level } from '../../src/classification/model';
import { defaultLevels } from '../../src/classification/default-levels';
import { siteAri } from '../../local/forge/runtime';
import type { Site } from './site';
import { putRow } from './stored-rows';

/** The levels of a site. */

export type LevelName = 'Highly Restricted' | 'Restricted' | 'Internal' | 'Public';

export function levelNamed({ host }: Site, name: LevelName): Level {
  const level = defaultLevels(siteAri(host.installation)).find((one) => one.name === name);
  if (level === undefined) throw new Error(`there is no level ${name}`);
  return level;
}

/** Archives levels of a site whose admins have not edited any, past the admin area. */
export async function archiveLevels(site: Site, names: readonly LevelName[]): Promise<void> {
  const levels = defaultLevels(siteAri(site.host.installation)).map((level) => ({
    ...level,
    status: names.some((name) => name === level.name) ? 'ARCHIVED' : level.status,
  }));
  await putRow(site, 'config', 'levels', { v: 1, rev: 1, value: { levels } });
}
