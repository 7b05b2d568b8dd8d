import type * as z from 'zod';
import type { AuditFilter } from '../audit/filter';
import type { ReconciliationState } from '../classification/reconciliation';
import { always, change, type NoInput, read, type TypesOf } from '../capabilities/effects';
import type { ExportPart } from '../privacy/export-person';
import type { newKeyInput, KeySettings } from '../keys/key-settings';
import type { KeyView } from '../keys/key-view';
import type { Grace } from '../keys/rotation';
import type { TriedText } from '../detection/custom/try-text';
import type { AccountName } from './audit/accounts';
import type { AuditList, KeyDetails } from './audit/audit-log';
import type { BaseAddress } from './keys/base-address';
import type { CountedCoverage, CoverageList, listCoverageInput } from './runs/coverage';
import type { DetectionView } from './detection/change-detection';
import type { LevelList } from './levels/change-levels';
import type { DescribedExclusions, describeExclusionsInput } from './findings/describe-exclusions';
import type { countExcludedInput, ExcludedNow } from './findings/exclusion-effects';
import type {
  addExclusionInput,
  ExclusionList,
  ExclusionPreview,
  previewExclusionInput,
  removeExclusionInput,
} from './findings/exclusions';
import type { CsvPart, exportInput } from './audit/export-in-parts';
import type { tryDetectorsInput } from './detection/detection';
import type {
  changeDetectorInput,
  changeSiteDetectionInput,
  changeSpaceDetectionInput,
  createDetectorInput,
  createDetectorSchemeInput,
  editDetectorInput,
  editDetectorSchemeInput,
  removeDetectorInput,
  removeDetectorSchemeInput,
  turnDetectorsInput,
} from './detection/plan-detection';
import type { AffectedCount, countAffectedInput } from './detection/count-change';
import type { previewDetectionInput } from './detection/preview-detection';
import type { SamplePreview } from './detection/preview-on-sample';
import type {
  FindingDetails,
  FindingGroups,
  FindingList,
  FindingsSummary,
  groupFindingsInput,
  oneFindingInput,
} from './findings/findings';
import type { ImportedLevelRow, importLevelsInput } from './levels/import-levels';
import type { ImportedRow, importPageLevelsInput } from './pages/import-page-levels';
import type { JobView, LostSubLevels, raiseToRequiredInput } from './runs/jobs';
import type { CreatedKey } from './keys/issue-key';
import type { KeyWithUse } from './keys/keys';
import type {
  archiveLevelInput,
  createLevelInput,
  createSubLevelInput,
  editLevelInput,
  editSubLevelInput,
  oneLevelInput,
  oneSubLevelInput,
  reorderLevelsInput,
  reorderSubLevelsInput,
  restoreLevelInput,
} from './level-inputs';
import type { countPagesByLevel, LevelUse } from './levels/levels';
import type { MirrorView, oneWalkInput } from './levels/mirror';
import type { changeNativeLevelsInput, importNativeLevelsInput, NativeLevelsView } from './levels/native-levels';
import type { NewDetectors } from './detection/new-detectors';
import type { Overview } from './site/overview';
import type { PageName } from './pages/pages';
import type { listPagesByLevelInput, PagesByLevel } from './pages/pages-by-level';
import type { exportPersonInput, oneErasureInput, onePersonInput, PersonalDataView } from './site/personal-data';
import type { oneRedactionInput, RedactionView, startRedactionInput } from './runs/redactions';
import type { RotatedKey } from './keys/rotate-key';
import type { cancelRunInput, RunList } from './runs/runs';
import type { listScanResultsInput, oneScanInput, ScanResults, ScanView, startScanInput } from './runs/scans';
import type { ApiAnswer, ApiRequest } from './keys/send-api-request';
import type {
  changeSiteSettingsInput,
  changeSpaceSettingsInput,
  changeDelegatedInput,
  changeMentionsInput,
  changeSurfaceSettingsInput,
  createSchemeInput,
  editSchemeInput,
  removeSchemeInput,
} from './spaces/settings';
import type { acceptHiddenPagesInput, hideSetupInput, markSetupStepInput, Setup } from './site/setup';
import type { changeRetentionInput, StoredDataView } from './site/stored-data';
import type { ExclusionOffers, suggestExclusionsInput } from './findings/suggest-exclusions';
import type { recordFrameProbeInput, SiteCheckView, WebProbe } from './site/site-check';
import type { FoundSpaces, SpaceName } from './spaces/spaces';
import type { countFindingsInput, listFindingsInput, readFindingsInput } from './findings/visible-findings';
import type {
  listSuggestionsInput,
  setSuggestedLevelsInput,
  SuggestionList,
  undoSuggestedLevelsInput,
} from './findings/suggestions';

/**
 * The operations of the admin area: what each does, its input and its result. The resolver implements exactly these. The UI
 * imports this file, so it has nothing but types and effects.
 */
export const ADMIN_CONTRACT = {
  listPagesByLevel: read<z.input<typeof listPagesByLevelInput>, PagesByLevel>(),
  getSetup: read<NoInput, Setup>(),
  acceptHiddenPages: always<z.input<typeof acceptHiddenPagesInput>, Setup>(),
  hideSetup: always<z.input<typeof hideSetupInput>, Setup>(),
  markSetupStep: always<z.input<typeof markSetupStepInput>, Setup>(),
  getOverview: read<NoInput, Overview>(),

  createKey: change<z.input<typeof newKeyInput>, CreatedKey>(),
  listKeys: read<NoInput, { readonly keys: readonly KeyWithUse[] }>(),
  getKey: read<OneKey, KeyWithUse>(),
  getKeyDetails: read<OneKey, KeyDetails>(),
  editKey: change<OneKey & { readonly rev: number; readonly changes: Partial<KeySettings> }, KeyView>(),
  rotateKey: change<OneKey & { readonly rev: number; readonly expiresOn: string; readonly grace: Grace }, RotatedKey>(),
  revokeKey: always<OneKey, KeyView>(),

  listLevels: read<NoInput, LevelList>(),
  reorderLevels: change<z.input<typeof reorderLevelsInput>, LevelList>(),
  createLevel: change<z.input<typeof createLevelInput>, LevelList & { readonly levelId: string }>(),
  editLevel: change<z.input<typeof editLevelInput>, LevelList>(),
  archiveLevel: change<z.input<typeof archiveLevelInput>, LevelList>(),
  restoreLevel: change<z.input<typeof restoreLevelInput>, LevelList>(),
  createSubLevel: change<z.input<typeof createSubLevelInput>, LevelList & { readonly subLevelId: string }>(),
  editSubLevel: change<z.input<typeof editSubLevelInput>, LevelList>(),
  archiveSubLevel: change<z.input<typeof oneSubLevelInput>, LevelList>(),
  restoreSubLevel: change<z.input<typeof oneSubLevelInput>, LevelList>(),
  reorderSubLevels: change<z.input<typeof reorderSubLevelsInput>, LevelList>(),
  changeSiteSettings: change<z.input<typeof changeSiteSettingsInput>, LevelList>(),
  changeSpaceSettings: change<z.input<typeof changeSpaceSettingsInput>, LevelList>(),
  changeMentions: change<z.input<typeof changeMentionsInput>, LevelList>(),
  changeSurfaceSettings: change<z.input<typeof changeSurfaceSettingsInput>, LevelList>(),
  createScheme: change<z.input<typeof createSchemeInput>, LevelList & { readonly schemeId: string }>(),
  editScheme: change<z.input<typeof editSchemeInput>, LevelList>(),
  removeScheme: change<z.input<typeof removeSchemeInput>, LevelList>(),
  changeDelegated: change<z.input<typeof changeDelegatedInput>, LevelList>(),
  describeLevelUse: read<z.input<typeof oneLevelInput>, LevelUse>(),
  countPagesByLevel: read<NoInput, Awaited<ReturnType<typeof countPagesByLevel>>>(),

  importPageLevels: change<z.input<typeof importPageLevelsInput>, { readonly results: readonly ImportedRow[] }>(),
  listSuggestions: read<z.input<typeof listSuggestionsInput>, SuggestionList>(),
  setSuggestedLevels: change<z.input<typeof setSuggestedLevelsInput>, JobView>(),
  undoSuggestedLevels: change<z.input<typeof undoSuggestedLevelsInput>, JobView>(),
  revertKey: change<
    OneKey & { readonly from?: string; readonly dryRun: boolean; readonly requestKey: string },
    JobView
  >(),
  listLostSubLevels: read<{ readonly cursor?: string }, LostSubLevels>(),
  restoreSubLevels: change<{ readonly dryRun: boolean; readonly requestKey: string }, JobView>(),
  raiseToRequired: change<z.input<typeof raiseToRequiredInput>, JobView>(),
  getJob: read<OneJob, JobView>(),
  cancelJob: always<OneJob, JobView>(),

  exportPageLevels: read<z.input<typeof exportInput>, CsvPart>(),
  exportLevelChanges: read<z.input<typeof exportInput>, CsvPart>(),
  importLevels: change<
    z.input<typeof importLevelsInput>,
    LevelList & { readonly results: readonly ImportedLevelRow[] }
  >(),

  getDetection: read<NoInput, DetectionView>(),
  changeDetector: change<z.input<typeof changeDetectorInput>, DetectionView>(),
  createDetector: change<z.input<typeof createDetectorInput>, DetectionView & { readonly detectorId: string }>(),
  editDetector: change<z.input<typeof editDetectorInput>, DetectionView>(),
  removeDetector: change<z.input<typeof removeDetectorInput>, DetectionView>(),
  changeSiteDetection: change<z.input<typeof changeSiteDetectionInput>, DetectionView>(),
  changeSpaceDetection: change<z.input<typeof changeSpaceDetectionInput>, DetectionView>(),
  createDetectorScheme: change<
    z.input<typeof createDetectorSchemeInput>,
    DetectionView & { readonly schemeId: string }
  >(),
  editDetectorScheme: change<z.input<typeof editDetectorSchemeInput>, DetectionView>(),
  removeDetectorScheme: change<z.input<typeof removeDetectorSchemeInput>, DetectionView>(),
  listNewDetectors: read<NoInput, NewDetectors>(),
  turnNewDetectors: change<z.input<typeof turnDetectorsInput>, NewDetectors>(),
  previewDetection: read<z.input<typeof previewDetectionInput>, SamplePreview>(),
  countAffected: read<z.input<typeof countAffectedInput>, AffectedCount>(),
  tryDetectors: read<z.input<typeof tryDetectorsInput>, TriedText>(),

  listFindings: read<z.input<typeof listFindingsInput>, FindingList>(),
  groupFindings: read<z.input<typeof groupFindingsInput>, FindingGroups>(),
  summarizeFindings: read<z.input<typeof countFindingsInput>, FindingsSummary>(),
  exportFindings: read<z.input<typeof readFindingsInput>, CsvPart>(),
  getFinding: read<z.input<typeof oneFindingInput>, FindingDetails>(),

  startScan: change<z.input<typeof startScanInput>, ScanView>(),
  listScans: read<NoInput, { readonly scans: readonly ScanView[] }>(),
  listCoverage: read<z.input<typeof listCoverageInput>, CoverageList>(),
  countCoverage: read<NoInput, CountedCoverage>(),
  getScan: read<z.input<typeof oneScanInput>, ScanView>(),
  listScanResults: read<z.input<typeof listScanResultsInput>, ScanResults>(),
  cancelScan: always<z.input<typeof oneScanInput>, ScanView>(),
  startRedaction: change<z.input<typeof startRedactionInput>, RedactionView>(),
  getRedaction: read<z.input<typeof oneRedactionInput>, RedactionView>(),

  listRuns: read<NoInput, RunList>(),
  cancelRun: always<z.input<typeof cancelRunInput>, RunList>(),

  getMirror: read<NoInput, MirrorView>(),
  startMirrorWalk: change<NoInput, MirrorView>(),
  pauseMirrorWalk: always<z.input<typeof oneWalkInput>, MirrorView>(),
  resumeMirrorWalk: change<z.input<typeof oneWalkInput>, MirrorView>(),
  cancelMirrorWalk: always<z.input<typeof oneWalkInput>, MirrorView>(),

  listExclusions: read<NoInput, ExclusionList>(),
  suggestExclusions: read<z.input<typeof suggestExclusionsInput>, ExclusionOffers>(),
  addExclusion: change<z.input<typeof addExclusionInput>, ExclusionList & { readonly added: readonly string[] }>(),
  previewExclusion: read<z.input<typeof previewExclusionInput>, ExclusionPreview>(),
  describeExclusions: read<z.input<typeof describeExclusionsInput>, DescribedExclusions>(),
  countExcluded: read<z.input<typeof countExcludedInput>, ExcludedNow>(),
  removeExclusion: change<z.input<typeof removeExclusionInput>, ExclusionList>(),

  listAudit: read<AuditFilter & { readonly limit?: number; readonly cursor?: string }, AuditList>(),
  exportAudit: read<AuditFilter & { readonly cursor?: string }, CsvPart>(),

  getPersonalData: read<NoInput, PersonalDataView>(),
  exportPerson: always<z.input<typeof exportPersonInput>, ExportPart>(),
  requestPersonErasure: always<z.input<typeof onePersonInput>, PersonalDataView>(),
  confirmPersonErasure: always<z.input<typeof oneErasureInput>, PersonalDataView>(),
  withdrawPersonErasure: always<z.input<typeof oneErasureInput>, PersonalDataView>(),

  getSiteCheck: read<NoInput, SiteCheckView>(),
  startSiteCheck: always<NoInput, SiteCheckView>(),
  startWebProbe: always<NoInput, WebProbe>(),
  recordFrameProbe: always<z.input<typeof recordFrameProbeInput>, SiteCheckView>(),

  getNativeLevels: read<NoInput, NativeLevelsView>(),
  refreshNativeLevels: read<NoInput, NativeLevelsView>(),
  importNativeLevels: change<z.input<typeof importNativeLevelsInput>, NativeLevelsView>(),
  changeNativeLevels: change<z.input<typeof changeNativeLevelsInput>, NativeLevelsView>(),
  compareNativeLevels: change<NoInput, NativeLevelsView>(),

  getStoredData: read<NoInput, StoredDataView>(),
  changeRetention: change<z.input<typeof changeRetentionInput>, StoredDataView>(),
  getReconciliation: read<NoInput, ReconciliationState>(),

  findSpaces: read<{ readonly text: string }, FoundSpaces>(),
  describeSpaces: read<{ readonly spaceIds: readonly string[] }, { readonly spaces: readonly SpaceName[] }>(),
  describePages: read<{ readonly pageIds: readonly string[] }, { readonly pages: readonly PageName[] }>(),
  describeAccounts: read<{ readonly accountIds: readonly string[] }, { readonly accounts: readonly AccountName[] }>(),
  getBaseAddress: read<NoInput, BaseAddress>(),
  /** It may change something. The API decides whether that needs a license. */
  sendApiRequest: always<ApiRequest, ApiAnswer>(),
};

export type AdminOperations = TypesOf<typeof ADMIN_CONTRACT>;

interface OneJob {
  readonly jobId: string;
}
interface OneKey {
  readonly keyId: string;
}
