import type { Route } from '../route';
import { archiveLevel } from './archive-level';
import { archiveSubLevel } from './archive-sub-level';
import { createLevel } from './create-level';
import { createSubLevel } from './create-sub-level';
import { editLevel } from './edit-level';
import { editSubLevel } from './edit-sub-level';
import { getLevel } from './get-level';
import { orderLevels } from './order-levels';
import { orderSubLevels } from './order-sub-levels';
import { restoreLevel } from './restore-level';
import { restoreSubLevel } from './restore-sub-level';
import { createScheme } from './create-scheme';
import { editScheme } from './edit-scheme';
import { getSettings } from './get-settings';
import { removeScheme } from './remove-scheme';
import { setSettings } from './set-settings';
import { editSpaceSettings } from './edit-space-settings';
import { analyzeText } from './analyze-text';
import { cancelJob } from './cancel-job';
import { clearPageLevel } from './clear-page-level';
import { createJob } from './create-job';
import { getJob } from './get-job';
import { getPageLevel } from './get-page-level';
import { getOwnKey } from './get-own-key';
import { listAudit } from './list-audit';
import { listChanges } from './list-changes';
import { listJobResults } from './list-job-results';
import { listLevels } from './list-levels';
import { listPageLevelHistory } from './list-page-level-history';
import { listPageLevels } from './list-page-levels';
import { listPageLevelOptions } from './list-page-level-options';
import { resetPageLevel } from './reset-page-level';
import { setPageLevel } from './set-page-level';
import { setPageLevels } from './set-page-levels';
import { cancelScan } from './cancel-scan';
import { createScan } from './create-scan';
import { getScan } from './get-scan';
import { getDetection } from './get-detection';
import { getDetectionSummary } from './get-detection-summary';
import { listDetections } from './list-detections';
import { listPageDetections } from './list-page-detections';
import { createCustomDetector } from './create-custom-detector';
import { createDetectorScheme } from './create-detector-scheme';
import { editDetector } from './edit-detector';
import { editDetectorScheme } from './edit-detector-scheme';
import { getCustomDetector } from './get-custom-detector';
import { getDetectionConfig } from './get-detection-config';
import { listDetectors } from './list-detectors';
import { removeCustomDetector } from './remove-custom-detector';
import { removeDetectorScheme } from './remove-detector-scheme';
import { replaceCustomDetector } from './replace-custom-detector';
import { setDetectionConfig } from './set-detection-config';
import { editSpaceDetection } from './edit-space-detection';

/** Every operation of the API that needs a key. */
export const routes: readonly Route[] = [
  listLevels,
  createLevel,
  // Before those with a parameter in its place: the first that fits answers.
  orderLevels,
  getLevel,
  editLevel,
  archiveLevel,
  restoreLevel,
  createSubLevel,
  orderSubLevels,
  editSubLevel,
  archiveSubLevel,
  restoreSubLevel,
  getSettings,
  setSettings,
  editSpaceSettings,
  createScheme,
  editScheme,
  removeScheme,
  setPageLevel,
  setPageLevels,
  createJob,
  getJob,
  listJobResults,
  cancelJob,
  getPageLevel,
  clearPageLevel,
  resetPageLevel,
  listPageLevels,
  listPageLevelOptions,
  listPageLevelHistory,
  listChanges,
  listAudit,
  listDetectors,
  createCustomDetector,
  getCustomDetector,
  replaceCustomDetector,
  removeCustomDetector,
  editDetector,
  getDetectionConfig,
  setDetectionConfig,
  createDetectorScheme,
  editDetectorScheme,
  removeDetectorScheme,
  editSpaceDetection,
  analyzeText,
  listDetections,
  // Before the one with a parameter in its place.
  getDetectionSummary,
  createScan,
  getScan,
  cancelScan,
  listPageDetections,
  getDetection,
  getOwnKey,
];
