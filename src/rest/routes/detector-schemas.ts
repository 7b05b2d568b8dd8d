import * as z from 'zod';
import { type CatalogEntry, findDetector } from '../../detection/configuration/detector-catalog';
import type { Detection } from '../../detection/configuration/configuration-store';
import { confidence, customDetectorFields, enabled, severity } from '../../detection/configuration/detector-fields';
import type { CustomDetector } from '../../detection/configuration/model';
import { CATEGORIES, SEVERITIES } from '../../detection/detector';
import { noSuchDetector, ETAG_OF_DETECTION } from '../detection-configuration-access';
import { editOf, readOnly } from '../read-only';
import { ok } from '../operation';

/** Detectors in requests and responses. */

export const detectorPath = z.strictObject({
  detectorId: z
    .string()
    .max(100, { error: 'is longer than any id of a detector', abort: true })
    .regex(/^(?:[a-z0-9][a-z0-9-]{0,99}|custom:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, {
      error: 'must be the id of a detector, such as us-ssn',
    })
    .meta({ description: 'The id of the detector.', examples: ['us-ssn'] }),
});

export const customPath = z.strictObject({
  customId: z
    .uuid({ error: 'must be the UUID of a custom detector, without custom:' })
    .meta({
      description: "The part of the detector's id after `custom:`.",
      maxLength: 36,
      examples: ['5b0f4c8e-9a3d-4a6e-8f1b-2c7d9e0a1b3c'],
    })
    .transform((text) => text.toLowerCase()),
});

export const detectorBody = z
  .strictObject({
    detectorId: z.string(),
    name: z.string(),
    category: z.enum(CATEGORIES).meta({ description: 'More values may be added.' }),
    group: z.string().meta({ description: 'The heading above it.' }),
    regions: z.array(z.string()).meta({ description: 'The countries where it applies. Empty = everywhere.' }),
    isCustom: z.boolean(),
    enabled: z.boolean(),
    inRegions: z.boolean().meta({
      description: 'Whether it applies to the regions of the site. If not, it is not used.',
    }),
    isObserved: z.boolean().meta({
      description:
        'Whether its findings are only observed, because it came with an update of the app and no admin has turned it on: they raise no level and are only in lists with the filter `status=observed`.',
    }),
    minConfidence: z.number().meta({ description: 'Findings below this confidence are ignored.' }),
    severity: z.enum(SEVERITIES),
    settings: z
      .strictObject({
        enabled: z.boolean().nullable(),
        minConfidence: z.number().nullable(),
        severity: z.enum(SEVERITIES).nullable(),
      })
      .meta({ description: 'Its settings for the site. null = the defaults.' }),
  })
  .meta({ id: 'Detector', description: 'A detector and its settings for the site.' });

export const customDetectorBody = z
  .strictObject({
    detectorId: z.string(),
    customId: z.uuid(),
    name: z.string(),
    category: z.enum(CATEGORIES),
    severity: z.enum(SEVERITIES),
    pattern: z.string(),
    keywords: z.array(z.string()),
    proximity: z.int(),
    confidence: z.number(),
    samples: z.strictObject({ match: z.array(z.string()), noMatch: z.array(z.string()) }),
  })
  .meta({ id: 'CustomDetector', description: 'The definition of a custom detector.' });

const DEFAULT_OR_UNCHANGED = '`default` = the built-in setting. Omitted = unchanged.';
const orDefault = <T extends z.ZodType>(type: T, error: string) =>
  z.union([type, z.literal('default')], { error }).optional();

export const detectorInput = editOf(detectorBody, {
  enabled: orDefault(enabled, 'must be true, false or default').meta({
    description: `Whether it is enabled. ${DEFAULT_OR_UNCHANGED}`,
  }),
  minConfidence: orDefault(confidence, 'must be a number from 0 to 1, or default').meta({
    description: `Findings below this confidence are ignored. ${DEFAULT_OR_UNCHANGED}`,
  }),
  severity: orDefault(severity, `must be one of ${SEVERITIES.join(', ')}, default`).meta({
    description: `The severity of its findings. ${DEFAULT_OR_UNCHANGED}`,
  }),
  isObserved: z.boolean({ error: 'must be true or false' }).optional().meta({
    description:
      '`false` turns a new detector on: its observed findings are open at once. `true` observes it again, which only detectors from an update of the app allow. Omitted = unchanged.',
  }),
  settings: readOnly.meta({
    readOnly: true,
    description: 'Read-only. If it is sent, members with the value that GET returns stay unchanged.',
  }),
}).meta({ id: 'EditDetector' });

export const customDetectorInput = z.strictObject(customDetectorFields).meta({ id: 'PutCustomDetector' });

export const customDetectorEdit = editOf(customDetectorBody, customDetectorInput.shape).meta({
  id: 'EditCustomDetector',
});

export function toDetectorBody(entry: CatalogEntry): z.infer<typeof detectorBody> {
  const { settings, defaults: _defaults, isNew: _isNew, regions, ...rest } = entry;
  return {
    ...rest,
    regions: [...regions],
    settings: {
      enabled: settings.enabled ?? null,
      minConfidence: settings.minConfidence ?? null,
      severity: settings.severity ?? null,
    },
  };
}

/** @throws Problem 404 */
export async function requireDetector(detection: Detection, detectorId: string): Promise<CatalogEntry> {
  const entry = await findDetector(detection, detectorId);
  if (entry === undefined) throw noSuchDetector();
  return entry;
}

export function idOfCustom(customId: string): string {
  return `custom:${customId}`;
}

/** @throws Problem 404 */
export function requireCustomBody(
  { config }: Pick<Detection, 'config'>,
  customId: string,
): z.infer<typeof customDetectorBody> {
  const found = config.custom.find(({ detectorId }) => detectorId === idOfCustom(customId));
  if (found === undefined) throw noSuchDetector();
  return { ...found, customId };
}

export const DETECTOR_EXAMPLE: z.infer<typeof detectorBody> = {
  detectorId: 'us-ssn',
  name: 'US Social Security number',
  category: 'pii',
  group: 'United States',
  regions: ['US'],
  isCustom: false,
  enabled: true,
  inRegions: true,
  isObserved: false,
  minConfidence: 0.7,
  severity: 'critical',
  settings: { enabled: null, minConfidence: 0.7, severity: 'critical' },
};

export const CUSTOM_INPUT_EXAMPLE = {
  name: 'Project code',
  category: 'pii',
  severity: 'medium',
  pattern: 'PRJ-[0-9]{6}',
  keywords: ['project'],
  samples: { match: ['project PRJ-123456'], noMatch: ['PRJ-123456', 'project PRJ-12'] },
} satisfies Partial<CustomDetector>;

const CUSTOM_ID = '5b0f4c8e-9a3d-4a6e-8f1b-2c7d9e0a1b3c';

const CUSTOM_EXAMPLE: z.infer<typeof customDetectorBody> = {
  detectorId: idOfCustom(CUSTOM_ID),
  customId: CUSTOM_ID,
  ...CUSTOM_INPUT_EXAMPLE,
  proximity: 50,
  confidence: 0.8,
};

export const ONE_CUSTOM_DETECTOR = ok('The detector.', customDetectorBody, CUSTOM_EXAMPLE, ETAG_OF_DETECTION);
