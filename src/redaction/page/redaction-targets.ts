import type { FindingRecord } from '../../findings/model';
import { readFindings } from '../../findings/scan/scan-store';
import type { Storage } from '../../platform/storage';
import type { CommentName } from './comment-editing';
import type { FailedFinding, RedactionPage } from '../run-model';

/** The findings that a redaction of one page removes. */

/** The findings that this redaction edits, by id. */
export type Targets = ReadonlyMap<string, FindingRecord>;

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readTargets(
  storage: Storage,
  { pageId, findingIds }: RedactionPage,
): Promise<{ readonly targets: Targets; readonly others: readonly FailedFinding[] }> {
  const stored = await readFindings(storage, findingIds);
  const targets = new Map([...stored].filter(([, record]) => record.pageId === pageId && isEditable(record)));
  const others = findingIds.flatMap((findingId): readonly FailedFinding[] => {
    if (targets.has(findingId)) return [];
    const record = stored.get(findingId);
    if (record?.pageId !== pageId) return [{ findingId, reason: 'not-found' }];
    // The name of an attachment or its comment.
    return [{ findingId, reason: 'cannot-redact', field: record.data.location.field }];
  });
  return { targets, others };
}

/** Attachments are not edited. */
function isEditable({ data: { location } }: FindingRecord): boolean {
  return location.field === 'title' || location.field === 'body' || commentOf(location) !== undefined;
}

export function commentOf({ field, contentId }: FindingRecord['data']['location']): CommentName | undefined {
  const isComment = field === 'footer-comment' || field === 'inline-comment';
  return isComment && contentId !== undefined ? { field, commentId: contentId } : undefined;
}

/** The comments with findings. */
export function namesOf(targets: Targets): readonly CommentName[] {
  const names = [...targets.values()].flatMap(({ data }) => commentOf(data.location) ?? []);
  return [...new Map(names.map((name) => [name.commentId, name])).values()];
}
