import type { AuditActor } from '../../audit/event';
import type { FindingRecord } from '../../findings/model';
import type { Confluence } from '../../platform/confluence';
import type { Edit, EditContext } from './edit-content';
import type { Committed } from '../page-progress';
import type { RedactionPlan } from './plan-redaction';
import { commentOf, type Targets } from './redaction-targets';
import type { GuardRequest, Method, PageFacts } from '../run-model';
import type { Survey, SurveyedContent } from './survey-page';
import { NO_PLACES } from './uncertain-places';

/** The values that the stages of the redaction of one page pass to the next. */

export interface RedactPageContext extends EditContext {
  readonly confluence: Confluence;
  readonly redactionId: string;
  readonly accountId: string;
  readonly actor: AuditActor;
  /** True if older versions are cleaned too. If so, an earlier redaction may have redacted a finding already. */
  readonly cleansHistory: boolean;
  /** If true, a comment that Confluence cannot return no longer blocks the rest. */
  readonly isLastTry: boolean;
  /** True if the redaction asks Atlassian Guard first. */
  readonly usesGuard: boolean;
  /** Stores the request to Guard. */
  readonly storeGuardRequest: (request: GuardRequest | undefined) => Promise<Committed>;
  /** Stores the facts that an attempt after a crash cannot determine. */
  readonly storeFacts: (facts: PageFacts) => Promise<Committed>;
}

export interface Redaction {
  readonly survey: Survey;
  readonly targets: Targets;
  readonly facts: PageFacts;
}

export const NO_FACTS: PageFacts = { comments: [], inlineSelections: [], uncertainPlaces: NO_PLACES, failed: [] };

export interface Written {
  readonly versionBefore: number;
  readonly version: number;
  readonly method: Method;
}

/** All edits of one content. */
export interface ContentEdits {
  readonly content: SurveyedContent;
  /** The latest edit for all values; undefined = no such edit yet, or nothing to edit. */
  readonly latest: Edit | undefined;
  readonly written: Written | undefined;
  /** The places of all edits. */
  readonly places: RedactionPlan['places'];
}

export interface Edits {
  readonly page: ContentEdits;
  readonly comments: readonly ContentEdits[];
}

/** @returns undefined if the content does not exist */
export function editOf({ page, comments }: Edits, { data }: FindingRecord): Edit | undefined {
  const name = commentOf(data.location);
  if (name === undefined) return page.latest;
  return comments.find(({ content }) => content.comment?.commentId === name.commentId)?.latest;
}
