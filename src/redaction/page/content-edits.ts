import type { CommentName } from './comment-editing';
import type { Edit } from './edit-content';
import type { RedactionPlan } from './plan-redaction';
import type { Method } from '../run-model';
import type { SurveyedContent } from './survey-page';

/** All edits of one content. */
export interface ContentEdits {
  readonly content: SurveyedContent;
  /** The latest edit for all values; undefined = no such edit yet, or nothing to edit. */
  readonly latest?: Edit | undefined;
  readonly written?: { readonly versionBefore: number; readonly version: number; readonly method: Method } | undefined;
  /** The places of all edits. */
  readonly places: RedactionPlan['places'];
}

/** The page first. */
export type Edits = readonly ContentEdits[];

/** @param name undefined = the page. @returns undefined if the content does not exist */
export function editsOf(edits: Edits, name: CommentName | undefined): ContentEdits | undefined {
  return edits.find(({ content }) => content.comment?.commentId === name?.commentId);
}
