import { lookUpPage } from '../../classification/page-lookup';
import { parsePageLevel, readPageLevelRow } from '../../classification/page-level-store';
import { HostError, route } from '../../platform/confluence';
import { awaitAll } from '../../platform/await-all';
import type { Interruption, PageWork } from '../page-work';
import { type Content, holdingsOf, searchOldVersions, markOf, type OldVersion } from './old-versions';
import { valuesIn } from '../page/redact-parts';
import type { DeletedVersion, History } from '../run-model';
import { MAX_VERSIONS, surveyHistory } from './survey-history';

/**
 * Deletes the older versions of a page and its comments that hold a value, one at a time, the latest first. Confluence
 * renumbers the later versions after each deletion, so they are listed again each time. Each deletion is stored before
 * it is made. After a crash or a lost reply, the list shows whether it took effect. The creation time identifies a
 * version. Its number is only for calls to Confluence and for reports.
 */

export interface HistoryStep {
  readonly history: History;
  /** Deleted versions that are not in the audit log yet. */
  readonly deleted?: DeletedVersion & { readonly createdAt: string };
}

/** Versions of one page and its comments that one redaction deletes; the rest requires another redaction. */
const MAX_DELETED = 200;

/**
 * Deletes at most one version. The caller stores the step, and calls again until `history.isOver`.
 * @throws StorageUnavailableError, CorruptRecordError, HostError, ImpersonationRefusedError: retry the call
 */
export async function cleanHistory(
  work: PageWork,
  fingerprints: ReadonlySet<string>,
  history: History,
): Promise<HistoryStep | Interruption> {
  const { comments = [] } = history;
  if (history.at > comments.length)
    return {
      history: { ...(history.comments === undefined ? exposed(history, 'unavailable') : history), isOver: true },
    };
  // The page comes before its comments.
  const comment = comments[history.at - 1];
  if (history.deleting !== undefined) return checkDeletion(work, history, comment, history.deleting);
  const spaceId = await findSpace(work);
  if (history.comments === undefined) return survey(work, fingerprints, history, spaceId);
  const found = spaceId === undefined ? 'hidden' : await findNextVersion(work, fingerprints, history, comment, spaceId);
  if (found === 'hidden') return { history: exposed(history, 'not-allowed') };
  if (found.next !== undefined) return deleteVersion(work, history, comment, found.next);
  return { history: found.unknown === undefined ? nextContent(history) : exposed(history, found.unknown) };
}

function nextContent(history: History): History {
  return { ...history, at: history.at + 1 };
}

/**
 * Finds all holders before the first deletion and stores their marks, because a copy may be certain only through a
 * value in a version that is deleted earlier.
 */
async function survey(
  work: PageWork,
  fingerprints: ReadonlySet<string>,
  history: History,
  spaceId: string | undefined,
): Promise<HistoryStep | Interruption> {
  const found = spaceId === undefined ? undefined : await surveyHistory(work, spaceId, fingerprints);
  if (found === undefined) return { history: { ...exposed(history, 'not-allowed'), isOver: true } };
  const { holders, marks, comments, uncertain } = found;
  const left = MAX_DELETED - history.deleted.length;
  const reason = history.exposed ?? (holders.length > left ? 'too-many' : found.exposed);
  const surveyed: History = {
    ...history,
    holders: marks.slice(0, MAX_DELETED),
    comments: [...comments],
    ...(uncertain.count === 0 ? {} : { uncertainPlaces: uncertain }),
    ...(reason === undefined ? {} : { exposed: reason }),
  };
  const [next] = holders;
  if (work.dryRun) {
    const some = holders
      .slice(0, left)
      .map(({ comment, version }) => ({ commentId: comment?.commentId, version: version.number }));
    return { history: { ...surveyed, deleted: [...history.deleted, ...some], isOver: true } };
  }
  if (next === undefined) return { history: { ...surveyed, isOver: true } };
  const { comment, version } = next;
  const at = comments.findIndex(({ commentId }) => commentId === comment?.commentId) + 1;
  return deleteVersion(work, { ...surveyed, at }, comment, version);
}

/** This content may keep values; cleaning continues with the next one. */
function exposed(history: History, reason: NonNullable<History['exposed']>): History {
  return { ...nextContent(withoutIntent(history)), exposed: history.exposed ?? reason };
}

function withoutIntent({ deleting: _deleting, ...history }: History): History {
  return history;
}

/** @returns undefined if the owner no longer has permission for the page */
async function findSpace(work: PageWork): Promise<string | undefined> {
  const { storage, confluence, accountId, pageId, contentType, isAllowed } = work;
  const [lookup, row] = await awaitAll([
    lookUpPage(confluence, { creatorId: accountId, pageId, contentType, forUpdate: true }),
    readPageLevelRow(storage, pageId),
  ] as const);
  if (lookup.outcome !== 'page') return undefined;
  const { spaceId } = lookup.page;
  return (await isAllowed(spaceId, parsePageLevel(pageId, row).record?.levelId ?? null)) ? spaceId : undefined;
}

async function checkDeletion(
  work: PageWork,
  history: History,
  comment: Content,
  intent: NonNullable<History['deleting']>,
): Promise<HistoryStep> {
  const found = await searchOldVersions(work, comment, (all) => {
    const versions = all.filter(({ isCurrent }) => !isCurrent);
    if (versions.some(({ createdAt }) => createdAt === intent.createdAt)) return 'there';
    const isBefore = ({ createdAt }: OldVersion) => Date.parse(createdAt) < Date.parse(intent.createdAt);
    return versions.some(isBefore) ? 'gone' : undefined;
  });
  if (found === 'hidden') throw new HostError('failure', 'a page whose versions are being deleted is not shown');
  return found === 'there' ? { history: withoutIntent(history) } : deletedOf(history, comment, intent);
}

function deletedOf(history: History, comment: Content, intent: NonNullable<History['deleting']>): HistoryStep {
  const deleted = { commentId: comment?.commentId, version: intent.version };
  return {
    history: { ...withoutIntent(history), deleted: [...history.deleted, deleted] },
    deleted: { ...deleted, createdAt: intent.createdAt },
  };
}

interface FoundVersions {
  /** The latest old version that holds a value; undefined = none. */
  readonly next: OldVersion | undefined;
  /** The reason why other versions may hold a value. */
  readonly unknown: 'unreadable' | 'too-many' | undefined;
}

async function findNextVersion(
  work: PageWork,
  fingerprints: ReadonlySet<string>,
  history: History,
  comment: Content,
  spaceId: string,
): Promise<FoundVersions | 'hidden'> {
  const options = work.scanner.scanOptions(spaceId, work.clock());
  const known = new Set(history.holders);
  let next: OldVersion | undefined;
  let unknown: FoundVersions['unknown'];
  let count = 0;
  const ended = await searchOldVersions(work, comment, (versions) => {
    const old = versions.filter(({ isCurrent }) => !isCurrent);
    const values = valuesIn(
      old.flatMap(({ parts = [] }) => parts),
      fingerprints,
      options,
      'block',
    );
    const holdings = holdingsOf(old, fingerprints, options, comment, values);
    next = old.find((version, index) => holdings[index]?.holds === 'values' || known.has(markOf(version, options)));
    if (next !== undefined) return 'enough';
    if (holdings.some(({ holds }) => holds === 'unknown')) unknown = 'unreadable';
    count += versions.length;
    if (count < MAX_VERSIONS) return undefined;
    unknown = 'too-many';
    return 'enough';
  });
  return ended === 'hidden' ? ended : { next, unknown };
}

async function deleteVersion(
  { confluence, person, pageId, charge, commit }: PageWork,
  history: History,
  comment: Content,
  { number, createdAt }: OldVersion,
): Promise<HistoryStep | Interruption> {
  if (history.deleted.length >= MAX_DELETED) return { history: exposed(history, 'too-many') };
  const wanting = await charge();
  if (wanting !== undefined) return wanting;
  const intent = { version: number, createdAt };
  const planned = { ...history, deleting: intent };
  if ((await commit({ history: planned })) === 'superseded') return { outcome: 'superseded' };
  const { status } = await confluence.delete(
    person,
    route`/wiki/rest/api/content/${comment?.commentId ?? pageId}/version/${String(number)}`,
  );
  if (status === 204 || status === 200) return deletedOf(planned, comment, intent);
  if (status === 403) return { history: exposed(planned, 'not-allowed') };
  // Another user was faster, or Confluence refuses. The next list shows it.
  return { history: status === 400 || status === 404 ? refused(planned, intent) : exposed(planned, 'refused') };
}

/** The second refusal for the same version ends the attempts. */
function refused(history: History, { createdAt }: NonNullable<History['deleting']>): History {
  return history.refused === createdAt
    ? exposed(history, 'refused')
    : { ...withoutIntent(history), refused: createdAt };
}
