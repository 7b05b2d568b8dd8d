import type { Effect } from '../capabilities/effects';
import type { AdminOperation } from './input';
import type { MODULES } from './modules';

type ModuleName = keyof typeof MODULES;
type Exported<M extends ModuleName> = Awaited<ReturnType<(typeof MODULES)[M]>>;

/** The names of the operations that a module exports. */
type NameIn<M extends ModuleName> = {
  [N in keyof Exported<M>]: Exported<M>[N] extends AdminOperation ? N : never;
}[keyof Exported<M>];

export type AdminOperationName = { [M in ModuleName]: NameIn<M> }[ModuleName];

type ModuleOf<N> = { [M in ModuleName]: N extends NameIn<M> ? M : never }[ModuleName];

/**
 * The effect of each operation of the admin area, and the module that exports it. One that a module exports and that is missing here
 * does not compile. The UI imports this file, so it has nothing but types and data.
 */
export const ADMIN_CONTRACT = {
  listPages: { effect: 'read', module: 'inventory' },
  getSetup: { effect: 'read', module: 'setup' },
  acceptHiddenPages: { effect: 'always', module: 'setup' },
  hideSetup: { effect: 'always', module: 'setup' },
  markSetupStep: { effect: 'always', module: 'setup' },
  getOverview: { effect: 'read', module: 'overview' },
  getNavigationCounts: { effect: 'read', module: 'navigationCounts' },

  createKey: { effect: 'change', module: 'keys' },
  listKeys: { effect: 'read', module: 'keys' },
  getKey: { effect: 'read', module: 'keys' },
  getKeyDetails: { effect: 'read', module: 'auditLog' },
  editKey: { effect: 'change', module: 'keys' },
  rotateKey: { effect: 'change', module: 'rotateKey' },
  revokeKey: { effect: 'always', module: 'keys' },

  listLevels: { effect: 'read', module: 'levels' },
  reorderLevels: { effect: 'change', module: 'levels' },
  createLevel: { effect: 'change', module: 'levels' },
  editLevel: { effect: 'change', module: 'levels' },
  archiveLevel: { effect: 'change', module: 'levels' },
  restoreLevel: { effect: 'change', module: 'levels' },
  createSubLevel: { effect: 'change', module: 'subLevels' },
  editSubLevel: { effect: 'change', module: 'subLevels' },
  archiveSubLevel: { effect: 'change', module: 'subLevels' },
  restoreSubLevel: { effect: 'change', module: 'subLevels' },
  reorderSubLevels: { effect: 'change', module: 'subLevels' },
  changeSiteSettings: { effect: 'change', module: 'settings' },
  changeSpaceSettings: { effect: 'change', module: 'settings' },
  changeMentions: { effect: 'change', module: 'settings' },
  changeSurfaceSettings: { effect: 'change', module: 'settings' },
  createScheme: { effect: 'change', module: 'settings' },
  editScheme: { effect: 'change', module: 'settings' },
  removeScheme: { effect: 'change', module: 'settings' },
  changeDelegated: { effect: 'change', module: 'settings' },
  describeLevelUse: { effect: 'read', module: 'levels' },
  countPagesByLevel: { effect: 'read', module: 'levels' },

  importPageLevels: { effect: 'change', module: 'importPageLevels' },
  listSuggestions: { effect: 'read', module: 'suggestions' },
  setSuggestedLevels: { effect: 'change', module: 'suggestions' },
  undoSuggestedLevels: { effect: 'change', module: 'suggestions' },
  revertKey: { effect: 'change', module: 'jobs' },
  listKeyChanges: { effect: 'read', module: 'jobs' },
  listLostSubLevels: { effect: 'read', module: 'jobs' },
  restoreSubLevels: { effect: 'change', module: 'jobs' },
  raiseToRequired: { effect: 'change', module: 'jobs' },
  previewPageLevels: { effect: 'change', module: 'changePages' },
  setPageLevels: { effect: 'change', module: 'changePages' },
  listPageViews: { effect: 'read', module: 'pageViews' },
  changePageViews: { effect: 'change', module: 'pageViews' },
  getExposure: { effect: 'read', module: 'exposure' },
  getPageUse: { effect: 'read', module: 'pageUse' },
  editPageUse: { effect: 'change', module: 'pageUse' },
  listExposure: { effect: 'read', module: 'exposure' },
  exportExposure: { effect: 'read', module: 'exposure' },
  refreshExposure: { effect: 'change', module: 'exposure' },
  editExposureRules: { effect: 'change', module: 'exposure' },
  createExposureException: { effect: 'change', module: 'exposure' },
  endExposureException: { effect: 'change', module: 'exposure' },
  getReviewRules: { effect: 'read', module: 'reviews' },
  editReviewRules: { effect: 'change', module: 'reviews' },
  listCampaigns: { effect: 'read', module: 'campaigns' },
  previewCampaign: { effect: 'read', module: 'campaigns' },
  createCampaign: { effect: 'change', module: 'campaigns' },
  endCampaign: { effect: 'change', module: 'campaigns' },
  exportEvidence: { effect: 'read', module: 'campaigns' },
  getJob: { effect: 'read', module: 'jobs' },
  cancelJob: { effect: 'always', module: 'jobs' },

  exportPageLevels: { effect: 'read', module: 'exportPageLevels' },
  exportLevelChanges: { effect: 'read', module: 'exportLevelChanges' },
  importLevels: { effect: 'change', module: 'importLevels' },

  getDetection: { effect: 'read', module: 'detection' },
  changeDetector: { effect: 'change', module: 'detection' },
  createDetector: { effect: 'change', module: 'detection' },
  editDetector: { effect: 'change', module: 'detection' },
  removeDetector: { effect: 'change', module: 'detection' },
  changeSiteDetection: { effect: 'change', module: 'detection' },
  changeSpaceDetection: { effect: 'change', module: 'detection' },
  createDetectorScheme: { effect: 'change', module: 'detection' },
  editDetectorScheme: { effect: 'change', module: 'detection' },
  removeDetectorScheme: { effect: 'change', module: 'detection' },
  enableDetectors: { effect: 'change', module: 'detection' },
  listNewDetectors: { effect: 'read', module: 'newDetectors' },
  turnNewDetectors: { effect: 'change', module: 'newDetectors' },
  previewDetection: { effect: 'read', module: 'previewDetection' },
  estimateFiles: { effect: 'read', module: 'estimateFiles' },
  countAffected: { effect: 'read', module: 'countChange' },
  tryDetectors: { effect: 'read', module: 'detection' },

  listFindings: { effect: 'read', module: 'findings' },
  groupFindings: { effect: 'read', module: 'findings' },
  summarizeFindings: { effect: 'read', module: 'findings' },
  exportFindings: { effect: 'read', module: 'exportFindings' },
  getFinding: { effect: 'read', module: 'findings' },
  askOwners: { effect: 'change', module: 'changeFindings' },
  changeFindings: { effect: 'change', module: 'changeFindings' },

  startScan: { effect: 'change', module: 'scans' },
  listScans: { effect: 'read', module: 'scans' },
  listCoverage: { effect: 'read', module: 'coverage' },
  countCoverage: { effect: 'read', module: 'coverage' },
  getScan: { effect: 'read', module: 'scans' },
  listScanResults: { effect: 'read', module: 'scans' },
  cancelScan: { effect: 'always', module: 'scans' },
  startRedaction: { effect: 'change', module: 'redactions' },
  getRedaction: { effect: 'read', module: 'redactions' },

  listRuns: { effect: 'read', module: 'runs' },
  cancelRun: { effect: 'always', module: 'runs' },

  getMirror: { effect: 'read', module: 'mirror' },
  startMirrorWalk: { effect: 'change', module: 'mirror' },
  pauseMirrorWalk: { effect: 'always', module: 'mirror' },
  resumeMirrorWalk: { effect: 'change', module: 'mirror' },
  cancelMirrorWalk: { effect: 'always', module: 'mirror' },

  listExclusions: { effect: 'read', module: 'exclusions' },
  suggestExclusions: { effect: 'read', module: 'suggestExclusions' },
  addExclusion: { effect: 'change', module: 'exclusions' },
  previewExclusion: { effect: 'read', module: 'exclusions' },
  describeExclusions: { effect: 'read', module: 'describeExclusions' },
  countExcluded: { effect: 'read', module: 'exclusionEffects' },
  removeExclusion: { effect: 'change', module: 'exclusions' },

  listAudit: { effect: 'read', module: 'auditLog' },
  exportAudit: { effect: 'read', module: 'auditLog' },

  getPersonalData: { effect: 'read', module: 'personalData' },
  exportPerson: { effect: 'always', module: 'personalData' },
  requestPersonErasure: { effect: 'always', module: 'personalData' },
  confirmPersonErasure: { effect: 'always', module: 'personalData' },
  withdrawPersonErasure: { effect: 'always', module: 'personalData' },

  getSiteCheck: { effect: 'read', module: 'siteCheck' },
  startSiteCheck: { effect: 'always', module: 'siteCheck' },
  startWebProbe: { effect: 'always', module: 'siteCheck' },
  recordFrameProbe: { effect: 'always', module: 'siteCheck' },
  setComputedPages: { effect: 'always', module: 'siteCheck' },

  getLabelSync: { effect: 'read', module: 'labelSync' },
  previewLabelImport: { effect: 'change', module: 'importLabels' },
  changeLabelSync: { effect: 'change', module: 'labelSync' },
  getNativeLevels: { effect: 'read', module: 'nativeLevels' },
  refreshNativeLevels: { effect: 'read', module: 'nativeLevels' },
  importNativeLevels: { effect: 'change', module: 'nativeLevels' },
  changeNativeLevels: { effect: 'change', module: 'nativeLevels' },
  compareNativeLevels: { effect: 'change', module: 'nativeLevels' },

  getStoredData: { effect: 'read', module: 'storedData' },
  changeRetention: { effect: 'change', module: 'storedData' },
  getQuotas: { effect: 'read', module: 'quotas' },
  changeQuotas: { effect: 'change', module: 'quotas' },
  getAlerts: { effect: 'read', module: 'alerts' },
  changeAlerts: { effect: 'change', module: 'alerts' },
  sendTestAlert: { effect: 'change', module: 'alerts' },
  getReconciliation: { effect: 'read', module: 'reconciliation' },

  findSpaces: { effect: 'read', module: 'spaces' },
  describeSpaces: { effect: 'read', module: 'spaces' },
  describePages: { effect: 'read', module: 'pages' },
  findPagesByTitle: { effect: 'read', module: 'pages' },
  describeAccounts: { effect: 'read', module: 'accounts' },
  findPeople: { effect: 'read', module: 'accounts' },
  getBaseAddress: { effect: 'read', module: 'baseAddress' },
  /** It may change something. The API decides whether that needs a license. */
  sendApiRequest: { effect: 'always', module: 'sendApiRequest' },
} as const satisfies { readonly [N in AdminOperationName]: { readonly effect: Effect; readonly module: ModuleOf<N> } };

/** The input and the result of each operation. */
export type AdminOperations = {
  readonly [N in AdminOperationName]: Exported<ModuleOf<N>> extends { readonly [Name in N]: infer Operation }
    ? TypesOf<Operation>
    : never;
};

type TypesOf<Operation> =
  Operation extends AdminOperation<infer Input, infer Result>
    ? { readonly input: Input; readonly result: Result }
    : never;
