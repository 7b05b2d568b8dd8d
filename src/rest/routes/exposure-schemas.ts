import * as z from 'zod';
import { findLevel, type Levels } from '../../classification/level-store';
import {
  type Audience,
  type Judgment,
  NOT_MEASURED,
  OVER_REASONS,
  UNKNOWN_REASONS,
  VERDICTS,
} from '../../exposure/audience';
import type { PageExposure, SpaceExposure } from '../../exposure/reads';
import { EXCEPTION_REASON_LENGTH, type ExposureException } from '../../configuration/governance';
import { ACCESS, ruleFields } from '../../exposure/rule-fields';
import { type Exposure, MAX_EXCEPTION_DAYS } from '../../exposure/rules';
import { justificationText } from '../../classification/page-level-fields';
import { mayReadNumbers } from '../exposure-access';
import * as fields from '../fields';
import { editOf } from '../read-only';
import type { AuthorizedRequest } from '../route';
import { LEVEL_EXAMPLE } from './level-schemas';

/** Exposure in requests and responses: who can see pages, compared with the rules of their levels. Never people or groups. */

const instant = z.iso.datetime({ precision: 3 });

const levelNames = { levelId: z.uuid(), levelKey: z.string().nullable(), levelName: z.string().nullable() };

function namesOf(levels: Levels, levelId: string) {
  const { levelKey = null, name: levelName = null } = findLevel(levels, levelId) ?? {};
  return { levelId, levelKey, levelName };
}

const bounds = z.strictObject({
  atLeast: z.int(),
  atMost: z.int().nullable().meta({ description: 'null = no upper bound is known.' }),
});

const audience = z
  .strictObject({
    anonymous: z.boolean().nullable().meta({ description: 'Whether anyone on the internet can. null = not known.' }),
    loggedIn: z.boolean().nullable().meta({
      description: 'Whether everyone who is logged in can, also without a license for Confluence. null = not known.',
    }),
    people: bounds.meta({ description: 'People with a license, and guests.' }),
    guests: bounds,
    apps: z.int().meta({ description: 'Accounts of apps. They are not people.' }),
  })
  .meta({ id: 'Audience', description: 'The number of people who can see a page, by kind, as bounds.' });

const verdict = z.enum(VERDICTS).meta({
  description:
    '`over`: more people can see the page than the rule of its level allows. `within`: the measured part keeps the rule. `unknown`: not known, for the reasons.',
});
const reasons = z.array(z.enum([...OVER_REASONS, ...UNKNOWN_REASONS])).meta({
  description: 'The broken parts of the rule, the worst first, or why nothing is known. More values may be added.',
});

const notMeasured = z
  .array(z.enum(NOT_MEASURED))
  .meta({ description: 'Ways to see a page that no app can measure. More values may be added.' });

const judgment = { verdict, reasons };
const checkedAt = instant.nullable().meta({ description: 'When it was measured. null = not measured yet.' });

export const pageExposureBody = z
  .strictObject({
    pageId: z.string(),
    spaceId: z.string(),
    ...levelNames,
    levelId: levelNames.levelId.nullable(),
    verdict: verdict.nullable().meta({ description: 'null = the page has no level, or its level has no rule.' }),
    reasons,
    checkedAt,
    exception: z
      .strictObject({ until: instant })
      .nullable()
      .meta({ description: 'An exception from the rule that applies to the page now. The verdict does not change.' }),
    notMeasured,
    audience: audience.nullable().optional().meta({
      description:
        'Only for keys with `classification::manage` and without limits. null = not measured, or there is no rule.',
    }),
  })
  .meta({ id: 'PageExposure', description: 'Whether the people who can see a page are those whom its level allows.' });

export function toPageExposureBody(
  request: Pick<AuthorizedRequest, 'levels' | 'key'>,
  {
    pageId,
    spaceId,
    levelId,
  }: { readonly pageId: string; readonly spaceId: string; readonly levelId: string | undefined },
  found: PageExposure | undefined,
): z.infer<typeof pageExposureBody> {
  const { exception } = found ?? {};
  return {
    ...{ pageId, spaceId },
    ...(levelId === undefined ? { levelId: null, levelKey: null, levelName: null } : namesOf(request.levels, levelId)),
    ...(found === undefined ? { verdict: null, reasons: [] } : judgmentOf(found.judgment)),
    checkedAt: found?.checkedAt ?? null,
    exception: exception === undefined ? null : { until: exception.until },
    notMeasured: [...NOT_MEASURED],
    ...(mayReadNumbers(request) ? { audience: audienceOf(found?.audience) } : {}),
  };
}

function judgmentOf({ verdict: of, reasons: why }: Judgment) {
  return { verdict: of, reasons: [...why] };
}

/** Names each member, so that groups never slip in. */
function audienceOf(of: Audience | undefined): z.infer<typeof audience> | null {
  if (of === undefined) return null;
  const { anonymous = null, loggedIn = null, people, guests, apps } = of;
  const toBounds = ({ atLeast, atMost }: Audience['people']) => ({ atLeast, atMost: atMost ?? null });
  return { anonymous, loggedIn, people: toBounds(people), guests: toBounds(guests), apps };
}

const pages = z
  .strictObject({
    over: z.int(),
    within: z.int(),
    unknown: z.int(),
    notMeasuredYet: z.int().meta({ description: 'Part of `unknown`: at most so many of them are `over`.' }),
  })
  .meta({ id: 'PagesByVerdict', description: 'The pages of a level, also those that the creator cannot see.' });

export const spaceExposureBody = z
  .strictObject({
    spaceId: z.string(),
    isClosed: z.boolean().meta({ description: 'Whether a data security policy closes the pages to the app.' }),
    checkedAt,
    audience: audience.nullable().meta({ description: 'For a page without restrictions. null = not measured yet.' }),
    levels: z.array(z.strictObject({ ...levelNames, ...judgment, pages })).meta({
      description:
        'The levels with a rule that pages of the space have. The verdict is for a page without restrictions.',
    }),
    notMeasured,
  })
  .meta({
    id: 'SpaceExposure',
    description: 'Who can see the pages of a space, compared with the rules of their levels.',
  });

export function toSpaceExposureBody(
  levels: Levels,
  { spaceId, isClosed, checkedAt: at, audience: of, byLevel }: SpaceExposure,
): z.infer<typeof spaceExposureBody> {
  return {
    ...{ spaceId, isClosed, checkedAt: at ?? null, audience: audienceOf(of) },
    levels: Object.entries(byLevel).map(([levelId, { ofSpace, pages: count }]) => ({
      ...namesOf(levels, levelId),
      ...judgmentOf(ofSpace),
      pages: { ...count },
    })),
    notMeasured: [...NOT_MEASURED],
  };
}

const MAX_RULES = 200;

const ruleBody = z
  .strictObject({
    ...levelNames,
    maxPeople: z.int().nullable(),
    guests: z.enum(ACCESS),
    unlicensed: z.enum(ACCESS),
    anonymous: z.enum(ACCESS),
    groupIds: z.array(z.string()).nullable(),
  })
  .meta({ id: 'ExposureRule', description: 'Who may see the pages of a level. null = any.' });

export const ruleInput = editOf(ruleBody, {
  levelId: fields.levelName,
  ...ruleFields,
}).meta({ id: 'SetExposureRule' });

export const exposureBody = z
  .strictObject({
    rules: z
      .array(ruleBody)
      .meta({ description: 'The most sensitive level first. A level without a rule is not measured.' }),
    isProposed: z
      .boolean()
      .meta({ description: 'Whether these are the proposed rules, which apply until the first change.' }),
  })
  .meta({
    id: 'ExposureRules',
    description: 'Who may see the pages of each level. The rules report, and change nothing.',
  });

export const exposureInput = editOf(exposureBody, {
  rules: z
    .array(ruleInput, { error: 'must be a list of rules' })
    .max(MAX_RULES, { error: `must have at most ${MAX_RULES} entries` })
    .superRefine(fields.eachOnce('levelId'))
    .meta({ description: 'The rules of all levels. A level that is not in the list has no rule.' }),
}).meta({ id: 'SetExposureRules' });

export function toExposureBody({ rules, isProposed = false }: Exposure, levels: Levels): z.infer<typeof exposureBody> {
  const order = levels.all.map(({ levelId }) => levelId);
  const entries = Object.entries(rules).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return {
    rules: entries.map(([levelId, { maxPeople = null, groupIds, ...who }]) => ({
      ...namesOf(levels, levelId),
      ...{ maxPeople, ...who, groupIds: groupIds === undefined ? null : [...groupIds] },
    })),
    isProposed,
  };
}

const EXCEPTION_ID = '5e8d2c1a-7b3f-4f60-8a4d-9c2b1e6f7a30';

export const exceptionPath = z.strictObject({
  exceptionId: z
    .uuid({ error: 'must be a UUID' })
    .meta({ description: 'The id of the exception.', examples: [EXCEPTION_ID], maxLength: 36 })
    .transform((id) => id.toLowerCase()),
});

export const exceptionBody = z
  .strictObject({
    exceptionId: z.uuid(),
    pageId: z.string().nullable().meta({ description: 'null = all pages of the space.' }),
    spaceId: z.string(),
    ...levelNames,
    until: instant.meta({ description: 'It has no effect from this time on, and the next change removes it.' }),
    reason: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'ExposureException', description: 'An exception from the rule of a level.' });

const { min, max } = EXCEPTION_REASON_LENGTH;

export const exceptionInput = z
  .strictObject({
    pageId: fields.pageId.optional().meta({ description: 'This page, while it is in its space.' }),
    spaceId: fields.spaceId.optional().meta({ description: 'All pages of a space.', examples: ['98306'] }),
    levelId: fields.levelName.meta({ description: 'It applies only while the page has this level. A UUID or a key.' }),
    until: fields.instant.meta({
      description: `When it ends: in the future, and at most ${MAX_EXCEPTION_DAYS} days ahead. A date means its start in UTC.`,
    }),
    reason: justificationText
      .pipe(
        z
          .string()
          .min(min, { error: `must have at least ${min} characters` })
          .max(max, { error: `must have at most ${max} characters` }),
      )
      .meta({
        description: 'Why more people may see the pages. It must not contain a detected value.',
        minLength: min,
        maxLength: max,
        examples: ['The project team of 80 people needs it until the release.'],
      }),
  })
  .refine(({ pageId, spaceId }) => (pageId === undefined) !== (spaceId === undefined), {
    error: 'or spaceId must be given, and only one of them',
    path: ['pageId'],
  })
  .meta({ id: 'CreateExposureException', oneOf: [{ required: ['pageId'] }, { required: ['spaceId'] }] });

export function toExceptionBody(
  { exceptionId, pageId, spaceId, levelId, until, reason, createdAt }: ExposureException,
  levels: Levels,
): z.infer<typeof exceptionBody> {
  return { exceptionId, pageId: pageId ?? null, spaceId, ...namesOf(levels, levelId), until, reason, createdAt };
}

const { levelId, levelKey, name: levelName } = LEVEL_EXAMPLE;
const OF_LEVEL = { levelId, levelKey, levelName };

const AUDIENCE_EXAMPLE: z.infer<typeof audience> = {
  ...{ anonymous: false, loggedIn: false, apps: 2 },
  people: { atLeast: 412, atMost: 460 },
  guests: { atLeast: 12, atMost: 12 },
};

export const PAGE_EXPOSURE_EXAMPLE: z.infer<typeof pageExposureBody> = {
  ...{ pageId: '164001', spaceId: '98306', ...OF_LEVEL },
  ...{ verdict: 'over', reasons: ['guests', 'people'], checkedAt: '2026-11-21T09:30:00.000Z', exception: null },
  ...{ notMeasured: ['public-links'], audience: AUDIENCE_EXAMPLE },
};

export const SPACE_EXPOSURE_EXAMPLE: z.infer<typeof spaceExposureBody> = {
  ...{ spaceId: '98306', isClosed: false, checkedAt: '2026-11-21T09:30:00.000Z', audience: AUDIENCE_EXAMPLE },
  levels: [
    {
      ...{ ...OF_LEVEL, verdict: 'over', reasons: ['guests', 'people'] },
      pages: { over: 14, within: 30, unknown: 2, notMeasuredYet: 1 },
    },
  ],
  notMeasured: ['public-links'],
};

const RULE_EXAMPLE = {
  ...{ maxPeople: 50, guests: 'forbidden' as const, unlicensed: 'forbidden' as const, anonymous: 'forbidden' as const },
};

export const EXPOSURE_EXAMPLE: z.infer<typeof exposureBody> = {
  rules: [{ ...OF_LEVEL, ...RULE_EXAMPLE, groupIds: null }],
  isProposed: false,
};

export const EXPOSURE_INPUT_EXAMPLE = { rules: [{ levelId: 'restricted', ...RULE_EXAMPLE }] };

export const EXCEPTION_EXAMPLE: z.infer<typeof exceptionBody> = {
  ...{ exceptionId: EXCEPTION_ID, pageId: '164001', spaceId: '98306', ...OF_LEVEL },
  until: '2027-03-01T00:00:00.000Z',
  reason: 'The project team of 80 people needs it until the release.',
  createdAt: '2026-11-21T09:30:00.000Z',
};
