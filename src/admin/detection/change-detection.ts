import { DETECTION, type DetectionChange, planDetection } from '../../detection/configuration/change-detection';
import type { Detection } from '../../detection/configuration/configuration-store';
import { type CatalogEntry, catalogOf } from '../../detection/configuration/detector-catalog';
import type { DetectionConfig } from '../../detection/configuration/model';
import { changeAsAdmin } from '../change-as-admin';
import type { AdminRequest } from '../operation';

/** The result of every edit of the detection configuration. */

export interface DetectionView extends DetectionConfig {
  /** The revision for the next edit. */
  readonly rev: number;
  /** The built-in and custom detectors with their settings for the site. */
  readonly catalog: readonly CatalogEntry[];
}

export async function toDetectionView(detection: Detection): Promise<DetectionView> {
  return { rev: detection.revision, catalog: await catalogOf(detection), ...detection.config };
}

/**
 * @param rev the revision that the edit is based on
 * @returns the whole configuration after the edit
 * @throws Refusal, StorageUnavailableError, CorruptRecordError
 */
export async function changeDetectionAsAdmin(
  request: AdminRequest,
  rev: number,
  change: DetectionChange,
): Promise<DetectionView> {
  return toDetectionView(await changeAsAdmin(request, DETECTION, rev, planDetection(change)));
}
