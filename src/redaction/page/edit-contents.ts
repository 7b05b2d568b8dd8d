import { HostError } from '../../platform/confluence';
import type { ContentForEditing } from './content-editing';
import { type Edit, editContent } from './edit-content';
import { factsOf } from './page-facts';
import type { Committed } from '../page-progress';
import type { ContentEdits, Edits, Redaction, RedactPageContext, Written } from './page-redaction';
import type { ValuesToRemove } from './plan-redaction';
import { namesOf } from './redaction-targets';
import type { PageFacts } from '../run-model';
import { copiesOf, type Survey, type SurveyedContent } from './survey-page';

/** Edits the page and its comments, in an order in which a crash loses no value, and notes the facts of the page on the way. */

/**
 * Edits the comments and the page.
 * @returns undefined if the caller can no longer access the page and nothing was written; `superseded` as redactPage
 * @throws as redactPage
 */
export async function editContents(
  context: RedactPageContext,
  pageId: string,
  redaction: Redaction,
): Promise<Edits | 'superseded' | undefined> {
  const { survey, targets, facts } = redaction;
  const { page, comments, valuesToRemove } = survey;
  const named = new Set([...namesOf(targets), ...facts.comments].map(({ commentId }) => commentId));
  const edited = comments.filter(
    ({ comment, plan }) =>
      (comment && named.has(comment.commentId)) === true || plan.isChange || plan.remaining.size > 0,
  );
  const editing = openEdits(context, pageId, survey);
  const isWriting = !context.dryRun;
  let latestFacts = facts;
  const storeFacts = async (next: PageFacts): Promise<Committed> => {
    const isStored = JSON.stringify(next) === JSON.stringify(latestFacts);
    latestFacts = next;
    return isStored ? 'committed' : context.storeFacts(next);
  };
  if (isWriting) {
    const withFindings = new Set(namesOf(targets).map(({ commentId }) => commentId));
    const others = edited.flatMap(({ comment }) => (comment && !withFindings.has(comment.commentId) ? [comment] : []));
    if ((await storeFacts({ ...facts, comments: others })) === 'superseded') return 'superseded';
  }
  const contents = [...edited, page];
  const proofs = contents.filter(({ isProof }) => isProof);
  const copies = contents.filter(({ isProof }) => !isProof);
  if ((await editing.editAll(copies, () => valuesToRemove)) === 'superseded') return 'superseded';
  if (isWriting && proofs.length > 0) {
    const withCopies = proofs.filter(({ copied }) => copied.length > 0);
    if ((await editing.editAll(withCopies, ({ copied }) => copiesOf(copied))) === 'superseded') return 'superseded';
    const known = { ...factsOf(redaction, editing.edits()), comments: latestFacts.comments };
    if ((await storeFacts(known)) === 'superseded') return 'superseded';
  }
  if ((await editing.editAll(proofs, () => valuesToRemove)) === 'superseded') return 'superseded';
  const edits = editing.edits();
  const isWritten = [edits.page, ...edits.comments].some(({ written }) => written !== undefined);
  const { outcome } = edits.page.latest ?? {};
  return (outcome === 'hidden' || outcome === 'denied') && !isWritten ? undefined : edits;
}

function openEdits(context: RedactPageContext, pageId: string, { page, comments, valuesToRemove: all }: Survey) {
  const done = new Map<SurveyedContent, ContentEdits>();
  const editsOf = (content: SurveyedContent): ContentEdits =>
    done.get(content) ?? { content, latest: undefined, written: undefined, places: [] };
  const isWritten = () => [...done.values()].some(({ written }) => written !== undefined);
  const edit = async (content: SurveyedContent, valuesToRemove: ValuesToRemove): Promise<'edited' | 'superseded'> => {
    const before = editsOf(content);
    // A draft may exist since the survey.
    const first = isWritten() ? undefined : content.read;
    const latest = await editOne(context, pageId, content, valuesToRemove, first);
    if (latest === 'superseded') return latest;
    const places = [...before.places, ...('plan' in latest ? latest.plan.places : [])];
    const written = writtenAfter(before.written, latest);
    // An edit that cuts only copies leaves the content to be edited.
    const isOnlyCopies = valuesToRemove !== all && 'plan' in latest;
    done.set(content, { content, latest: isOnlyCopies ? undefined : latest, written, places });
    return 'edited';
  };
  return {
    editAll: async (
      contents: readonly SurveyedContent[],
      valuesIn: (content: SurveyedContent) => ValuesToRemove,
    ): Promise<'edited' | 'superseded'> => {
      for (const content of contents)
        if ((await edit(content, valuesIn(content))) === 'superseded') return 'superseded';
      return 'edited';
    },
    edits: (): Edits => ({ page: editsOf(page), comments: comments.map(editsOf) }),
  };
}

function writtenAfter(before: Written | undefined, latest: Edit): Written | undefined {
  if (latest.outcome !== 'written') return before;
  const { version, method } = latest;
  return { versionBefore: before?.versionBefore ?? version - 1, version, method };
}

async function editOne(
  context: RedactPageContext,
  pageId: string,
  { comment, editing }: SurveyedContent,
  valuesToRemove: ValuesToRemove,
  first: ContentForEditing | undefined,
): Promise<Edit | 'superseded'> {
  try {
    return await editContent(context, editing, pageId, valuesToRemove, first);
  } catch (error) {
    const isLeft = comment !== undefined && context.isLastTry && error instanceof HostError && error.kind !== 'quota';
    if (!isLeft) throw error;
    return { outcome: 'not-done', reason: 'unavailable' };
  }
}
