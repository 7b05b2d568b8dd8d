import { lookUpPage } from '../classification/page-lookup';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import type { Inspector } from '../findings/inspect-page';
import type { Clock } from '../platform/clock';
import { type Confluence, HostError, route } from '../platform/confluence';
import type { Storage } from '../platform/storage';
import { together } from '../platform/together';
import type { SoughtValue } from './copies';
import { type Content, holdingsOf, lookThroughOldVersions, markOf, type OldVersion } from './old-versions';
import type { DeletedVersion, History, UncertainPlaces } from './run-model';
import { joinPlaces, NO_PLACES } from './uncertain-places';

/**
 * Deletes the older versions of a page and its comments that hold a value, the last one first, one at a time: after each deletion,
 * whoever it is by, Confluence counts the later ones anew, so they are listed anew for each. What is going to be deleted is
 * written down before, so that whoever goes on after a crash or a lost reply finds out by the list whether it was. A version is
 * known again by its time: its number is only what Confluence wants to be told, and what is told of it.
 */

export interface HistoryContext {
  readonly storage: Storage;
  readonly confluence: Confluence;
  readonly clock: Clock;
  readonly inspector: Inspector;
  readonly accountId: string;
  /** Nothing is deleted. */
  readonly dryRun: boolean;
  readonly isAllowed: (spaceId: string, levelId: string | null) => Promise<boolean>;
  /** Keeps what is going to be deleted; throws where somebody else goes on. */
  readonly note: (history: History) => Promise<void>;
}

export interface HistoryQuestion {
  readonly pageId: string;
  /** In the order in which they are done. */
  readonly contents: readonly Content[];
  readonly fingerprints: ReadonlySet<string>;
  readonly history: History;
}

export interface HistoryStep {
  readonly history: History;
  /** What has been deleted, and is not in the audit log yet. */
  readonly deleted?: DeletedVersion & { readonly createdAt: string };
}

/** Versions of one page and its comments; where there are more, somebody has to do the rest by hand or once more. */
const MAX_DELETED = 200;
/** Versions of one content that are looked at. */
const MAX_LOOKED_AT = 1_000;

/** @throws StorageUnavailableError, CorruptRecordError, HostError, ImpersonationRefusedError: then it is to be done again */
export async function cleanHistory(context: HistoryContext, question: HistoryQuestion): Promise<HistoryStep> {
  const { contents, history } = question;
  const content = contents[history.at];
  if (content === undefined) return { history: { ...history, isOver: true } };
  if (history.deleting !== undefined) return findOutWhetherDeleted(context, question, content, history.deleting);
  const spaceId = await findSpace(context, question.pageId);
  if (spaceId === undefined) return { history: exposed(history, 'not-allowed') };
  const looked = await look(context, question, content, spaceId);
  if (looked === 'hidden') return { history: exposed(history, 'not-allowed') };
  const seen = withHolders(withUncertain(history, looked.uncertain), looked.marks);
  if (context.dryRun) return { history: count(seen, content, looked) };
  const [next] = looked.holders;
  if (next !== undefined) return deleteVersion(context, { ...question, history: seen }, content, next);
  return { history: looked.unknown === undefined ? nextContent(seen) : exposed(seen, looked.unknown) };
}

function nextContent({ nextUncertainPlaces: found = NO_PLACES, holders: _holders, ...history }: History): History {
  const next = { ...history, at: history.at + 1 };
  if (found.count === 0) return next;
  return { ...next, uncertainPlaces: joinPlaces([history.uncertainPlaces ?? NO_PLACES, found]) };
}

/**
 * Adds the uncertain places in the versions of the content that stay. Once the last version with the value is deleted, the
 * value is unknown and nothing can be compared, so the larger earlier result counts.
 */
function withUncertain(history: History, found: UncertainPlaces): History {
  return found.count > (history.nextUncertainPlaces?.count ?? 0) ? { ...history, nextUncertainPlaces: found } : history;
}

/**
 * The first look finds all holders, and they are remembered: a copy may be certain only because of a value in another version,
 * which may be deleted before it.
 */
function withHolders(history: History, marks: readonly string[]): History {
  return history.holders === undefined ? { ...history, holders: marks.slice(0, MAX_DELETED) } : history;
}

/** Values may stay in this content; the next one is looked at. */
function exposed(history: History, reason: NonNullable<History['exposed']>): History {
  return { ...nextContent(withoutIntent(history)), exposed: history.exposed ?? reason };
}

function withoutIntent({ deleting: _deleting, ...history }: History): History {
  return history;
}

/** @returns undefined where whoever asks may not go on with the page */
async function findSpace(
  { storage, confluence, accountId, isAllowed }: HistoryContext,
  pageId: string,
): Promise<string | undefined> {
  const [lookup, row] = await together([
    lookUpPage(confluence, { creatorId: accountId, pageId, forUpdate: true }),
    readPageLevelRow(storage, pageId),
  ] as const);
  if (lookup.outcome !== 'page') return undefined;
  const { spaceId } = lookup.page;
  return (await isAllowed(spaceId, parsePageLevel(pageId, row).record?.levelId ?? null)) ? spaceId : undefined;
}

async function findOutWhetherDeleted(
  { confluence, accountId }: HistoryContext,
  { pageId, history }: HistoryQuestion,
  content: Content,
  intent: NonNullable<History['deleting']>,
): Promise<HistoryStep> {
  const found = await lookThroughOldVersions(confluence, { accountId, pageId }, content, (versions) => {
    if (versions.some(({ createdAt }) => createdAt === intent.createdAt)) return 'there';
    const isBefore = ({ createdAt }: OldVersion) => Date.parse(createdAt) < Date.parse(intent.createdAt);
    return versions.some(isBefore) ? 'gone' : undefined;
  });
  if (found === 'hidden') throw new HostError('failure', 'a page whose versions are being deleted is not shown');
  return found === 'there' ? { history: withoutIntent(history) } : deletedOf(history, content, intent);
}

function deletedOf(history: History, content: Content, intent: NonNullable<History['deleting']>): HistoryStep {
  const deleted = { ...nameOf(content), version: intent.version };
  return {
    history: { ...withoutIntent(history), deleted: [...history.deleted, deleted] },
    deleted: { ...deleted, createdAt: intent.createdAt },
  };
}

function nameOf(content: Content): Pick<DeletedVersion, 'commentId'> {
  return content.kind === 'page' ? {} : { commentId: content.commentId };
}

interface Looked {
  /** Those that hold a value, the last one first: all of them at the first look and in a dry run, else some. */
  readonly holders: readonly OldVersion[];
  /** Their marks. */
  readonly marks: readonly string[];
  /** Why there may be others. */
  readonly unknown: 'unreadable' | 'too-many' | undefined;
  /** In the other versions. */
  readonly uncertain: UncertainPlaces;
}

async function look(
  { confluence, accountId, inspector, clock, dryRun }: HistoryContext,
  { pageId, fingerprints, history }: HistoryQuestion,
  content: Content,
  spaceId: string,
): Promise<Looked | 'hidden'> {
  const options = inspector.scanOptions(spaceId, clock());
  const holders: OldVersion[] = [];
  const uncertain: UncertainPlaces[] = [];
  const known = new Set(history.holders);
  const marks = new Set<string>();
  const looksAtAll = dryRun || history.holders === undefined;
  let values: readonly SoughtValue[] = [];
  let unknown: Looked['unknown'];
  let count = 0;
  const asked = { accountId, pageId, withCurrent: dryRun };
  const ended = await lookThroughOldVersions(confluence, asked, content, (versions) => {
    const found = holdingsOf(versions, fingerprints, options, content, values);
    values = found.values;
    for (const [index, version] of versions.entries()) {
      const holding = found.holdings[index];
      if (holding === undefined) continue;
      const mark = markOf(version, options);
      if (holding.holds === 'values' || known.has(mark)) {
        holders.push(version);
        marks.add(mark);
        continue;
      }
      if (holding.holds === 'unknown') unknown = 'unreadable';
      uncertain.push(holding.uncertain);
    }
    count += versions.length;
    if (count >= MAX_LOOKED_AT) unknown = 'too-many';
    return count >= MAX_LOOKED_AT || (!looksAtAll && holders.length > 0) ? 'enough' : undefined;
  });
  return ended === 'hidden' ? ended : { holders, marks: [...marks], unknown, uncertain: joinPlaces(uncertain) };
}

/** What would be deleted, and what would stay. */
function count(history: History, content: Content, { holders, unknown }: Looked): History {
  const left = MAX_DELETED - history.deleted.length;
  const found = holders.slice(0, left).map(({ number }) => ({ ...nameOf(content), version: number }));
  const counted = { ...history, deleted: [...history.deleted, ...found] };
  const reason = holders.length > left ? 'too-many' : unknown;
  return reason === undefined ? nextContent(counted) : exposed(counted, reason);
}

async function deleteVersion(
  { confluence, accountId, note }: HistoryContext,
  { pageId, history }: HistoryQuestion,
  content: Content,
  { number, createdAt }: OldVersion,
): Promise<HistoryStep> {
  if (history.deleted.length >= MAX_DELETED) return { history: exposed(history, 'too-many') };
  const intent = { version: number, createdAt };
  const noted = { ...history, deleting: intent };
  await note(noted);
  const contentId = content.kind === 'page' ? pageId : content.commentId;
  const { status } = await confluence.delete(
    { kind: 'person', accountId },
    route`/wiki/rest/api/content/${contentId}/version/${String(number)}`,
  );
  if (status === 204 || status === 200) return deletedOf(noted, content, intent);
  if (status === 403) return { history: exposed(noted, 'not-allowed') };
  // Somebody was faster, or Confluence does not want to: the list tells.
  return { history: status === 400 || status === 404 ? refused(noted, intent) : exposed(noted, 'refused') };
}

/** The same version is not tried twice. */
function refused(history: History, { createdAt }: NonNullable<History['deleting']>): History {
  return history.refused === createdAt
    ? exposed(history, 'refused')
    : { ...withoutIntent(history), refused: createdAt };
}
