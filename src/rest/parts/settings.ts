import type { Route } from '../route';
import { createExposureException } from '../routes/create-exposure-exception';
import { editSpaceSettings } from '../routes/edit-space-settings';
import { endExposureException } from '../routes/end-exposure-exception';
import { getExposureException } from '../routes/get-exposure-exception';
import { getExposureRules } from '../routes/get-exposure-rules';
import { getReviewRules } from '../routes/get-review-rules';
import { getSettings } from '../routes/get-settings';
import { getSpaceSettings } from '../routes/get-space-settings';
import { getLabelSync, setLabelSyncWithKey } from '../routes/label-sync';
import { createScheme, editScheme, getScheme, removeScheme } from '../routes/level-schemes';
import { listExposureExceptions } from '../routes/list-exposure-exceptions';
import { getPageUseRules, setPageUseRules } from '../routes/page-use-rules';
import { setExposureRules } from '../routes/set-exposure-rules';
import { setReviewRules } from '../routes/set-review-rules';
import { setSettings } from '../routes/set-settings';

/** The operations below `/v1/setting`. */
export const routes: readonly Route[] = [
  getSettings,
  setSettings,
  getSpaceSettings,
  editSpaceSettings,
  createScheme,
  getScheme,
  editScheme,
  removeScheme,
  getExposureRules,
  setExposureRules,
  listExposureExceptions,
  createExposureException,
  getExposureException,
  endExposureException,
  getReviewRules,
  setReviewRules,
  getPageUseRules,
  setPageUseRules,
  getLabelSync,
  setLabelSyncWithKey,
];
