import * as z from 'zod';
import { isSettable } from '../../classification/edit-settings';
import { readLevels } from '../../classification/level-store';
import type { DetectionChange } from '../../detection/configuration/change-detection';
import { loadCatalog, loadIsBuiltIn } from '../../detection/configuration/detector-catalog';
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
  withDefaults,
} from '../../detection/configuration/detector-fields';
import {
  changeDetector,
  changeSiteDetection,
  changeSpaceDetection,
  enableDetectors,
  putCustomDetector,
  putDetectorScheme,
  removeCustomDetector,
  removeDetectorScheme,
  turnDetectors,
} from '../../detection/configuration/edit-configuration';
import { type CustomDetector, NO_ATTACHMENT_CONTENTS } from '../../detection/configuration/model';
import { checkCustomDetector } from '../../detection/custom/check-custom-detector';
import { findSpaceIds } from '../spaces/find-spaces';
import { id, operation, rev, spaceIdInput } from '../input';
import type { AdminRequest } from '../operation';
import { invalidInput } from '../result';

/** Plans changes of the detection configuration. A plan is applied, or previewed on a sample of pages. */

export interface DetectionPlan<Created extends object = object> {
  /** The revision that the edit is based on. */
  readonly rev: number;
  readonly change: DetectionChange;
  /** The id of the new detector or scheme. */
  readonly created: Created;
}

function creating<Parsed extends { readonly rev: number }, Input, Created extends object>(
  schema: z.ZodType<Parsed, Input>,
  planChange: (input: Omit<Parsed, 'rev'>, request: AdminRequest) => Promise<Omit<DetectionPlan<Created>, 'rev'>>,
) {
  return operation(schema, async (request, { rev, ...input }): Promise<DetectionPlan<Created>> => {
    return { rev, ...(await planChange(input, request)) };
  });
}

function plan<Parsed extends { readonly rev: number }, Input>(
  schema: z.ZodType<Parsed, Input>,
  planChange: (input: Omit<Parsed, 'rev'>, request: AdminRequest) => Promise<DetectionChange> | DetectionChange,
) {
  return creating(schema, async (input, request) => ({ created: {}, change: await planChange(input, request) }));
}

const detectorId = z.string().max(100);
const detectorInput = z.strictObject({ rev, ...customDetectorFields });

const schemeInput = z.strictObject({
  rev,
  name: detectionName,
  /** Omitted = the site's setting applies. */
  regions: regions.optional(),
  minConfidence: confidence.optional(),
  detectors: z.record(detectorId, z.strictObject({ enabled, minConfidence: confidence, severity }).partial()),
});

/** More than a catalog has. */
const MAX_DETECTORS = 500;

const isBetween = (count: number, least: number, most: number) => count >= least && count <= most;

export const turnDetectorsInput = z.strictObject({
  rev,
  detectorIds: z
    .array(detectorId)
    .min(1, { error: 'must not be empty' })
    .max(MAX_DETECTORS, { error: `must have at most ${MAX_DETECTORS} entries` }),
  /** False: observe them again. */
  isOn: z.boolean(),
});

/** By the operation that saves the change. */
export const PLANS = {
  changeDetector: plan(
    z.strictObject({
      rev,
      detectorId,
      /** Omitted = unchanged, null = reset to the default. */
      changes: z
        .strictObject({
          enabled: enabled.nullable(),
          minConfidence: confidence.nullable(),
          severity: severity.nullable(),
        })
        .partial(),
    }),
    async ({ detectorId, changes }) => {
      const isBuiltIn = await loadIsBuiltIn();
      return {
        type: 'detector.updated',
        subject: `detector:${detectorId}`,
        edit: ({ config }) => changeDetector(config, detectorId, changes, isBuiltIn),
      };
    },
  ),
  /** Turns detectors on or off at once. */
  enableDetectors: plan(
    z.strictObject({
      rev,
      /** By the id of the detector. null = reset to the default. */
      enabled: z
        .record(detectorId, enabled.nullable())
        .refine((all) => isBetween(Object.keys(all).length, 1, MAX_DETECTORS), {
          error: `must have 1 to ${MAX_DETECTORS} detectors`,
        }),
    }),
    async ({ enabled: wanted }) => {
      const isBuiltIn = await loadIsBuiltIn();
      return {
        type: 'detection.updated',
        subject: 'detection',
        edit: ({ config }) => enableDetectors(config, wanted, isBuiltIn),
      };
    },
  ),
  createDetector: creating(detectorInput, async (wanted, { random }) => {
    const detectorId = `custom:${random.uuid()}`;
    const detector = { ...withDefaults(wanted), detectorId };
    await requireSound(detector);
    return {
      created: { detectorId },
      change: {
        type: 'detector.created',
        subject: `detector:${detectorId}`,
        edit: ({ config }) => putCustomDetector(config, detector, true),
      },
    };
  }),
  editDetector: plan(detectorInput.extend({ detectorId }), async ({ detectorId, ...wanted }) => {
    const detector = { ...withDefaults(wanted), detectorId };
    await requireSound(detector);
    return {
      type: 'detector.updated',
      subject: `detector:${detectorId}`,
      edit: ({ config }) => putCustomDetector(config, detector, false),
    };
  }),
  removeDetector: plan(z.strictObject({ rev, detectorId }), ({ detectorId }) => ({
    type: 'detector.deleted',
    subject: `detector:${detectorId}`,
    edit: ({ config }) => removeCustomDetector(config, detectorId),
  })),
  changeSiteDetection: plan(
    z.strictObject({
      rev,
      regions,
      minConfidence: confidence,
      targets,
      attachmentContents: attachmentContents.default(NO_ATTACHMENT_CONTENTS),
      triggers,
      redaction: redaction.default({ guard: false }),
      rules: z.array(z.strictObject({ severity, levelId: id, subLevelId: id.optional() })).max(MAX_RULES),
    }),
    async (site, { storage, installationId }) => {
      const levels = await readLevels(storage, installationId);
      return {
        type: 'detection.updated',
        subject: 'detection',
        edit: ({ config }) => changeSiteDetection(config, site, (level) => isSettable(levels.all, level)),
      };
    },
  ),
  createDetectorScheme: creating(schemeInput, async (wanted, { random }) => {
    const schemeId = random.uuid();
    const isBuiltIn = await loadIsBuiltIn();
    return {
      created: { schemeId },
      change: {
        type: 'detector-scheme.created',
        subject: `detector-scheme:${schemeId}`,
        edit: ({ config }) => putDetectorScheme(config, { schemeId, ...wanted }, true, isBuiltIn),
      },
    };
  }),
  editDetectorScheme: plan(schemeInput.extend({ schemeId: id }), async (wanted) => {
    const isBuiltIn = await loadIsBuiltIn();
    return {
      type: 'detector-scheme.updated',
      subject: `detector-scheme:${wanted.schemeId}`,
      edit: ({ config }) => putDetectorScheme(config, wanted, false, isBuiltIn),
    };
  }),
  /** The site's settings then apply to its spaces. `rev` proves that the admin has seen which spaces these are. */
  removeDetectorScheme: plan(z.strictObject({ rev, schemeId: id }), ({ schemeId }) => ({
    type: 'detector-scheme.deleted',
    subject: `detector-scheme:${schemeId}`,
    edit: ({ config }) => removeDetectorScheme(config, schemeId, 'as-site'),
  })),
  changeSpaceDetection: plan(
    z.strictObject({
      rev,
      spaceId: spaceIdInput,
      /** Omitted = the site's setting applies. */
      schemeId: id.optional(),
    }),
    ({ spaceId, schemeId }, request) => ({
      type: 'detection.updated',
      subject: `space:${spaceId}`,
      edit: ({ config }) => changeSpaceDetection(config, spaceId, schemeId),
      // A space that no longer exists can still be reset to the site's settings.
      mayChange: async ({ config }) => {
        if (config.spaces[spaceId] === undefined) await findSpaceIds(request, [spaceId], 'spaceId');
      },
    }),
  ),
  /** Turns new detectors on, or observes them again. */
  turnNewDetectors: plan(turnDetectorsInput, async ({ detectorIds, isOn }) => {
    const [first = '', ...others] = new Set(detectorIds);
    const catalog = await loadCatalog();
    return {
      type: others.length === 0 ? 'detector.updated' : 'detection.updated',
      subject: others.length === 0 ? `detector:${first}` : 'detection',
      edit: (current) => {
        const isNew = catalog(current).flatMap((one) => (one.isNew ? [one.detectorId] : []));
        return turnDetectors(current.config, [first, ...others], isOn, isNew);
      },
    };
  }),
} as const;

/** @throws InvalidInput, which identifies the error */
async function requireSound(detector: CustomDetector): Promise<void> {
  const faults = await checkCustomDetector(detector);
  if (faults.length === 0) return;
  throw invalidInput(faults.map(({ field, message }) => ({ field: field.replaceAll('/', '.'), message })));
}
