import type { FindingRecord } from '../../findings/model';
import type { Edit } from './edit-content';
import { factsOf } from './page-facts';
import { editOf, type Edits, type Redaction, type RedactPageContext } from './page-redaction';
import type { Targets } from './redaction-targets';
import {
  type FailedFinding,
  type Failure,
  MAX_SHOWN,
  type PageResult,
  type RedactionPage,
  type RemainingPlace,
} from '../run-model';
import type { Survey } from './survey-page';

/** The result of a redaction of one page: what was removed, and why each other finding remains. */

/** The caller cannot see the page, or can no longer change it. */
export function notSeen({ findingIds }: RedactionPage): PageResult {
  const failed = findingIds.map((findingId): FailedFinding => ({ findingId, reason: 'not-found' }));
  return { isSeen: false, places: [], failed };
}

export function resultOf(
  { cleansHistory }: RedactPageContext,
  redaction: Redaction,
  edits: Edits,
  findings: {
    /** The findings that cannot be edited. */
    readonly others: readonly FailedFinding[];
    /** The findings after the scan of the new version; undefined = there was none. */
    readonly after: Targets | undefined;
  },
): PageResult {
  const { survey, targets } = redaction;
  const facts = factsOf(redaction, edits);
  const countsDoneBefore = isDoneBefore(cleansHistory, survey);
  const failed = [...findings.others];
  for (const [findingId, record] of targets) {
    const edit = editOf(edits, record);
    const [reason, field] = failureOf(edit, record, findings.after?.get(findingId), countsDoneBefore) ?? [];
    if (reason !== undefined) failed.push({ findingId, reason, ...(field === undefined ? {} : { field }) });
    else failed.push(...facts.failed.filter((one) => one.findingId === findingId));
  }
  const { versionBefore, version, method } = edits.page.written ?? {};
  return {
    isSeen: true,
    ...(version === undefined ? {} : { versionBefore, versionAfter: version, method }),
    ...(facts.inlineSelections.length === 0 ? {} : { inlineSelections: facts.inlineSelections }),
    ...commentsResult(edits.comments),
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
    // The finding is in a comment: the page exists.
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

export function commentsResult(comments: Edits['comments']): Pick<PageResult, 'comments'> {
  const results = comments.flatMap(({ content: { comment }, written }) => {
    if (comment === undefined || written === undefined) return [];
    const { versionBefore, version: versionAfter } = written;
    return [{ ...comment, versionBefore, versionAfter }];
  });
  return results.length === 0 ? {} : { comments: results };
}

/** The cuts that a dry run would make. */
function shownOf({ page, comments }: Edits): Pick<PageResult, 'cuts'> {
  const cuts = [page, ...comments].flatMap(({ latest }) => (latest && 'cuts' in latest ? (latest.cuts ?? []) : []));
  return cuts.length === 0 ? {} : { cuts: cuts.slice(0, MAX_SHOWN) };
}

function countPlaces({ page, comments }: Edits): PageResult['places'] {
  const counts = new Map<string, PageResult['places'][number]>();
  for (const { field, kind } of [page, ...comments].flatMap(({ places }) => places)) {
    const name = `${field} ${kind}`;
    counts.set(name, { field, kind, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}
