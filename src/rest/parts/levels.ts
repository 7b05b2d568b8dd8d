import type { Route } from '../route';
import { archiveLevel } from '../routes/archive-level';
import { archiveSubLevel } from '../routes/archive-sub-level';
import { createLevel } from '../routes/create-level';
import { createSubLevel } from '../routes/create-sub-level';
import { editLevel } from '../routes/edit-level';
import { editSubLevel } from '../routes/edit-sub-level';
import { getLevel } from '../routes/get-level';
import { getSubLevel } from '../routes/get-sub-level';
import { listLevels } from '../routes/list-levels';
import { getLevelOrder, orderLevels } from '../routes/order-levels';
import { getSubLevelOrder, orderSubLevels } from '../routes/order-sub-levels';
import { restoreLevel } from '../routes/restore-level';
import { restoreSubLevel } from '../routes/restore-sub-level';

/** The operations below `/v1/level`. */
export const routes: readonly Route[] = [
  listLevels,
  createLevel,
  // Must precede the routes with a parameter at this position, because the first match wins.
  getLevelOrder,
  orderLevels,
  getLevel,
  editLevel,
  archiveLevel,
  restoreLevel,
  createSubLevel,
  getSubLevelOrder,
  orderSubLevels,
  getSubLevel,
  editSubLevel,
  archiveSubLevel,
  restoreSubLevel,
];
