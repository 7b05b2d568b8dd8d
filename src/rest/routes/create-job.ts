import * as z from 'zod';
import { JOBS } from '../../jobs/job-kind';
import { findLevel, type Levels } from '../../classification/level-store';
import { resolveLevel } from '../../classification/resolve-level';
import { createJob as create } from '../../jobs/create-job';
import { type Job, type JobOrder, type JobPage, MAX_PAGES } from '../../jobs/model';
import { searchPages } from '../../classification/search-pages';
import { rightsOf } from '../../keys/key-rights';
import { cqlText } from '../../keys/plain-text';
import { estimateChanges } from '../../quota/estimate';
import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireActiveCreator } from '../active-creator';
import * as fields from '../fields';
import { IDEMPOTENCY_KEY, requireIdempotencyKey } from '../middleware/idempotency-header';
import { readBody } from '../middleware/input';
import { requireReadable } from '../page-access';
import { Problem } from '../problem';
import type { AuthorizedRequest, Route } from '../route';
import { createdAnswer, startCreated } from '../run-requests';
import { JOB_EXAMPLE, type JobBody, jobBody, toJobBody } from './job-schemas';
import { readJobBody } from './visible-job';
import { PAGE_LEVEL_EXAMPLE } from './page-level-schemas';
import { misplacedFields, pageAction, pageIfMatch, pageIfNoneMatch, requiredField } from './page-action';

/** Enough for 10,000 pages, each with its own level, sub-level and ETag. */
const MAX_BYTES = 2 * 1024 * 1024;

const NEEDS_LEVEL = 'requires levelId; or send both in levelId, such as restricted/finance';

const optional = (name: typeof fields.levelName, description: string) => name.optional().meta({ description });

const flag = (description: string) =>
  z.boolean({ error: 'must be true or false' }).default(false).meta({ description });

const page = z
  .strictObject({
    pageId: fields.pageId,
    levelId: optional(
      fields.levelName,
      'The UUID or the key of the level of this page. Omitted = the level of the job.',
    ),
    subLevelId: optional(fields.subLevelName, 'The UUID or the key of one of the sub-levels of `levelId`.'),
    ifMatch: pageIfMatch,
    ifNoneMatch: pageIfNoneMatch,
  })
  .refine(({ levelId, subLevelId }) => levelId !== undefined || subLevelId === undefined, {
    error: NEEDS_LEVEL,
    path: ['subLevelId'],
  })
  .meta({ id: 'JobPage' });

const tree = z
  .strictObject({
    rootPageId: fields.pageId,
    includeRoot: z
      .boolean({ error: 'must be true or false' })
      .default(true)
      .meta({ description: 'Whether to include the page itself.' }),
  })
  .meta({ id: 'JobTree' });

const body = z
  .strictObject({
    action: pageAction,
    levelId: optional(
      fields.levelName,
      'The UUID or the key of the level for all pages without a level of their own in the request.',
    ),
    subLevelId: optional(fields.subLevelName, 'The UUID or the key of one of the sub-levels of `levelId`.'),
    justification: fields.justification,
    pages: z
      .array(page, { error: 'must be a list' })
      .min(1, { error: 'must not be empty' })
      .max(MAX_PAGES, { error: `must have ${MAX_PAGES} entries at most` })
      .superRefine(fields.eachOnce('pageId'))
      .optional()
      .meta({ description: 'Up to 10,000 pages, or blog posts with `contentType`, each once.' }),
    tree: tree.optional().meta({ description: 'A page and its descendants.' }),
    cql: cqlText.optional().meta({
      description: 'The results of a search in Confluence.',
      examples: ['space = ENG and label = "finance"'],
    }),
    contentType: fields.contentTypes.meta({
      description: 'The content of `pages` or `cql`: pages, blog posts or both. Default: `page`.',
    }),
    onlyUnclassified: flag('true = skips pages that already have a level.'),
    dryRun: flag(
      'true = changes nothing. The results show what would have happened. The audit log has no events of a dry run.',
    ),
  })
  .refine(({ pages, tree, cql }) => [pages, tree, cql].filter((one) => one !== undefined).length === 1, {
    error: 'or tree or cql must be given, and only one of them',
    path: ['pages'],
  })
  .refine(({ tree, contentType = 'page' }) => tree === undefined || contentType === 'page', {
    error: 'must be page with tree, because no blog post is below a page',
    path: ['contentType'],
  })
  .refine(
    ({ action, levelId, pages }) =>
      action !== 'set' || levelId !== undefined || (pages?.every((one) => one.levelId !== undefined) ?? false),
    {
      error: 'must be given, unless every page has one of its own',
      path: ['levelId'],
    },
  )
  .refine(
    ({ action, justification }) => action !== 'reset' || justification !== undefined,
    requiredField('justification'),
  )
  .superRefine(({ pages = [], ...job }, context) => {
    for (const { field, ...issue } of misplacedFields(job))
      context.addIssue({ code: 'custom', path: [field], ...issue });
    pages.forEach((one, index) => {
      for (const { field, ...issue } of misplacedFields({ ...one, action: job.action }))
        context.addIssue({ code: 'custom', path: ['pages', index, field], ...issue });
    });
  })
  .refine(({ levelId, subLevelId }) => levelId !== undefined || subLevelId === undefined, {
    error: NEEDS_LEVEL,
    path: ['subLevelId'],
  })
  .meta({
    id: 'CreateJob',
    oneOf: [{ required: ['pages'] }, { required: ['tree'] }, { required: ['cql'] }],
  });

type Body = z.infer<typeof body>;

const scope = 'classification::write';

export const createJob: Route = {
  method: 'POST',
  effect: 'change',
  path: '/v1/page-level/jobs',
  operationId: 'createJob',
  summary: 'Set, clear or reset the levels of many pages in the background',
  description:
    'Creates a job for up to 10,000 pages: listed pages, a page and its descendants, or the results of a search. It is for pages, unless `contentType` says otherwise: other content is not found. A search finds only pages that the creator of the key can see and that are inside the limits of the key. `action` is applied to each page like the operation on a single page, with the permissions of the key and its creator at that moment. Repeating the request with the same Idempotency-Key returns the same job. Jobs run in turn: at most five per site and three per key run at the same time. A key can have five open jobs, a site 100.',
  scope,
  requiredHeaders: IDEMPOTENCY_KEY,
  dropsReasons: true,
  body: {
    schema: body,
    example: { levelId: PAGE_LEVEL_EXAMPLE.levelId, pages: [{ pageId: PAGE_LEVEL_EXAMPLE.pageId }] },
    maxBytes: MAX_BYTES,
  },
  success: {
    status: 202,
    description: 'The new job, or for a repeated request the existing job in its current state.',
    schema: jobBody,
    example: { ...JOB_EXAMPLE, state: 'queued', done: 0, failed: 0 },
    headers: {
      Location: 'The address of the job.',
      'Retry-After': 'The recommended delay before reading it, in seconds. Absent if it has ended.',
      'Idempotent-Replayed': '`true` if the job already existed.',
    },
  },
  problems: [
    'INVALID_IDEMPOTENCY_KEY',
    'PAGE_NOT_FOUND',
    'TOO_MANY_JOBS',
    'EDIT_CONFLICT',
    'IDEMPOTENCY_KEY_REUSED',
    'LEVEL_NOT_FOUND',
    'SUBLEVEL_NOT_IN_LEVEL',
    'LEVEL_ARCHIVED',
    'INVALID_CQL',
    'SEARCH_NOT_POSSIBLE',
  ],
  prepare: (exchange) => {
    const wanted = readBody(exchange, body, MAX_BYTES);
    const idempotencyKey = requireIdempotencyKey(exchange);
    return {
      points: POINTS_OF_A_PERSON + (wanted.pages === undefined ? POINTS_OF_A_PAGE : 0),
      run: async (request) => {
        const { order, pages } = orderOf(wanted, request.levels);
        await requireActiveCreator(request);
        const creation = await create(request, {
          owner: { kind: 'key', key: request.key },
          idempotencyKey,
          order,
          pages,
          requestId: request.requestId,
          installationId: request.installationId,
          check: async () => {
            requireUsable(request.levels, order);
            await requireFindable(request, wanted);
          },
        });
        const created = await startCreated(request, JOBS, creation);
        const { run: job, isNew } = created;
        if (!isNew) await requireVisibleRoot(request, wanted);
        const body = isNew ? { ...toJobBody(job), ...estimateOf(request, job) } : await readJobBody(request, job);
        return createdAnswer(request, created, '/job', body);
      },
    };
  },
};

function estimateOf({ quotas }: AuthorizedRequest, { record: { data } }: Job): Pick<JobBody, 'estimatedSeconds'> {
  if (quotas === 'off' || data.search !== undefined) return {};
  return { estimatedSeconds: estimateChanges(data.found, quotas.current, 'work').seconds };
}

/** Reports an error that all pages share once, for the whole request. @throws Problem 422 */
function requireUsable(levels: Levels, { level: wanted }: JobOrder): void {
  if (typeof wanted !== 'object') return;
  const { levelId, subLevelId } = wanted;
  const level = findLevel(levels, levelId);
  if (level === undefined) throw new Problem('LEVEL_NOT_FOUND', { detail: 'No page was changed.' });
  const isOfLevel = level.subLevels.some((one) => one.subLevelId === subLevelId && one.status === 'PUBLISHED');
  if (subLevelId !== undefined && !isOfLevel) throw new Problem('SUBLEVEL_NOT_IN_LEVEL');
  if (level.status === 'ARCHIVED') throw new Problem('LEVEL_ARCHIVED');
}

/** @throws Problem 404, 422, HostError */
async function requireFindable(request: AuthorizedRequest, wanted: Body): Promise<void> {
  const { confluence, storage, key } = request;
  const creatorId = key.record.createdBy;
  await requireVisibleRoot(request, wanted);
  const { cql, contentType } = wanted;
  if (cql === undefined) return;
  const rights = rightsOf(key.record);
  const search = { creatorId, cql, contentType, cursor: undefined, limit: 1, rights };
  const { outcome } = await searchPages(confluence, storage, search);
  if (outcome === 'not-understood') {
    throw new Problem('INVALID_CQL', {
      detail:
        'Try the query in the search of Confluence; relative dates and functions of the current user work there too.',
    });
  }
  if (outcome === 'not-possible') throw new Problem('SEARCH_NOT_POSSIBLE', { detail: 'List the pages instead.' });
}

/** @throws Problem 401, 404, HostError */
async function requireVisibleRoot(request: AuthorizedRequest, { tree }: Body): Promise<void> {
  if (tree !== undefined) await requireReadable(request, scope, tree.rootPageId, false);
}

function orderOf(
  {
    action,
    levelId,
    subLevelId,
    justification,
    pages,
    tree,
    cql,
    contentType = 'page',
    onlyUnclassified,
    dryRun,
  }: Body,
  levels: Levels,
): { readonly order: JobOrder; readonly pages: readonly JobPage[] } {
  const order = {
    ...(action === 'set' ? {} : { level: 'default' as const }),
    ...(levelId === undefined ? {} : { level: resolveLevel(levels.all, { levelId, subLevelId }) }),
    ...(cql === undefined ? {} : { cql }),
    ...(tree === undefined ? {} : { tree: { rootPageId: tree.rootPageId } }),
    ...(contentType === 'page' ? {} : { contentType }),
    ...(justification === undefined ? {} : { justification }),
    onlyUnclassified,
    dryRun,
  };
  const root = tree?.includeRoot === true ? [{ pageId: tree.rootPageId }] : [];
  const named = pages?.map((one) => ({
    pageId: one.pageId,
    ...(one.levelId === undefined
      ? {}
      : { level: resolveLevel(levels.all, { levelId: one.levelId, subLevelId: one.subLevelId }) }),
    ...(one.ifMatch === undefined ? {} : { ifRevision: revisionIn(one.ifMatch) }),
    ...(one.ifNoneMatch === undefined ? {} : { unlessRevision: revisionIn(one.ifNoneMatch) }),
  }));
  return { order, pages: named ?? root };
}

/** The revision in one of our ETags. */
function revisionIn(etag: string): number | 'any' | 'never' {
  if (etag === '*') return 'any';
  const digits = /^"p([1-9][0-9]{0,9})"$/.exec(etag)?.[1];
  return digits === undefined ? 'never' : Number(digits);
}
