import * as z from 'zod';
import { readDetection } from '../../detection/configuration/configuration-store';
import type { TriedText } from '../../detection/custom/try-text';
import { changeDetectionAsAdmin, type DetectionView, toDetectionView } from './change-detection';
import { noInput } from '../level-inputs';
import type { AdminRequest } from '../operation';
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
} from './plan-detection';
import { readInput } from '../result';

/** The detection configuration: detectors, places, times and consequences; and a test of the detectors on a text. */

export async function getDetection({ storage }: AdminRequest, payload: unknown): Promise<DetectionView> {
  readInput(noInput, payload);
  return toDetectionView(await readDetection(storage));
}

export const changeDetector = applying(planDetectorChange);
export const createDetector = applying(planNewDetector);
export const editDetector = applying(planDetectorEdit);
export const removeDetector = applying(planDetectorRemoval);
export const changeSiteDetection = applying(planSiteChange);
export const createDetectorScheme = applying(planNewScheme);
export const editDetectorScheme = applying(planSchemeEdit);
export const removeDetectorScheme = applying(planSchemeRemoval);
export const changeSpaceDetection = applying(planSpaceChange);

/** @returns the whole configuration after the edit, and the id of what it creates */
function applying<Created extends object>(
  plan: (request: AdminRequest, payload: unknown) => Promise<DetectionPlan<Created>>,
) {
  return async (request: AdminRequest, payload: unknown): Promise<DetectionView & Created> => {
    const { rev, change, created } = await plan(request, payload);
    return { ...(await changeDetectionAsAdmin(request, rev, change)), ...created };
  };
}

export const tryDetectorsInput = z.strictObject({
  text: z.string({ error: 'must be text' }).max(20_000, { error: 'must have at most 20000 characters' }),
});

/** Returns the findings in a text with the site's configuration. Nothing is stored or logged. */
export async function tryDetectors(request: AdminRequest, payload: unknown): Promise<TriedText> {
  const { text } = readInput(tryDetectorsInput, payload);
  const { config } = await readDetection(request.storage);
  const { tryText } = await import('../../detection/custom/try-text');
  return tryText(text, config, request.now, request.clock);
}
