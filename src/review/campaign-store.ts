import * as z from 'zod';
import { REVIEWERS, type ReviewRule } from '../configuration/governance';
import { VERDICTS } from '../exposure/audience';
import { awaitAll } from '../platform/await-all';
import { confluenceId } from '../platform/confluence-id';
import { instant } from '../platform/instant';
import { FIRST, LAST, listOldestFirst } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { storedRecord, storedRows, type StoredRow } from '../platform/stored-rows';

/**
 * Campaigns: reviews of a fixed set of pages until an admin ends them. Entity `governance`, row keys `campaign:<id>` and
 * `campaign:<id>:<part>`. No row has an account id or a title.
 */

export const CAMPAIGN_LIMITS = { pages: 10_000, nameLength: 100, open: 5, choices: 50, daysAhead: 366 } as const;
/** Answers change the row of their part, so a part is small. */
export const PAGES_OF_A_PART = 100;
/** The platform removes them later. Each answer begins this time again for its part. */
const KEPT_DAYS = 365;

export const campaignFilter = z.strictObject({
  /** Omitted: all levels. */
  levelIds: z.array(z.uuid()).min(1).max(CAMPAIGN_LIMITS.choices).optional(),
  /** Omitted: all spaces. */
  spaceIds: z.array(confluenceId).min(1).max(CAMPAIGN_LIMITS.choices).optional(),
  /** Only pages that more people can see than the rule of their level allows. */
  exposure: z.literal('over').optional(),
  /** Only pages whose last scan has findings. */
  hasFindings: z.literal(true).optional(),
  /** Only pages whose last review, or else last change of level, was before this time. */
  reviewedBefore: instant.optional(),
});

const campaignRecord = storedRecord({
  kind: z.literal('campaign'),
  list: z.enum(['campaign-open', 'campaign-ended']),
  /** When it was created. */
  sort: instant,
  data: z.strictObject({
    name: z.string().min(1).max(CAMPAIGN_LIMITS.nameLength),
    filter: campaignFilter,
    reviewers: z.enum(REVIEWERS),
    /** The day until which people should answer. It ends nothing. */
    answerBy: instant,
    endedAt: instant.optional(),
    pages: z.int().min(1),
    /** The first page of each part. Pages are in the order of their ids as text, the last first. */
    firsts: z.array(z.string()),
  }),
});

const campaignPage = z.strictObject({
  pageId: z.string(),
  /** When the campaign was created. */
  spaceId: z.string(),
  answer: z.enum(['still-right', 'not-mine']).optional(),
  answeredAt: instant.optional(),
  /** The level that was confirmed. */
  levelId: z.uuid().optional(),
  exposure: z.enum([...VERDICTS, 'not-ruled']).optional(),
});

const partRecord = storedRecord({
  kind: z.literal('campaign-part'),
  data: z.strictObject({ pages: z.array(campaignPage) }),
});

export type CampaignFilter = z.infer<typeof campaignFilter>;
export type CampaignRecord = z.infer<typeof campaignRecord>;
export type CampaignPage = z.infer<typeof campaignPage>;

export interface Campaign {
  readonly campaignId: string;
  readonly record: CampaignRecord;
}

const ROWS = storedRows('governance', campaignRecord);
const PARTS = storedRows('governance', partRecord);
const campaignKey = (campaignId: string) => `campaign:${campaignId}`;
const partKey = (campaignId: string, part: number) => `campaign:${campaignId}:${part}`;

export const campaignRow = (campaignId: string, revision: StoredRow<unknown>['revision'], record: CampaignRecord) => {
  const { v: _v, rev: _rev, ...members } = record;
  return ROWS.write(campaignKey(campaignId), revision, members, KEPT_DAYS);
};

export const partRow = (
  campaignId: string,
  part: number,
  revision: number | 'absent',
  pages: readonly CampaignPage[],
) =>
  PARTS.write(partKey(campaignId, part), revision, { kind: 'campaign-part', data: { pages: [...pages] } }, KEPT_DAYS);

/** @throws StorageUnavailableError, CorruptRecordError */
export function readCampaign(storage: Pick<Storage, 'read'>, campaignId: string): Promise<StoredRow<CampaignRecord>> {
  return ROWS.read(storage, campaignKey(campaignId));
}

/** More campaigns than this are not listed. */
const MAX_LISTED = 200;

/** The oldest first. Eventually consistent. @throws StorageUnavailableError */
export async function listCampaigns(
  storage: Pick<Storage, 'list'>,
  state: 'open' | 'ended',
): Promise<readonly Campaign[]> {
  const { items } = await listOldestFirst(storage, {
    ...{ entity: 'governance', index: 'by-list', partition: `campaign-${state}`, time: 'sort', to: LAST },
    ...{ after: { time: FIRST, key: '' }, limit: MAX_LISTED, schema: campaignRecord },
    pick: (key, record): Campaign => ({ campaignId: key.slice(key.indexOf(':') + 1), record }),
  });
  return items;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readParts(
  storage: Pick<Storage, 'readMany'>,
  campaignId: string,
  parts: readonly number[],
): Promise<readonly (readonly CampaignPage[])[]> {
  const keys = parts.map((part) => partKey(campaignId, part));
  const rows = await storage.readMany(keys.map(PARTS.name));
  return keys.map((key, index) => PARTS.parse(key, rows[index]).record?.data.pages ?? []);
}

export interface CampaignProgress {
  /** Pages whose level was confirmed. */
  readonly stillRight: number;
  /** Pages that were passed on to the admins of their space. */
  readonly passedOn: number;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readProgress(
  storage: Pick<Storage, 'readMany'>,
  { campaignId, record }: Campaign,
): Promise<CampaignProgress> {
  const pages = (await readParts(storage, campaignId, [...record.data.firsts.keys()])).flat();
  const count = (answer: CampaignPage['answer']) => pages.filter((page) => page.answer === answer).length;
  return { stillRight: count('still-right'), passedOn: count('not-mine') };
}

/** The part that has a page, if the campaign has it. */
function partOf({ record }: Campaign, pageId: string): number | undefined {
  const next = record.data.firsts.findIndex((first) => first < pageId);
  const part = next === -1 ? record.data.firsts.length - 1 : next - 1;
  return part < 0 ? undefined : part;
}

/** A campaign asks for a page. */
export interface Ask extends Pick<CampaignRecord['data'], 'name' | 'answerBy'> {
  readonly campaignId: string;
  /** When the campaign was created. */
  readonly since: string;
  readonly reviewers: ReviewRule['reviewers'];
}

/**
 * The open campaigns that ask for these pages, the oldest first.
 * @param known the open campaigns, if they were read before
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function readAsks(
  storage: Pick<Storage, 'list' | 'readMany'>,
  pageIds: readonly string[],
  known?: readonly Campaign[],
): Promise<ReadonlyMap<string, readonly Ask[]>> {
  const asks = new Map<string, Ask[]>(pageIds.map((pageId) => [pageId, []]));
  if (pageIds.length === 0) return asks;
  const campaigns = known ?? (await listCampaigns(storage, 'open'));
  const read = await awaitAll(
    campaigns.map((campaign) => {
      const parts = new Set(pageIds.flatMap((pageId) => partOf(campaign, pageId) ?? []));
      return readParts(storage, campaign.campaignId, [...parts]);
    }),
  );
  for (const [index, { campaignId, record }] of campaigns.entries()) {
    const { name, answerBy, reviewers } = record.data;
    for (const { pageId } of read[index]?.flat() ?? [])
      asks.get(pageId)?.push({ campaignId, name, answerBy, reviewers, since: record.sort });
  }
  return asks;
}

/** The writes that record an answer in every open campaign that has the page. @throws StorageUnavailableError, CorruptRecordError */
export async function answerWrites(
  storage: Pick<Storage, 'list' | 'read'>,
  { pageId, ...answer }: Omit<CampaignPage, 'spaceId'>,
) {
  const campaigns = await listCampaigns(storage, 'open');
  const writes = await awaitAll(
    campaigns.map(async (campaign) => {
      const part = partOf(campaign, pageId);
      if (part === undefined) return [];
      const { campaignId } = campaign;
      const { revision, record } = await PARTS.read(storage, partKey(campaignId, part));
      const pages = record?.data.pages ?? [];
      if (!pages.some((one) => one.pageId === pageId)) return [];
      const next = pages.map((one) => (one.pageId === pageId ? { pageId, spaceId: one.spaceId, ...answer } : one));
      return [partRow(campaignId, part, revision, next)];
    }),
  );
  return writes.flat();
}
