import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { makeResolver } from '../platform/resolver';
import { readPeppers } from '../platform/secrets';
import { exportAudit, getKeyDetails, listAudit } from './audit-log';
import {
  archiveLevel,
  countPagesByLevel,
  createLevel,
  describeLevelUse,
  editLevel,
  listLevels,
  reorderLevels,
  restoreLevel,
} from './levels';
import { createKey, editKey, getKey, listAllKeys, revokeKey } from './keys';
import { type AdminDependencies, adminOperation, type AdminRequest } from './operation';
import { rotateKey } from './rotate-key';
import { archiveSubLevel, createSubLevel, editSubLevel, reorderSubLevels, restoreSubLevel } from './sub-levels';

type Operation = (request: AdminRequest, payload: unknown) => Promise<object>;

/** What the admin area can ask for, by name. */
export const ADMIN_OPERATIONS = {
  createKey,
  listKeys: listAllKeys,
  getKey,
  editKey,
  rotateKey,
  revokeKey,
  listLevels,
  reorderLevels,
  createLevel,
  editLevel,
  archiveLevel,
  restoreLevel,
  describeLevelUse,
  countPagesByLevel,
  createSubLevel,
  editSubLevel,
  archiveSubLevel,
  restoreSubLevel,
  reorderSubLevels,
  listAudit,
  exportAudit,
  getKeyDetails,
} satisfies Readonly<Record<string, Operation>>;

export function createAdmin(dependencies: AdminDependencies) {
  return makeResolver(
    Object.fromEntries(
      Object.entries(ADMIN_OPERATIONS).map(([name, run]) => [name, adminOperation<object>(name, dependencies, run)]),
    ),
  );
}

/** The resolver of the admin area. It ends before the platform's 25 seconds do. */
export const admin = createAdmin({
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  peppers: () => readPeppers(),
  operationLimitMs: 20_000,
});
