import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { readLevels } from '../classification/level-store';
import { applyEdit } from '../configuration/change-configuration';
import { countingKeyOf } from '../counts/read-counts';
import { COUNT_ROWS, readSiteCounts } from '../counts/read-site-counts';
import { DETECTION, planDetection } from '../detection/configuration/change-detection';
import type { Detection } from '../detection/configuration/configuration-store';
import { observedDetectors } from '../detection/configuration/observed-detectors';
import type { ClassificationRule } from '../detection/configuration/model';
import { readExclusions } from '../findings/exclusions/exclusion-store';
import { affectedDetectors, affectedPages, type PreviewedConditions } from '../findings/preview-configuration';
import { awaitAll } from '../platform/await-all';
import { readAhead } from '../platform/read-ahead';
import { refusalOf } from './change-as-admin';
import type { AdminRequest } from './operation';
import {
  type DetectionPlan,
  planDetectorChange,
  planDetectorEdit,
  planDetectorRemoval,
  planNewDetector,
  planNewScheme,
  planSchemeEdit,
  planSchemeRemoval,
  planSiteChange,
  planSpaceChange,
  planTurnedDetectors,
} from './plan-detection';
import { NOTHING_CHANGES, previewOnSample, type RulesPreview, type SamplePreview } from './preview-on-sample';
import { readInput } from './result';

/**
 * Tries an edit of the detection configuration on a sample of the pages that the admin sees. Changed rules are evaluated over all
 * stored findings.
 */

const PLANS = {
  changeDetector: planDetectorChange,
  createDetector: planNewDetector,
  editDetector: planDetectorEdit,
  removeDetector: planDetectorRemoval,
  changeSiteDetection: planSiteChange,
  createDetectorScheme: planNewScheme,
  editDetectorScheme: planSchemeEdit,
  removeDetectorScheme: planSchemeRemoval,
  changeSpaceDetection: planSpaceChange,
  turnNewDetectors: planTurnedDetectors,
} as const satisfies Record<string, (request: AdminRequest, payload: unknown) => Promise<DetectionPlan>>;

/** The operations that can be previewed. */
export type PreviewableOperation = keyof typeof PLANS;

const operations = Object.keys(PLANS) as [PreviewableOperation, ...PreviewableOperation[]];

export const previewDetectionInput = z.strictObject({
  /** The operation that would save the edit, and its input. */
  operation: z.enum(operations),
  input: z.unknown(),
});

/** @throws Refusal as the operation itself, HostError, StorageUnavailableError, CorruptRecordError */
export async function previewDetection(request: AdminRequest, payload: unknown): Promise<SamplePreview> {
  const { operation, input } = readInput(previewDetectionInput, payload);
  const { storage } = request;
  const { rev, change } = await PLANS[operation](request, input);
  const [current, { all: exclusions }] = await awaitAll([DETECTION.read(storage), readExclusions(storage)] as const);
  if (current.revision !== rev) throw refusalOf(DETECTION.refusals.CHANGED, []);
  const edited = applyEdit(DETECTION, current, planDetection(change));
  if (edited.outcome === 'refused') throw refusalOf(DETECTION.refusals[edited.reason], edited.where ?? []);
  if (edited.outcome === 'unchanged') return NOTHING_CHANGES;
  await change.mayChange?.(current);
  const conditionsOf = async (detection: Detection): Promise<PreviewedConditions> => {
    return { config: detection.config, observed: await observedDetectors(detection), exclusions };
  };
  const [before, after] = await awaitAll([conditionsOf(current), conditionsOf(edited.next)] as const);
  const [preview, rules] = await awaitAll([
    previewOnSample(
      request,
      { before, after },
      affectedPages(before, after),
      affectedDetectors(before.config, after.config),
    ),
    previewRules(request, before.config.rules, after.config.rules),
  ] as const);
  return { ...preview, ...(rules === undefined ? {} : { rules }) };
}

type Rules = readonly ClassificationRule[];

/** Storage: one read. @returns undefined if the rules are the same */
async function previewRules(request: AdminRequest, before: Rules, after: Rules): Promise<RulesPreview | undefined> {
  if (isDeepStrictEqual(before, after)) return undefined;
  const { storage, installationId, now } = request;
  const rows = await readAhead(storage, COUNT_ROWS);
  const context = { rows, levels: await readLevels(rows, installationId), fingerprintKey: countingKeyOf(request) };
  const countWith = (rules: Rules) => readSiteCounts({ ...context, rules }, now);
  const [old, { site, asOf = null, isCounting }] = await awaitAll([countWith(before), countWith(after)] as const);
  return { before: old.site.belowRequired, after: site.belowRequired, asOf, isCounting };
}
