import { randomUUID } from 'node:crypto';
import { siteAri } from '../../local/forge/runtime';
import { readLevels } from '../../src/classification/level-store';
import { parsePageLevel } from '../../src/classification/page-level-store';
import { compareMirror } from '../../src/mirror/compare-mirror';
import { levelProperty } from '../../src/mirror/level-property';
import { LEVEL_PROPERTY } from '../../src/mirror/prefix';
import { mirrorKeyOf } from '../../src/mirror/mirror-key';
import type { Peppers } from '../../src/platform/secrets';
import type { Site } from './site';
import { rowsOf } from './stored-rows';
import { expectOk } from './wiki-pages';

/** The content properties that mirror the levels of pages. */

export const MIRROR_PEPPERS: Peppers = [{ version: '1', bytes: Buffer.alloc(32, 7) }];

export interface PageProperty {
  readonly id: string;
  readonly value: unknown;
  readonly version: { readonly number: number };
}

/** The property as an admin sees it; undefined = the page has no property. */
export async function propertyOf(site: Site, pageId: string): Promise<PageProperty | undefined> {
  const { results } = (await expectOk(
    site.wiki('GET', `/api/v2/pages/${pageId}/properties?key=${LEVEL_PROPERTY}`),
  )) as { results: readonly PageProperty[] };
  return results[0];
}

/** Writes the property as an editor of the page can. */
export async function forge(site: Site, pageId: string, value: unknown): Promise<void> {
  const found = await propertyOf(site, pageId);
  const base = `/api/v2/pages/${pageId}/properties`;
  await expectOk(
    found === undefined
      ? site.wiki('POST', base, { key: LEVEL_PROPERTY, value })
      : site.wiki('PUT', `${base}/${found.id}`, {
          key: LEVEL_PROPERTY,
          value,
          version: { number: found.version.number + 1 },
        }),
  );
}

export async function removeProperty(site: Site, pageId: string): Promise<void> {
  const found = await propertyOf(site, pageId);
  await site.wiki('DELETE', `/api/v2/pages/${pageId}/properties/${found?.id ?? ''}`);
}

/** Compares the property with the stored level. For a site with MIRROR_PEPPERS. */
export async function mirrorState(
  site: Site,
  pageId: string,
  spaceId?: string,
): Promise<ReturnType<typeof compareMirror>> {
  const installationId = siteAri(site.host.installation);
  const value = rowsOf(site, 'page-level').find(({ key }) => key === pageId)?.value;
  const revision = typeof value?.['rev'] === 'number' ? value['rev'] : 'absent';
  const stored = parsePageLevel(pageId, { revision, value });
  const config = rowsOf(site, 'config').find(({ key }) => key === 'levels')?.value;
  const read = () => Promise.resolve({ revision: 1, value: config });
  const levels = await readLevels({ read }, installationId);
  const page = { pageId, stored, spaceId: spaceId ?? stored.record?.spaceId };
  const wanted = levelProperty(page, levels, mirrorKeyOf(MIRROR_PEPPERS, installationId));
  return compareMirror((await propertyOf(site, pageId))?.value, wanted);
}

/** Pushes an event to the queue `mirror`, as the app does. */
export function pushToMirror(site: Site, body: Readonly<Record<string, string>>): void {
  const { status } = site.host.background.callQueue(
    '/webhook/queue/publish/{contextAri}/{environmentId}/{appId}/{appVersion}',
    JSON.stringify({
      queueName: 'mirror',
      jobId: randomUUID(),
      type: 'avi:forge:app:event',
      schema: 'ari:cloud:ecosystem::forge/app-event-2',
      time: new Date(0).toISOString(),
      payload: [{ body }],
    }),
    randomUUID(),
  );
  if (status !== 201) throw new Error(`the event was not pushed: ${String(status)}`);
}

/** Runs the consumer on pages until it succeeds. */
export async function mirrorPages(site: Site, pageIds: readonly string[], verify = false): Promise<void> {
  pushToMirror(site, { task: 'pages', pageIds: pageIds.join(','), ...(verify ? { verify: 'true' } : {}) });
  await site.host.background.settle();
}
