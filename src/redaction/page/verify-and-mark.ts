import { parsePageLevel, readPageLevelRow } from '../../classification/page-level-store';
import type { Part } from '../../detection/finding';
import { readCommentsAndAttachmentsAsApp, withComments } from '../../findings/scan/comments-and-attachments';
import { readContentAs } from '../../findings/scan/page-content';
import { recordScan } from '../../findings/scan/record-scan';
import { readListedFindings } from '../../findings/scan/scan-store';
import { awaitAll } from '../../platform/await-all';
import { HostError } from '../../platform/confluence';
import { readCommentBack } from './comment-editing';
import { markRedacted } from './mark-redacted';
import { type Edits, editsOf } from './content-edits';
import type { PageWork } from '../page-work';
import { commentsResult } from './page-result';
import { commentOf, type Targets } from './redaction-targets';

/**
 * Scans the page and the written comments as the person sees them, and marks the findings that no longer exist.
 * @returns the findings after the scan; undefined = nothing was written that could be scanned
 */
export async function verifyAndMark(work: PageWork, edits: Edits, targets: Targets): Promise<Targets | undefined> {
  const { storage, confluence, clock, scanner, person, pageId, contentType } = work;
  const isWritten = edits.some(({ written }) => written !== undefined);
  if (!isWritten && !edits.some(({ latest }) => latest?.outcome === 'nothing')) return undefined;
  const { version, versionBefore, method } = editsOf(edits, undefined)?.written ?? {};
  const { outcome } = await recordScan({
    storage,
    clock,
    pageId,
    scanner,
    observe: async () => {
      const [observed, row, attached, written] = await awaitAll([
        readContentAs(confluence, person, pageId, contentType),
        readPageLevelRow(storage, pageId),
        readCommentsAndAttachmentsAsApp(confluence, work, scanner.targets),
        readCommentsBack(work, edits),
      ] as const);
      if (observed.kind !== 'page') {
        if (!isWritten) return 'nothing';
        throw new HostError('failure', 'a page that was written is not shown');
      }
      if (version !== undefined && observed.content.page.version < version)
        throw new HostError('failure', 'Confluence returned an older version');
      const levelId = parsePageLevel(pageId, row).record?.levelId;
      return scanner.scan(observed.content, withComments(attached, written), levelId, clock());
    },
  });
  if (outcome === 'contended') throw new HostError('failure', 'others scanned the same page at every attempt');
  const gone = [...targets].flatMap(([findingId, record]) => {
    const edit = editsOf(edits, commentOf(record.data.location))?.latest;
    return edit && 'removed' in edit && edit.removed.has(record.fingerprint) ? [{ findingId, edit }] : [];
  });
  if (!isWritten)
    return readListedFindings(
      storage,
      gone.map(({ findingId }) => findingId),
    );
  const findingIds = gone.flatMap(({ findingId, edit }) => (edit.outcome === 'written' ? [findingId] : []));
  const writtenComments = commentsResult(edits).comments ?? [];
  return markRedacted(work, { pageId, findingIds, version, versionBefore, method, comments: writtenComments });
}

/** The written comments, by id; undefined = the comment no longer exists. */
async function readCommentsBack(work: PageWork, edits: Edits): Promise<ReadonlyMap<string, Part | undefined>> {
  const read = edits.flatMap(({ content: { comment }, written }) => {
    if (comment === undefined || written === undefined) return [];
    const { commentId } = comment;
    return [readCommentBack(work, comment, written.version).then((part) => [commentId, part] as const)];
  });
  return new Map(await awaitAll(read));
}
