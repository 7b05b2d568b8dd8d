import type { Levels } from '../classification/level-store';
import { awaitAll } from '../platform/await-all';
import type { Storage } from '../platform/storage';
import {
  audienceOfSpace,
  type Gate,
  type GroupSize,
  type GroupSizes,
  type JudgedAudience,
  judge,
  judgePage,
  type SitePeople,
  type SpacePrincipals,
} from './audience';
import type { ExposureRule } from '../configuration/governance';
import type { Exposure } from './rules';
import {
  GATE_ROWS,
  type GateData,
  gateKey,
  GROUP_ROWS,
  groupKey,
  type PageData,
  readRows,
  type SiteData,
  SITE_ROW,
  SPACE_ROWS,
  type SpaceData,
  spaceKey,
} from './store';

/** Judges stored measurements by the rules of today, without a call to Confluence. */

export const DAY_MS = 86_400_000;
/** Measured again after this time. */
export const ROTATION_MS = 7 * DAY_MS;
/** `within` that is older is not known any longer. */
const VALID_MS = 8 * DAY_MS;

export interface Facts {
  readonly site: SitePeople;
  readonly siteData: SiteData | undefined;
  readonly spaces: ReadonlyMap<string, SpaceData | undefined>;
  readonly gates: ReadonlyMap<string, GateData | undefined>;
  readonly sizes: GroupSizes;
  readonly now: Date;
}

/** Reads what pages of these spaces behind these gates are judged by. @throws StorageUnavailableError */
export async function readFacts(
  storage: Pick<Storage, 'read' | 'readMany'>,
  {
    spaceIds,
    gates,
    groupIds = [],
  }: Readonly<Record<'spaceIds' | 'gates', readonly string[]>> & { readonly groupIds?: readonly string[] },
  now: Date,
): Promise<Facts> {
  const [spaceRows, gateRows, { value: siteData }] = await awaitAll([
    readRows(storage, SPACE_ROWS, spaceKey, spaceIds),
    readRows(storage, GATE_ROWS, gateKey, gates),
    SITE_ROW.read(storage),
  ] as const);
  const spaces = new Map([...spaceRows].map(([id, { record }]) => [id, record?.data]));
  const known = new Map([...gateRows].map(([id, { record }]) => [id, record?.data]));
  const ids = [
    ...groupIds,
    ...[...spaces.values()].flatMap((data) => data?.principals?.groupIds ?? []),
    ...[...known.values()].flatMap((data) => data?.groupIds ?? []),
  ];
  const groups = await readRows(storage, GROUP_ROWS, groupKey, ids);
  const sizes = new Map<string, GroupSize | undefined>();
  for (const [id, { record }] of groups) {
    const { size, checkedAt } = record?.data ?? {};
    sizes.set(id, size === undefined || isOutdated(checkedAt, now) ? undefined : { count: size });
  }
  return { site: peopleOf(siteData, now), siteData, spaces, gates: known, sizes, now };
}

function peopleOf(data: SiteData | undefined, now: Date): SitePeople {
  if (data === undefined || isOutdated(data.checkedAt, now)) return { licensed: undefined, guests: undefined };
  return { licensed: data.licensed, guests: data.guests };
}

export function isOutdated(checkedAt: string | undefined, now: Date): boolean {
  return checkedAt === undefined || now.getTime() - Date.parse(checkedAt) >= VALID_MS;
}

/** Nothing is known about who can enter. */
const UNREAD: SpacePrincipals = {
  ...{ groups: new Map<string, undefined>(), people: 0, guests: 0, apps: 0 },
  ...{ anonymous: undefined, loggedIn: undefined, allLicensed: false, hasOtherClass: true },
};

export function principalsOf(data: SpaceData | undefined, sizes: GroupSizes): SpacePrincipals {
  if (data?.principals === undefined) return UNREAD;
  const { anonymous, loggedIn } = data.principals;
  return { ...data.principals, anonymous, loggedIn, groups: withSizes(data.principals, sizes) };
}

function withSizes({ groupIds }: { readonly groupIds: readonly string[] }, sizes: GroupSizes): GroupSizes {
  return new Map(groupIds.map((id) => [id, sizes.get(id)]));
}

const outdated = (judged: JudgedAudience): JudgedAudience => ({
  ...judged,
  judgment: { verdict: 'unknown', reasons: ['outdated'] },
});

/** The verdict for pages of a space that no restriction narrows. */
export function judgeSpace(rule: ExposureRule, spaceId: string, facts: Facts): JudgedAudience {
  const data = facts.spaces.get(spaceId);
  const audience = audienceOfSpace(principalsOf(data, facts.sizes), facts.site);
  const judgment = judge(rule, audience, facts.sizes);
  const judged = { judgment, audience };
  if (judgment.verdict === 'within' && isOutdated(data?.checkedAt, facts.now)) return outdated(judged);
  if (data === undefined || (data.principals === undefined && data.isUnread !== true))
    return { audience, judgment: { verdict: 'unknown', reasons: ['not-measured-yet'] } };
  return judged;
}

interface JudgedPage extends JudgedAudience {
  /** True: the space alone keeps the rule, so the page needs no row. */
  readonly isOfSpace: boolean;
}

export function judgeStored(rule: ExposureRule, spaceId: string, page: PageData, facts: Facts): JudgedPage {
  const ofSpace = judgeSpace(rule, spaceId, facts);
  if (ofSpace.judgment.verdict === 'within') return { ...ofSpace, isOfSpace: true };
  if (page.unmeasured !== undefined)
    return { ...ofSpace, judgment: { verdict: 'unknown', reasons: [page.unmeasured] }, isOfSpace: false };
  const gates: Gate[] = [];
  let oldest = page.checkedAt;
  let lacksGate = page.lacksAncestor === true;
  for (const { pageId, gate: mac } of page.gates) {
    const data = facts.gates.get(mac);
    if (data === undefined) lacksGate = true;
    else gates.push({ ...data, groups: withSizes(data, facts.sizes), id: pageId });
  }
  const judged = judgePage(rule, principalsOf(facts.spaces.get(spaceId), facts.sizes), facts.site, gates, facts.sizes);
  const deciding = page.gates.find(({ pageId }) => pageId === judged.gateId);
  const decidingAt = deciding && facts.gates.get(deciding.gate)?.checkedAt;
  if (decidingAt !== undefined && oldest !== undefined && decidingAt < oldest) oldest = decidingAt;
  const { verdict } = judged.judgment;
  // Another restriction can only narrow.
  if (verdict === 'over' && lacksGate)
    return { ...judged, judgment: { verdict: 'unknown', reasons: ['ancestor-not-read'] }, isOfSpace: false };
  if (verdict === 'within' && isOutdated(oldest, facts.now)) return { ...outdated(judged), isOfSpace: false };
  return { ...judged, isOfSpace: false };
}

/** The levels with a rule, the most sensitive first. */
export function ruledLevels({ all }: Pick<Levels, 'all'>, { rules }: Pick<Exposure, 'rules'>): readonly string[] {
  return all.map(({ levelId }) => levelId).filter((levelId) => rules[levelId] !== undefined);
}

/** The sizes of the groups that rules allow decide, too. */
export function allowedGroups({ rules }: Pick<Exposure, 'rules'>): readonly string[] {
  return Object.values(rules).flatMap(({ groupIds = [] }) => groupIds);
}
