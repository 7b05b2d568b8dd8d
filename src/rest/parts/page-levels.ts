import type { Route } from '../route';
import { clearPageLevel } from '../routes/clear-page-level';
import { createJob } from '../routes/create-job';
import { getPageLevel } from '../routes/get-page-level';
import { listPageLevelHistory } from '../routes/list-page-level-history';
import { listPageLevelOptions } from '../routes/list-page-level-options';
import { listPageLevels } from '../routes/list-page-levels';
import { resetPageLevel } from '../routes/reset-page-level';
import { setPageLevel } from '../routes/set-page-level';
import { setPageLevels } from '../routes/set-page-levels';

/** The operations below `/v1/page-level`. */
export const routes: readonly Route[] = [
  setPageLevel,
  setPageLevels,
  createJob,
  getPageLevel,
  clearPageLevel,
  resetPageLevel,
  listPageLevels,
  listPageLevelOptions,
  listPageLevelHistory,
];
