import * as z from 'zod';
import { LOWERING_RULES } from '../access/decide';
import * as levelFields from '../classification/level-fields';
import { LEVEL_KEY, MAX_LEVEL_KEY, SUB_LEVEL_KEY } from '../classification/level-key';
import { DELEGABLE } from '../classification/model';
import {
  confidence,
  customDetectorFields,
  detectionName,
  enabled,
  MAX_RULES,
  attachmentContents,
  redaction,
  regions,
  severity,
  targets,
  triggers,
} from '../detection/configuration/detector-fields';
import { ruleFields as exposureFields } from '../exposure/rule-fields';
import { expiresAt, matchInput, reason, scopeInput } from '../findings/exclusions/exclusion-fields';
import { labelFields } from '../mirror/label-fields';
import { ruleFields as useFields } from '../page-use/rule-fields';
import { OTHER_SUBJECTS } from '../page-use/rules';
import { confluenceId } from '../platform/confluence-id';
import { ruleFields as reviewFields } from '../review/rule-fields';

/**
 * The file that describes the configuration of a site: levels by key, schemes and custom detectors by name, spaces by id. An omitted
 * member stays unchanged. Never page levels, findings, keys, account ids, values or their fingerprints.
 */

export const DOCUMENT_VERSION = 1;

/** Archived ones included. */
const MAX_LEVELS = 500;
const MAX_SPACES = 10_000;

const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
const listOf = <T extends z.ZodType>(item: T, max: number) =>
  z.array(item, { error: 'must be a list' }).max(max, { error: `must have at most ${max} entries` });
const flag = z.boolean({ error: 'must be true or false' });

const KEY = { error: 'must be the key of a level, such as restricted' };
const levelKey = z
  .string(KEY)
  .max(MAX_LEVEL_KEY, KEY)
  .regex(LEVEL_KEY, KEY)
  .meta({ examples: ['restricted'] });
/** A level, or a sub-level with the key of its level. */
const levelName = z
  .string(KEY)
  .max(2 * MAX_LEVEL_KEY + 1, KEY)
  .regex(SUB_LEVEL_KEY, { error: 'must be the key of a level, such as restricted or restricted/finance' })
  .meta({ examples: ['restricted', 'restricted/finance'] });

const DETECTOR = {
  error: 'must be the ID of a detector, such as us-ssn, or custom: with the name of a custom detector',
};
export const CUSTOM = 'custom:';
const detector = z
  .string(DETECTOR)
  .max(CUSTOM.length + 100, DETECTOR)
  .regex(/^(?:[a-z0-9][a-z0-9-]{0,99}|custom:.{1,100})$/u, DETECTOR)
  .meta({ examples: ['us-ssn', 'custom:Project code'] });

const status = oneOf(['PUBLISHED', 'ARCHIVED']);
const originalKey = levelKey.optional().meta({
  description: 'The first key of a level that the app proposed. If the site still has this level, it is renamed.',
});

const subLevel = z
  .strictObject({
    key: levelFields.key,
    originalKey,
    name: levelFields.name,
    description: levelFields.description.optional(),
    status: status.optional(),
    translations: levelFields.subLevelTranslations.optional(),
  })
  .meta({ id: 'ConfigurationSubLevel' });

const level = z
  .strictObject({
    key: levelFields.key,
    originalKey,
    name: levelFields.name,
    description: levelFields.description.optional(),
    guideline: levelFields.guideline.optional(),
    color: levelFields.color.optional(),
    status: status.optional(),
    banner: levelFields.banner.optional(),
    translations: levelFields.translations.optional(),
    subLevels: listOf(subLevel, MAX_LEVELS).superRefine(eachOnce('key')).optional(),
  })
  .meta({ id: 'ConfigurationLevel' });

const allowedLevels = z.union([z.literal('all'), z.strictObject({ scheme: levelFields.name })], {
  error: 'must be all, or the name of a level scheme in scheme',
});
const defaultLevel = z
  .union([z.literal('none'), levelName], { error: 'must be the key of a level, or none' })
  .meta({ description: 'The level of new pages, or `none`.' });

const settings = z
  .strictObject({
    lowering: oneOf(LOWERING_RULES).optional(),
    defaultLevel: defaultLevel.optional(),
    allowedLevels: allowedLevels.optional(),
    mentions: flag.optional(),
    delegated: listOf(oneOf(DELEGABLE), DELEGABLE.length).optional(),
    defaultFloor: z.union([z.enum(['none', 'default']), levelKey], KEY).optional(),
    pages: z
      .strictObject({
        byline: flag.optional(),
        banner: flag.optional(),
        menus: flag.optional(),
        bylineNames: oneOf(['site', 'viewer']).optional(),
        peopleMayExclude: flag.optional(),
        peopleMayRedact: flag.optional(),
        offSpaceIds: listOf(confluenceId, MAX_SPACES).optional(),
      })
      .optional()
      .meta({ description: 'The settings for pages as people see them.' }),
  })
  .meta({ id: 'ConfigurationSettings' });

const space = z
  .strictObject({
    defaultLevel: defaultLevel.optional(),
    allowedLevels: allowedLevels.optional(),
    detectorScheme: detectionName.optional(),
  })
  .meta({ id: 'ConfigurationSpace', description: 'The settings that differ in a space.' });

const detectorSettings = z.strictObject({
  enabled: enabled.optional(),
  minConfidence: confidence.optional(),
  severity: severity.optional(),
});
const detectors = z
  .record(detector, detectorSettings)
  .meta({ description: 'By the ID of the detector, or `custom:` with the name of a custom detector.' });

const detection = z
  .strictObject({
    regions: regions.optional(),
    minConfidence: confidence.optional(),
    targets: targets.optional(),
    triggers: triggers.optional(),
    rules: listOf(z.strictObject({ severity, level: levelName }), MAX_RULES).optional(),
    attachmentContents: attachmentContents.optional(),
    redaction: redaction.optional(),
    detectors: detectors.optional(),
  })
  .meta({ id: 'ConfigurationDetection' });

const [, , pattern, domain, location] = matchInput.options;
const [ofSite, ofSpace, , ofLabel] = scopeInput(levelName).options;

const exclusion = z
  .strictObject({
    match: z.discriminatedUnion(
      'by',
      [
        z.strictObject({ by: z.literal('detector'), detectorId: detector }),
        pattern.extend({ detectorId: detector.optional() }),
        domain,
        location.safeExtend({ detectorId: detector.optional() }),
      ],
      { error: 'must be one of detector, pattern, domain, location, with the members it requires' },
    ),
    scope: z.discriminatedUnion(
      'of',
      [
        ofSite,
        z.strictObject({ of: ofSpace.shape.of, spaceId: ofSpace.shape.spaceId.unwrap() }),
        ofLabel,
        z.strictObject({ of: z.literal('level'), level: levelKey }),
      ],
      { error: 'must be one of site, space, label, level, with the members it requires' },
    ),
    reason,
    expiresAt: expiresAt.optional(),
  })
  .meta({ id: 'ConfigurationExclusion' });

const USE_SUBJECT = {
  error: `must be level: with the key of a level, or one of ${OTHER_SUBJECTS.join(', ')}`,
};
const useSubject = z
  .string(USE_SUBJECT)
  .max(MAX_LEVEL_KEY + 6, USE_SUBJECT)
  .regex(new RegExp(`^(?:level:${LEVEL_KEY.source.slice(1, -1)}|${OTHER_SUBJECTS.join('|')})$`), USE_SUBJECT)
  .meta({ examples: ['level:restricted', 'findings:critical'] });

const rulesOf = <const Shape extends z.ZodRawShape>(subject: z.ZodString, description: string, ruleFields: Shape) =>
  z
    .strictObject({
      rules: z
        .record(subject, z.union([z.literal('none'), z.strictObject(ruleFields)], { error: 'must be a rule, or none' }))
        .meta({ description }),
    })
    .optional();

const quota = z.union([z.int(), z.literal('maximum')], { error: 'must be a whole number, or maximum' }).optional();

/** A part of the rules by level has its schema here, and its edits in `governance-parts.ts`. */
const governance = {
  exposure: rulesOf(levelKey, 'By the key of the level.', exposureFields),
  review: rulesOf(levelKey, 'By the key of the level.', reviewFields),
  use: rulesOf(
    useSubject,
    'By the pages that a rule is for: `level:` and the key of the level, `no-level`, `findings:` and the severity, `not-scanned` or `over-exposed`.',
    useFields,
  ),
  labels: z
    .strictObject(labelFields)
    .partial()
    .optional()
    .meta({ description: 'The labels that follow the levels of pages.' }),
};

export const policyDocument = z
  .strictObject({
    version: z.literal(DOCUMENT_VERSION, { error: `must be ${DOCUMENT_VERSION}` }),
    site: z
      .string({ error: 'must be the ID of a site' })
      .min(1)
      .max(100)
      .meta({
        description: 'The site, as `GET /v1/configuration` returns it.',
        examples: ['5b7c1a60-2f4e-4d8a-9c31-7e0d2b6f8a94'],
      }),
    levels: listOf(level, MAX_LEVELS)
      .superRefine(eachOnce('key'))
      .optional()
      .meta({ description: 'The most sensitive level first.' }),
    settings: settings.optional(),
    levelSchemes: listOf(
      z.strictObject({
        name: levelFields.name,
        levels: listOf(levelKey, MAX_LEVELS).min(1, { error: 'must not be empty' }),
      }),
      50,
    )
      .superRefine(eachOnce('name'))
      .optional(),
    spaces: z.record(confluenceId, space).optional().meta({ description: 'By the ID of the space.' }),
    detection: detection.optional(),
    customDetectors: listOf(z.strictObject(customDetectorFields), 100).superRefine(eachOnce('name')).optional(),
    detectorSchemes: listOf(
      z.strictObject({
        name: detectionName,
        regions: regions.optional(),
        minConfidence: confidence.optional(),
        detectors,
      }),
      50,
    )
      .superRefine(eachOnce('name'))
      .optional(),
    exclusions: listOf(exclusion, 500).optional(),
    ...governance,
    quotas: z.strictObject({ key: quota, keyWrite: quota, site: quota, host: quota }).optional(),
  })
  .meta({ id: 'Configuration', description: 'The configuration of a site. An omitted member stays unchanged.' });

export type PolicyDocument = z.infer<typeof policyDocument>;
export type DocumentLevel = z.infer<typeof level>;
export type DocumentSubLevel = z.infer<typeof subLevel>;
export type DocumentExclusion = z.infer<typeof exclusion>;
export type DocumentDetectors = z.infer<typeof detectors>;

function eachOnce<N extends string>(member: N) {
  return (items: readonly Readonly<Record<N, string>>[], context: z.RefinementCtx): void => {
    items.forEach((item, index) => {
      const same = items.filter((one) => one[member].toLowerCase() === item[member].toLowerCase());
      if (same.length > 1)
        context.addIssue({ code: 'custom', path: [index, member], message: 'is in the list more than once' });
    });
  };
}
