import { type AccessQuestion, decide, type Denial, type KeyRights, type PageSeen } from '../access/decide';
import type { Scope } from '../access/scope';
import { type Page, type PageLookup, lookUpPage } from '../classification/page-lookup';
import type { PageLevelRecord } from '../classification/model';
import { NO_PAGE_LEVEL_ROW, parsePageLevel, type StoredPageLevel } from '../classification/page-level-store';
import type { Row } from '../platform/storage';
import type { ApiKeyRecord } from '../keys/model';
import { Problem, type ProblemOptions } from './problem';
import type { AuthorizedRequest } from './route';

/** What `access` decides, turned into what the API answers. */

export function rightsOf(record: ApiKeyRecord): KeyRights {
  return {
    scopes: { classification: record.classificationScope, detection: record.detectionScope },
    levelLimit: record.levelLimit,
    spaceLimit: record.spaceLimit,
  };
}

/** Asks Confluence for the page as the key's creator sees it. @throws HostError, Problem 401 */
export async function readPageAsCreator(
  { confluence, key, exchange, log }: AuthorizedRequest,
  pageId: string,
  forUpdate: boolean,
): Promise<Page | 'hidden'> {
  const lookup = await lookUpPage(confluence, { creatorId: key.record.createdBy, pageId, forUpdate });
  log('page.lookup', {
    requestId: exchange.requestId,
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

export type PageQuestion = Pick<AccessQuestion, 'required' | 'target'> & {
  readonly key: ApiKeyRecord;
  readonly page: Page | 'hidden';
  readonly record: PageLevelRecord | undefined;
};

/**
 * @returns the page, which the key may deal with as asked
 * @throws Problem with what denies it
 */
export function requireAllowed({ required, target, key, page, record }: PageQuestion): Page {
  const seen: PageSeen = page === 'hidden' ? 'hidden' : { spaceId: page.spaceId, mayUpdate: page.mayUpdate };
  const decision = decide({
    required,
    key: rightsOf(key),
    page: seen,
    currentLevelId: record?.levelId ?? null,
    ...(target === undefined ? {} : { target }),
  });
  if (!decision.allow) throw new Problem(decision.problem, DENIAL_OPTIONS[decision.problem]);
  if (page === 'hidden') throw new Problem('PAGE_NOT_FOUND');
  return page;
}

/**
 * @param forUpdate whether the creator's right to update the page matters
 * @returns the page that a route wants to read, and its level
 * @throws Problem, HostError, CorruptRecordError
 */
export async function requireReadable(
  request: AuthorizedRequest,
  required: Scope,
  pageId: string,
  forUpdate: boolean,
): Promise<{ readonly page: Page; readonly record: PageLevelRecord | undefined }> {
  const page = await readPageAsCreator(request, pageId, forUpdate);
  const { record } = levelOfSeen(page, pageId, request.pageLevelRow);
  return { page: requireAllowed({ required, key: request.key.record, page, record }), record };
}

/** What is stored of a page. Of a hidden one nothing is looked at, so that nothing about it can show. */
export function levelOfSeen(page: Page | 'hidden', pageId: string, row: Row): StoredPageLevel {
  return parsePageLevel(pageId, page === 'hidden' ? NO_PAGE_LEVEL_ROW : row);
}

/** Nothing that could tell one cause of PAGE_NOT_FOUND from another. */
const DENIAL_OPTIONS: Readonly<Record<Denial, ProblemOptions>> = {
  INSUFFICIENT_SCOPE: {},
  PAGE_NOT_FOUND: {},
  LEVEL_NOT_FOUND: { detail: 'GET /v1/page-level/by-page/{pageId}/levels lists the levels that can be set on a page.' },
  SUBLEVEL_NOT_IN_LEVEL: {
    detail: 'Leave subLevelId out, or use one of the sub-levels of this level that are not archived.',
  },
  LEVEL_ARCHIVED: {},
  LEVEL_OUTSIDE_KEY_LIMIT: { detail: 'A site admin can change which levels this key is limited to.' },
  PAGE_NOT_EDITABLE: { detail: 'The creator of the key needs the permission to edit the page in Confluence.' },
};

function askedAs(lookup: PageLookup): string {
  return lookup.outcome === 'creator-inactive' ? 'as-app' : lookup.asked;
}
