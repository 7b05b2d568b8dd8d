import type { Route } from '../route';
import { createCustomDetector } from '../routes/create-custom-detector';
import { editDetector } from '../routes/edit-detector';
import { getCustomDetector } from '../routes/get-custom-detector';
import { getDetector } from '../routes/get-detector';
import { listDetectors } from '../routes/list-detectors';
import { removeCustomDetector } from '../routes/remove-custom-detector';
import { replaceCustomDetector } from '../routes/replace-custom-detector';

/** The operations below `/v1/detector`. */
export const routes: readonly Route[] = [
  listDetectors,
  createCustomDetector,
  getCustomDetector,
  replaceCustomDetector,
  removeCustomDetector,
  getDetector,
  editDetector,
];
