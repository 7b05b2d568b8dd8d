import type { Implementations } from '../capabilities/effects';
import { makeResolver } from '../platform/resolver';
import { SYSTEM } from '../quota/invocation';
import { ADMIN_CONTRACT, type AdminOperations } from './contract';
import { type AdminDependencies, adminOperation, type AdminRequest } from './operation';

/** The code that most visits of the admin area need. */
const keys = () => import(/* webpackMode: "eager" */ './keys/keys');
const auditLog = () => import(/* webpackMode: "eager" */ './audit/audit-log');
const levels = () => import(/* webpackMode: "eager" */ './levels/levels');
const subLevels = () => import(/* webpackMode: "eager" */ './levels/sub-levels');
const settings = () => import(/* webpackMode: "eager" */ './spaces/settings');
const jobs = () => import(/* webpackMode: "eager" */ './runs/jobs');
const spaces = () => import(/* webpackMode: "eager" */ './spaces/spaces');
/** Separate parts of the bundle, for example everything about detection (docs/adr/0019). */
const setup = () => import('./site/setup');
const suggestions = () => import('./findings/suggestions');
const detection = () => import('./detection/detection');
const newDetectors = () => import('./detection/new-detectors');
const findings = () => import('./findings/findings');
const scans = () => import('./runs/scans');
const coverage = () => import('./runs/coverage');
const redactions = () => import('./runs/redactions');
const runs = () => import('./runs/runs');
const mirror = () => import('./levels/mirror');
const exclusions = () => import('./findings/exclusions');
const personalData = () => import('./site/personal-data');
const siteCheck = () => import('./site/site-check');
const nativeLevels = () => import('./levels/native-levels');
const storedData = () => import('./site/stored-data');

type Operations = Implementations<typeof ADMIN_CONTRACT, AdminRequest>;
type Name = keyof AdminOperations;

/** The module of each operation. It exports a function with the name of the operation, and is loaded at its first call. */
const MODULES: { readonly [N in Name]: () => Promise<Pick<Operations, N>> } = {
  listPagesByLevel: () => import('./pages/pages-by-level'),
  getSetup: setup,
  acceptHiddenPages: setup,
  hideSetup: setup,
  markSetupStep: setup,
  getOverview: () => import('./site/overview'),
  createKey: keys,
  listKeys: keys,
  getKey: keys,
  getKeyDetails: auditLog,
  editKey: keys,
  rotateKey: () => import(/* webpackMode: "eager" */ './keys/rotate-key'),
  revokeKey: keys,
  listLevels: levels,
  reorderLevels: levels,
  createLevel: levels,
  editLevel: levels,
  archiveLevel: levels,
  restoreLevel: levels,
  createSubLevel: subLevels,
  editSubLevel: subLevels,
  archiveSubLevel: subLevels,
  restoreSubLevel: subLevels,
  reorderSubLevels: subLevels,
  changeSiteSettings: settings,
  changeSpaceSettings: settings,
  changeMentions: settings,
  changeSurfaceSettings: settings,
  createScheme: settings,
  editScheme: settings,
  removeScheme: settings,
  changeDelegated: settings,
  describeLevelUse: levels,
  countPagesByLevel: levels,
  importPageLevels: () => import('./pages/import-page-levels'),
  listSuggestions: suggestions,
  setSuggestedLevels: suggestions,
  undoSuggestedLevels: suggestions,
  revertKey: jobs,
  listLostSubLevels: jobs,
  restoreSubLevels: jobs,
  raiseToRequired: jobs,
  getJob: jobs,
  cancelJob: jobs,
  exportPageLevels: () => import('./pages/export-page-levels'),
  exportLevelChanges: () => import('./pages/export-level-changes'),
  importLevels: () => import('./levels/import-levels'),
  getDetection: detection,
  changeDetector: detection,
  createDetector: detection,
  editDetector: detection,
  removeDetector: detection,
  changeSiteDetection: detection,
  changeSpaceDetection: detection,
  createDetectorScheme: detection,
  editDetectorScheme: detection,
  removeDetectorScheme: detection,
  listNewDetectors: newDetectors,
  turnNewDetectors: newDetectors,
  previewDetection: () => import('./detection/preview-detection'),
  countAffected: () => import('./detection/count-change'),
  tryDetectors: detection,
  listFindings: findings,
  groupFindings: findings,
  summarizeFindings: findings,
  exportFindings: () => import('./findings/export-findings'),
  getFinding: findings,
  startScan: scans,
  listScans: scans,
  listCoverage: coverage,
  countCoverage: coverage,
  getScan: scans,
  listScanResults: scans,
  cancelScan: scans,
  startRedaction: redactions,
  getRedaction: redactions,
  listRuns: runs,
  cancelRun: runs,
  getMirror: mirror,
  startMirrorWalk: mirror,
  pauseMirrorWalk: mirror,
  resumeMirrorWalk: mirror,
  cancelMirrorWalk: mirror,
  listExclusions: exclusions,
  suggestExclusions: () => import('./findings/suggest-exclusions'),
  addExclusion: exclusions,
  previewExclusion: exclusions,
  describeExclusions: () => import('./findings/describe-exclusions'),
  countExcluded: () => import('./findings/exclusion-effects'),
  removeExclusion: exclusions,
  listAudit: auditLog,
  exportAudit: auditLog,
  getPersonalData: personalData,
  exportPerson: personalData,
  requestPersonErasure: personalData,
  confirmPersonErasure: personalData,
  withdrawPersonErasure: personalData,
  getSiteCheck: siteCheck,
  startSiteCheck: siteCheck,
  startWebProbe: siteCheck,
  recordFrameProbe: siteCheck,
  getNativeLevels: nativeLevels,
  refreshNativeLevels: nativeLevels,
  importNativeLevels: nativeLevels,
  changeNativeLevels: nativeLevels,
  compareNativeLevels: nativeLevels,
  getStoredData: storedData,
  changeRetention: storedData,
  getReconciliation: () => import(/* webpackMode: "eager" */ './pages/reconciliation'),
  findSpaces: spaces,
  describeSpaces: spaces,
  describePages: () => import(/* webpackMode: "eager" */ './pages/pages'),
  describeAccounts: () => import(/* webpackMode: "eager" */ './audit/accounts'),
  getBaseAddress: () => import(/* webpackMode: "eager" */ './keys/base-address'),
  sendApiRequest: () => import(/* webpackMode: "eager" */ './keys/send-api-request'),
};

const load = async <N extends Name>(name: N): Promise<Operations[N]> => (await MODULES[name]())[name];

const isName = (name: string): name is Name => Object.hasOwn(MODULES, name);

export function createAdmin(dependencies: AdminDependencies) {
  const open = (name: Name) =>
    adminOperation<object>(name, ADMIN_CONTRACT[name].effect, dependencies, async (request, payload) =>
      (await load(name))(request, payload),
    );
  return makeResolver(
    Object.fromEntries(
      Object.keys(MODULES)
        .filter(isName)
        .map((name) => [name, open(name)]),
    ),
  );
}

/** The resolver of the admin area. It ends before the platform's limit of 25 seconds. */
export const admin = createAdmin({ ...SYSTEM, operationLimitMs: 20_000 });
