import type { Lowering } from '../../access/decide';
import type { LevelOfPage } from '../../classification/model';
import { always, change, type NoInput, read, type TypesOf } from '../../capabilities/effects';
import type { NOT_MEASURED } from '../../exposure/audience';
import type { Severity } from '../../detection/detector';
import type { Need } from '../../findings/lists/my-pages';
import type { ReviewAnswer, ReviewOutcome } from '../../review/answer-review';
import type { Standing } from '../../runs/placed-run';
import type { BelowJob, BelowLevel } from '../job-contract';
import type { LevelName, NoPage, ShownCampaign, ShownPage, ShownProposal } from '../page-contract';

/** The operations of the home page in the Apps menu. It is in no space and on no page. */

/** A page that waits for this person. It is their own, and they can edit it. */
export interface MyPage {
  readonly pageId: string;
  readonly title: string;
  /** Omitted if this person cannot see the space. */
  readonly spaceName?: string;
  /** A change with another revision is not made. */
  readonly revision: number | 'absent';
  /** The level with its sub-level. null = the page has none. */
  readonly level: (LevelName & LevelOfPage) | null;
  /** By the rule of its space. */
  readonly lowering: Lowering;
  /** Why it waits. Never empty. */
  readonly needs: readonly Need[];
  /** The number of open findings by severity. */
  readonly open: Readonly<Record<Severity, number>>;
  /** The level that the findings require, if it is more sensitive than the current one. */
  readonly required?: LevelName & LevelOfPage;
  /** This person must review the level, since this time. */
  readonly review?: { readonly since: string; readonly campaign?: ShownCampaign };
  /** A suggestion for a page without a level whose findings require none. `parentTitle`: the page above, if it is the reason. */
  readonly suggested?: LevelName &
    LevelOfPage & { readonly reason: 'parent' | 'space-default'; readonly parentTitle?: string };
}

export interface FoundPage extends ShownPage {
  /** Omitted if this person cannot see the space. */
  readonly spaceName?: string;
}

/** A level that an agent proposed to this person. `allowed` is known only when the person confirms it. */
export interface MyProposal extends Omit<ShownProposal, 'allowed'> {
  readonly pageId: string;
  readonly title: string;
  /** The current level with its sub-level. null = the page has none. */
  readonly current: LevelName | null;
}

/** Names a proposal. The id must be the one of the proposal for this person and page. */
export interface ChosenProposal {
  readonly pageId: string;
  readonly proposalId: string;
}

/** The results of the popup, without its page. */
export type ConfirmMyProposalResult =
  | { readonly outcome: 'changed' | 'unchanged' | 'conflict' }
  | { readonly outcome: 'denied'; readonly code: string }
  | NoPage;

/** A page that the person chose. */
export interface ChosenPage {
  readonly pageId: string;
  /** From the list. If the level of the page has changed since, the page keeps it. */
  readonly revision: number | 'absent';
  /** Default: the level for all. */
  readonly level?: LevelOfPage;
}

/** A removal of this person that waits until the app may act in their name. */
export interface PausedRemoval extends Standing {
  readonly redactionId: string;
  readonly createdAt: string;
  /** The pages that this person can see now. */
  readonly pages: readonly { readonly pageId: string; readonly title: string }[];
}

export const HOME_CONTRACT = {
  openHome: read<
    NoInput,
    {
      /** The levels that can be set, the most sensitive first. A space may not use all of them. */
      readonly levels: readonly BelowLevel[];
      /** All levels, also archived ones, the most sensitive first. */
      readonly allLevels: readonly (LevelName & { readonly levelId: string })[];
      /** The maximum number of pages of a job. */
      readonly maxPages: number;
      /** The latest job of this person on the home page, if it is running or ended within the last day. */
      readonly job?: BelowJob;
    }
  >(),
  /** *Waiting for me*. There may be more pages even if `pages` is empty. `limit`: 25 by default, 100 at most. */
  listMyPages: read<
    { readonly need?: Need; readonly spaceKey?: string; readonly cursor?: string; readonly limit?: number },
    {
      readonly pages: readonly MyPage[];
      readonly cursor?: string;
      /** Only with pages that need `exposure`: what the app did not measure. */
      readonly notMeasured?: typeof NOT_MEASURED;
      /** The space does not exist, or this person cannot see it. */
      readonly isSpaceHidden?: true;
    }
  >(),
  /** The open proposals for this person on visible pages, newest first. */
  listMyProposals: read<NoInput, { readonly proposals: readonly MyProposal[] }>(),
  /** As `confirmProposal` on the page of the proposal. */
  confirmMyProposal: change<ChosenProposal, ConfirmMyProposalResult>(),
  /** Ends a proposal without a change. Repeating it is harmless. */
  dismissMyProposal: change<ChosenProposal, { readonly outcome: 'dismissed' }>(),
  /** The removals of this person that are paused, without previews. */
  listPausedRemovals: read<NoInput, { readonly removals: readonly PausedRemoval[] }>(),
  /** Cancels a paused removal. @returns the others */
  cancelRemoval: always<{ readonly redactionId: string }, { readonly removals: readonly PausedRemoval[] }>(),
  /**
   * Sets the levels of pages in the background. The same `requestKey` returns the same job. `getBelowJob` and the other
   * operations on jobs show its progress, cancel and undo it.
   */
  setLevels: change<
    {
      readonly pages: readonly ChosenPage[];
      readonly level?: LevelOfPage;
      /** If false, pages with a more sensitive level keep it. */
      readonly alsoLower: boolean;
      readonly reason?: string;
      readonly requestKey: string;
    },
    { readonly state: 'job'; readonly job: BelowJob }
  >(),
  /** Answers the reviews of at most 25 pages, in the name of this person. The admin of a space uses it, too. */
  answerReviews: change<
    {
      readonly answer: ReviewAnswer;
      readonly pages: readonly { readonly pageId: string; readonly revision: number | 'absent' }[];
    },
    { readonly results: readonly { readonly pageId: string; readonly outcome: ReviewOutcome['outcome'] }[] }
  >(),
  /** *Find by level*. There may be more pages even if `pages` is empty. */
  findByLevel: read<
    { readonly levelId: string; readonly spaceKey?: string; readonly cursor?: string },
    | { readonly state: 'pages'; readonly pages: readonly FoundPage[]; readonly cursor?: string }
    /** The space does not exist, or this person cannot see it. */
    | { readonly state: 'space-hidden' }
  >(),
};

export type HomeOperations = TypesOf<typeof HOME_CONTRACT>;
