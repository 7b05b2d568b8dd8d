import { readAnswers } from '../capabilities/answers';
import { type AccessQuestion, decide, type Denial, DENIALS, isWithinLimit } from '../access/decide';
import { type Scope, UNCLASSIFIED } from '../access/scope';
import {
  type ChangedPage,
  changePageLevel,
  levelOfSeen,
  type PageLevelChange,
  visibleFloor,
} from '../classification/change-page-level';
import type { ListedContentType } from '../classification/content-type';
import { type Page, type PageLookup, lookUpPage } from '../classification/page-lookup';
import { type NamedLevel, resolveLevel } from '../classification/resolve-level';
import type { PageLevelRecord } from '../classification/model';
import { readPageLevelRow } from '../classification/page-level-store';
import type { LevelFloor } from '../classification/level-floor';
import { findLevel } from '../classification/level-store';
import { defaultIn } from '../classification/settings';
import { followUpsOf } from '../findings/required-level/change-of-page';
import { levelFloorReader } from '../findings/required-level/level-floor';
import type { CollectedMirrors } from '../mirror/push-mirror';
import { computeIfOn } from '../exposure/computed-pages';
import { rightsOf } from '../keys/key-rights';
import type { ApiKey, ApiKeyRecord } from '../keys/model';
import type { Condition } from './middleware/conditions';
import { Problem, type ProblemCode, PROBLEMS } from './problem';
import type { Row } from '../platform/storage';
import { awaitAll } from '../platform/await-all';
import type { RestResult } from './response';
import type { AuthorizedRequest } from './route';

/** Maps the decisions of `access` to responses of the API. */

/**
 * Reads the page from Confluence as the key's creator.
 * @param contentType Default: pages, so an operation has to say that it is for both
 * @throws HostError of kind `refused` if the site check found that the app cannot ask for the creator's permissions either, which
 *   makes every page look hidden; Problem 401
 */
export async function readPageAsCreator(
  request: AuthorizedRequest,
  pageId: string,
  forUpdate: boolean,
  contentType: ListedContentType = 'page',
): Promise<Page | 'hidden'> {
  const { confluence, storage, key, requestId, log } = request;
  const { createdBy: creatorId, spaceLimit, levelLimit } = key.record;
  const mayHide = spaceLimit.length > 0 || levelLimit.length > 0;
  const isCheckRefused = async () => (await readAnswers(storage)).get('permission-check')?.state === 'fails';
  const isShown = (page: Page) => isInLimits(request, page);
  const compute = () => computeIfOn(request, { accountId: creatorId, pageId, isNeeded: isCheckRefused, isShown });
  const question = { creatorId, pageId, contentType, forUpdate, mayHide, isCheckRefused, compute };
  const lookup = await lookUpPage(confluence, question);
  log('page.lookup', {
    requestId,
    outcome: lookup.outcome,
    asked: askedAs(lookup),
    statuses: lookup.outcome === 'hidden' ? lookup.statuses : undefined,
  });
  switch (lookup.outcome) {
    case 'creator-inactive':
      throw new Problem('API_KEY_OWNER_INACTIVE');
    case 'hidden':
      return 'hidden';
    case 'page':
      return lookup.page;
  }
}

/** True if the limits of the key do not hide the page. @throws StorageUnavailableError, CorruptRecordError */
async function isInLimits({ storage, key }: AuthorizedRequest, page: Page): Promise<boolean> {
  const { spaceLimit, levelLimit } = rightsOf(key.record);
  if (!isWithinLimit(spaceLimit, page.spaceId)) return false;
  if (levelLimit.length === 0) return true;
  const { record } = levelOfSeen(page, page.pageId, await readPageLevelRow(storage, page.pageId));
  return isWithinLimit(levelLimit, record?.levelId ?? UNCLASSIFIED);
}

type PageQuestion = Pick<AccessQuestion, 'required'> & {
  readonly key: ApiKeyRecord;
  readonly page: Page | 'hidden';
  readonly record: PageLevelRecord | undefined;
  readonly notFound: { readonly detail: string } | undefined;
};

/**
 * @returns the page, if the key may access it as requested
 * @throws Problem with the reason of the denial
 */
function requireAllowed({ required, key, page, record, notFound }: PageQuestion): Page {
  const decision = decide({ required, key: rightsOf(key), page, currentLevelId: record?.levelId ?? null });
  if (!decision.allow && decision.problem !== 'PAGE_NOT_FOUND') throw denied(decision.problem);
  if (!decision.allow || page === 'hidden') throw new Problem('PAGE_NOT_FOUND', notFound);
  return page;
}

/** The same for each page that is not found, so that it does not show that a blog post exists. */
const ONLY_PAGES = {
  detail: `${PROBLEMS.PAGE_NOT_FOUND.detail} This operation does not find blog posts.`,
};

/**
 * @param forUpdate true if the creator must be able to update the page
 * @returns the page and its level
 * @throws Problem, HostError, CorruptRecordError
 */
export async function requireReadable(
  request: AuthorizedRequest,
  required: Scope,
  pageId: string,
  forUpdate: boolean,
  contentType?: ListedContentType,
): Promise<{ readonly page: Page; readonly record: PageLevelRecord | undefined }> {
  const [row, page] = await awaitAll([
    readPageLevelRow(request.storage, pageId),
    readPageAsCreator(request, pageId, forUpdate, contentType),
  ]);
  const { record } = levelOfSeen(page, pageId, row);
  const notFound = contentType === undefined ? ONLY_PAGES : undefined;
  return { page: requireAllowed({ required, key: request.key.record, page, record, notFound }), record };
}

/** Every operation with a scope already includes INSUFFICIENT_SCOPE. */
const CHANGE_DENIALS = DENIALS.filter((rule) => rule.name !== 'INSUFFICIENT_SCOPE');

const CHANGE_PROBLEMS = ['PRECONDITION_FAILED', 'EDIT_CONFLICT'] as const;

/** The problems of an operation that sets a level. */
export const SET_LEVEL_PROBLEMS: readonly ProblemCode[] = [
  ...CHANGE_DENIALS.map(({ name }) => name),
  ...CHANGE_PROBLEMS,
];

/** The problems of an operation that sets the default level. The settings accept only a level that can be set. */
export const CLEAR_LEVEL_PROBLEMS: readonly ProblemCode[] = [
  ...CHANGE_DENIALS.filter((rule) => rule.denies !== 'setting a level').map(({ name }) => name),
  ...CHANGE_PROBLEMS,
];

interface WantedChange extends Pick<PageLevelChange, 'pageId' | 'justification'> {
  readonly level: NamedLevel | 'default';
  readonly required: Scope;
  /** The condition of the request on the page's ETag. */
  readonly condition: Condition | undefined;
  /** As in `ChangeActor`. */
  readonly lane?: number;
}

export interface DoneChange extends ChangedPage {
  readonly changed: boolean;
}

/**
 * Changes the level of one page with the key of a request.
 * @param answerTo returns the response to a change, which is stored with it; omitted if it is not the whole response
 * @param mirrors collects the pages whose content property must be written; omitted: each page has its own event
 * @throws Problem, StorageUnavailableError, HostError, CorruptRecordError
 */
export async function changePageLevelWithKey(
  request: AuthorizedRequest,
  { condition, required, level, lane, ...wanted }: WantedChange,
  answerTo?: (done: DoneChange) => RestResult,
  mirrors?: Pick<CollectedMirrors, 'pushMirror'>,
): Promise<DoneChange> {
  const { key } = request;
  const context = {
    ...request,
    actor: {
      kind: 'key',
      key,
      required,
      rightsOf: ({ record }: ApiKey) => rightsOf(record),
      reverify: (row: Row) => request.reverify(row),
      readFloor: levelFloorReader(request),
      ...(lane === undefined ? {} : { lane }),
    },
    readPage: () => readPageAsCreator(request, wanted.pageId, true, 'all'),
    ...(mirrors ?? followUpsOf(request, key)),
    ...(answerTo && { alongside: (done: ChangedPage) => request.keep(answerTo({ ...done, changed: true })) }),
  } as const;
  const precondition = condition && ((current: PageLevelRecord | undefined) => condition(current && etagOf(current)));
  const done = await changePageLevel(context, {
    ...wanted,
    level: level === 'default' ? level : resolveLevel(request.levels.all, level),
    method: 'REST_API',
    ...(precondition && { precondition }),
  });
  switch (done.outcome) {
    case 'changed':
    case 'unchanged':
      return { page: done.page, record: done.record, changed: done.outcome === 'changed' };
    case 'denied':
      throw denied(done.denial, done.floor);
    case 'precondition-failed':
      throw new Problem('PRECONDITION_FAILED', {
        detail: 'The level of the page does not match If-Match or If-None-Match. Nothing was changed.',
        headers: done.record === undefined ? {} : { ETag: etagOf(done.record) },
      });
    case 'contended':
      throw new Problem('EDIT_CONFLICT', {
        detail: 'Nothing was changed. Retry.',
        headers: { 'Retry-After': '1' },
      });
  }
}

/**
 * Returns the earlier response if the key may still send this request, because it can see the page and the requested
 * level is inside its limit.
 * @throws Problem 403, 404 as for a new request, or the earlier problem
 */
export async function replayOfPage(
  request: AuthorizedRequest,
  { required, pageId, level }: Pick<WantedChange, 'required' | 'pageId' | 'level'>,
  answer: RestResult | Problem,
): Promise<RestResult> {
  const { page } = await requireReadable(request, required, pageId, false, 'all');
  if (!isTargetInLimit(request, page.spaceId, level)) throw denied('LEVEL_OUTSIDE_KEY_LIMIT');
  if (!(answer instanceof Problem)) return answer;
  const { floor } = answer.options;
  if (floor === undefined) throw answer;
  throw new Problem(answer.code, { ...answer.options, floor: visibleFloor(rightsOf(request.key.record), floor) });
}

/**
 * True if the key may set this level in a space now. A level that does not exist passes, because it was refused before.
 */
export function isTargetInLimit(
  { key, levels }: Pick<AuthorizedRequest, 'key' | 'levels'>,
  spaceId: string,
  level: WantedChange['level'],
): boolean {
  const target = level === 'default' ? defaultIn(levels, spaceId) : resolveLevel(levels.all, level);
  if (target === 'none') return isWithinLimit(rightsOf(key.record).levelLimit, UNCLASSIFIED);
  return (
    findLevel(levels, target.levelId) === undefined || isWithinLimit(rightsOf(key.record).levelLimit, target.levelId)
  );
}

export function denied(denial: Denial, floor?: LevelFloor): Problem {
  return new Problem(denial, floor && { floor });
}

function askedAs(lookup: PageLookup): string {
  return lookup.outcome === 'creator-inactive' ? 'as-app' : lookup.asked;
}

/** The ETag of the page's level. It changes whenever the level's record is written. */
export function etagOf(record: PageLevelRecord): string {
  return `"p${record.rev}"`;
}
