import * as z from 'zod';
import { actorOf } from '../../audit/event';
import { readLevels } from '../../classification/level-store';
import { findVisibleSpaces } from '../../classification/space-lookup';
import { REVIEWERS } from '../../configuration/governance';
import { awaitAll } from '../../platform/await-all';
import { definedOf } from '../../platform/defined-of';
import { instant } from '../../platform/instant';
import {
  type Campaign,
  CAMPAIGN_LIMITS,
  campaignFilter,
  type CampaignFilter,
  type CampaignProgress,
  type CampaignRecord,
  listCampaigns as listStored,
  readCampaign,
  readProgress,
} from '../../review/campaign-store';
import { evidenceKeyOf } from '../../review/evidence';
import { readEvidence } from '../../review/evidence-lines';
import { countPages, createCampaign as create, endCampaign as end } from '../../review/run-campaign';
import { readListCursor, writeListCursor } from '../cursors';
import { cursorInput, id, operation } from '../input';
import { requirePeppers } from '../keys/require-peppers';
import type { AdminRequest } from '../operation';
import { invalidInput, Refusal } from '../result';
import { findPages } from '../visible-pages';

/** Review campaigns. Their numbers count pages that the admin cannot see, too; evidence has only pages that the admin sees. */

export interface CampaignView
  extends
    CampaignProgress,
    Pick<CampaignRecord['data'], 'name' | 'filter' | 'reviewers' | 'answerBy' | 'endedAt' | 'pages'> {
  readonly campaignId: string;
  readonly createdAt: string;
}

export interface CampaignList {
  /** The newest first. */
  readonly campaigns: readonly CampaignView[];
  /** The number of older campaigns that `campaigns` omits. */
  readonly others: number;
  readonly asOf: string;
}

/** Each campaign has up to 100 rows with answers. */
const MAX_SHOWN = 20;

export const listCampaigns = operation(
  z.strictObject({ state: z.enum(['open', 'ended']).default('open') }),
  async ({ storage, now }, { state }): Promise<CampaignList> => {
    const all = (await listStored(storage, state)).toReversed();
    const campaigns = await awaitAll(all.slice(0, MAX_SHOWN).map((one) => viewOf(storage, one)));
    return { campaigns, others: all.length - campaigns.length, asOf: now.toISOString() };
  },
);

async function viewOf(storage: AdminRequest['storage'], campaign: Campaign): Promise<CampaignView> {
  const { campaignId, record } = campaign;
  const { name, filter, reviewers, answerBy, endedAt, pages } = record.data;
  const progress = await readProgress(storage, campaign);
  return {
    campaignId,
    createdAt: record.sort,
    name,
    filter,
    reviewers,
    answerBy,
    pages,
    ...progress,
    ...definedOf({ endedAt }),
  };
}

/** The number of pages that the campaign would have now, with the selection that creates it. */
export const previewCampaign = operation(
  z.strictObject({ filter: campaignFilter }),
  async (request, { filter }): Promise<{ readonly pages: number | 'too-many' }> => {
    await requireKnown(request, filter);
    return { pages: await countPages(request.storage, filter) };
  },
);

export const createCampaign = operation(
  z.strictObject({
    name: z.string().trim().min(1).max(CAMPAIGN_LIMITS.nameLength),
    filter: campaignFilter,
    reviewers: z.enum(REVIEWERS),
    answerBy: instant,
  }),
  async (request, wanted): Promise<CampaignView> => {
    await requireKnown(request, wanted.filter);
    const done = await create({ ...request, author: authorOf(request) }, wanted);
    switch (done.outcome) {
      case 'created':
        return viewOf(request.storage, done.campaign);
      case 'wrong-day':
        throw wrong('answerBy', `must be in the future, and at most ${CAMPAIGN_LIMITS.daysAhead} days ahead`);
      case 'no-pages':
        throw wrong('filter', 'matches no page with a level');
      case 'too-many-pages':
        throw wrong(
          'filter',
          `has more than ${CAMPAIGN_LIMITS.pages.toLocaleString('en')} pages in its levels and spaces`,
        );
      case 'too-many-campaigns':
        throw new Refusal(
          'TOO_MANY_CAMPAIGNS',
          `A site can have ${CAMPAIGN_LIMITS.open} open campaigns. End one first.`,
        );
      case 'contended':
        throw changed();
    }
  },
);

/** A space that the admin cannot see is refused as a missing one, so that no count distinguishes them. */
async function requireKnown(request: AdminRequest, { levelIds = [], spaceIds = [] }: CampaignFilter): Promise<void> {
  const { storage, installationId, confluence, accountId } = request;
  const [levels, visible] = await awaitAll([
    readLevels(storage, installationId),
    findVisibleSpaces(confluence, accountId, spaceIds),
  ] as const);
  const isKnown = (levelId: string) => levels.all.some((level) => level.levelId === levelId);
  if (!levelIds.every(isKnown)) throw wrong('filter.levelIds', 'must have levels that exist');
  if (!spaceIds.every((spaceId) => visible.has(spaceId)))
    throw wrong('filter.spaceIds', 'must have spaces that you can view');
}

export const endCampaign = operation(
  z.strictObject({ campaignId: id }),
  async (request, { campaignId }): Promise<CampaignView> => {
    const ended = await end({ ...request, author: authorOf(request) }, campaignId);
    if (ended === undefined) throw notFound();
    if (ended === 'contended') throw changed();
    return viewOf(request.storage, ended);
  },
);

/** Confluence returns so many pages in one call. */
const LINES_OF_A_FILE = 250;

export interface EvidenceFile {
  /** A complete, signed file. Its bytes must not change. */
  readonly text: string;
  readonly lines: number;
  /** The cursor of the next part. Omitted: no more pages. */
  readonly cursor?: string;
}

/** The evidence in parts, each a signed file. It has the pages that the admin can see now. */
export const exportEvidence = operation(
  z.strictObject({ campaignId: id, format: z.enum(['json', 'csv']), cursor: cursorInput }),
  async (request, { campaignId, format, cursor }): Promise<EvidenceFile> => {
    const { storage, now, installationId: site } = request;
    const question = ['evidence', campaignId];
    const after = readListCursor(request, cursor, question);
    const [{ record }, levels] = await awaitAll([
      readCampaign(storage, campaignId),
      readLevels(storage, site),
    ] as const);
    if (record === undefined) throw notFound();
    const { files, results, next, hasMore } = await readEvidence(
      { storage, levels },
      { campaignId, record },
      { after, limit: LINES_OF_A_FILE, see: (pageIds) => findPages(request, pageIds, 'all') },
      { site, now, key: evidenceKeyOf(requirePeppers(request), site) },
    );
    const more = hasMore && next !== undefined ? writeListCursor(request, next, question) : undefined;
    return { text: files[format], lines: results.length, ...definedOf({ cursor: more }) };
  },
);

const authorOf = (request: AdminRequest) => () => Promise.resolve({ actor: actorOf(request), stillValid: [] });

const wrong = (field: string, message: string) => invalidInput([{ field, message }]);
const notFound = () => new Refusal('CAMPAIGN_NOT_FOUND', 'This campaign no longer exists. Reload the page.');
const changed = () => new Refusal('CAMPAIGN_CHANGED', 'Another request changed the campaign. Try again.');
