import { DEMO_SPACES } from '../../local/demo';
import type { Verdict } from '../../src/exposure/audience';
import { pageKey, type PageData, type SpaceData, spaceKey, type StoredPrincipals } from '../../src/exposure/store';
import type { Site } from './site';
import { putRow } from './stored-rows';

/** Measured audiences, as the walk stores them. */

type HasHost = Pick<Site, 'host'>;

const NOT_DUE = '2099-01-01T00:00:00.000Z';

/** A space that two people can view, and others as the test says. */
export async function storeSpaceExposure(
  site: HasHost,
  spaceId: string,
  principals: Partial<StoredPrincipals>,
  data: Partial<SpaceData> = {},
): Promise<void> {
  const nobody = { groupIds: [], people: 2, guests: 0, apps: 0, anonymous: false, loggedIn: false };
  await putRow(site, 'governance', spaceKey(spaceId), {
    ...{ v: 1, rev: 1, kind: 'space', dueAt: NOT_DUE },
    data: {
      principals: { ...nobody, allLicensed: false, hasOtherClass: false, ...principals },
      ...{ model: 'roles', isComplete: true, checkedAt: '2026-11-23T08:00:00.000Z', ...data },
    },
  });
}

/** A page in ENG whose space does not keep the rule of its level. @param sort a smaller one is listed earlier */
export async function storePageExposure(
  site: HasHost,
  pageId: string,
  levelId: string,
  {
    list = 'over',
    spaceId = DEMO_SPACES.ENG,
    sort = '5',
    ...data
  }: Partial<PageData> & {
    readonly list?: Verdict;
    readonly spaceId?: string;
    readonly sort?: string;
  } = {},
): Promise<void> {
  await putRow(site, 'governance', pageKey(pageId), {
    ...{ v: 1, rev: 1, kind: 'page', list, spaceList: spaceId, sort: `${sort}:${pageId}`, dueAt: NOT_DUE },
    data: {
      ...{ levelId, reasons: list === 'over' ? ['anonymous'] : [], gates: [], anonymous: true },
      ...{ people: { atLeast: 0 }, guests: { atLeast: 0 }, checkedAt: '2026-11-23T08:00:00.000Z' },
      ...data,
    },
  });
}
