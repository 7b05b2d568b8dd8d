import type { FindingRecord } from '../../findings/model';
import { type Edits, editsOf } from './content-edits';
import type { Edit } from './edit-content';
import { factsOf } from './page-facts';
import type { PageWork } from '../page-work';
import { commentOf, type Targets } from './redaction-targets';
import {
  type FailedFinding,
  type Failure,
  MAX_SHOWN,
  type PageResult,
  type RedactionPage,
  type RemainingPlace,
} from '../run-model';
import type { Survey } from './survey-page';

/** Builds the result of the redaction of one page, with the reason why each other finding remains. */

/** The caller cannot see the page, or can no longer change it. */
export function notSeen({ findingIds }: RedactionPage): PageResult {
  const failed = findingIds.map((findingId): FailedFinding => ({ findingId, reason: 'not-found' }));
  return { isSeen: false, places: [], failed };
}

/**
 * @param others the findings that cannot be edited
 * @param after the findings after the scan of the new version; undefined = there was none
 */
export function resultOf(
  { cleansHistory }: PageWork,
  survey: Survey,
  edits: Edits,
  others: readonly FailedFinding[],
  after: Targets | undefined,
): PageResult {
  const facts = factsOf(survey, edits);
  const countsDoneBefore = isDoneBefore(cleansHistory, survey);
  const failed = [...others];
  for (const [findingId, record] of survey.targets) {
    const edit = editsOf(edits, commentOf(record.data.location))?.latest;
    const [reason, field] = failureOf(edit, record, after?.get(findingId), countsDoneBefore) ?? [];
    if (reason !== undefined) failed.push({ findingId, reason, ...(field === undefined ? {} : { field }) });
    else failed.push(...facts.failed.filter((one) => one.findingId === findingId));
  }
  const { versionBefore, version, method } = editsOf(edits, undefined)?.written ?? {};
  return {
    isSeen: true,
    ...(version === undefined ? {} : { versionBefore, versionAfter: version, method }),
    ...(facts.inlineSelections.length === 0 ? {} : { inlineSelections: facts.inlineSelections }),
    ...commentsResult(edits),
    places: countPlaces(edits),
    ...shownOf(edits),
    ...(facts.uncertainPlaces.count === 0 ? {} : { uncertainPlaces: facts.uncertainPlaces }),
    failed,
  };
}

/**
 * Returns whether a finding that was redacted before counts as redacted. This redaction does not know its value and
 * could not search the comments; cleaning the history searches them with their versions.
 */
function isDoneBefore(cleansHistory: boolean, { comments, unread }: Survey): boolean {
  return cleansHistory || (comments.length === 0 && unread.length === 0);
}

/** @returns the reason and the place of the failure; undefined = redacted */
function failureOf(
  edit: Edit | undefined,
  { fingerprint, status, data }: FindingRecord,
  after: FindingRecord | undefined,
  countsDoneBefore: boolean,
): readonly [Failure, RemainingPlace?] | undefined {
  const { field } = data.location;
  switch (edit?.outcome) {
    // The finding is in a comment, because the page exists.
    case undefined:
    case 'hidden':
      return ['not-there-any-more'];
    case 'denied':
      return ['stopped'];
    case 'not-done':
      return edit.reason === 'cannot-redact' ? [edit.reason, field] : [edit.reason];
    case 'planned':
    case 'nothing':
    case 'written': {
      const remaining = edit.plan.remaining.get(fingerprint);
      if (remaining !== undefined) return ['cannot-redact', remaining];
      if (!edit.removed.has(fingerprint))
        return status === 'redacted' && countsDoneBefore ? undefined : ['not-there-any-more'];
      return edit.outcome !== 'planned' && after?.status === 'open' ? ['cannot-redact', field] : undefined;
    }
  }
}

export function commentsResult(edits: Edits): Pick<PageResult, 'comments'> {
  const results = edits.flatMap(({ content: { comment }, written }) => {
    if (comment === undefined || written === undefined) return [];
    const { versionBefore, version: versionAfter } = written;
    return [{ ...comment, versionBefore, versionAfter }];
  });
  return results.length === 0 ? {} : { comments: results };
}

/** The cuts that a dry run would make. */
function shownOf(edits: Edits): Pick<PageResult, 'cuts'> {
  const cuts = edits.flatMap(({ latest }) => (latest && 'cuts' in latest ? (latest.cuts ?? []) : []));
  return cuts.length === 0 ? {} : { cuts: cuts.slice(0, MAX_SHOWN) };
}

function countPlaces(edits: Edits): PageResult['places'] {
  const counts = new Map<string, PageResult['places'][number]>();
  for (const { field, kind } of edits.flatMap(({ places }) => places)) {
    const name = `${field} ${kind}`;
    counts.set(name, { field, kind, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}
