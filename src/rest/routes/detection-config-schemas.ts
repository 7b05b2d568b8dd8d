import * as z from 'zod';
import type { Levels } from '../../classification/level-store';
import { resolveLevel } from '../../classification/resolve-level';
import type { Detection } from '../../detection/configuration/configuration-store';
import {
  attachmentContents,
  confidence,
  detectionName,
  enabled,
  MAX_RULES,
  redaction,
  regions,
  severity,
  targets,
  triggers,
} from '../../detection/configuration/detector-fields';
import {
  type DetectionConfig,
  type DetectorScheme,
  NO_ATTACHMENT_CONTENTS,
  SCHEDULES,
} from '../../detection/configuration/model';
import type { SiteDetection } from '../../detection/configuration/edit-configuration';
import { SEVERITIES } from '../../detection/detector';
import { FILE_KINDS } from '../../files/file-kinds';
import { noSuchScheme, ETAG_OF_DETECTION } from '../detection-configuration-access';
import * as fields from '../fields';
import { editOf, requirePresent } from '../read-only';
import { detectorPath } from './detector-schemas';
import { LEVEL_EXAMPLE } from './level-schemas';
import { levelNames, namesOf } from './page-level-schemas';
import { levelInput, levelOf } from './setting-schemas';
import { ok } from '../operation';

/** The detection configuration in requests and responses. */

/** Accepts any case, returns lower case. */
const schemeId = z
  .uuid({ error: 'must be the UUID of a detector scheme' })
  .meta({ maxLength: 36, examples: ['3f6c1d7a-52b8-4c0e-9d4f-8a1b7e2c5d90'] })
  .transform((text) => text.toLowerCase());

export const detectorSchemePath = z.strictObject({
  schemeId: schemeId.meta({ description: 'The id of the detector scheme.' }),
});

const rule = z
  .strictObject({
    severity: severity.meta({ description: 'The minimum severity of the open finding.' }),
    levelId: fields.levelName.optional(),
    subLevelId: fields.subLevelName.optional(),
    level: levelInput
      .optional()
      .meta({ description: 'An alternative to `levelId` and `subLevelId`, in the form that `GET` returns.' }),
  })
  .refine(({ levelId, level }) => (levelId === undefined) !== (level === undefined), {
    error: 'or level must be given, and only one of them',
    path: ['levelId'],
  })
  .refine(({ levelId, subLevelId }) => levelId !== undefined || subLevelId === undefined, {
    error: 'requires levelId; or send both in levelId, such as restricted/finance',
    path: ['subLevelId'],
  });

export const detectorSchemeBody = z
  .strictObject({
    schemeId: z.uuid(),
    name: z.string(),
    regions: z.array(z.string()).nullable(),
    minConfidence: z.number().nullable(),
    detectors: z.array(
      z.strictObject({
        detectorId: z.string(),
        enabled: z.boolean().nullable(),
        minConfidence: z.number().nullable(),
        severity: z.enum(SEVERITIES).nullable(),
      }),
    ),
  })
  .meta({
    id: 'DetectorScheme',
    description: 'The settings that differ in the spaces that use it. null = as for the site.',
  });

export const spaceDetectionBody = z
  .strictObject({ spaceId: z.string(), schemeId: z.uuid().nullable() })
  .meta({ id: 'SpaceDetection', description: 'The detector scheme of a space; null = as the site.' });

export const configBody = z
  .strictObject({
    regions: z.array(z.string()),
    minConfidence: z.number(),
    targets,
    attachmentContents: z.strictObject({
      enabled: z.boolean(),
      maxMegabytes: z.int(),
      kinds: z.array(z.enum(FILE_KINDS)),
      spaceIds: z.array(z.string()),
    }),
    triggers: z.strictObject({ onPublish: z.boolean(), schedule: z.enum(SCHEDULES) }),
    rules: z.array(
      z.strictObject({
        severity: z.enum(SEVERITIES),
        level: z.strictObject(levelNames).meta({
          description: 'Without a `levelKey`, the level no longer exists and the rule has no effect.',
        }),
      }),
    ),
    redaction,
    schemes: z.array(detectorSchemeBody),
    spaces: z.array(spaceDetectionBody).meta({ description: 'Only spaces that differ from the site.' }),
  })
  .meta({ id: 'DetectionConfiguration', description: 'The detection configuration, without the detectors.' });

export const configInput = editOf(configBody, {
  regions: regions.meta({
    description: 'Countries whose national numbers are detected, in addition to international ones. Empty = all.',
  }),
  minConfidence: confidence.meta({ description: 'For detectors without their own value.' }),
  targets: targets.meta({ description: 'The parts of a page to scan.' }),
  attachmentContents: attachmentContents.default(NO_ATTACHMENT_CONTENTS).meta({
    description:
      'The files of attachments to scan: up to this size, of these kinds, in these spaces (empty = all). Off by default, because each version of a file is downloaded once.',
  }),
  triggers: triggers.meta({
    description:
      '`onPublish`: scan each page when it is published. `schedule`: how often to scan all pages that are out of date.',
  }),
  rules: z
    .array(rule, { error: 'must be a list of rules' })
    .max(MAX_RULES, { error: `must have at most ${MAX_RULES} entries, one for each severity` })
    .meta({ description: 'Pages with such a finding get this level, unless they have a more sensitive one.' }),
  redaction: redaction.default({ guard: false }).meta({
    description:
      '`guard`: redact with Atlassian Guard if the site has Guard Premium. Guard keeps redacted values for users who may restore them.',
  }),
}).meta({ id: 'SetDetectionConfiguration' });

const schemeDetector = z.strictObject({
  detectorId: detectorPath.shape.detectorId,
  enabled: enabled.optional(),
  minConfidence: confidence.optional(),
  severity: severity.optional(),
});

export const detectorSchemeInput = z
  .strictObject({
    name: detectionName,
    regions: regions.optional().meta({ description: "Replaces the site's value. Omitted = as the site." }),
    minConfidence: confidence.optional().meta({ description: "Replaces the site's value. Omitted = as the site." }),
    detectors: z
      .array(schemeDetector, { error: 'must be a list of detectors' })
      .max(500, { error: 'must have at most 500 entries' })
      .superRefine(fields.eachOnce('detectorId'))
      .meta({ description: 'The settings that differ. Omitted members of a detector follow the site.' }),
  })
  .meta({ id: 'PutDetectorScheme' });

export const detectorSchemeEdit = editOf(detectorSchemeBody, detectorSchemeInput.shape).meta({
  id: 'EditDetectorScheme',
});

export const spaceDetectionInput = editOf(spaceDetectionBody, {
  schemeId: schemeId.optional().meta({ description: 'Omitted = as the site.' }),
}).meta({ id: 'SetSpaceDetection' });

export function toConfigBody({ config }: Pick<Detection, 'config'>, levels: Levels): z.infer<typeof configBody> {
  return {
    regions: [...config.regions],
    minConfidence: config.minConfidence,
    targets: config.targets,
    attachmentContents: config.attachmentContents,
    triggers: config.triggers,
    rules: config.rules.map(({ severity: from, levelId, subLevelId }) => ({
      severity: from,
      level: namesOf(levels, levelId, subLevelId),
    })),
    redaction: config.redaction,
    schemes: config.schemes.map(toSchemeBody),
    spaces: Object.keys(config.spaces).map((spaceId) => ({ spaceId, schemeId: config.spaces[spaceId] ?? null })),
  };
}

function toSchemeBody({ schemeId: id, name, regions: own, minConfidence, detectors }: DetectorScheme) {
  return {
    schemeId: id,
    name,
    regions: own ?? null,
    minConfidence: minConfidence ?? null,
    detectors: Object.entries(detectors).map(([detectorId, settings]) => ({
      detectorId,
      enabled: settings.enabled ?? null,
      minConfidence: settings.minConfidence ?? null,
      severity: settings.severity ?? null,
    })),
  } satisfies z.infer<typeof detectorSchemeBody>;
}

/** @throws Problem 404 */
export function requireSchemeBody(
  { config }: Pick<Detection, 'config'>,
  wanted: string,
): z.infer<typeof detectorSchemeBody> {
  const scheme = config.schemes.find((one) => one.schemeId === wanted);
  if (scheme === undefined) throw noSuchScheme();
  return toSchemeBody(scheme);
}

/**
 * Converts levels to UUIDs. A level that does not exist keeps its name, and is refused later.
 * @throws Problem 400 if a read-only member differs from its present value
 */
export function siteOf(sent: z.infer<typeof configInput>, config: DetectionConfig, levels: Levels): SiteDetection {
  const present = toConfigBody({ config }, levels);
  requirePresent(configInput, sent, [present]);
  const { regions: own, targets: what, attachmentContents: files, triggers: when, redaction: how } = sent;
  const { minConfidence } = sent;
  const rules = sent.rules.map(({ severity: from, level, levelId = '', subLevelId }, index) => ({
    severity: from,
    ...(level === undefined
      ? resolveLevel(levels.all, { levelId, subLevelId })
      : levelOf(levels, level, present.rules[index]?.level, `#/rules/${index}/level`)),
  }));
  return {
    ...{ regions: own, minConfidence, targets: what, attachmentContents: files },
    ...{ triggers: when, redaction: how, rules },
  };
}

export function schemeOf(id: string, { detectors, ...scheme }: z.infer<typeof detectorSchemeInput>): DetectorScheme {
  return {
    ...scheme,
    schemeId: id,
    detectors: Object.fromEntries(detectors.map(({ detectorId, ...settings }) => [detectorId, settings])),
  };
}

export const CONFIG_INPUT_EXAMPLE = {
  regions: ['US', 'GB'],
  minConfidence: 0.5,
  targets: { title: true, body: true, comments: true, attachmentNames: true },
  attachmentContents: {
    enabled: true,
    maxMegabytes: 10,
    kinds: ['pdf' as const, 'spreadsheets' as const],
    spaceIds: [],
  },
  triggers: { onPublish: true, schedule: 'weekly' as const },
  rules: [{ severity: 'critical' as const, levelId: 'restricted' }],
  redaction: { guard: false },
};

export const SCHEME_INPUT_EXAMPLE = {
  name: 'Human resources',
  regions: ['US', 'GB', 'DE'],
  detectors: [{ detectorId: 'us-ssn', enabled: true, severity: 'critical' as const }],
};

export const SCHEME_BODY_EXAMPLE: z.infer<typeof detectorSchemeBody> = {
  schemeId: '3f6c1d7a-52b8-4c0e-9d4f-8a1b7e2c5d90',
  name: 'Human resources',
  regions: ['DE', 'GB', 'US'],
  minConfidence: null,
  detectors: [{ detectorId: 'us-ssn', enabled: true, minConfidence: null, severity: 'critical' }],
};

export const SPACE_BODY_EXAMPLE = { spaceId: '98306', schemeId: SCHEME_BODY_EXAMPLE.schemeId };

const CONFIG_EXAMPLE: z.infer<typeof configBody> = {
  ...CONFIG_INPUT_EXAMPLE,
  regions: ['GB', 'US'],
  rules: [
    {
      severity: 'critical',
      level: {
        levelId: LEVEL_EXAMPLE.levelId,
        levelKey: LEVEL_EXAMPLE.levelKey,
        levelName: LEVEL_EXAMPLE.name,
        subLevelId: null,
        subLevelKey: null,
        subLevelName: null,
      },
    },
  ],
  schemes: [SCHEME_BODY_EXAMPLE],
  spaces: [SPACE_BODY_EXAMPLE],
};

export const DETECTION_CONFIGURATION = ok('The configuration.', configBody, CONFIG_EXAMPLE, ETAG_OF_DETECTION);
