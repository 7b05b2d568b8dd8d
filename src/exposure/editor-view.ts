import type { Levels } from '../classification/level-store';
import type { RowReader } from '../platform/read-ahead';
import type { RowName } from '../platform/storage';
import {
  type Audience,
  audienceOfSpace,
  type Bounds,
  judge,
  type OverReason,
  type UnknownReason,
  type Verdict,
} from './audience';
import { isOutdated, judgeStored, principalsOf, readFacts } from './judged';
import { type ExposureRule, GOVERNANCE_ROW } from '../configuration/governance';
import { readExposure } from './rules';
import { PAGE_ROWS, type PageData, pageKey, SITE_ROW, SPACE_ROWS, spaceKey } from './store';

/**
 * Who can see a page, for a person who can edit it: numbers and kinds, and neither groups nor people. From stored rows only.
 */

export interface EditorExposure {
  readonly verdict: Verdict;
  readonly reason?: OverReason | UnknownReason;
  /** `few`: fewer than 5, because a smaller number can name people. Omitted: not known. */
  readonly people?: Bounds | 'few';
  /** Omitted: none, not known, or the people are few. */
  readonly guests?: Bounds;
  /** The page itself was not measured yet, so its restrictions may let in fewer people. */
  readonly isAtMost: boolean;
  /** The rule, without its groups. */
  readonly rule: Omit<ExposureRule, 'groupIds'>;
  readonly checkedAt?: string;
}

/** Fewer people than this are not counted for editors. */
const FEW = 5;

/** The rows that `readEditorExposure` reads first. @param spaceId the space of the page, as far as it is known */
export function rowsOfExposure(pageId: string, spaceId: string | undefined): readonly RowName[] {
  return [
    ...[GOVERNANCE_ROW, SITE_ROW, PAGE_ROWS.name(pageKey(pageId))],
    ...(spaceId === undefined ? [] : [SPACE_ROWS.name(spaceKey(spaceId))]),
  ].map(({ entity, key }) => ({ entity, key }));
}

/**
 * With the rows of `rowsOfExposure`, one read more at most: the sizes of the groups of the space. A level that was set just now is judged by
 * the last measurement, which takes one read more.
 * @returns undefined if the level has no rule, or nothing is known about the space
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function readEditorExposure(
  rows: RowReader,
  levels: Levels,
  page: { readonly pageId: string; readonly spaceId: string; readonly levelId: string | undefined },
  now: Date,
): Promise<EditorExposure | undefined> {
  const { pageId, spaceId, levelId } = page;
  const { rules } = await readExposure(rows, levels);
  const rule = levelId === undefined ? undefined : rules[levelId];
  if (rule === undefined) return undefined;
  const { groupIds = [], ...shownRule } = rule;
  const { entity, key } = PAGE_ROWS.name(pageKey(pageId));
  const record = PAGE_ROWS.find(await rows.read(entity, key));
  const data = record?.spaceList === spaceId ? record.data : undefined;
  const isMeasured = data !== undefined && data.unmeasured === undefined;
  if (isMeasured && data.levelId === levelId) {
    return shown(judgedNow(record?.list ?? 'unknown', data, shownRule, now), audienceIn(data), data.checkedAt, {
      rule: shownRule,
      isAtMost: false,
    });
  }
  const gates = isMeasured ? data.gates.map(({ gate }) => gate) : [];
  const facts = await readFacts(rows, { spaceIds: [spaceId], gates, groupIds }, now);
  const space = facts.spaces.get(spaceId);
  if (space?.principals === undefined) return undefined;
  const audience = audienceOfSpace(principalsOf(space, facts.sizes), facts.site);
  const { verdict, reasons } = judge(rule, audience, facts.sizes);
  if (verdict === 'within') {
    const judged = isOutdated(space.checkedAt, now) ? OUTDATED : { verdict, reason: undefined };
    return shown(judged, audience, space.checkedAt, { rule: shownRule, isAtMost: false });
  }
  if (isMeasured) {
    const { judgment, audience: ofPage } = judgeStored(rule, spaceId, data, facts);
    const judged = { verdict: judgment.verdict, reason: judgment.reasons[0] };
    return shown(judged, ofPage, data.checkedAt, { rule: shownRule, isAtMost: false });
  }
  const reason = data?.unmeasured ?? (verdict === 'unknown' ? reasons[0] : undefined) ?? 'not-measured-yet';
  return shown({ verdict: 'unknown', reason }, audience, space.checkedAt, { rule: shownRule, isAtMost: true });
}

interface Judged {
  readonly verdict: Verdict;
  readonly reason: OverReason | UnknownReason | undefined;
}

const OUTDATED: Judged = { verdict: 'unknown', reason: 'outdated' };

/** `within` of an earlier rule says nothing about the current one. The walk judges the row again. */
function judgedNow(verdict: Verdict, data: PageData, rule: EditorExposure['rule'], now: Date): Judged {
  if (verdict !== 'over' && isOutdated(data.checkedAt, now)) return OUTDATED;
  const { anonymous, loggedIn, people = { atLeast: 0 }, guests = { atLeast: 0 }, apps = 0, reasons } = data;
  const audience = { anonymous, loggedIn, people, guests, apps, lacksSize: false };
  const isStale = verdict === 'within' && judge(rule, audience).verdict !== 'within';
  return isStale ? { verdict: 'unknown', reason: 'not-measured-yet' } : { verdict, reason: reasons[0] };
}

/** As it was measured. */
function audienceIn({ people, guests }: PageData): Partial<Pick<Audience, 'people' | 'guests'>> {
  return { ...(people === undefined ? {} : { people }), ...(guests === undefined ? {} : { guests }) };
}

function shown(
  { verdict, reason }: Judged,
  { people, guests }: Partial<Pick<Audience, 'people' | 'guests'>>,
  checkedAt: string | undefined,
  rest: Pick<EditorExposure, 'rule' | 'isAtMost'>,
): EditorExposure {
  const areFew = people?.atMost !== undefined && people.atMost < FEW;
  return {
    ...{ verdict, ...rest },
    ...(reason === undefined ? {} : { reason }),
    ...(people === undefined ? {} : { people: areFew ? 'few' : people }),
    ...(areFew || guests === undefined || guests.atMost === 0 ? {} : { guests }),
    ...(checkedAt === undefined ? {} : { checkedAt }),
  };
}
