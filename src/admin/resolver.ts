import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { makeResolver } from '../platform/resolver';
import { readPeppers } from '../platform/secrets';
import { readRateLimits } from '../platform/variables';
import { describeAccounts } from './accounts';
import { exportAudit, getKeyDetails, listAudit } from './audit-log';
import { getBaseAddress } from './base-address';
import { listCoverage } from './coverage';
import type { AdminOperations } from './contract';
import { addExclusion, listExclusions, previewExclusion, removeExclusion } from './exclusions';
import { exportLevelChanges } from './export-level-changes';
import {
  changeDetectionOfSite,
  changeDetectionOfSpace,
  changeTheDetector,
  createDetector,
  createDetectorScheme,
  editDetector,
  editDetectorScheme,
  getDetection,
  removeDetector,
  removeTheDetectorScheme,
  tryDetectors,
} from './detection';
import { exportPageLevels } from './export-page-levels';
import { getFinding, groupFindings, listFindings, summarizeFindings } from './findings';
import { importLevels } from './import-levels';
import { importPageLevels } from './import-page-levels';
import { cancelJob, getJob, revertKey } from './jobs';
import { createKey, editKey, getKey, listAllKeys, revokeKey } from './keys';
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
import { type AdminDependencies, adminOperation, type AdminRequest } from './operation';
import { describePages } from './pages';
import { getReconciliation } from './reconciliation';
import { rotateKey } from './rotate-key';
import { getRedaction, startRedaction } from './redactions';
import { cancelScan, describeCoverage, getScan, listScans, startScan } from './scans';
import { sendApiRequest } from './send-api-request';
import { changeSiteSettings, changeSpaceSettings, createScheme, editScheme, removeTheScheme } from './settings';
import { describeSpaces, findSpaces } from './spaces';
import { archiveSubLevel, createSubLevel, editSubLevel, reorderSubLevels, restoreSubLevel } from './sub-levels';

type Operations = {
  readonly [Name in keyof AdminOperations]: (
    request: AdminRequest,
    payload: unknown,
  ) => Promise<AdminOperations[Name]['result']>;
};

/** What the admin area can ask for, by name. */
export const ADMIN_OPERATIONS: Operations = {
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
  changeSiteSettings,
  changeSpaceSettings,
  createScheme,
  editScheme,
  removeScheme: removeTheScheme,
  getDetection,
  changeDetector: changeTheDetector,
  createDetector,
  editDetector,
  removeDetector,
  changeSiteDetection: changeDetectionOfSite,
  createDetectorScheme,
  changeSpaceDetection: changeDetectionOfSpace,
  editDetectorScheme,
  removeDetectorScheme: removeTheDetectorScheme,
  tryDetectors,
  listFindings,
  groupFindings,
  summarizeFindings,
  getFinding,
  startScan,
  listScans,
  listCoverage,
  getScan,
  cancelScan,
  startRedaction,
  getRedaction,
  listExclusions,
  addExclusion,
  removeExclusion,
  previewExclusion,
  describeCoverage,
  importPageLevels,
  exportPageLevels,
  exportLevelChanges,
  importLevels,
  revertKey,
  getJob,
  cancelJob,
  listAudit,
  exportAudit,
  getKeyDetails,
  getReconciliation,
  findSpaces,
  describeSpaces,
  describePages,
  describeAccounts,
  getBaseAddress,
  sendApiRequest,
};

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
  rateLimits: readRateLimits,
  operationLimitMs: 20_000,
});
