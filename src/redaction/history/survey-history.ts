import { bodyOf } from '../../findings/scan/page-content';
import type { PageComment } from '../../findings/scan/comments-and-attachments';
import type { CommentName } from '../page/comment-editing';
import { distinctValues, type ValueToRemove } from '../page/copies';
import { type Content, holdingsOf, searchOldVersions, markOf, type OldVersion } from './old-versions';
import { valuesIn } from '../page/redact-parts';
import type { PageWork } from '../page-work';
import type { History, UncertainPlaces } from '../run-model';
import { inOrder, readCommentsAsPerson } from '../page/survey-page';
import { joinPlaces, NO_PLACES } from '../page/uncertain-places';

/**
 * Finds the versions of a page and its comments that hold a value. A version may prove a value that any other version
 * only copies, so the values of all versions are collected first.
 */

export interface HistorySurvey {
  /** Page first, the latest version first. */
  readonly holders: readonly { readonly comment: Content; readonly version: OldVersion }[];
  /** Their marks. */
  readonly marks: readonly string[];
  /** The comments with such a version. */
  readonly comments: readonly CommentName[];
  /** The reason why other versions may hold a value. */
  readonly exposed: History['exposed'];
  /** Uncertain places in the old versions that stay. */
  readonly uncertain: UncertainPlaces;
}

/** Versions of one content that are read. */
export const MAX_VERSIONS = 1_000;
/** Comments whose older versions are read. */
const MAX_COMMENTS = 100;
/** Characters that are cached between the two passes. A longer history is read twice. */
const MAX_KEPT = 4_000_000;

/**
 * In a dry run, the current versions count as old ones, because a redaction would make them so.
 * @returns undefined if the person cannot see the page
 * @throws HostError, ImpersonationRefusedError
 */
export async function surveyHistory(
  work: PageWork,
  spaceId: string,
  fingerprints: ReadonlySet<string>,
): Promise<HistorySurvey | undefined> {
  const { clock, scanner, dryRun } = work;
  const options = scanner.scanOptions(spaceId, clock());
  const { comments, unread } = await readCommentsAsPerson(work);
  const contents = contentsOf(comments);
  const exposures = new Set<History['exposed']>(unread.length > 0 || contents.isTruncated ? ['too-many'] : []);
  const values: ValueToRemove[] = [];
  const kept = new Map<Content, readonly OldVersion[]>();
  let left = MAX_KEPT;
  const readVersions = async (comment: Content, use: (versions: readonly OldVersion[]) => void) => {
    let count = 0;
    const outcome = await searchOldVersions(work, comment, (versions) => {
      use(versions);
      count += versions.length;
      return count >= MAX_VERSIONS ? ('too-many' as const) : undefined;
    });
    if (outcome === 'too-many') exposures.add(outcome);
    return outcome;
  };
  for (const { comment, versions: known } of contents.list) {
    const collected: OldVersion[] = [];
    const collect = (versions: readonly OldVersion[]) => {
      values.push(...valuesIn(partsOf(versions), fingerprints, options, 'block'));
      left -= charactersIn(versions);
      if (left >= 0) collected.push(...versions);
    };
    if (known !== undefined) collect(known);
    else if ((await readVersions(comment, collect)) === 'hidden') {
      if (comment === undefined) return undefined;
      // The comment was deleted in the meantime.
      kept.set(comment, []);
    }
    if (left >= 0) kept.set(comment, collected);
  }
  const known = distinctValues(values);
  const holders: HistorySurvey['holders'][number][] = [];
  const uncertain: UncertainPlaces[] = [];
  const inspect = (comment: Content, versions: readonly OldVersion[]) => {
    const counted = dryRun ? versions : versions.filter(({ isCurrent }) => !isCurrent);
    const holdings = holdingsOf(counted, fingerprints, options, comment, known);
    for (const [index, version] of counted.entries()) {
      const { holds = 'none', uncertain: places = NO_PLACES } = holdings[index] ?? {};
      if (holds === 'values') holders.push({ comment, version });
      else if (!version.isCurrent) uncertain.push(places);
      if (holds === 'unknown') exposures.add('unreadable');
    }
    // Confluence does not delete a current version. A detector's result there is a separate finding; a copy is not.
    const current = dryRun ? [] : versions.filter(({ isCurrent }) => isCurrent);
    for (const { holds } of holdingsOf(current, new Set(), options, comment, known)) {
      if (holds === 'values') exposures.add('refused');
      if (holds === 'unknown') exposures.add('unreadable');
    }
  };
  for (const { comment, versions } of contents.list) {
    const some = kept.get(comment) ?? versions;
    if (some !== undefined) inspect(comment, some);
    else await readVersions(comment, (batch) => inspect(comment, batch));
  }
  return {
    holders,
    marks: [...new Set(holders.map(({ version }) => markOf(version, options)))],
    comments: [...new Set(holders.flatMap(({ comment }) => comment ?? []))],
    exposed: [...exposures][0],
    uncertain: joinPlaces(uncertain),
  };
}

interface Listed {
  readonly comment: Content;
  /** Omitted: they have not been read yet. */
  readonly versions?: readonly OldVersion[];
}

/** The page and its comments. A comment in its first version has no older ones. */
function contentsOf(comments: readonly PageComment[]) {
  const list: Listed[] = [{ comment: undefined }];
  let edited = 0;
  for (const { field, commentId, version, source } of inOrder(comments)) {
    const comment = { field, commentId };
    if (version !== 1) edited += 1;
    const isRead = version === 1 || edited > MAX_COMMENTS;
    list.push(isRead ? { comment, versions: [currentVersionOf(version ?? 0, source)] } : { comment });
  }
  return { list, isTruncated: edited > MAX_COMMENTS };
}

function currentVersionOf(number: number, source: string): OldVersion {
  const body = bodyOf(source, 'storage');
  const parts = typeof body === 'string' ? undefined : [{ field: 'body', representation: 'storage', source } as const];
  return { number, createdAt: '', isCurrent: true, parts };
}

function partsOf(versions: readonly OldVersion[]) {
  return versions.flatMap(({ parts = [] }) => parts);
}

function charactersIn(versions: readonly OldVersion[]): number {
  return partsOf(versions).reduce((sum, { source }) => sum + source.length, 0);
}
