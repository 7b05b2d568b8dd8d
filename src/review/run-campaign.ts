import { type AuditRows, commitAudited } from '../audit/commit-audited';
import { auditDetails } from '../audit/details';
import { type AuditActor, auditRow } from '../audit/event';
import { listPageLevels, type PageLevelFilter } from '../classification/list-page-levels';
import { readPageRows } from '../exposure/store';
import { readScans } from '../findings/scan/scan-store';
import type { Context } from '../platform/context';
import { partsOf } from '../platform/parts';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { Position } from '../platform/rows-by-time';
import type { RowCheck, Storage } from '../platform/storage';
import {
  type Campaign,
  CAMPAIGN_LIMITS,
  type CampaignFilter,
  type CampaignPage,
  type CampaignRecord,
  campaignRow,
  listCampaigns,
  PAGES_OF_A_PART,
  partRow,
  readCampaign,
} from './campaign-store';
import { readReviews } from './read-due';

/** Creates and ends campaigns. The snapshot comes from stored rows, so it has pages that its author cannot see; no answer names them. */

interface CampaignContext extends Pick<Context, 'storage' | 'random' | 'clock' | 'requestId'> {
  readonly author: (
    attempt: number,
  ) => Promise<{ readonly actor: AuditActor; readonly stillValid: readonly RowCheck[] }>;
}

type NewCampaign = Pick<CampaignRecord['data'], 'name' | 'filter' | 'reviewers' | 'answerBy'>;

type CreatedCampaign =
  | { readonly outcome: 'created'; readonly campaign: Campaign }
  /** `answerBy` is in the past, or too far ahead. */
  | { readonly outcome: 'wrong-day' }
  /** No page matches. Nothing was written. */
  | { readonly outcome: 'no-pages' }
  /** The levels and spaces of the filter have more pages than a campaign can read. */
  | { readonly outcome: 'too-many-pages' }
  | { readonly outcome: 'too-many-campaigns' }
  | { readonly outcome: 'contended' };

/** @throws StorageUnavailableError, CorruptRecordError, and what `author` throws */
export async function createCampaign(context: CampaignContext, wanted: NewCampaign): Promise<CreatedCampaign> {
  const { storage, random, clock, requestId } = context;
  const ahead = Date.parse(wanted.answerBy) - clock().getTime();
  if (ahead <= 0 || ahead > CAMPAIGN_LIMITS.daysAhead * DAY_MS) return { outcome: 'wrong-day' };
  if ((await listCampaigns(storage, 'open')).length >= CAMPAIGN_LIMITS.open) return { outcome: 'too-many-campaigns' };
  const pages = await takeSnapshot(storage, wanted.filter);
  if (pages === 'too-many') return { outcome: 'too-many-pages' };
  if (pages.length === 0) return { outcome: 'no-pages' };
  const campaignId = random.uuid();
  const parts = partsOf(pages, PAGES_OF_A_PART);
  // Before the campaign, without which they mean nothing. The platform removes them if it never follows.
  for (const some of partsOf([...parts.entries()], PARTS_AT_ONCE))
    await storage.commit(
      some.map(([part, of]) => partRow(campaignId, part, -1, of)),
      [],
    );
  const now = clock();
  const record: CampaignRecord = {
    ...{ v: 1, rev: 1, kind: 'campaign', list: 'campaign-open', sort: now.toISOString() },
    data: { ...wanted, pages: pages.length, firsts: parts.map(([first]) => first?.pageId ?? '') },
  };
  const { actor, stillValid } = await context.author(1);
  const details = auditDetails({ name: wanted.name, pages: pages.length });
  const audit: AuditRows = [
    auditRow({
      ...{ id: random.uuid(), time: now, type: 'review.campaign.created', subject: `campaign:${campaignId}` },
      ...{ actor, requestId, after: details },
    }),
  ];
  // Its id is new, so no other row is in its place.
  const saved = await commitAudited(storage, [campaignRow(campaignId, -1, record)], audit, stillValid);
  return saved === 'conflict' ? { outcome: 'contended' } : { outcome: 'created', campaign: { campaignId, record } };
}

/** The number of pages that a campaign with this filter would have now. @throws StorageUnavailableError, CorruptRecordError */
export async function countPages(
  storage: Pick<Storage, 'list' | 'readMany'>,
  filter: CampaignFilter,
): Promise<number | 'too-many'> {
  const pages = await takeSnapshot(storage, filter);
  return pages === 'too-many' ? pages : pages.length;
}

const DAY_MS = 86_400_000;
/** A transaction can have 25 rows. */
const PARTS_AT_ONCE = 20;
const ROWS_AT_ONCE = 1_000;
const FACTS_AT_ONCE = 250;

async function takeSnapshot(
  storage: Pick<Storage, 'list' | 'readMany'>,
  filter: CampaignFilter,
): Promise<readonly CampaignPage[] | 'too-many'> {
  const { levelIds, spaceIds } = filter;
  const found = new Map<string, { readonly spaceId: string; readonly since: string }>();
  // A list reads the row after a part twice.
  const read = new Set<string>();
  for (const place of placesOf(filter)) {
    let after: Position | undefined;
    do {
      const { next } = await listPageLevels(storage, {
        filter: place,
        isWanted: ({ pageId, levelId, spaceId, classificationDate }) => {
          read.add(pageId);
          const isWanted = levelIds?.includes(levelId) !== false && spaceIds?.includes(spaceId) !== false;
          if (isWanted) found.set(pageId, { spaceId, since: classificationDate });
          return isWanted;
        },
        ...{ after, limit: ROWS_AT_ONCE },
      });
      after = next;
      if (read.size > CAMPAIGN_LIMITS.pages) return 'too-many';
    } while (after !== undefined);
  }
  const pages: CampaignPage[] = [];
  for (const some of partsOf([...found], FACTS_AT_ONCE)) {
    const ids = some.map(([pageId]) => pageId);
    const matches = await readMatches(storage, filter, new Map(some), ids);
    pages.push(...some.filter(([id]) => matches.has(id)).map(([pageId, { spaceId }]) => ({ pageId, spaceId })));
  }
  return pages.toSorted((one, other) => (one.pageId < other.pageId ? 1 : -1));
}

/** One list for each level or space, so that the rest of a large site is not read. */
function placesOf({ levelIds, spaceIds }: CampaignFilter): readonly PageLevelFilter[] {
  const [levels, spaces] = [[...new Set(levelIds)], [...new Set(spaceIds)]];
  const [level, space] = [levels.length === 1 ? levels[0] : undefined, spaces.length === 1 ? spaces[0] : undefined];
  if (space !== undefined) return [{ levelId: level, spaceId: space }];
  if (levels.length > 0) return levels.map((levelId) => ({ levelId }));
  return spaces.length > 0 ? spaces.map((spaceId) => ({ spaceId })) : [{}];
}

async function readMatches(
  storage: Pick<Storage, 'readMany'>,
  { exposure, hasFindings, reviewedBefore }: CampaignFilter,
  facts: ReadonlyMap<string, { readonly since: string }>,
  pageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  let left = pageIds;
  if (exposure !== undefined) {
    const rows = await readPageRows(storage, left);
    left = left.filter((pageId) => rows.get(pageId)?.record?.list === exposure);
  }
  if (hasFindings === true) {
    const scans = await readScans(storage, left);
    left = left.filter((pageId) => {
      const scan = scans.get(pageId);
      return scan !== undefined && scan !== 'unreadable' && (scan.record?.data.findingIds.length ?? 0) > 0;
    });
  }
  if (reviewedBefore !== undefined) {
    const reviews = await readReviews(storage, left);
    left = left.filter((pageId) => {
      const { since = '' } = facts.get(pageId) ?? {};
      const { reviewedAt = '' } = reviews.get(pageId)?.data ?? {};
      return (since > reviewedAt ? since : reviewedAt) < reviewedBefore;
    });
  }
  return new Set(left);
}

/** Its pages are no longer asked for. Repeating it changes nothing. @returns undefined: there is no such campaign */
export async function endCampaign(
  { storage, random, clock, requestId, author }: CampaignContext,
  campaignId: string,
): Promise<Campaign | 'contended' | undefined> {
  const done = await retryOnConflict(async (attempt): Promise<Campaign | 'conflict' | undefined> => {
    const { actor, stillValid } = await author(attempt);
    const { revision, record } = await readCampaign(storage, campaignId);
    if (record === undefined || record.list === 'campaign-ended') return record && { campaignId, record };
    const now = clock();
    const ended: CampaignRecord = {
      ...{ ...record, list: 'campaign-ended' },
      data: { ...record.data, endedAt: now.toISOString() },
    };
    const audit: AuditRows = [
      auditRow({
        ...{ id: random.uuid(), time: now, type: 'review.campaign.ended', subject: `campaign:${campaignId}` },
        ...{ actor, requestId, after: auditDetails({ name: record.data.name, pages: record.data.pages }) },
      }),
    ];
    const saved = await commitAudited(storage, [campaignRow(campaignId, revision, ended)], audit, stillValid);
    return saved === 'conflict' ? saved : { campaignId, record: ended };
  });
  return done === 'conflict' ? 'contended' : done;
}
