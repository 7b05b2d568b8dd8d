import { ADMIN } from '../../local/demo';
import { type LevelName, levelNamed } from './levels';
import type { Site } from './site';
import { putRow } from './stored-rows';

/** Stores the level of a page, bypassing the app. */
export async function storeLevel(
  site: Site,
  pageId: string,
  name: LevelName,
  record: { readonly spaceId: string; readonly levelId?: string; readonly subLevelId?: string },
): Promise<void> {
  await putRow(site, 'page-level', pageId, {
    v: 1,
    rev: 1,
    changeId: crypto.randomUUID(),
    classifierId: ADMIN.accountId,
    classificationDate: '2026-03-10T08:00:00.000Z',
    method: 'MANUAL',
    pageVersion: 1,
    levelId: levelNamed(site, name).levelId,
    ...record,
  });
}
