import type { ADMIN_EFFECTS } from '../capabilities/effects';
import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { makeResolver } from '../platform/resolver';
import { readPeppers } from '../platform/secrets';
import { readRateLimits } from '../platform/variables';
import { describeAccounts } from './audit/accounts';
import { exportAudit, getKeyDetails, listAudit } from './audit/audit-log';
import { getBaseAddress } from './keys/base-address';
import type { AdminOperations } from './contract';
import { cancelJob, getJob, listLostSubLevels, raiseToRequired, restoreSubLevels, revertKey } from './runs/jobs';
import { createKey, editKey, getKey, listAllKeys, revokeKey } from './keys/keys';
import {
  archiveLevel,
  countPagesByLevel,
  createLevel,
  describeLevelUse,
  editLevel,
  listLevels,
  reorderLevels,
  restoreLevel,
} from './levels/levels';
import { type AdminDependencies, adminOperation, type AdminRequest } from './operation';
import { describePages } from './pages/pages';
import { getReconciliation } from './pages/reconciliation';
import { rotateKey } from './keys/rotate-key';
import { sendApiRequest } from './keys/send-api-request';
import {
  changeSiteSettings,
  changeSpaceSettings,
  changeDelegatedSettings,
  changeMentions,
  changeSurfaceSettings,
  createScheme,
  editScheme,
  removeTheScheme,
} from './spaces/settings';
import { describeSpaces, findSpaces } from './spaces/spaces';
import { archiveSubLevel, createSubLevel, editSubLevel, reorderSubLevels, restoreSubLevel } from './levels/sub-levels';

/** An operation needs an entry in the table of effects, too. */
type Operations = {
  readonly [Name in keyof AdminOperations & keyof typeof ADMIN_EFFECTS]: (
    request: AdminRequest,
    payload: unknown,
  ) => Promise<AdminOperations[Name]['result']>;
};

/** Lazily loaded parts of the bundle, for example everything about detection (docs/adr/0019). */
const loadDetection = () => import('./detection/detection');
const loadFindings = () => import('./findings/findings');
const loadExclusions = () => import('./findings/exclusions');
const loadNewDetectors = () => import('./detection/new-detectors');
const loadRedactions = () => import('./runs/redactions');
const loadScans = () => import('./runs/scans');
const loadCoverage = () => import('./runs/coverage');
const loadRuns = () => import('./runs/runs');
const loadSetup = () => import('./site/setup');
const loadMirror = () => import('./levels/mirror');
const loadNativeLevels = () => import('./levels/native-levels');
const loadStoredData = () => import('./site/stored-data');
const loadPersonalData = () => import('./site/personal-data');
const loadSuggestions = () => import('./findings/suggestions');
const loadSiteCheck = () => import('./site/site-check');

/** The operations of the admin area, by name. */
export const ADMIN_OPERATIONS: Operations = {
  listPagesByLevel: async (request, payload) =>
    (await import('./pages/pages-by-level')).listPagesByLevel(request, payload),
  getSetup: async (request) => (await loadSetup()).getSetup(request),
  acceptHiddenPages: async (request, payload) => (await loadSetup()).acceptHiddenPages(request, payload),
  hideSetup: async (request, payload) => (await loadSetup()).hideSetup(request, payload),
  markSetupStep: async (request, payload) => (await loadSetup()).markSetupStep(request, payload),
  getOverview: async (request) => (await import('./site/overview')).getOverview(request),
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
  changeMentions,
  changeSurfaceSettings,
  createScheme,
  editScheme,
  removeScheme: removeTheScheme,
  changeDelegated: changeDelegatedSettings,
  getDetection: async (request, payload) => (await loadDetection()).getDetection(request, payload),
  changeDetector: async (request, payload) => (await loadDetection()).changeTheDetector(request, payload),
  createDetector: async (request, payload) => (await loadDetection()).createDetector(request, payload),
  editDetector: async (request, payload) => (await loadDetection()).editDetector(request, payload),
  removeDetector: async (request, payload) => (await loadDetection()).removeDetector(request, payload),
  changeSiteDetection: async (request, payload) => (await loadDetection()).changeDetectionOfSite(request, payload),
  createDetectorScheme: async (request, payload) => (await loadDetection()).createDetectorScheme(request, payload),
  changeSpaceDetection: async (request, payload) => (await loadDetection()).changeDetectionOfSpace(request, payload),
  editDetectorScheme: async (request, payload) => (await loadDetection()).editDetectorScheme(request, payload),
  removeDetectorScheme: async (request, payload) => (await loadDetection()).removeTheDetectorScheme(request, payload),
  listNewDetectors: async (request, payload) => (await loadNewDetectors()).listNewDetectors(request, payload),
  turnNewDetectors: async (request, payload) => (await loadNewDetectors()).turnNewDetectors(request, payload),
  previewDetection: async (request, payload) =>
    (await import('./detection/preview-detection')).previewDetection(request, payload),
  countAffected: async (request, payload) => (await import('./detection/count-change')).countAffected(request, payload),
  tryDetectors: async (request, payload) => (await loadDetection()).tryDetectors(request, payload),
  listFindings: async (request, payload) => (await loadFindings()).listFindings(request, payload),
  groupFindings: async (request, payload) => (await loadFindings()).groupFindings(request, payload),
  summarizeFindings: async (request, payload) => (await loadFindings()).summarizeFindings(request, payload),
  getFinding: async (request, payload) => (await loadFindings()).getFinding(request, payload),
  exportFindings: async (request, payload) =>
    (await import('./findings/export-findings')).exportFindings(request, payload),
  startScan: async (request, payload) => (await loadScans()).startScan(request, payload),
  listScans: async (request) => (await loadScans()).listScans(request),
  listCoverage: async (request, payload) => (await loadCoverage()).listCoverage(request, payload),
  countCoverage: async (request, payload) => (await loadCoverage()).countCoverage(request, payload),
  getScan: async (request, payload) => (await loadScans()).getScan(request, payload),
  listScanResults: async (request, payload) => (await loadScans()).listScanResults(request, payload),
  cancelScan: async (request, payload) => (await loadScans()).cancelScan(request, payload),
  startRedaction: async (request, payload) => (await loadRedactions()).startRedaction(request, payload),
  getRedaction: async (request, payload) => (await loadRedactions()).getRedaction(request, payload),
  listExclusions: async (request, payload) => (await loadExclusions()).listExclusions(request, payload),
  suggestExclusions: async (request, payload) =>
    (await import('./findings/suggest-exclusions')).suggestExclusions(request, payload),
  addExclusion: async (request, payload) => (await loadExclusions()).addExclusion(request, payload),
  describeExclusions: async (request, payload) =>
    (await import('./findings/describe-exclusions')).describeExclusions(request, payload),
  countExcluded: async (request, payload) =>
    (await import('./findings/exclusion-effects')).countExcluded(request, payload),
  removeExclusion: async (request, payload) => (await loadExclusions()).removeExclusion(request, payload),
  previewExclusion: async (request, payload) => (await loadExclusions()).previewExclusion(request, payload),
  listRuns: async (request) => (await loadRuns()).listRuns(request),
  cancelRun: async (request, payload) => (await loadRuns()).cancelRun(request, payload),
  getMirror: async (request, payload) => (await loadMirror()).getMirror(request, payload),
  startMirrorWalk: async (request, payload) => (await loadMirror()).startMirrorWalk(request, payload),
  pauseMirrorWalk: async (request, payload) => (await loadMirror()).pauseMirrorWalk(request, payload),
  resumeMirrorWalk: async (request, payload) => (await loadMirror()).resumeMirrorWalk(request, payload),
  cancelMirrorWalk: async (request, payload) => (await loadMirror()).cancelMirrorWalk(request, payload),
  getStoredData: async (request, payload) => (await loadStoredData()).getStoredData(request, payload),
  changeRetention: async (request, payload) => (await loadStoredData()).changeRetention(request, payload),
  getPersonalData: async (request, payload) => (await loadPersonalData()).getPersonalData(request, payload),
  exportPerson: async (request, payload) => (await loadPersonalData()).exportPerson(request, payload),
  requestPersonErasure: async (request, payload) => (await loadPersonalData()).requestPersonErasure(request, payload),
  confirmPersonErasure: async (request, payload) => (await loadPersonalData()).confirmPersonErasure(request, payload),
  withdrawPersonErasure: async (request, payload) => (await loadPersonalData()).withdrawPersonErasure(request, payload),
  getSiteCheck: async (request, payload) => (await loadSiteCheck()).getSiteCheck(request, payload),
  startSiteCheck: async (request, payload) => (await loadSiteCheck()).startSiteCheck(request, payload),
  startWebProbe: async (request, payload) => (await loadSiteCheck()).startWebProbe(request, payload),
  recordFrameProbe: async (request, payload) => (await loadSiteCheck()).recordFrameProbe(request, payload),
  getNativeLevels: async (request, payload) => (await loadNativeLevels()).getNativeLevels(request, payload),
  refreshNativeLevels: async (request, payload) => (await loadNativeLevels()).refreshNativeLevels(request, payload),
  importNativeLevels: async (request, payload) => (await loadNativeLevels()).importNativeLevels(request, payload),
  changeNativeLevels: async (request, payload) => (await loadNativeLevels()).changeNativeLevels(request, payload),
  compareNativeLevels: async (request, payload) => (await loadNativeLevels()).compareNativeLevels(request, payload),
  importPageLevels: async (request, payload) =>
    (await import('./pages/import-page-levels')).importPageLevels(request, payload),
  exportPageLevels: async (request, payload) =>
    (await import('./pages/export-page-levels')).exportPageLevels(request, payload),
  exportLevelChanges: async (request, payload) =>
    (await import('./pages/export-level-changes')).exportLevelChanges(request, payload),
  importLevels: async (request, payload) => (await import('./levels/import-levels')).importLevels(request, payload),
  listSuggestions: async (request, payload) => (await loadSuggestions()).listSuggestions(request, payload),
  setSuggestedLevels: async (request, payload) => (await loadSuggestions()).setSuggestedLevels(request, payload),
  undoSuggestedLevels: async (request, payload) => (await loadSuggestions()).undoSuggestedLevels(request, payload),
  revertKey,
  listLostSubLevels,
  restoreSubLevels,
  raiseToRequired,
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

/** The resolver of the admin area. It ends before the platform's limit of 25 seconds. */
export const admin = createAdmin({
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  peppers: () => readPeppers(),
  rateLimits: readRateLimits,
  operationLimitMs: 20_000,
});
