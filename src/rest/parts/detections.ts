import type { Route } from '../route';
import { analyzeText } from '../routes/analyze-text';
import { askOwner } from '../routes/ask-owner';
import { cancelScan } from '../routes/cancel-scan';
import { createScan } from '../routes/create-scan';
import {
  createDetectorScheme,
  editDetectorScheme,
  getDetectorScheme,
  removeDetectorScheme,
} from '../routes/detector-schemes';
import { editSpaceDetection } from '../routes/edit-space-detection';
import { editDetection } from '../routes/edit-detection';
import { editDetections } from '../routes/edit-detections';
import { exportDetections } from '../routes/export-detections';
import { getCoverageSummary } from '../routes/get-coverage-summary';
import { getDetection } from '../routes/get-detection';
import { getDetectionConfig } from '../routes/get-detection-config';
import { getDetectionSummary } from '../routes/get-detection-summary';
import { getScan } from '../routes/get-scan';
import { getSpaceDetection } from '../routes/get-space-detection';
import { listCoverage } from '../routes/list-coverage';
import { listDetections } from '../routes/list-detections';
import { listPageDetections } from '../routes/list-page-detections';
import { listScanResults } from '../routes/list-scan-results';
import { listScans } from '../routes/list-scans';
import { setDetectionConfig } from '../routes/set-detection-config';

/** The operations below `/v1/detection`. */
export const routes: readonly Route[] = [
  getDetectionConfig,
  setDetectionConfig,
  createDetectorScheme,
  getDetectorScheme,
  editDetectorScheme,
  removeDetectorScheme,
  getSpaceDetection,
  editSpaceDetection,
  analyzeText,
  listDetections,
  // Must precede the route with a parameter at this position.
  getDetectionSummary,
  exportDetections,
  listCoverage,
  getCoverageSummary,
  listScans,
  createScan,
  getScan,
  listScanResults,
  cancelScan,
  editDetections,
  listPageDetections,
  getDetection,
  editDetection,
  askOwner,
];
