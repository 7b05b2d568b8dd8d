import * as z from 'zod';
import { driftOf } from '../../policy/drift';
import { DOCUMENT_VERSION, type PolicyDocument, policyDocument } from '../../policy/document';
import type { Effect } from '../../policy/effects';
import type { Plan, PlanEntry } from '../../policy/plan';
import { toDocument } from '../../policy/views';
import type { Read } from '../configuration-file-access';
import type { AuthorizedRequest } from '../route';

/** The whole configuration in requests and responses. */

const flag = (description: string) =>
  z.boolean({ error: 'must be true or false' }).default(false).meta({ description });

export const documentInput = {
  document: policyDocument,
  prune: flag(
    'true = also archives the levels, removes the schemes, custom detectors and exclusions, and resets the detectors, spaces and rules that a list of the document does not name. Lists that the document does not have stay unchanged.',
  ),
  siteChanges: flag(
    'true = accepts the document of another site. Its spaces and the exclusions in them are ignored, because ids of spaces differ between sites.',
  ),
};

const named = z.array(z.looseObject({ name: z.string() }));
const part = z.looseObject({});

/** The document in responses. Its parts have the form that requests take. */
export const configurationBody = z
  .strictObject({
    version: z.literal(DOCUMENT_VERSION),
    site: z.string(),
    levels: z.array(z.looseObject({ key: z.string(), name: z.string() })),
    settings: part,
    levelSchemes: named,
    spaces: z.record(z.string(), part),
    detection: part,
    customDetectors: named,
    detectorSchemes: named,
    exclusions: z.array(part),
    exposure: part,
    review: part,
    use: part,
    labels: part,
    quotas: part,
  } satisfies Record<keyof PolicyDocument, z.ZodType>)
  .meta({
    id: 'WholeConfiguration',
    description: 'The configuration of a site. Each part has the form that `PlanConfiguration` describes.',
  });

const OPS = ['add', 'change', 'remove', 'archive', 'restore', 'order'] as const;

const value = (when: string) =>
  z.unknown().meta({ description: `The value ${when}. Only the members of an object that differ. null = none.` });

const entryBody = z
  .strictObject({
    op: z.enum(OPS).meta({ description: 'More values may be added.' }),
    path: z.string().meta({ description: 'The place in the document: lists by key, name or hash.' }),
    before: value('now'),
    after: value('afterwards'),
    loosens: z.boolean().meta({ description: 'Whether the edit lowers the protection of the site. True on doubt.' }),
    effect: z
      .strictObject({
        pages: z.int().meta({ description: 'Pages with the level, at most 100. 100 = 100 or more.' }),
        keys: z.int().meta({ description: 'Active keys that are limited to the level.' }),
        spaces: z.int(),
      })
      .optional()
      .meta({
        description:
          'The places that it affects besides the configuration. Only in plans, for levels, schemes and spaces.',
      }),
  })
  .meta({ id: 'ConfigurationEdit' });

export const planBody = z
  .strictObject({
    planHash: z.string().meta({ description: 'Identifies this plan. Send it to apply exactly this plan.' }),
    entries: z.array(entryBody).meta({ description: 'The edits. Empty = the site has this configuration.' }),
    ignored: z
      .array(z.string())
      .meta({ description: 'The places of a document of another site that only make sense there.' }),
    drift: z
      .strictObject({
        appliedAt: z.iso.datetime({ precision: 3 }),
        changes: z.int().meta({ description: 'The number of places of that document that differ now.' }),
      })
      .nullable()
      .meta({ description: 'The changes outside of the last applied document. null = none was applied yet.' }),
  })
  .meta({ id: 'ConfigurationPlan' });

export const appliedBody = z
  .strictObject({
    outcome: z.enum(['applied', 'unchanged']),
    entries: z.array(entryBody).meta({ description: 'The edits that were applied.' }),
  })
  .meta({ id: 'ConfigurationApplied' });

export function toEntryBody({ op, path, before = null, after = null, loosens }: PlanEntry, effect?: Effect) {
  return { op, path, before, after, loosens, ...(effect === undefined ? {} : { effect }) };
}

export function toPlanBody(
  { installationId, now }: AuthorizedRequest,
  { state, sees }: Read,
  { hash, entries, ignored }: Plan,
  effects: readonly (Effect | undefined)[],
): z.infer<typeof planBody> {
  const drift = driftOf(state.governance.stored.applied, toDocument(state, { installationId, now, sees }));
  return {
    planHash: hash,
    entries: entries.map((entry, index) => toEntryBody(entry, effects[index])),
    ignored: [...ignored],
    drift: drift === undefined ? null : { appliedAt: drift.at, changes: drift.changes },
  };
}

const SITE = '5b7c1a60-2f4e-4d8a-9c31-7e0d2b6f8a94';

/** Without a part, so that it fits every site. */
export const DOCUMENT_EXAMPLE = { version: 1 as const, site: SITE };

export const CONFIGURATION_EXAMPLE: z.infer<typeof configurationBody> = {
  ...DOCUMENT_EXAMPLE,
  settings: { lowering: 'justified', defaultLevel: 'internal', allowedLevels: { scheme: 'Confidential' } },
  levels: [{ key: 'restricted', name: 'Restricted', color: 'ORANGE', status: 'PUBLISHED', subLevels: [] }],
  levelSchemes: [{ name: 'Confidential', levels: ['highly-restricted', 'restricted', 'internal'] }],
  detection: { regions: [], minConfidence: 0.5, rules: [{ severity: 'critical', level: 'restricted' }] },
  customDetectors: [],
  detectorSchemes: [],
  exclusions: [{ match: { by: 'domain', domain: 'example.com' }, scope: { of: 'site' }, reason: 'Our own addresses.' }],
  exposure: { rules: { restricted: { guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden' } } },
  review: { rules: { restricted: { months: 12, reviewers: 'owner' } } },
  use: { rules: { 'level:restricted': { ask: ['ai-read'], deny: ['ai-index', 'ai-train', 'public'] } } },
  labels: { enabled: false, prefix: 'classification-' },
  quotas: { key: 'maximum', keyWrite: 'maximum', site: 'maximum', host: 'maximum' },
  spaces: { '98306': { defaultLevel: 'restricted' } },
};

/** The hash of a plan without edits. */
export const EMPTY_PLAN_HASH = 'U6-kmQZ4hBaPAw_mJPIfDAfVwkPUxMqV0-yT_0ucVrQ';

export const ENTRY_EXAMPLE: z.infer<typeof entryBody> = {
  op: 'change',
  path: '/settings',
  before: { lowering: 'justified' },
  after: { lowering: 'allowed' },
  loosens: true,
};
