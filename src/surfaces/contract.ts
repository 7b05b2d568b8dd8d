import { always, change, type NoInput, read, type TypesOf } from '../capabilities/effects';
import type { Level, LevelOfPage } from '../classification/model';
import type { Lowering } from '../access/decide';
import type { LevelOptions } from '../access/level-options';
import type { Purpose } from '../configuration/governance';
import type { Severity } from '../detection/detector';
import type { EditorExposure } from '../exposure/editor-view';
import type { FindingContext } from '../findings/finding-context';
import type { UseDecision } from '../page-use/decide';
import type { RedactionOutcomes } from '../redaction/outcomes';
import type { RedactionRecord } from '../redaction/run-model';
import type { Standing } from '../runs/placed-run';
import { SPACE_CONTRACT } from './space/contract';
import { HOME_CONTRACT } from './home/contract';
import type { BelowGroup, BelowJob, BelowLevel } from './job-contract';
import type { LevelName, NoPage, ShownLevel, ShownPage, ShownProposal } from './page-contract';

/**
 * The operations that the frames on a page call, by name. Each answers about the page of the frame's own context. The front
 * end imports this file, so it has nothing but types and effects.
 */

export type { BelowGroup, BelowJob, BelowLevel, LevelName, NoPage, ShownLevel, ShownPage, ShownProposal };

/** One entry of the history of a page. */
export interface HistoryEntry {
  readonly at: string;
  /** null = the page had no level, or has none since. */
  readonly from: LevelName | null;
  readonly to: LevelName | null;
  /** `erased`: a person whose data was erased. `name` is absent if Confluence does not show it to this person. */
  readonly by: { readonly kind: 'person' | 'erased' | 'app'; readonly name?: string };
  /** How the level was set: the method, or what changed many levels. */
  readonly method: string;
  readonly reason?: string;
}

/** A level that this person can see, and if they can set it. The same answer as GET /v1/page-level/by-page/{pageId}/levels. */
export interface LevelOption {
  readonly levelId: string;
  readonly name: string;
  readonly color: Level['color'];
  readonly description: string;
  readonly isCurrent: boolean;
  /** True if it is more sensitive than the current level, or the page has no level. */
  readonly isRaise: boolean;
  readonly allowed: boolean;
  readonly reasons: LevelOptions<never>['reasons'];
  readonly needsReason: boolean;
  readonly subLevels: readonly { readonly subLevelId: string; readonly name: string; readonly description: string }[];
}

/** An open finding, with a label and a bar as its excerpt. */
export interface ShownFinding {
  readonly findingId: string;
  /** The name of the detector. */
  readonly detector: string;
  readonly severity: Severity;
  /** The value is masked. */
  readonly excerpt: string;
  /** Why it was found, in one sentence without the value. */
  readonly explanation: string;
  /** The number of times that the page has this value. Actions apply to all of them. */
  readonly count: number;
  /** True if it can be removed from the page here. False, for example, for values in attachments. */
  readonly canRedact: boolean;
}

/** The open findings of a page. Only for people who can edit it. */
export interface Evidence {
  /** The number of open findings by severity. */
  readonly open: Readonly<Record<Severity, number>>;
  /** The most severe first. */
  readonly findings: readonly ShownFinding[];
  /** True if there are more than `findings`. */
  readonly hasMore: boolean;
  /** The level that the findings require, if it is more sensitive than the current one. */
  readonly requiredLevel?: LevelName & LevelOfPage & { readonly allowed: boolean };
  /** `current`: unchanged since the scan. `not-visible`, `empty-live-doc`: the app cannot see the page, or its content. */
  readonly scan: 'never' | 'current' | 'outdated' | 'not-visible' | 'empty-live-doc';
}

/** The byline of the page, with the same text as in the content property. */
export interface Byline {
  readonly title: string;
  readonly tooltip: string;
  /** A data: URL. */
  readonly icon: string;
}

/** When the level of a page must be reviewed. */
export interface ShownReview {
  /** The date that a person set: ISO 8601. */
  readonly reviewOn?: string;
  /** When it is due next, also in the past. Absent: its level has no rule, and it has no date. */
  readonly nextAt?: string;
  readonly isDue: boolean;
}

/** Everything that the popup shows when it opens. */
export interface OpenPage {
  readonly state: 'page';
  /** Identifies the level that this answer shows. A change with another revision is refused as a conflict. */
  readonly revision: number | 'absent';
  readonly level: ShownLevel | null;
  readonly byline: Byline;
  readonly canEdit: boolean;
  readonly options: readonly LevelOption[];
  /** Why no level can be set. Empty if one can. */
  readonly reasons: LevelOptions<never>['reasons'];
  /** For clearing the level; absent if the page has none. */
  readonly clear?: {
    readonly allowed: boolean;
    readonly reasons: LevelOptions<never>['reasons'];
    readonly needsReason: boolean;
  };
  /** The latest three changes. */
  readonly history: readonly HistoryEntry[];
  readonly hasMoreHistory: boolean;
  /** Absent for people who cannot edit the page. */
  readonly evidence?: Evidence;
  /** Who can see the page. Absent for people who cannot edit it, and for a level without a rule. */
  readonly exposure?: EditorExposure;
  /** Absent for people who cannot edit the page. */
  readonly review?: ShownReview;
  /** A level that an agent proposed to this person for this page. */
  readonly proposal?: ShownProposal;
  readonly may: { readonly exclude: boolean; readonly redact: boolean };
  /** The app has no active license on this site, so it refuses every change. */
  readonly isLicenseInactive?: true;
}

export type PopupView =
  | NoPage
  /** A person without a license or a login: the level and nothing else. */
  | { readonly state: 'reader'; readonly level: ShownLevel | null }
  | OpenPage;

export type SetLevelResult =
  | {
      readonly outcome: 'changed' | 'unchanged';
      readonly page: OpenPage;
      /** How this change can be undone. Absent if nothing changed. */
      readonly undo?: { readonly allowed: boolean; readonly needsReason: boolean };
    }
  /** Another user changed the level in the meantime. Nothing was written. */
  | { readonly outcome: 'conflict'; readonly page: OpenPage }
  | { readonly outcome: 'denied'; readonly code: string; readonly page: OpenPage }
  | NoPage;

/** A change that a person may not make. Nothing was written. */
export interface DeniedAction {
  readonly outcome: 'denied';
  readonly code:
    | 'PAGE_NOT_EDITABLE'
    /** The site does not allow people to do this on pages. */
    | 'NOT_ENABLED'
    /** The finding is no longer open on this page. */
    | 'FINDING_NOT_FOUND'
    | 'TOO_MANY_EXCLUSIONS'
    /** The exclusion no longer exists, or it is not this person's exclusion for this page. */
    | 'EXCLUSION_NOT_FOUND'
    /** This person did not start this redaction on this page, or it has expired. */
    | 'REDACTION_NOT_FOUND'
    /** This person or the site has the maximum number of open redactions. */
    | 'TOO_MANY_REDACTIONS'
    /** Other users made changes at the same time. Try again. */
    | 'CHANGED';
  readonly page: OpenPage;
}

export type ExcludeResult =
  /** The finding is not sensitive on this page. `exclusionId` undoes it. */
  { readonly outcome: 'excluded'; readonly exclusionId: string; readonly page: OpenPage } | DeniedAction | NoPage;

/** A redaction of this page in the person's name, or its dry run. */
export interface PageRedaction extends RedactionOutcomes, Standing {
  readonly state: RedactionRecord['state'];
  readonly redactionId: string;
  readonly dryRun: boolean;
  /** Why it stopped early. */
  readonly stoppedBy?: string;
}

export type RedactionResult =
  { readonly outcome: 'redaction'; readonly redaction: PageRedaction } | DeniedAction | NoPage;

type BelowResult = NoPage | { readonly state: 'job'; readonly job: BelowJob };

/** The findings of the page whose values the selected text has. It never contains the text. */
export type SelectionResult =
  | { readonly outcome: 'matched'; readonly findings: readonly ShownFinding[]; readonly page: OpenPage }
  /** No open finding of the page has a value in the selection. */
  | { readonly outcome: 'no-match'; readonly page: OpenPage }
  | { readonly outcome: 'no-selection'; readonly page: OpenPage }
  | { readonly outcome: 'too-long'; readonly maxCharacters: number; readonly page: OpenPage }
  | DeniedAction
  | NoPage;

/** Which pages a report counts. The texts are as people enter them in the configuration of the macro. */
export interface ReportConfig {
  /** `below`: the pages below `pageId`. `this-space`: the space of the page that has the macro. */
  readonly source: 'below' | 'this-space' | 'space' | 'query';
  /** Omitted: the page that has the macro. */
  readonly pageId?: string;
  readonly spaceKey?: string;
  /** A query in Confluence's query language. */
  readonly query?: string;
}

/** Why a report shows nothing. */
/** `setup`: for a person who can edit the page of the macro, the choice of its pages. Absent for others. */
interface ReportSetup {
  readonly setup?: ReportConfig['source'];
}

export type NoReport = ReportSetup &
  /** The configuration of the macro is incomplete or wrong. */
  (
    | { readonly state: 'not-configured' }
    /** The page or space of the report does not exist, or this person cannot see it. */
    | { readonly state: 'source-hidden' }
    /** Confluence rejects the query. */
    | { readonly state: 'query-rejected' }
  );

/** Pages by level. Contains only pages that this person can see, in spaces where classification is on. */
export interface Report extends ReportSetup {
  readonly state: 'report';
  /** Levels with pages, the most sensitive first; pages without a level last. */
  readonly counts: readonly {
    readonly levelId: string | null;
    readonly level: LevelName | null;
    readonly pages: number;
  }[];
  /** In the order of `counts`. */
  readonly pages: readonly ShownPage[];
  /** The number of visible pages in spaces where classification is off. They are in no count and in no list. */
  readonly offPages: number;
  /** For the next pages. Absent: there are no more. */
  readonly cursor?: string;
}

export const SURFACE_CONTRACT = {
  ...HOME_CONTRACT,
  ...SPACE_CONTRACT,
  openPopup: read<NoInput, PopupView>(),
  setLevel: change<
    { readonly level: LevelOfPage | 'none'; readonly revision: number | 'absent'; readonly reason?: string },
    SetLevelResult
  >(),
  /** The page is due at this time. Omitted: removes the date. The answer `still-right` of `answerReviews` ends it, too. */
  setReviewDate: change<
    { readonly reviewOn?: string },
    | NoPage
    | { readonly outcome: 'saved'; readonly review: ShownReview }
    /** `conflict`: other users made changes at the same time. Nothing was written. */
    | { readonly outcome: 'conflict' | 'denied' }
  >(),
  /** *May I share this?*: the decision for each purpose, by the rules of the site. */
  checkUse: read<
    NoInput,
    | NoPage
    | {
        readonly state: 'checked';
        readonly uses: readonly ({ readonly purpose: Purpose } & UseDecision)[];
        /** ISO 8601 */
        readonly validUntil: string;
      }
  >(),
  /** Sets the level that an agent proposed. The code PROPOSAL_NOT_VALID: it has expired, or no longer fits the page. */
  confirmProposal: change<{ readonly proposalId: string }, SetLevelResult>(),
  /** Ends a proposal without a change. */
  dismissProposal: change<
    { readonly proposalId: string },
    NoPage | { readonly outcome: 'dismissed'; readonly page: OpenPage }
  >(),
  /** The words around the value of a finding that the popup shows. `hidden` also if there is no such finding. */
  openFinding: read<
    { readonly findingId: string },
    NoPage | { readonly state: 'finding'; readonly context: FindingContext }
  >(),
  /** *Not sensitive*: excludes the value of a finding on this page. */
  excludeFinding: change<{ readonly findingId: string; readonly reason: string }, ExcludeResult>(),
  /** Removes an exclusion that this person has just created on this page. */
  undoExclusion: change<
    { readonly exclusionId: string },
    { readonly outcome: 'removed'; readonly page: OpenPage } | DeniedAction | NoPage
  >(),
  /** *Remove value*. Older versions of the page stay. The same `requestKey` returns the same redaction. */
  startRedaction: change<
    { readonly findingIds: readonly string[]; readonly dryRun: boolean; readonly requestKey: string },
    RedactionResult
  >(),
  getRedaction: read<{ readonly redactionId: string }, RedactionResult>(),
  openBanner: read<
    NoInput,
    | NoPage
    | { readonly state: 'banner'; readonly level: LevelName; readonly text: string; readonly contact?: string }
    | { readonly state: 'none' }
  >(),
  listHistory: read<
    { readonly cursor?: string },
    NoPage | { readonly state: 'page'; readonly entries: readonly HistoryEntry[]; readonly cursor?: string }
  >(),
  /** *Classify this page and everything below it*. */
  openBelow: read<
    NoInput,
    | NoPage
    | {
        readonly state: 'page';
        /** The levels that can be used in the space, the most sensitive first. */
        readonly levels: readonly BelowLevel[];
        readonly lowering: Lowering;
        /** The maximum number of pages. */
        readonly maxPages: number;
        /** The latest job of this person on this page, if it is running or ended within the last day. */
        readonly job?: BelowJob;
      }
  >(),
  /** Counts what a change would do, and stores that as a job. The same `requestKey` returns the same preview. */
  previewBelow: change<
    {
      readonly level: LevelOfPage;
      /** If false, pages with a more sensitive level keep it. */
      readonly alsoLower: boolean;
      readonly reason?: string;
      readonly requestKey: string;
    },
    BelowResult
  >(),
  /** Changes the pages that a preview would change. Repeated for the same preview, it returns the same job. */
  startBelow: change<{ readonly previewId: string }, BelowResult>(),
  undoBelow: change<{ readonly jobId: string; readonly reason?: string; readonly requestKey: string }, BelowResult>(),
  getBelowJob: read<{ readonly jobId: string }, BelowResult>(),
  cancelBelowJob: always<{ readonly jobId: string }, BelowResult>(),
  /** The pages of a job that ended, by result. Pages that this person can no longer see are omitted. */
  listBelowPages: read<
    { readonly jobId: string; readonly group: BelowGroup; readonly code?: string; readonly from?: number },
    | NoPage
    | {
        readonly state: 'pages';
        readonly pages: readonly { readonly pageId: string; readonly title: string }[];
        /** The value of `from` for more pages. */
        readonly next?: number;
      }
  >(),
  /** The context menu of selected text. The text comes from the platform, not from the frame. */
  matchSelection: read<{ readonly action: 'exclude' | 'redact' }, SelectionResult>(),
  /** The macro that shows the level of the page that it is on. Readers see it too. */
  openLevel: read<NoInput, NoPage | { readonly state: 'level'; readonly level: LevelName | null }>(),
  /** The next pages of the report that the macro is configured for. */
  openReport: read<{ readonly cursor?: string }, NoPage | NoReport | Report>(),
  /** The form of an action in a rule. Levels that can be set, the most sensitive first. */
  openAction: read<NoInput, { readonly levels: readonly BelowLevel[] }>(),
  /** Checks a configuration of the report before it is saved. */
  checkReport: read<
    { readonly config: ReportConfig },
    | { readonly outcome: 'ok' }
    | { readonly outcome: 'wrong'; readonly field: 'pageId' | 'spaceKey' | 'query'; readonly message: string }
  >(),
};

export type SurfaceOperations = TypesOf<typeof SURFACE_CONTRACT>;
export type ResultOf<Name extends keyof SurfaceOperations> = SurfaceOperations[Name]['result'];

export type SurfaceErrorCode =
  | 'NOT_ALLOWED'
  | 'APP_LICENSE_INACTIVE'
  | 'INVALID_INPUT'
  | 'JOB_NOT_FOUND'
  | 'JOB_CHANGED'
  | 'TOO_MANY_JOBS'
  /** Too many changes of this person within a minute. The message says when to try again. */
  | 'RATE_LIMITED'
  | 'CONFLUENCE_UNAVAILABLE'
  | 'STORAGE_UNAVAILABLE'
  | 'INTERNAL_ERROR';

export type SurfaceResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: { readonly code: SurfaceErrorCode; readonly message: string } };
