import { DEMO_SPACES } from '../../local/demo';
import { defaultLevels } from '../../src/classification/default-levels';
import { siteAri } from '../../local/forge/runtime';
import { levelNamed } from './levels';
import type { Site } from './site';
import { putRow } from './stored-rows';
import { aPage } from './wiki-pages';

/** A site with many pages, keys, levels, settings and changes, for results that must not depend on their number. */

/** High enough for the many setup requests. */
export const LIMITS_OF_A_LARGE_SITE =
  '{"key":100000,"key-write":100000,"site":100000,"host":1000000,"mirror-event":100000}';

export const LARGE_SITE_SPACE = DEMO_SPACES.OPEN;

/** @param key the key that classifies the pages */
export async function enlarge(site: Site, key: string): Promise<void> {
  for (const as of ['admin@example.com', 'admin2@example.com']) {
    for (let index = 0; index < 20; index += 1) await site.createKey({ as, name: `Key ${index}` });
  }
  const levels = defaultLevels(siteAri(site.host.installation));
  const more = Array.from({ length: 200 }, (_, index) => ({
    ...levels[3],
    levelId: crypto.randomUUID(),
    levelKey: `level-${index}`,
    name: `Level ${index}`,
    order: 10 + index,
    // A site can have 50 levels that are not archived.
    status: index < 40 ? 'PUBLISHED' : 'ARCHIVED',
  }));
  const levelIds = levels.map(({ levelId }) => levelId);
  const schemes = Array.from({ length: 40 }, (_, index) => ({
    schemeId: crypto.randomUUID(),
    name: `Scheme ${index}`,
    levelIds,
  }));
  const spaces = Object.fromEntries(
    schemes.map(({ schemeId }, index) => [String(500_000 + index), { schemeId, defaultLevel: 'none' }]),
  );
  const settings = { lowering: 'allowed', schemes, spaces };
  await putRow(site, 'config', 'levels', { v: 1, rev: 1, value: { levels: [...levels, ...more], settings } });
  await classifyNewPages(site, key, 150);
}

/** In the space that contains all of the many pages. */
export async function classifyNewPages(site: Site, key: string, count: number): Promise<void> {
  const { levelId } = levelNamed(site, 'Highly Restricted');
  for (let index = 0; index < count; index += 1) {
    const pageId = await aPage(site, { spaceId: LARGE_SITE_SPACE });
    const { status } = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
    if (status !== 201) throw new Error(`a page was not classified: ${status}`);
  }
}
