import type { LoweringRule } from '../../access/decide';
import type { Delegable, LevelOfPage, OwnSettings } from '../../classification/model';
import type { SpaceNumbers } from '../../counts/numbers';
import { change, type NoInput, read, type TypesOf } from '../../capabilities/effects';
import type { Audience } from '../../exposure/audience';
import type { SpaceExposure, VerdictNumbers } from '../../exposure/reads';
import type { ReviewRule } from '../../configuration/governance';
import type { Severity } from '../../detection/detector';
import type { BelowLevel } from '../job-contract';
import type { LevelName, ShownCampaign, ShownPage } from '../page-contract';

/** The operations of the page of a space and of its settings. Each answers about the space of the frame's own context. */

/** The space does not exist, or this person cannot see it. */
export type NoSpace = { readonly state: 'hidden' };

/** The person sees the space, but does not administer it. */
export type NoSpaceAdmin = NoSpace | { readonly state: 'not-admin' };

/** Above this number, the pages of a level are not counted for viewers. */
export const MAX_COUNTED_PAGES = 99;

/** The pages of one level that the viewer can see. */
export interface CountedLevel {
  /** null = pages without a level. */
  readonly levelId: string | null;
  readonly level: LevelName | null;
  /** At most `MAX_COUNTED_PAGES` + 1, which means more than `MAX_COUNTED_PAGES`. */
  readonly pages: number;
  /** False: there may be more pages, because the space has more pages than one request reads. */
  readonly isExact: boolean;
}

export type SpaceView =
  | NoSpace
  /** Classification is off on the pages of the space. */
  | { readonly state: 'off'; readonly isAdmin: boolean }
  | {
      readonly state: 'space';
      /** Levels that the space may use or that have visible pages, the most sensitive first; without a level last. */
      readonly counts: readonly CountedLevel[];
      /** True if the viewer administers the space. */
      readonly isAdmin: boolean;
    };

export type SpacePages =
  | NoSpace
  | { readonly state: 'off' }
  | {
      readonly state: 'pages';
      readonly pages: readonly ShownPage[];
      /** For the next pages. Absent: there are no more. A part may be short or empty although more pages follow. */
      readonly cursor?: string;
    };

/** The numbers of the whole space, including pages that the viewer cannot see. Contains no page. */
export interface SpaceNumbersView extends Pick<SpaceNumbers, 'pages' | 'isAtLeast' | 'open' | 'coverage'> {
  readonly state: 'numbers';
  /** Changes up to this time are counted. null: the site has not been counted yet. */
  readonly asOf: string | null;
  readonly isCounting: boolean;
  /** When Confluence last counted the pages that the app sees. null: not yet. */
  readonly reportedAt: string | null;
  readonly levels: readonly {
    readonly levelId: string | null;
    readonly level: LevelName | null;
    readonly pages: number;
  }[];
}

/** Who can view the space, and its pages by level and verdict, including pages that the viewer cannot see. Contains no page. */
export interface SpaceExposureView
  extends
    Pick<SpaceExposure, 'letsInAllUsers' | 'isClosed' | 'groupIds' | 'checkedAt' | 'notMeasured'>,
    Partial<Pick<Audience, 'anonymous' | 'loggedIn' | 'people' | 'guests'>> {
  readonly state: 'exposure';
  /** The levels with a rule that pages of the space have, the most sensitive first. */
  readonly levels: readonly {
    readonly levelId: string;
    readonly level: LevelName | null;
    readonly pages: VerdictNumbers;
  }[];
}

/** A page that more people can see than its level allows. */
export interface OverPage {
  readonly pageId: string;
  readonly title: string;
  readonly level: LevelName | null;
  /** ISO 8601. */
  readonly overSince?: string;
}

/** A page that a scan does not cover completely. */
export interface GapPage {
  readonly pageId: string;
  readonly title: string;
  readonly gap: Gap;
  /** When it was scanned: ISO 8601. */
  readonly scannedAt: string;
}

/** `stale`: the page or the settings have changed since the scan. */
export const GAPS = ['stale', 'partial', 'not-inspected'] as const;
export type Gap = (typeof GAPS)[number];

/** An open finding on a page that the space admin can open. */
export interface SpaceFinding {
  readonly findingId: string;
  readonly pageId: string;
  readonly title: string;
  /** The name of the detector. */
  readonly detector: string;
  readonly severity: Severity;
  /** The value is masked. */
  readonly excerpt: string;
  readonly foundAt: string;
}

/** A page that is due for a review. */
export interface DuePage {
  readonly pageId: string;
  readonly title: string;
  /** An answer for another revision is refused. */
  readonly revision: number | 'absent';
  /** null = the page has no level. */
  readonly level: LevelName | null;
  /** Since when it is due: ISO 8601. */
  readonly since: string;
  /** The people who are asked. */
  readonly reviewers: ReviewRule['reviewers'];
  readonly campaign?: ShownCampaign;
}

export const EXPORTS = ['pages', 'findings'] as const;

/** The settings of the space as its admins see them. */
export interface SpaceSettingsView {
  readonly state: 'settings';
  /** Identifies what this answer shows. A change with another revision is refused as a conflict. */
  readonly revision: string;
  /** The settings that the site admin lets space admins set. */
  readonly delegated: readonly Delegable[];
  /** The rules if the space sets nothing. */
  readonly site: {
    readonly defaultLevel: LevelOfPage | 'none';
    readonly lowering: LoweringRule;
    /** A site admin has turned classification off in this space. */
    readonly isOff: boolean;
    /** The levels that the site lets the space use, the most sensitive first. */
    readonly levels: readonly BelowLevel[];
    /** The levels that the space may have as its default level. */
    readonly defaultLevelIds: readonly string[];
    readonly mayHaveNoDefault: boolean;
  };
  /** The settings of the space. Omitted = as the site. */
  readonly own: OwnSettings;
  /** The current rules. */
  readonly current: {
    readonly defaultLevel: LevelOfPage | 'none';
    readonly levelIds: readonly string[];
    readonly lowering: LoweringRule;
    readonly isOff: boolean;
  };
}

export type SaveSpaceSettingsResult =
  | NoSpaceAdmin
  | { readonly outcome: 'saved' | 'unchanged'; readonly settings: SpaceSettingsView }
  /** Another admin changed the settings in the meantime. Nothing was written. */
  | { readonly outcome: 'conflict'; readonly settings: SpaceSettingsView }
  | {
      readonly outcome: 'denied';
      /** The setting that cannot be saved. Absent: all of them. */
      readonly field?: keyof OwnSettings;
      readonly message: string;
      readonly settings: SpaceSettingsView;
    };

export const SPACE_CONTRACT = {
  openSpace: read<NoInput, SpaceView>(),
  /** The pages of one level, or without one (`none`), by id. */
  findInSpace: read<{ readonly levelId: string; readonly cursor?: string }, SpacePages>(),
  readSpaceNumbers: read<NoInput, NoSpaceAdmin | SpaceNumbersView>(),
  readSpaceExposure: read<NoInput, NoSpaceAdmin | SpaceExposureView>(),
  /** The pages without an exception that have been over the rule of their level for 14 days. */
  listSpaceOver: read<
    { readonly cursor?: string },
    | NoSpaceAdmin
    | {
        readonly state: 'over';
        readonly pages: readonly OverPage[];
        readonly notMeasured: SpaceExposure['notMeasured'];
        readonly cursor?: string;
      }
  >(),
  listSpaceGaps: read<
    { readonly gap: Gap; readonly cursor?: string },
    NoSpaceAdmin | { readonly state: 'gaps'; readonly pages: readonly GapPage[]; readonly cursor?: string }
  >(),
  listSpaceFindings: read<
    { readonly cursor?: string },
    NoSpaceAdmin | { readonly state: 'findings'; readonly findings: readonly SpaceFinding[]; readonly cursor?: string }
  >(),
  listSpaceReviews: read<
    { readonly cursor?: string },
    NoSpaceAdmin | { readonly state: 'reviews'; readonly pages: readonly DuePage[]; readonly cursor?: string }
  >(),
  /** A part of a CSV file of the pages or of the open findings that the space admin can see. */
  exportSpace: read<
    { readonly of: (typeof EXPORTS)[number]; readonly cursor?: string },
    NoSpaceAdmin | { readonly state: 'part'; readonly csv: string; readonly rows: number; readonly cursor?: string }
  >(),
  openSpaceSettings: read<NoInput, NoSpaceAdmin | SpaceSettingsView>(),
  /** Replaces everything that is delegated. Omitted = as the site. */
  saveSpaceSettings: change<OwnSettings & { readonly revision: string }, SaveSpaceSettingsResult>(),
};

export type SpaceOperations = TypesOf<typeof SPACE_CONTRACT>;
