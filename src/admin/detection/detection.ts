import * as z from 'zod';
import { readDetection } from '../../detection/configuration/configuration-store';
import type { TriedText } from '../../detection/custom/try-text';
import { changeDetectionAsAdmin, type DetectionView, toDetectionView } from './change-detection';
import { type DetectionPlan, PLANS } from './plan-detection';
import { type AdminOperation, noInput, operation } from '../input';
import type { AdminRequest } from '../operation';

/** The detection configuration (detectors, places, times and consequences), and a test of the detectors on a text. */

export const getDetection = operation(noInput, async ({ storage }): Promise<DetectionView> => {
  return toDetectionView(await readDetection(storage));
});

export const changeDetector = applying(PLANS.changeDetector);
export const enableDetectors = applying(PLANS.enableDetectors);
export const createDetector = applying(PLANS.createDetector);
export const editDetector = applying(PLANS.editDetector);
export const removeDetector = applying(PLANS.removeDetector);
export const changeSiteDetection = applying(PLANS.changeSiteDetection);
export const createDetectorScheme = applying(PLANS.createDetectorScheme);
export const editDetectorScheme = applying(PLANS.editDetectorScheme);
export const removeDetectorScheme = applying(PLANS.removeDetectorScheme);
export const changeSpaceDetection = applying(PLANS.changeSpaceDetection);

/** @returns the whole configuration after the edit, and the id of what it creates */
function applying<Input, Created extends object>(
  plan: AdminOperation<Input, DetectionPlan<Created>>,
): AdminOperation<Input, DetectionView & Created> {
  const planAndApply = async (request: AdminRequest, payload: unknown) => {
    const { rev, change, created } = await plan(request, payload);
    return { ...(await changeDetectionAsAdmin(request, rev, change)), ...created };
  };
  return Object.assign(planAndApply, { input: plan.input });
}

const tryDetectorsInput = z.strictObject({
  text: z.string({ error: 'must be text' }).max(20_000, { error: 'must have at most 20000 characters' }),
});

/** Returns the findings in a text with the site's configuration. Nothing is stored or logged. */
export const tryDetectors = operation(tryDetectorsInput, async (request, { text }): Promise<TriedText> => {
  const { config } = await readDetection(request.storage);
  const { tryText } = await import('../../detection/custom/try-text');
  return tryText(text, config, request.now);
});
