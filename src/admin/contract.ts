import type * as z from 'zod';
import type { AuditFilter } from '../audit/filter';
import type { ReconciliationState } from '../classification/reconciliation';
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
 * Requests and results of the admin area, by operation. The resolver defines exactly these; the UI imports these types.
 */
export interface AdminOperations {
  readonly listPagesByLevel: Operation<z.input<typeof listPagesByLevelInput>, PagesByLevel>;
  readonly getSetup: Operation<NoInput, Setup>;
  readonly acceptHiddenPages: Operation<z.input<typeof acceptHiddenPagesInput>, Setup>;
  readonly hideSetup: Operation<z.input<typeof hideSetupInput>, Setup>;
  readonly markSetupStep: Operation<z.input<typeof markSetupStepInput>, Setup>;
  readonly getOverview: Operation<NoInput, Overview>;

  readonly createKey: Operation<z.input<typeof newKeyInput>, CreatedKey>;
  readonly listKeys: Operation<NoInput, { readonly keys: readonly KeyWithUse[] }>;
  readonly getKey: Operation<OneKey, KeyWithUse>;
  readonly getKeyDetails: Operation<OneKey, KeyDetails>;
  readonly editKey: Operation<OneKey & { readonly rev: number; readonly changes: Partial<KeySettings> }, KeyView>;
  readonly rotateKey: Operation<
    OneKey & { readonly rev: number; readonly expiresOn: string; readonly grace: Grace },
    RotatedKey
  >;
  readonly revokeKey: Operation<OneKey, KeyView>;

  readonly listLevels: Operation<NoInput, LevelList>;
  readonly createLevel: Operation<z.input<typeof createLevelInput>, LevelList & { readonly levelId: string }>;
  readonly editLevel: Operation<z.input<typeof editLevelInput>, LevelList>;
  readonly archiveLevel: Operation<z.input<typeof archiveLevelInput>, LevelList>;
  readonly restoreLevel: Operation<z.input<typeof restoreLevelInput>, LevelList>;
  readonly reorderLevels: Operation<z.input<typeof reorderLevelsInput>, LevelList>;
  readonly createSubLevel: Operation<z.input<typeof createSubLevelInput>, LevelList & { readonly subLevelId: string }>;
  readonly editSubLevel: Operation<z.input<typeof editSubLevelInput>, LevelList>;
  readonly archiveSubLevel: Operation<z.input<typeof oneSubLevelInput>, LevelList>;
  readonly restoreSubLevel: Operation<z.input<typeof oneSubLevelInput>, LevelList>;
  readonly reorderSubLevels: Operation<z.input<typeof reorderSubLevelsInput>, LevelList>;
  readonly changeSiteSettings: Operation<z.input<typeof changeSiteSettingsInput>, LevelList>;
  readonly changeSpaceSettings: Operation<z.input<typeof changeSpaceSettingsInput>, LevelList>;
  readonly changeDelegated: Operation<z.input<typeof changeDelegatedInput>, LevelList>;
  readonly changeMentions: Operation<z.input<typeof changeMentionsInput>, LevelList>;
  readonly changeSurfaceSettings: Operation<z.input<typeof changeSurfaceSettingsInput>, LevelList>;
  readonly createScheme: Operation<z.input<typeof createSchemeInput>, LevelList & { readonly schemeId: string }>;
  readonly editScheme: Operation<z.input<typeof editSchemeInput>, LevelList>;
  readonly removeScheme: Operation<z.input<typeof removeSchemeInput>, LevelList>;
  readonly describeLevelUse: Operation<z.input<typeof oneLevelInput>, LevelUse>;
  readonly countPagesByLevel: Operation<NoInput, Awaited<ReturnType<typeof countPagesByLevel>>>;

  readonly importPageLevels: Operation<
    z.input<typeof importPageLevelsInput>,
    { readonly results: readonly ImportedRow[] }
  >;
  readonly listSuggestions: Operation<z.input<typeof listSuggestionsInput>, SuggestionList>;
  readonly setSuggestedLevels: Operation<z.input<typeof setSuggestedLevelsInput>, JobView>;
  readonly undoSuggestedLevels: Operation<z.input<typeof undoSuggestedLevelsInput>, JobView>;
  readonly revertKey: Operation<
    OneKey & { readonly from?: string; readonly dryRun: boolean; readonly requestKey: string },
    JobView
  >;
  readonly listLostSubLevels: Operation<{ readonly cursor?: string }, LostSubLevels>;
  readonly restoreSubLevels: Operation<{ readonly dryRun: boolean; readonly requestKey: string }, JobView>;
  readonly raiseToRequired: Operation<z.input<typeof raiseToRequiredInput>, JobView>;
  readonly getJob: Operation<OneJob, JobView>;
  readonly cancelJob: Operation<OneJob, JobView>;

  readonly exportPageLevels: Operation<z.input<typeof exportInput>, CsvPart>;
  readonly exportLevelChanges: Operation<z.input<typeof exportInput>, CsvPart>;
  readonly importLevels: Operation<
    z.input<typeof importLevelsInput>,
    LevelList & { readonly results: readonly ImportedLevelRow[] }
  >;

  readonly getDetection: Operation<NoInput, DetectionView>;
  readonly changeDetector: Operation<z.input<typeof changeDetectorInput>, DetectionView>;
  readonly createDetector: Operation<
    z.input<typeof createDetectorInput>,
    DetectionView & { readonly detectorId: string }
  >;
  readonly editDetector: Operation<z.input<typeof editDetectorInput>, DetectionView>;
  readonly removeDetector: Operation<z.input<typeof removeDetectorInput>, DetectionView>;
  readonly changeSiteDetection: Operation<z.input<typeof changeSiteDetectionInput>, DetectionView>;
  readonly changeSpaceDetection: Operation<z.input<typeof changeSpaceDetectionInput>, DetectionView>;
  readonly createDetectorScheme: Operation<
    z.input<typeof createDetectorSchemeInput>,
    DetectionView & { readonly schemeId: string }
  >;
  readonly editDetectorScheme: Operation<z.input<typeof editDetectorSchemeInput>, DetectionView>;
  readonly removeDetectorScheme: Operation<z.input<typeof removeDetectorSchemeInput>, DetectionView>;
  readonly listNewDetectors: Operation<NoInput, NewDetectors>;
  readonly turnNewDetectors: Operation<z.input<typeof turnDetectorsInput>, NewDetectors>;
  readonly previewDetection: Operation<z.input<typeof previewDetectionInput>, SamplePreview>;
  readonly countAffected: Operation<z.input<typeof countAffectedInput>, AffectedCount>;
  readonly tryDetectors: Operation<z.input<typeof tryDetectorsInput>, TriedText>;

  readonly listFindings: Operation<z.input<typeof listFindingsInput>, FindingList>;
  readonly groupFindings: Operation<z.input<typeof groupFindingsInput>, FindingGroups>;
  readonly summarizeFindings: Operation<z.input<typeof countFindingsInput>, FindingsSummary>;
  readonly exportFindings: Operation<z.input<typeof readFindingsInput>, CsvPart>;
  readonly getFinding: Operation<z.input<typeof oneFindingInput>, FindingDetails>;

  readonly startScan: Operation<z.input<typeof startScanInput>, ScanView>;
  readonly listScans: Operation<NoInput, { readonly scans: readonly ScanView[] }>;
  readonly listCoverage: Operation<z.input<typeof listCoverageInput>, CoverageList>;
  readonly countCoverage: Operation<NoInput, CountedCoverage>;
  readonly getScan: Operation<z.input<typeof oneScanInput>, ScanView>;
  readonly listScanResults: Operation<z.input<typeof listScanResultsInput>, ScanResults>;
  readonly cancelScan: Operation<z.input<typeof oneScanInput>, ScanView>;
  readonly startRedaction: Operation<z.input<typeof startRedactionInput>, RedactionView>;
  readonly getRedaction: Operation<z.input<typeof oneRedactionInput>, RedactionView>;

  readonly listRuns: Operation<NoInput, RunList>;
  readonly cancelRun: Operation<z.input<typeof cancelRunInput>, RunList>;

  readonly getMirror: Operation<NoInput, MirrorView>;
  readonly startMirrorWalk: Operation<NoInput, MirrorView>;
  readonly pauseMirrorWalk: Operation<z.input<typeof oneWalkInput>, MirrorView>;
  readonly resumeMirrorWalk: Operation<z.input<typeof oneWalkInput>, MirrorView>;
  readonly cancelMirrorWalk: Operation<z.input<typeof oneWalkInput>, MirrorView>;

  readonly listExclusions: Operation<NoInput, ExclusionList>;
  readonly suggestExclusions: Operation<z.input<typeof suggestExclusionsInput>, ExclusionOffers>;
  readonly addExclusion: Operation<
    z.input<typeof addExclusionInput>,
    ExclusionList & { readonly added: readonly string[] }
  >;
  readonly removeExclusion: Operation<z.input<typeof removeExclusionInput>, ExclusionList>;
  readonly previewExclusion: Operation<z.input<typeof previewExclusionInput>, ExclusionPreview>;
  readonly describeExclusions: Operation<z.input<typeof describeExclusionsInput>, DescribedExclusions>;
  readonly countExcluded: Operation<z.input<typeof countExcludedInput>, ExcludedNow>;

  readonly listAudit: Operation<AuditFilter & { readonly limit?: number; readonly cursor?: string }, AuditList>;
  readonly exportAudit: Operation<AuditFilter & { readonly cursor?: string }, CsvPart>;

  readonly getPersonalData: Operation<NoInput, PersonalDataView>;
  readonly exportPerson: Operation<z.input<typeof exportPersonInput>, ExportPart>;
  readonly requestPersonErasure: Operation<z.input<typeof onePersonInput>, PersonalDataView>;
  readonly confirmPersonErasure: Operation<z.input<typeof oneErasureInput>, PersonalDataView>;
  readonly withdrawPersonErasure: Operation<z.input<typeof oneErasureInput>, PersonalDataView>;

  readonly getSiteCheck: Operation<NoInput, SiteCheckView>;
  readonly startSiteCheck: Operation<NoInput, SiteCheckView>;
  readonly startWebProbe: Operation<NoInput, WebProbe>;
  readonly recordFrameProbe: Operation<z.input<typeof recordFrameProbeInput>, SiteCheckView>;

  readonly getNativeLevels: Operation<NoInput, NativeLevelsView>;
  readonly refreshNativeLevels: Operation<NoInput, NativeLevelsView>;
  readonly importNativeLevels: Operation<z.input<typeof importNativeLevelsInput>, NativeLevelsView>;
  readonly changeNativeLevels: Operation<z.input<typeof changeNativeLevelsInput>, NativeLevelsView>;
  readonly compareNativeLevels: Operation<NoInput, NativeLevelsView>;

  readonly getStoredData: Operation<NoInput, StoredDataView>;
  readonly changeRetention: Operation<z.input<typeof changeRetentionInput>, StoredDataView>;
  readonly getReconciliation: Operation<NoInput, ReconciliationState>;

  readonly findSpaces: Operation<{ readonly text: string }, FoundSpaces>;
  readonly describeSpaces: Operation<
    { readonly spaceIds: readonly string[] },
    { readonly spaces: readonly SpaceName[] }
  >;
  readonly describePages: Operation<{ readonly pageIds: readonly string[] }, { readonly pages: readonly PageName[] }>;
  readonly describeAccounts: Operation<
    { readonly accountIds: readonly string[] },
    { readonly accounts: readonly AccountName[] }
  >;
  readonly getBaseAddress: Operation<NoInput, BaseAddress>;
  readonly sendApiRequest: Operation<ApiRequest, ApiAnswer>;
}

interface Operation<Payload, Result> {
  readonly payload: Payload;
  readonly result: Result;
}

type NoInput = Readonly<Record<string, never>>;
interface OneJob {
  readonly jobId: string;
}
interface OneKey {
  readonly keyId: string;
}
