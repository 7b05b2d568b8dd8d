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
  putCustomDetector,
  putDetectorScheme,
  removeCustomDetector,
  removeDetectorScheme,
  turnDetectors,
} from '../../detection/configuration/edit-configuration';
import type { CustomDetector } from '../../detection/configuration/model';
import { checkCustomDetector } from '../../detection/custom/check-custom-detector';
import { findSpaceIds } from '../spaces/find-spaces';
import { id, rev } from '../level-inputs';
import type { AdminRequest } from '../operation';
import { invalidInput, readInput } from '../result';

/** The edits of the detection configuration: input in, planned change out. A plan is applied, or previewed on a sample of pages. */

export interface DetectionPlan<Created extends object = object> {
  /** The revision that the edit is based on. */
  readonly rev: number;
  readonly change: DetectionChange;
  /** The id of the new detector or scheme. */
  readonly created: Created;
}

const NOTHING_CREATED = {};

const detectorId = z.string().max(100);
const settings = { enabled, minConfidence: confidence, severity };

export const changeDetectorInput = z.strictObject({
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
});

export async function planDetectorChange(_request: AdminRequest, payload: unknown): Promise<DetectionPlan> {
  const { rev, detectorId, changes } = readInput(changeDetectorInput, payload);
  const isBuiltIn = await loadIsBuiltIn();
  return {
    rev,
    created: NOTHING_CREATED,
    change: {
      type: 'detector.updated',
      subject: `detector:${detectorId}`,
      edit: ({ config }) => changeDetector(config, detectorId, changes, isBuiltIn),
    },
  };
}

export const createDetectorInput = z.strictObject({ rev, ...customDetectorFields });
export const editDetectorInput = createDetectorInput.extend({ detectorId });
export const removeDetectorInput = z.strictObject({ rev, detectorId });

export async function planNewDetector(
  { random }: AdminRequest,
  payload: unknown,
): Promise<DetectionPlan<{ readonly detectorId: string }>> {
  const { rev, ...wanted } = readInput(createDetectorInput, payload);
  const detectorId = `custom:${random.uuid()}`;
  const detector = { ...withDefaults(wanted), detectorId };
  await requireSound(detector);
  return {
    rev,
    created: { detectorId },
    change: {
      type: 'detector.created',
      subject: `detector:${detectorId}`,
      edit: ({ config }) => putCustomDetector(config, detector, true),
    },
  };
}

export async function planDetectorEdit(_request: AdminRequest, payload: unknown): Promise<DetectionPlan> {
  const { rev, detectorId, ...wanted } = readInput(editDetectorInput, payload);
  const detector = { ...withDefaults(wanted), detectorId };
  await requireSound(detector);
  return {
    rev,
    created: NOTHING_CREATED,
    change: {
      type: 'detector.updated',
      subject: `detector:${detectorId}`,
      edit: ({ config }) => putCustomDetector(config, detector, false),
    },
  };
}

/** @throws Refusal, which identifies the error */
async function requireSound(detector: CustomDetector): Promise<void> {
  const faults = await checkCustomDetector(detector);
  if (faults.length === 0) return;
  throw invalidInput(faults.map(({ field, message }) => ({ field: field.replaceAll('/', '.'), message })));
}

export function planDetectorRemoval(_request: AdminRequest, payload: unknown): Promise<DetectionPlan> {
  const { rev, detectorId } = readInput(removeDetectorInput, payload);
  return Promise.resolve({
    rev,
    created: NOTHING_CREATED,
    change: {
      type: 'detector.deleted',
      subject: `detector:${detectorId}`,
      edit: ({ config }) => removeCustomDetector(config, detectorId),
    },
  });
}

export const changeSiteDetectionInput = z.strictObject({
  rev,
  regions,
  minConfidence: confidence,
  targets,
  triggers,
  redaction: redaction.default({ guard: false }),
  rules: z.array(z.strictObject({ severity, levelId: id, subLevelId: id.optional() })).max(MAX_RULES),
});

export async function planSiteChange(
  { storage, installationId }: AdminRequest,
  payload: unknown,
): Promise<DetectionPlan> {
  const { rev, ...site } = readInput(changeSiteDetectionInput, payload);
  const levels = await readLevels(storage, installationId);
  return {
    rev,
    created: NOTHING_CREATED,
    change: {
      type: 'detection.updated',
      subject: 'detection',
      edit: ({ config }) => changeSiteDetection(config, site, (level) => isSettable(levels.all, level)),
    },
  };
}

const scheme = z.strictObject({
  rev,
  name: detectionName,
  /** Omitted = the site's setting applies. */
  regions: regions.optional(),
  minConfidence: confidence.optional(),
  detectors: z.record(detectorId, z.strictObject(settings).partial()),
});
export const createDetectorSchemeInput = scheme;
export const editDetectorSchemeInput = scheme.extend({ schemeId: id });
export const removeDetectorSchemeInput = z.strictObject({ rev, schemeId: id });

export async function planNewScheme(
  { random }: AdminRequest,
  payload: unknown,
): Promise<DetectionPlan<{ readonly schemeId: string }>> {
  const { rev, ...wanted } = readInput(createDetectorSchemeInput, payload);
  const schemeId = random.uuid();
  const isBuiltIn = await loadIsBuiltIn();
  return {
    rev,
    created: { schemeId },
    change: {
      type: 'detector-scheme.created',
      subject: `detector-scheme:${schemeId}`,
      edit: ({ config }) => putDetectorScheme(config, { schemeId, ...wanted }, true, isBuiltIn),
    },
  };
}

export async function planSchemeEdit(_request: AdminRequest, payload: unknown): Promise<DetectionPlan> {
  const { rev, ...wanted } = readInput(editDetectorSchemeInput, payload);
  const isBuiltIn = await loadIsBuiltIn();
  return {
    rev,
    created: NOTHING_CREATED,
    change: {
      type: 'detector-scheme.updated',
      subject: `detector-scheme:${wanted.schemeId}`,
      edit: ({ config }) => putDetectorScheme(config, wanted, false, isBuiltIn),
    },
  };
}

/** The site's settings then apply to its spaces. `rev` proves that the admin has seen which spaces these are. */
export function planSchemeRemoval(_request: AdminRequest, payload: unknown): Promise<DetectionPlan> {
  const { rev, schemeId } = readInput(removeDetectorSchemeInput, payload);
  return Promise.resolve({
    rev,
    created: NOTHING_CREATED,
    change: {
      type: 'detector-scheme.deleted',
      subject: `detector-scheme:${schemeId}`,
      edit: ({ config }) => removeDetectorScheme(config, schemeId, 'as-site'),
    },
  });
}

export const changeSpaceDetectionInput = z.strictObject({
  rev,
  spaceId: z.string().regex(/^[1-9][0-9]{0,17}$/, { error: 'must be a space ID' }),
  /** Omitted = the site's setting applies. */
  schemeId: id.optional(),
});

export function planSpaceChange(request: AdminRequest, payload: unknown): Promise<DetectionPlan> {
  const { rev, spaceId, schemeId } = readInput(changeSpaceDetectionInput, payload);
  return Promise.resolve({
    rev,
    created: NOTHING_CREATED,
    change: {
      type: 'detection.updated',
      subject: `space:${spaceId}`,
      edit: ({ config }) => changeSpaceDetection(config, spaceId, schemeId),
      // A space that no longer exists can still be reset to the site's settings.
      mayChange: async ({ config }) => {
        if (config.spaces[spaceId] === undefined) await findSpaceIds(request, [spaceId], 'spaceId');
      },
    },
  });
}

/** More than a catalog has. */
const MAX_DETECTORS = 500;

export const turnDetectorsInput = z.strictObject({
  rev,
  detectorIds: z
    .array(detectorId)
    .min(1, { error: 'must not be empty' })
    .max(MAX_DETECTORS, { error: `must have at most ${MAX_DETECTORS} entries` }),
  /** False: observe them again. */
  isOn: z.boolean(),
});

/** Turns new detectors on, or observes them again. */
export async function planTurnedDetectors(_request: AdminRequest, payload: unknown): Promise<DetectionPlan> {
  const { rev, detectorIds, isOn } = readInput(turnDetectorsInput, payload);
  const [first = '', ...others] = new Set(detectorIds);
  const catalog = await loadCatalog();
  return {
    rev,
    created: NOTHING_CREATED,
    change: {
      type: others.length === 0 ? 'detector.updated' : 'detection.updated',
      subject: others.length === 0 ? `detector:${first}` : 'detection',
      edit: (current) => {
        const isNew = catalog(current).flatMap((one) => (one.isNew ? [one.detectorId] : []));
        return turnDetectors(current.config, [first, ...others], isOn, isNew);
      },
    },
  };
}
