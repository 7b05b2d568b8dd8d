import * as z from 'zod';
import { applyEdit } from '../../configuration/change-configuration';
import { DETECTION, planDetection } from '../../detection/configuration/change-detection';
import type { Detection } from '../../detection/configuration/configuration-store';
import { observedDetectors } from '../../detection/configuration/observed-detectors';
import { readExclusions } from '../../findings/exclusions/exclusion-store';
import {
  affectedDetectors,
  affectedPages,
  isScanNeeded,
  type ConditionsChange,
  type PreviewedConditions,
} from '../../findings/preview/preview-configuration';
import { awaitAll } from '../../platform/await-all';
import { refusalOf } from '../change-as-admin';
import { PLANS } from './plan-detection';
import { previewOnSample, type SamplePreview } from './preview-on-sample';
import { operation } from '../input';
import type { AdminRequest } from '../operation';

/** Tries an edit of the detection configuration on a sample of the pages that the admin sees, if its effect needs a scan. */

/** The operations that can be previewed. */
export type PreviewableOperation = keyof typeof PLANS;

const operations = Object.keys(PLANS) as [PreviewableOperation, ...PreviewableOperation[]];

export const previewDetectionInput = z.strictObject({
  /** The operation that would save the edit, and its input. */
  operation: z.enum(operations),
  input: z.unknown(),
});

/** @throws Refusal as the operation itself, HostError, StorageUnavailableError, CorruptRecordError */
export const previewDetection = operation(previewDetectionInput, async (request, edit): Promise<SamplePreview> => {
  const { before, after } = await changeOfDetection(request, edit);
  const detectorIds = affectedDetectors(before.config, after.config);
  const { scan, ...preview } = await previewOnSample(
    request,
    { before, after },
    affectedPages(before, after),
    detectorIds,
  );
  // The findings of observed detectors are stored.
  return scan !== undefined && isScanNeeded(before.config, after.config) ? { ...preview, scan } : preview;
});

/** The conditions before and after an edit. @throws Refusal as the operation itself, StorageUnavailableError, CorruptRecordError */
export async function changeOfDetection(
  request: AdminRequest,
  { operation, input }: z.output<typeof previewDetectionInput>,
): Promise<ConditionsChange> {
  const { storage } = request;
  const { rev, change } = await PLANS[operation](request, input);
  const [current, { all: exclusions }] = await awaitAll([DETECTION.read(storage), readExclusions(storage)] as const);
  if (current.revision !== rev) throw refusalOf(DETECTION.refusals.CHANGED, []);
  const edited = applyEdit(DETECTION, current, planDetection(change));
  if (edited.outcome === 'refused') throw refusalOf(DETECTION.refusals[edited.reason], edited.where ?? []);
  const conditionsOf = async (detection: Detection): Promise<PreviewedConditions> => {
    return { config: detection.config, observed: await observedDetectors(detection), exclusions };
  };
  const before = await conditionsOf(current);
  if (edited.outcome === 'unchanged') return { before, after: before };
  await change.mayChange?.(current);
  return { before, after: await conditionsOf(edited.next) };
}
