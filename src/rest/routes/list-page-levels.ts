import * as z from 'zod';
import { rightsOf } from '../../keys/key-rights';
import { isWithinLimit } from '../../access/decide';
import { includesScope, UNCLASSIFIED } from '../../access/scope';
import type { ListedContentType } from '../../classification/content-type';
import type { Levels } from '../../classification/level-store';
import {
  type ListedPageLevel,
  listPageLevels as listStored,
  matchesFilter,
  type PageLevelFilter,
  type PageLevelFilterName,
} from '../../classification/list-page-levels';
import { resolveLevel } from '../../classification/resolve-level';
import { METHODS, type PageLevelRecord } from '../../classification/model';
import type { SeenPage } from '../../classification/pages-lookup';
import { UNKNOWN_SPACE } from '../../classification/page-correction';
import { listBelowRequired } from '../../findings/lists/below-required';
import type { Position } from '../../platform/rows-by-time';
import { CURSOR_PROBLEMS, questionOf } from '../cursor';
import type { Exchange } from '../exchange';
import { pointsOfPages } from '../../quota/host-points';
import * as fields from '../fields';
import { readQuery, SUB_LEVEL_NEEDS_LEVEL } from '../middleware/input';
import { listAnswer, PAGE_HEADERS, pageOf } from '../paging';
import { Problem } from '../problem';
import { FILTER_PROBLEMS, requireInLimits, unknownLevel } from '../filter-limits';
import { isUnknownSpace } from '../require-space';
import type { AuthorizedRequest, Route } from '../route';
import { listUnclassified } from '../unclassified-pages';
import { listVisible, seePages, withActiveCreator } from '../visible-pages';
import {
  PAGE_LEVEL_EXAMPLE,
  pageLevelBody,
  pageWithoutLevel,
  toPageLevelBody,
  toPageWithoutLevel,
} from './page-level-schemas';
import { ok } from '../operation';

/** Everything that the cursors of the list depend on. Add a new filter at the end (../cursor.ts). */
const filters = {
  spaceId: fields.spaceId
    .optional()
    .meta({ description: 'Only pages in this space.', examples: [PAGE_LEVEL_EXAMPLE.spaceId] }),
  levelId: fields.levelFilter('Only pages with this level'),
  subLevelId: fields.subLevelName.optional().meta({
    description:
      'Only pages with this sub-level, given as UUID or key: `restricted/finance`, or `finance` together with the level.',
  }),
  method: z
    .enum(METHODS, { error: `must be one of ${METHODS.join(', ')}` })
    .optional()
    .meta({ description: 'Only pages whose level was set by this method.', examples: ['REST_API'] }),
  classifierId: fields.accountId.optional().meta({
    description: 'Only pages whose level was set by this person or their key.',
    examples: [PAGE_LEVEL_EXAMPLE.classifierId],
  }),
  from: fields.instant.optional().meta({
    description:
      'Only pages classified at or after this time. The list then starts with the page that was classified last.',
  }),
  to: fields.instant.optional().meta({
    description:
      'Only pages classified at or before this time, and before the first request of the list. The list then starts with the page that was classified last.',
  }),
  unclassified: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .meta({
      description: 'Lists pages without a level. It can only be combined with the space.',
      examples: ['true'],
    }),
  belowRequired: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .meta({
      description:
        'Lists pages whose open findings require a more sensitive level than they have, or that have none. It can only be combined with the space, and requires `detection::read`.',
      examples: ['true'],
    }),
  spaceKey: fields.spaceKey,
  sort: z
    .enum(['-classificationDate'], { error: 'must be -classificationDate' })
    .optional()
    .meta({
      description:
        'The page that was classified last comes first, as with `from` or `to`. Omitted: the fixed order of the pages.',
      examples: ['-classificationDate'],
    }),
  contentType: fields.contentTypes,
} satisfies Readonly<
  Record<PageLevelFilterName | 'unclassified' | 'belowRequired' | 'spaceKey' | 'sort' | 'contentType', z.ZodType>
>;

/** Required besides the scope of the route for the list of pages below their required level. */
const FINDINGS_SCOPE = 'detection::read';

/** The limit of a bulk request; storage reads this many levels in one call. */
const MAX_PAGE_IDS = 25;

const pageIdFilter = z
  .array(fields.pageId)
  .max(MAX_PAGE_IDS, { error: `can be given ${MAX_PAGE_IDS} times at most` })
  .refine((pageIds) => new Set(pageIds).size === pageIds.length, { error: 'must have each page only once' })
  .optional()
  .meta({
    description: `Lists these pages, with or without a level. Repeat the parameter for up to ${MAX_PAGE_IDS} page ids. It can only be combined with \`contentType\` and \`fields\`.`,
    examples: [[PAGE_LEVEL_EXAMPLE.pageId]],
  });

const requiredLevelId = z.string().optional().meta({
  description: 'The level that the open findings of the page require. Only with `belowRequired=true`.',
});

const listedPageLevel = pageLevelBody
  .extend({ title: fields.pageTitle, requiredLevelId })
  .meta({ id: 'ListedPageLevel', description: 'The classification level of a page, and its title.' });

const unclassifiedPage = pageWithoutLevel
  .extend({ title: fields.pageTitle, requiredLevelId })
  .meta({ id: 'UnclassifiedPage', description: 'A page without a classification level.' });

const listedPage = z.union([listedPageLevel, unclassifiedPage]);

type ListedPage = z.infer<typeof listedPage>;

const answer = pageOf(listedPage).meta({ id: 'PageLevelList' });

const query = z.strictObject({
  pageId: pageIdFilter,
  ...filters,
  limit: fields.limit,
  cursor: fields.cursor,
  fields: fields.entryFields(answer),
});

export const listPageLevels: Route = {
  method: 'GET',
  path: '/v1/page-level',
  operationId: 'listPageLevels',
  summary: 'List the levels of pages',
  description:
    'Lists classified pages; with `unclassified=true`, the pages without a level; with `belowRequired=true`, the pages whose findings require a more sensitive level; with `pageId`, exactly these pages. The order of a list is fixed, so that a page that stays in the list is returned exactly once, whatever changes in the meantime. With `from` or `to`, the list starts with the page that was classified last, and a page that is classified again while you read the list leaves it. The list contains only pages that the creator of the key can see now and that are inside the limits of the key. A requested page that is missing from the list does not exist, or the key cannot see it. Filters are combined with AND. Changes of the last few seconds may be missing. A page of the list can be short, or empty, and still have a next page.',
  scope: 'classification::read',
  query,
  success: ok(
    'One page of the list.',
    answer,
    { results: [{ ...PAGE_LEVEL_EXAMPLE, title: 'Release process' }], _links: {} },
    PAGE_HEADERS,
  ),
  problems: [...CURSOR_PROBLEMS, ...FILTER_PROBLEMS, 'SUBLEVEL_NOT_IN_LEVEL'],
  prepare: (exchange) => {
    const { pageId: pageIds, limit, cursor, fields: _, ...given } = readQuery(exchange, query);
    const { unclassified, belowRequired, contentType = 'page', ...filter } = given;
    if (pageIds !== undefined) {
      refuseOthers(exchange);
      return {
        points: pointsOfPages(pageIds.length),
        run: async (request) => listAnswer<ListedPage>(exchange, await named(request, pageIds, contentType), undefined),
      };
    }
    const isUnclassified = unclassified === 'true';
    const isBelow = belowRequired === 'true';
    const { spaceId, sort } = filter;
    checkTogether(exchange, isBelow ? 'belowRequired' : isUnclassified ? 'unclassified' : undefined, filter);
    const question = questionOf(listPageLevels.operationId, z.strictObject(filters), {
      ...filter,
      unclassified: isUnclassified ? UNCLASSIFIED : undefined,
      belowRequired: isBelow ? 'true' : undefined,
      contentType: contentType === 'page' ? undefined : contentType,
    });
    return {
      points: 'when-known',
      run: async (request) => {
        const after = cursor === undefined ? undefined : request.cursors.read(cursor, question);
        if (isBelow) requireFindings(request);
        const wanted = isUnclassified ? { spaceId } : resolved(request.levels, filter);
        requireInLimits(request, isUnclassified ? [UNCLASSIFIED] : levelsOf(wanted), spaceId);
        if (await isUnknownSpace(request, spaceId)) return listAnswer<ListedPage>(exchange, [], undefined);
        const { results, next } = isBelow
          ? await belowRequiredIn(request, { spaceId, after, limit })
          : isUnclassified
            ? await unclassifiedIn(request, { spaceId, after, limit })
            : await classifiedAs(request, { filter: wanted, contentType, isByDate: sort !== undefined, after, limit });
        return listAnswer<ListedPage>(exchange, results, next && request.cursors.write(next, question));
      },
    };
  },
};

/** The pages that the key can see, each with its level. @throws Problem, HostError, StorageUnavailableError */
async function named(
  request: AuthorizedRequest,
  pageIds: readonly string[],
  contentType: ListedContentType,
): Promise<readonly ListedPage[]> {
  const seen = await seePages(request, pageIds, undefined, 'first', contentType);
  return pageIds.toSorted(byNumber).flatMap((pageId): ListedPage[] => {
    const visible = seen.get(pageId) ?? 'hidden';
    if (visible === 'hidden') return [];
    const { page, level } = visible;
    return [level === undefined ? toUnclassifiedPage(page) : toListedPageLevel(page, level, request.levels)];
  });
}

/** The platform does not preserve the order of a repeated parameter. */
function byNumber(one: string, other: string): number {
  return BigInt(one) < BigInt(other) ? -1 : 1;
}

/** @throws Problem 400 if page ids are combined with another parameter */
function refuseOthers({ query: given }: Exchange): void {
  const errors = [...given.keys()]
    .filter((parameter) => !['pageId', 'contentType', 'fields'].includes(parameter))
    .map((parameter) => ({
      code: 'INVALID_PARAMETER' as const,
      title: `${parameter} cannot be combined with pageId`,
      detail: 'A list of pageId values cannot be combined with filters.',
      parameter,
    }));
  if (errors.length > 0) throw new Problem('INVALID_PARAMETER', { errors });
}

type Place = Pick<Parameters<typeof listUnclassified>[1], 'after' | 'limit'>;

async function classifiedAs(
  request: AuthorizedRequest,
  {
    filter,
    contentType,
    isByDate,
    after,
    limit,
  }: Place & { filter: PageLevelFilter; contentType: ListedContentType; isByDate: boolean },
) {
  const { levelLimit, spaceLimit } = rightsOf(request.key.record);
  return listVisible<ListedPageLevel, ListedPage, Position | undefined>(request, {
    contentType,
    after,
    limit,
    find: async (place, wanted) => {
      const { items, next } = await listStored(request.storage, {
        ...{ contentType, filter, isByDate },
        // If the record has no space, use the space of the page.
        isWanted: ({ spaceId, levelId }) =>
          (spaceId === UNKNOWN_SPACE || isWithinLimit(spaceLimit, spaceId)) && isWithinLimit(levelLimit, levelId),
        after: place,
        limit: wanted,
      });
      return { items, next, hasMore: next !== undefined };
    },
    show: (_candidate, page, record) =>
      record !== undefined && matchesFilter({ ...record, spaceId: page.spaceId }, filter)
        ? toListedPageLevel(page, record, request.levels)
        : undefined,
  });
}

async function unclassifiedIn(request: AuthorizedRequest, question: Place & { spaceId: string | undefined }) {
  const { results, next } = await listUnclassified(request, question);
  return { results: results.map(toUnclassifiedPage), next };
}

async function belowRequiredIn(request: AuthorizedRequest, question: Place & { spaceId: string | undefined }) {
  const { storage, confluence, levels, now } = request;
  const { results, next, hasMore } = await withActiveCreator(request, undefined, (see) =>
    listBelowRequired({ storage, confluence, levels, now, see }, question),
  );
  return {
    results: results.map(({ page, level, requiredLevelId: required }): ListedPage => ({
      ...(level === undefined ? toUnclassifiedPage(page) : toListedPageLevel(page, level, levels)),
      requiredLevelId: required,
    })),
    next: hasMore ? next : undefined,
  };
}

/** @throws Problem 403 */
function requireFindings({ key }: AuthorizedRequest): void {
  if (includesScope(rightsOf(key.record).scopes, FINDINGS_SCOPE)) return;
  throw new Problem('INSUFFICIENT_SCOPE', {
    detail: `belowRequired=true requires ${FINDINGS_SCOPE} besides classification::read, because findings decide on the list.`,
    requiredScope: FINDINGS_SCOPE,
  });
}

function toListedPageLevel(page: SeenPage, record: PageLevelRecord, levels: Levels): z.infer<typeof listedPageLevel> {
  return { ...toPageLevelBody(page, record, levels), title: page.title };
}

function toUnclassifiedPage(page: SeenPage): z.infer<typeof unclassifiedPage> {
  return { ...toPageWithoutLevel(page), title: page.title };
}

/** The lists that are not about stored levels have only the space. */
const OTHER_FILTERS = Object.keys(filters).filter((name) => name !== 'spaceId' && name !== 'spaceKey');

/** @throws Problem 400 where two parameters contradict each other */
function checkTogether(
  { query: given }: Exchange,
  ownList: 'unclassified' | 'belowRequired' | undefined,
  { from, to }: Pick<PageLevelFilter, 'from' | 'to'>,
): void {
  const others = OTHER_FILTERS.filter((name) => ownList !== undefined && name !== ownList && given.has(name));
  const wrong = others.map((parameter) => ({
    code: 'INVALID_PARAMETER' as const,
    title: `${parameter} cannot be combined with ${ownList}=true`,
    detail: 'This list can only be filtered by spaceId or spaceKey.',
    parameter,
  }));
  if (wrong.length > 0) throw new Problem('INVALID_PARAMETER', { errors: wrong });
  if (from !== undefined && to !== undefined && from > to) {
    const title = 'to is before from';
    const detail = 'Nothing lies between them.';
    throw new Problem('INVALID_PARAMETER', { errors: [{ code: 'INVALID_PARAMETER', title, detail, parameter: 'to' }] });
  }
}

type GivenFilter = Omit<z.infer<z.ZodObject<typeof filters>>, 'unclassified' | 'belowRequired' | 'contentType'>;

/**
 * Converts the filter to the form that is stored with pages. A sub-level must belong to each of several levels.
 * @throws Problem 422
 */
function resolved(
  levels: Levels,
  { levelId: names = [], spaceKey: _, sort: __, ...others }: GivenFilter,
): PageLevelFilter {
  if (names.length < 2) return withLevel(levels, { ...others, levelId: names[0] });
  const { subLevelId, ...rest } = others;
  return { ...rest, anyOf: names.map((levelId) => withLevel(levels, { levelId, subLevelId })) };
}

function levelsOf({ levelId, anyOf }: PageLevelFilter): readonly string[] | undefined {
  return levelId === undefined ? anyOf?.flatMap((one) => one.levelId ?? []) : [levelId];
}

/** @throws Problem 422 */
function withLevel(levels: Levels, filter: PageLevelFilter): PageLevelFilter {
  const { levelId = filter.subLevelId, subLevelId } = filter;
  if (levelId === undefined) return filter;
  const isNamed = filter.levelId !== undefined || levelId.includes('/');
  const wanted = isNamed ? resolveLevel(levels.all, { levelId, subLevelId }) : { levelId: undefined, subLevelId };
  const level = levels.all.find((one) =>
    isNamed ? one.levelId === wanted.levelId : one.subLevels.some((other) => other.subLevelId === subLevelId),
  );
  if (level === undefined && filter.levelId !== undefined) throw unknownLevel('LEVEL_NOT_FOUND', 'levelId');
  const isThere =
    wanted.subLevelId === undefined || level?.subLevels.some((one) => one.subLevelId === wanted.subLevelId);
  if (level === undefined) throw unknownLevel('SUBLEVEL_NOT_IN_LEVEL', 'subLevelId', SUB_LEVEL_NEEDS_LEVEL);
  if (isThere !== true) throw unknownLevel('SUBLEVEL_NOT_IN_LEVEL', 'subLevelId');
  return { ...filter, levelId: level.levelId, subLevelId: wanted.subLevelId };
}
