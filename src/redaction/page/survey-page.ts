import type { Part } from '../../detection/finding';
import type { ScanOptions } from '../../detection/scan-page';
import {
  type PageComment,
  type PageComments,
  partOfComment,
  readPageComments,
} from '../../findings/scan/comments-and-attachments';
import { awaitAll } from '../../platform/await-all';
import { type CommentField, type CommentName, openCommentEditing, selectionPart } from './comment-editing';
import type { ContentEditing, ContentForEditing } from './content-editing';
import { distinctValues, otherValues, type ValueToRemove } from './copies';
import { openPageEditing } from './page-editing';
import type { PageWork } from '../page-work';
import { findHolders, planRedaction, type RedactionPlan, type ValuesToRemove } from './plan-redaction';
import { valuesIn } from './redact-parts';
import { namesOf, type Targets } from './redaction-targets';
import type { PageFacts, RemainingPlace } from '../run-model';

/**
 * Reads a page and all its comments as the person, and searches each for the values that another one proves, because a
 * comment may hold a value of the page in a place where no detector finds it, and the reverse.
 */

export interface SurveyedContent {
  /** Undefined = the page. */
  readonly comment: CommentName | undefined;
  readonly editing: ContentEditing;
  /** The content as read for editing. Omitted: the content comes from a list. */
  readonly read?: ContentForEditing;
  /** Undefined if the content cannot be read completely. */
  readonly parts: readonly Part[] | undefined;
  /** True if a detector finds one of the values in it. */
  readonly isProof: boolean;
  /** The cuts of all values. */
  readonly plan: RedactionPlan;
  /** The values that the content only copies, if these are not all values. */
  readonly copied: readonly ValueToRemove[];
}

export interface Survey {
  readonly targets: Targets;
  /** The facts that an earlier attempt noted. */
  readonly facts: PageFacts;
  readonly page: SurveyedContent;
  readonly comments: readonly SurveyedContent[];
  /** The values and how to search for them. */
  readonly valuesToRemove: ValuesToRemove;
  readonly options: ScanOptions;
  /** The inline comments that keep a value of the page as the selected text. */
  readonly inlineSelections: readonly string[];
  /** The fields that may have further comments. */
  readonly unread: readonly CommentField[];
}

/**
 * Lists of comments and replies that are read. If there are more, a comment may keep the values, and the result reports
 * it.
 */
const MAX_COMMENT_LISTS = 1_000;

/** @returns undefined if the person cannot see the page. @throws HostError, ImpersonationRefusedError */
export async function surveyPage(work: PageWork, targets: Targets, facts: PageFacts): Promise<Survey | undefined> {
  const { clock, scanner, marker } = work;
  const pageEditing = openPageEditing(work);
  const fingerprints = new Set([...targets.values()].map(({ fingerprint }) => fingerprint));
  const [page, listed] = await awaitAll([
    pageEditing.read(),
    fingerprints.size === 0 ? NO_COMMENTS : readCommentsAsPerson(work),
  ] as const);
  if (page.outcome === 'hidden') return undefined;
  const spaceId = page.outcome === 'editable' ? page.content.spaceId : page.spaceId;
  const contents: Content[] = [{ comment: undefined, editing: pageEditing, read: page, parts: partsOf(page) }];
  const openComment = (name: CommentName) => openCommentEditing(work, name, spaceId);
  for (const one of inOrder(listed.comments)) {
    const comment = { field: one.field, commentId: one.commentId };
    contents.push({ comment, editing: openComment(comment), parts: [partOfComment(one)] });
  }
  const isListed = ({ commentId }: CommentName) => listed.comments.some((one) => one.commentId === commentId);
  // The comment has findings, or was edited before a crash. It is deleted or follows after the last list.
  for (const comment of [...namesOf(targets), ...facts.comments].filter((name) => !isListed(name))) {
    const editing = openComment(comment);
    const read = await editing.read();
    contents.push({ comment, editing, read, parts: partsOf(read) });
  }
  const options = scanner.scanOptions(spaceId, clock());
  const valuesOf = contents.map(({ parts = [], read }) =>
    valuesIn([...parts, ...documentOf(read)], fingerprints, options, marker),
  );
  const known = distinctValues(valuesOf.flat());
  const valuesToRemove = { fingerprints, known };
  const [first, ...comments] = contents.map((content, index): SurveyedContent => {
    const { parts = [] } = content;
    const own = valuesOf[index] ?? [];
    const plan = planRedaction({ parts, fixed: [] }, valuesToRemove, options, marker);
    const others = otherValues(known, own);
    const isCopied = own.length > 0 && others.length > 0;
    const copies = isCopied && planRedaction({ parts, fixed: [] }, copiesOf(others), options, marker).isChange;
    return { ...content, isProof: own.length > 0, plan, copied: copies ? others : [] };
  });
  if (first === undefined) throw new Error('a survey without a page');
  const selections = listed.comments.flatMap(({ commentId, isReply, selection }) =>
    selection === undefined || isReply ? [] : [selectionPart(commentId, selection)],
  );
  const holders = fingerprints.size === 0 ? [] : findHolders(selections, valuesToRemove, options);
  const inlineSelections = holders.flatMap(({ contentId }) => contentId ?? []);
  const isOfNewEditor = facts.isOfNewEditor === true || documentOf(page).length > 0;
  const allFacts = isOfNewEditor ? { ...facts, isOfNewEditor } : facts;
  return {
    targets,
    facts: allFacts,
    page: first,
    comments,
    valuesToRemove,
    options,
    inlineSelections,
    unread: listed.unread,
  };
}

type Content = Pick<SurveyedContent, 'comment' | 'editing' | 'read' | 'parts'>;

/** Cuts copies and keeps each place where a detector finds a value. */
export function copiesOf(values: readonly ValueToRemove[]): ValuesToRemove {
  return { fingerprints: new Set(), known: values };
}

const NO_COMMENTS: PageComments = { comments: [], unread: [], reasons: [] };

/** The comments of a page and their replies. @throws HostError, ImpersonationRefusedError */
export function readCommentsAsPerson(work: PageWork) {
  return readPageComments(work.confluence, work.person, work, MAX_COMMENT_LISTS);
}

/** The order in which they were written, although replies are read after other comments. */
export function inOrder(comments: readonly PageComment[]): readonly PageComment[] {
  return comments.toSorted((a, b) => Number(a.commentId) - Number(b.commentId));
}

function partsOf(read: ContentForEditing): readonly Part[] | undefined {
  if (read.outcome === 'hidden') return [];
  return read.outcome === 'editable' ? read.content.parts : read.parts;
}

function documentOf(read: ContentForEditing | undefined): readonly Part[] {
  return read?.outcome === 'editable' ? (read.content.document ?? []) : [];
}

/** The values that the content certainly holds, each with a place. */
export function heldValues({ comment, plan }: SurveyedContent): ReadonlyMap<string, RemainingPlace> {
  const field = plan.places[0]?.field ?? comment?.field ?? 'body';
  return new Map([...[...plan.removed].map((fingerprint) => [fingerprint, field] as const), ...plan.remaining]);
}
