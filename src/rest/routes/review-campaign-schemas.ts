import * as z from 'zod';
import { REVIEWERS } from '../../configuration/governance';
import { type Campaign, CAMPAIGN_LIMITS, readCampaign, readProgress } from '../../review/campaign-store';
import { ANSWERS, type EvidenceHeader } from '../../review/evidence-model';
import * as fields from '../fields';
import { Problem } from '../problem';
import type { AuthorizedRequest } from '../route';
import { LEVEL_EXAMPLE } from './level-schemas';

/** Campaigns and their evidence in requests and responses. */

const instant = z.iso.datetime({ precision: 3 });
const CAMPAIGN_ID = '3f0a6b1e-52c7-4c0d-9c55-1d2a7e9b4f60';

export const campaignPath = z.strictObject({
  campaignId: z
    .uuid({ error: 'must be a UUID' })
    .meta({ description: 'The id of the campaign.', examples: [CAMPAIGN_ID], maxLength: 36 })
    .transform((id) => id.toLowerCase()),
});

const choices = <T extends z.ZodType>(one: T, what: string) =>
  z
    .array(one, { error: 'must be a list' })
    .min(1, { error: 'must not be empty' })
    .max(CAMPAIGN_LIMITS.choices, { error: `must have at most ${CAMPAIGN_LIMITS.choices} entries` })
    .optional()
    .meta({ description: `Only pages ${what}. Omitted = any.` });

const filterBody = z
  .strictObject({
    levelIds: z.array(z.uuid()).nullable(),
    spaceIds: z.array(z.string()).nullable(),
    exposure: z.literal('over').nullable(),
    hasFindings: z.literal(true).nullable(),
    reviewedBefore: instant.nullable(),
  })
  .meta({
    id: 'ReviewCampaignFilter',
    description: 'The pages of a campaign. A member that is null does not restrict it.',
  });

export function toFilterBody(filter: Campaign['record']['data']['filter']): z.infer<typeof filterBody> {
  const { levelIds = null, spaceIds = null, exposure = null, hasFindings = null, reviewedBefore = null } = filter;
  return { levelIds, spaceIds, exposure, hasFindings, reviewedBefore };
}

export const campaignInput = z
  .strictObject({
    name: z
      .string({ error: 'must be a text' })
      .trim()
      .min(1, { error: 'must not be empty' })
      .max(CAMPAIGN_LIMITS.nameLength, { error: `must have at most ${CAMPAIGN_LIMITS.nameLength} characters` })
      .meta({
        description: 'Reviewers see it. It must not contain a detected value.',
        examples: ['Spring 2027'],
      }),
    filter: z
      .strictObject({
        levelIds: choices(fields.levelName, 'with one of these levels, given as UUID or key'),
        spaceIds: choices(fields.spaceId, 'in one of these spaces'),
        exposure: z.literal('over', { error: 'must be over' }).optional().meta({
          description: 'Only pages that more people can see than the rule of their level allows.',
        }),
        hasFindings: z
          .literal(true, { error: 'must be true' })
          .optional()
          .meta({ description: 'Only pages whose last scan has findings.' }),
        reviewedBefore: fields.instant.optional().meta({
          description: 'Only pages whose last review, or else last change of level, was before this time.',
        }),
      })
      .meta({ id: 'CreateReviewCampaignFilter', description: 'Chooses among the pages with a level.' }),
    reviewers: z.enum(REVIEWERS, { error: `must be one of ${REVIEWERS.join(', ')}` }).meta({
      description: '`owner`: who created the page. `space-admins`: the admins of its space.',
    }),
    answerBy: fields.instant.meta({
      description: `The time until which people should answer: in the future, at most ${CAMPAIGN_LIMITS.daysAhead} days ahead. It ends nothing.`,
      examples: ['2027-03-01'],
    }),
  })
  .meta({ id: 'CreateReviewCampaign' });

const campaign = {
  campaignId: z.uuid(),
  name: z.string(),
  filter: filterBody,
  reviewers: z.enum(REVIEWERS),
  answerBy: instant,
  state: z.enum(['open', 'ended']),
  createdAt: instant,
  endedAt: instant.nullable().meta({ description: 'null = it is open.' }),
  pages: z.int().meta({ description: 'Its pages, also those that the creator of the key cannot see.' }),
};

export const campaignBody = z
  .strictObject(campaign)
  .meta({ id: 'ReviewCampaign', description: 'A review of a fixed set of pages.' });

export const campaignProgress = z
  .strictObject({
    ...campaign,
    stillRight: z.int().meta({ description: 'Pages whose level was confirmed.' }),
    passedOn: z.int().meta({ description: 'Pages that were passed on to the admins of their space.' }),
  })
  .meta({ id: 'ReviewCampaignProgress', description: 'A campaign with the number of its answers.' });

export function toCampaignBody({ campaignId, record }: Campaign): z.infer<typeof campaignBody> {
  const { sort: createdAt, list, data } = record;
  const { name, filter, reviewers, answerBy, endedAt = null, pages } = data;
  const state = list === 'campaign-open' ? 'open' : 'ended';
  return { campaignId, name, filter: toFilterBody(filter), reviewers, answerBy, state, createdAt, endedAt, pages };
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function progressBody(
  { storage }: AuthorizedRequest,
  one: Campaign,
): Promise<z.infer<typeof campaignProgress>> {
  return { ...toCampaignBody(one), ...(await readProgress(storage, one)) };
}

/** @throws Problem 404 */
export async function requireCampaign({ storage }: AuthorizedRequest, campaignId: string): Promise<Campaign> {
  const { record } = await readCampaign(storage, campaignId);
  if (record === undefined) throw noSuchCampaign();
  return { campaignId, record };
}

export function noSuchCampaign(): Problem {
  const detail = 'GET /v1/review-campaign lists the campaigns with their ids.';
  return new Problem('CONFIGURATION_NOT_FOUND', { detail, members: ['campaignId'] });
}

export const evidenceLine = z
  .strictObject({
    pageId: z.string(),
    spaceId: z.string(),
    levelId: z.string().nullable().meta({ description: 'The level that was confirmed, or else the current one.' }),
    levelName: z.string().nullable(),
    answer: z.enum(ANSWERS),
    answeredAt: instant.nullable(),
    exposure: z.enum(['over', 'within', 'unknown', 'not-ruled']).nullable().meta({
      description: 'The verdict when the level was confirmed. null = not confirmed.',
    }),
  })
  .meta({ id: 'ReviewEvidenceLine', description: 'One page of a campaign.' });

export const evidenceHeader = z
  .strictObject({
    site: z.string().meta({ description: 'The id of the installation.' }),
    campaignId: z.uuid(),
    name: z.string(),
    filter: filterBody,
    rules: z.record(z.string(), z.unknown()).meta({ description: 'The review rules now, by level id.' }),
    createdAt: instant,
    endedAt: instant.optional(),
    exportedAt: instant,
    coverage: z.strictObject({
      pages: z.int(),
      answered: z.int(),
      hiddenFromAllReviewers: z.int().optional(),
      answeredWithinAMinute: z.int().meta({ description: 'Answers less than a minute after another one.' }),
    }),
    notMeasured: z.array(z.string()),
  })
  .meta({ id: 'ReviewEvidenceHeader', description: 'The facts that a reader needs to judge the lines.' });

const { levelId, name: levelName } = LEVEL_EXAMPLE;

export const CAMPAIGN_EXAMPLE: z.infer<typeof campaignBody> = {
  ...{
    campaignId: CAMPAIGN_ID,
    name: 'Spring 2027',
    filter: toFilterBody({ levelIds: [levelId] }),
    reviewers: 'owner',
  },
  ...{ answerBy: '2027-03-01T00:00:00.000Z', state: 'open', createdAt: '2027-02-01T09:00:00.000Z', endedAt: null },
  pages: 200,
};

export const PROGRESS_EXAMPLE: z.infer<typeof campaignProgress> = { ...CAMPAIGN_EXAMPLE, stillRight: 150, passedOn: 4 };

export const CAMPAIGN_INPUT_EXAMPLE = {
  ...{ name: 'Spring 2027', filter: { levelIds: ['restricted'] }, reviewers: 'owner', answerBy: '2027-03-01' },
};

export const LINE_EXAMPLE: z.infer<typeof evidenceLine> = {
  ...{ pageId: '164001', spaceId: '98306', levelId, levelName, answer: 'still-right' },
  ...{ answeredAt: '2027-02-04T10:00:00.000Z', exposure: 'within' },
};

export const HEADER_EXAMPLE: EvidenceHeader & z.infer<typeof evidenceHeader> = {
  ...{ site: '6f1c2d9e-8a34-4b07-9d51-0e7f3a2b5c68', campaignId: CAMPAIGN_ID, name: 'Spring 2027' },
  ...{ filter: toFilterBody({ levelIds: [levelId] }), rules: { [levelId]: { months: 12, reviewers: 'owner' } } },
  ...{ createdAt: '2027-03-01T09:00:00.000Z', exportedAt: '2027-04-01T09:00:00.000Z' },
  coverage: { pages: 200, answered: 150, answeredWithinAMinute: 20 },
  notMeasured: ['Pages that the person who exports cannot see now have no line; coverage.pages counts them.'],
};
