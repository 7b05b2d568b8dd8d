import type * as z from 'zod';
import { type CatalogEntry, loadCatalog, loadIsBuiltIn } from '../../detection/configuration/detector-catalog';
import { changeDetector, type DetectorChange } from '../../detection/configuration/edit-configuration';
import { pushTurnedOn } from '../../findings/runs/turned-on';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import {
  changeDetectionWithKey,
  DETECTION_PROBLEMS,
  ETAG_OF_DETECTION,
  etagOfDetection,
} from '../detection-configuration-access';
import { requirePresent } from '../read-only';
import {
  DETECTOR_EXAMPLE,
  detectorBody,
  detectorInput,
  detectorPath,
  requireDetector,
  toDetectorBody,
} from './detector-schemas';
import { ok, operation } from '../operation';

export const editDetector = operation({
  method: 'PATCH',
  effect: 'change',
  path: '/v1/detector/:detectorId',
  operationId: 'editDetector',
  summary: 'Configure a detector',
  description:
    'Enables or disables a built-in or custom detector, or changes its confidence and severity, for the site. Use detector schemes for individual spaces. A severity applies to stored findings at once. Other changes apply from the next scan of a page.',
  scope: 'detection::manage',
  pathParameters: detectorPath,
  body: { schema: detectorInput, example: { enabled: true, minConfidence: 0.7, severity: 'critical' } },
  success: ok('The detector.', detectorBody, DETECTOR_EXAMPLE, ETAG_OF_DETECTION),
  problems: [...DETECTION_PROBLEMS, 'DETECTOR_NOT_FOUND', 'INVALID_SETTINGS'],
  points: POINTS_OF_A_PERSON,
  run: async (request, { path: { detectorId }, body: sent, condition }) => {
    const [isBuiltIn, catalog] = await Promise.all([loadIsBuiltIn(), loadCatalog()]);
    const detection = await changeDetectionWithKey(request, condition, {
      type: 'detector.updated',
      subject: `detector:${detectorId}`,
      edit: (current) => {
        const { config } = current;
        const entry = catalog(current).find((one) => one.detectorId === detectorId);
        if (entry !== undefined) requirePresent(detectorInput, sent, [toDetectorBody(entry)]);
        return changeDetector(config, detectorId, changeIn(sent, entry), isBuiltIn, entry?.isNew);
      },
    });
    const detector = await requireDetector(detection, detectorId);
    if (detector.isNew && sent.isObserved === false) await pushTurnedOn(request, [detectorId]);
    const body = toDetectorBody(detector);
    return { status: 200, headers: { ETag: etagOfDetection(detection) }, body };
  },
});

/**
 * `settings` arrives together with the values of GET, so a member with its present value is ignored. Without
 * `settings`, a member is always set, even to the default of the detector.
 */
function changeIn(
  { enabled, minConfidence, severity, isObserved, settings }: z.infer<typeof detectorInput>,
  entry: CatalogEntry | undefined,
): DetectorChange {
  const present = settings === undefined ? undefined : entry;
  return {
    ...(enabled === present?.enabled ? {} : { enabled: enabled === 'default' ? null : enabled }),
    ...(minConfidence === present?.minConfidence
      ? {}
      : { minConfidence: minConfidence === 'default' ? null : minConfidence }),
    ...(isObserved === undefined || isObserved === entry?.isObserved ? {} : { isObserved }),
    ...(severity === present?.severity ? {} : { severity: severity === 'default' ? null : severity }),
  };
}
