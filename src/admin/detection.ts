import * as z from 'zod';
import { isSettable } from '../classification/edit-settings';
import { readLevels } from '../classification/level-store';
import { readDetection } from '../detection/configuration/configuration-store';
import { loadIsBuiltIn } from '../detection/configuration/detector-catalogue';
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
} from '../detection/configuration/detector-fields';
import {
  changeDetector,
  changeSiteDetection,
  changeSpaceDetection,
  putCustomDetector,
  putDetectorScheme,
  removeCustomDetector,
  removeDetectorScheme,
} from '../detection/configuration/edit-configuration';
import type { CustomDetector } from '../detection/configuration/model';
import { checkCustomDetector } from '../detection/custom/check-custom-detector';
import type { TriedText } from '../detection/custom/try-text';
import { changeDetectionAsAdmin, type DetectionView, toDetectionView } from './change-detection';
import { findSpaceIds } from './find-spaces';
import { id, noInput, rev } from './level-inputs';
import type { AdminRequest } from './operation';
import { invalidInput, readInput } from './result';

/** The detection configuration: detectors, places, times and consequences; and a test of the detectors on a text. */

const detectorId = z.string().max(100);
const settings = { enabled, minConfidence: confidence, severity };

export async function getDetection({ storage }: AdminRequest, payload: unknown): Promise<DetectionView> {
  readInput(noInput, payload);
  return toDetectionView(await readDetection(storage));
}

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

export async function changeTheDetector(request: AdminRequest, payload: unknown): Promise<DetectionView> {
  const { rev, detectorId, changes } = readInput(changeDetectorInput, payload);
  const isBuiltIn = await loadIsBuiltIn();
  return changeDetectionAsAdmin(request, rev, {
    type: 'detector.updated',
    subject: `detector:${detectorId}`,
    edit: ({ config }) => changeDetector(config, detectorId, changes, isBuiltIn),
  });
}

export const createDetectorInput = z.strictObject({ rev, ...customDetectorFields });
export const editDetectorInput = createDetectorInput.extend({ detectorId });
export const removeDetectorInput = z.strictObject({ rev, detectorId });

export async function createDetector(
  request: AdminRequest,
  payload: unknown,
): Promise<DetectionView & { readonly detectorId: string }> {
  const { rev, ...wanted } = readInput(createDetectorInput, payload);
  const detectorId = `custom:${request.random.uuid()}`;
  const detector = { ...withDefaults(wanted), detectorId };
  await requireSound(detector);
  const view = await changeDetectionAsAdmin(request, rev, {
    type: 'detector.created',
    subject: `detector:${detectorId}`,
    edit: ({ config }) => putCustomDetector(config, detector, true),
  });
  return { ...view, detectorId };
}

export async function editDetector(request: AdminRequest, payload: unknown): Promise<DetectionView> {
  const { rev, detectorId, ...wanted } = readInput(editDetectorInput, payload);
  const detector = { ...withDefaults(wanted), detectorId };
  await requireSound(detector);
  return changeDetectionAsAdmin(request, rev, {
    type: 'detector.updated',
    subject: `detector:${detectorId}`,
    edit: ({ config }) => putCustomDetector(config, detector, false),
  });
}

/** @throws Refusal, which identifies the error */
async function requireSound(detector: CustomDetector): Promise<void> {
  const faults = await checkCustomDetector(detector);
  if (faults.length === 0) return;
  throw invalidInput(faults.map(({ field, message }) => ({ field: field.replaceAll('/', '.'), message })));
}

export function removeDetector(request: AdminRequest, payload: unknown): Promise<DetectionView> {
  const { rev, detectorId } = readInput(removeDetectorInput, payload);
  return changeDetectionAsAdmin(request, rev, {
    type: 'detector.deleted',
    subject: `detector:${detectorId}`,
    edit: ({ config }) => removeCustomDetector(config, detectorId),
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

export async function changeDetectionOfSite(request: AdminRequest, payload: unknown): Promise<DetectionView> {
  const { rev, ...site } = readInput(changeSiteDetectionInput, payload);
  const levels = await readLevels(request.storage, request.installationId);
  return changeDetectionAsAdmin(request, rev, {
    type: 'detection.updated',
    subject: 'detection',
    edit: ({ config }) => changeSiteDetection(config, site, (level) => isSettable(levels.all, level)),
  });
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

export async function createDetectorScheme(
  request: AdminRequest,
  payload: unknown,
): Promise<DetectionView & { readonly schemeId: string }> {
  const { rev, ...wanted } = readInput(createDetectorSchemeInput, payload);
  const schemeId = request.random.uuid();
  const isBuiltIn = await loadIsBuiltIn();
  const view = await changeDetectionAsAdmin(request, rev, {
    type: 'detector-scheme.created',
    subject: `detector-scheme:${schemeId}`,
    edit: ({ config }) => putDetectorScheme(config, { schemeId, ...wanted }, true, isBuiltIn),
  });
  return { ...view, schemeId };
}

export async function editDetectorScheme(request: AdminRequest, payload: unknown): Promise<DetectionView> {
  const { rev, ...wanted } = readInput(editDetectorSchemeInput, payload);
  const isBuiltIn = await loadIsBuiltIn();
  return changeDetectionAsAdmin(request, rev, {
    type: 'detector-scheme.updated',
    subject: `detector-scheme:${wanted.schemeId}`,
    edit: ({ config }) => putDetectorScheme(config, wanted, false, isBuiltIn),
  });
}

/** The site's settings then apply to its spaces. `rev` proves that the admin has seen which spaces these are. */
export function removeTheDetectorScheme(request: AdminRequest, payload: unknown): Promise<DetectionView> {
  const { rev, schemeId } = readInput(removeDetectorSchemeInput, payload);
  return changeDetectionAsAdmin(request, rev, {
    type: 'detector-scheme.deleted',
    subject: `detector-scheme:${schemeId}`,
    edit: ({ config }) => removeDetectorScheme(config, schemeId, 'as-site'),
  });
}

export const changeSpaceDetectionInput = z.strictObject({
  rev,
  spaceId: z.string().regex(/^[1-9][0-9]{0,17}$/, { error: 'must be a space ID' }),
  /** Omitted = the site's setting applies. */
  schemeId: id.optional(),
});

export function changeDetectionOfSpace(request: AdminRequest, payload: unknown): Promise<DetectionView> {
  const { rev, spaceId, schemeId } = readInput(changeSpaceDetectionInput, payload);
  return changeDetectionAsAdmin(request, rev, {
    type: 'detection.updated',
    subject: `space:${spaceId}`,
    edit: ({ config }) => changeSpaceDetection(config, spaceId, schemeId),
    // A space that no longer exists can still be reset to the site's settings.
    mayChange: async ({ config }) => {
      if (config.spaces[spaceId] === undefined) await findSpaceIds(request, [spaceId], 'spaceId');
    },
  });
}

export const tryDetectorsInput = z.strictObject({
  text: z.string({ error: 'must be text' }).max(20_000, { error: 'must have at most 20000 characters' }),
});

/** Returns the findings in a text with the site's configuration. Nothing is stored or logged. */
export async function tryDetectors(request: AdminRequest, payload: unknown): Promise<TriedText> {
  const { text } = readInput(tryDetectorsInput, payload);
  const { config } = await readDetection(request.storage);
  const { tryText } = await import('../detection/custom/try-text');
  return tryText(text, config, request.now, request.clock);
}
