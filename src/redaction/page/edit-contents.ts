import { HostError } from '../../platform/confluence';
import { type ContentEdits, type Edits, editsOf } from './content-edits';
import type { ContentForEditing } from './content-editing';
import { type Edit, editContent } from './edit-content';
import { factsOf, NO_FACTS } from './page-facts';
import type { Committed, PageWork } from '../page-work';
import type { ValuesToRemove } from './plan-redaction';
import { namesOf } from './redaction-targets';
import type { PageFacts } from '../run-model';
import { copiesOf, type Survey, type SurveyedContent } from './survey-page';

/**
 * Edits the page and its comments, in an order in which a crash loses no value, and notes the facts of the page on the way.
 * @returns undefined if the caller can no longer access the page and nothing was written; `superseded` as redactPage
 * @throws as redactPage
 */
export async function editContents(work: PageWork, survey: Survey): Promise<Edits | 'superseded' | undefined> {
  const { page, comments, valuesToRemove, targets, facts } = survey;
  const withFindings = new Set(namesOf(targets).map(({ commentId }) => commentId));
  const edited = new Set([...withFindings, ...facts.comments.map(({ commentId }) => commentId)]);
  const toEdit = comments.filter(
    ({ comment, plan }) =>
      (comment && edited.has(comment.commentId)) === true || plan.isChange || plan.remaining.size > 0,
  );
  const others = toEdit.flatMap(({ comment }) => (comment && !withFindings.has(comment.commentId) ? [comment] : []));
  const contents = [...toEdit, page];
  const proofs = contents.filter(({ isProof }) => isProof);

  let edits: Edits = [page, ...comments].map((content) => ({ content, places: [] }));
  const editAll = async (
    some: readonly SurveyedContent[],
    valuesIn: (content: SurveyedContent) => ValuesToRemove,
  ): Promise<Committed> => {
    for (const content of some) {
      const values = valuesIn(content);
      // A draft may exist since the survey.
      const first = edits.some(({ written }) => written !== undefined) ? undefined : content.read;
      const latest = await editOne(work, content, values, first);
      if (latest === 'superseded') return latest;
      edits = edits.map((one) => (one.content === content ? withEdit(one, latest, values === valuesToRemove) : one));
    }
    return 'committed';
  };
  let noted = work.page().noted ?? NO_FACTS;
  const note = async (next: PageFacts): Promise<Committed> => {
    const isNoted = JSON.stringify(next) === JSON.stringify(noted);
    noted = next;
    return isNoted ? 'committed' : work.commit({ noted: next });
  };

  const isWriting = !work.dryRun;
  const stages: readonly (() => Promise<Committed> | Committed)[] = [
    () => (isWriting ? note({ ...facts, comments: others }) : 'committed'),
    () =>
      editAll(
        contents.filter(({ isProof }) => !isProof),
        () => valuesToRemove,
      ),
    () =>
      editAll(
        proofs.filter(({ copied }) => isWriting && copied.length > 0),
        ({ copied }) => copiesOf(copied),
      ),
    () => (isWriting && proofs.length > 0 ? note({ ...factsOf(survey, edits), comments: others }) : 'committed'),
    () => editAll(proofs, () => valuesToRemove),
  ];
  for (const stage of stages) if ((await stage()) === 'superseded') return 'superseded';

  const outcome = editsOf(edits, undefined)?.latest?.outcome;
  const isWritten = edits.some(({ written }) => written !== undefined);
  return (outcome === 'hidden' || outcome === 'denied') && !isWritten ? undefined : edits;
}

/** @param isOfAll false: an edit that cuts only copies leaves the content to be edited */
function withEdit({ content, written, places }: ContentEdits, latest: Edit, isOfAll: boolean): ContentEdits {
  if (!('plan' in latest)) return { content, latest, written, places };
  const edited = { content, latest: isOfAll ? latest : undefined, places: [...places, ...latest.plan.places] };
  if (latest.outcome !== 'written') return { ...edited, written };
  const { version, method } = latest;
  return { ...edited, written: { versionBefore: written?.versionBefore ?? version - 1, version, method } };
}

async function editOne(
  work: PageWork,
  { comment, editing }: SurveyedContent,
  valuesToRemove: ValuesToRemove,
  first: ContentForEditing | undefined,
): Promise<Edit | 'superseded'> {
  try {
    return await editContent(work, editing, valuesToRemove, first);
  } catch (error) {
    const isLeft = comment !== undefined && work.isLastTry && error instanceof HostError && error.kind !== 'quota';
    if (!isLeft) throw error;
    return { outcome: 'not-done', reason: 'unavailable' };
  }
}
