import type { Route } from '../route';
import { clearPageLevel } from './clear-page-level';
import { getPageLevel } from './get-page-level';
import { getOwnKey } from './get-own-key';
import { listAudit } from './list-audit';
import { listChanges } from './list-changes';
import { listLevels } from './list-levels';
import { listPageLevelHistory } from './list-page-level-history';
import { listPageLevels } from './list-page-levels';
import { listPageLevelOptions } from './list-page-level-options';
import { resetPageLevel } from './reset-page-level';
import { setPageLevel } from './set-page-level';
import { setPageLevels } from './set-page-levels';

/** Every operation of the API that needs a key. */
export const routes: readonly Route[] = [
  listLevels,
  setPageLevel,
  setPageLevels,
  getPageLevel,
  clearPageLevel,
  resetPageLevel,
  listPageLevels,
  listPageLevelOptions,
  listPageLevelHistory,
  listChanges,
  listAudit,
  getOwnKey,
];
