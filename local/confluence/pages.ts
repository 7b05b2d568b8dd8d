import * as z from 'zod';
import { READ_FORMATS, storageOf, writtenBody } from './body';
import { contentJson, inclusions, withBase } from './content-json';
import { publishedContent, visibleContent } from './content-lookup';
import {
  checkParent,
  checkTitle,
  checkTitleIsFree,
  createContent,
  publishVersion,
  storedBody,
} from './content-writing';
import { bodyId, noContent, type Call, type Endpoint } from './endpoint';
import { v2List } from './paging';
import { badRequest, contentNotFound, Refusal } from './refusal';
import type { Content, Version } from './rows';
import { visibleChildren } from './tree-content';

const READ_PAGE = [['read:page:confluence']];
const WRITE_PAGE = [['write:page:confluence']];

const creation = z.object({
  spaceId: bodyId,
  status: z.enum(['current', 'draft']).default('current'),
  title: z.string().optional(),
  parentId: bodyId.nullish(),
  body: writtenBody.optional(),
  subtype: z.literal('live').optional(),
});

const update = z.object({
  id: bodyId,
  status: z.enum(['current', 'draft']),
  title: z.string(),
  spaceId: bodyId.nullish(),
  parentId: bodyId.nullish(),
  ownerId: z.string().nullish(),
  body: writtenBody,
  version: z.object({ number: z.int(), message: z.string().nullish(), minorEdit: z.boolean().optional() }),
});
type Update = z.infer<typeof update>;

const blogPostUpdate = update.omit({ parentId: true, ownerId: true }).extend({ createdAt: z.unknown().optional() });

const titleUpdate = z.object({ status: z.enum(['current', 'draft']), title: z.string() });

async function createPage(call: Call): Promise<Response> {
  const body = await call.json(creation);
  const atRoot = call.flag('root-level');
  const parentId = body.parentId ?? undefined;
  if (atRoot && parentId !== undefined) {
    throw badRequest('A parentId may not be supplied together with root-level=true', 'INVALID_REQUEST_PARAMETER');
  }
  const page = createContent(call, {
    type: 'page',
    spaceId: body.spaceId,
    status: body.status,
    title: body.title,
    parentId: atRoot ? null : parentId,
    body: body.body,
    isPrivate: call.flag('private'),
    isLive: body.subtype === 'live',
  });
  return answer(call, page, call.site.contents.currentVersion(page));
}

/** Write answers carry the body as it is stored. */
function answer(call: Call, page: Content, version: Version): Response {
  return Response.json(withBase(call, contentJson(call, page, version, 'storage')));
}

/**
 * Also for blog posts. Without `status`, a page is found in any status. For a page in the trash, the response is 200 with
 * status "trashed", as in Confluence v2 for single reads. Only a draft that was never published needs `get-draft` or `status=draft`.
 */
export function readContent(call: Call, type: 'page' | 'blogpost'): Response {
  const page = visibleContent(call, call.id(), [type]);
  const format = call.oneOf('body-format', READ_FORMATS);
  const archived = type === 'page' ? ['archived'] : [];
  const statuses = call.someOf('status', ['current', ...archived, 'trashed', 'deleted', 'historical', 'draft']);
  const number = call.integer('version', { least: 0, most: 2 ** 31 - 1 });
  const draftWanted = call.flag('get-draft') || (statuses?.length === 1 && statuses[0] === 'draft');
  const found = draftWanted ? draftOf(call, page) : publishedVersion(call, page, number, statuses);
  const json = contentJson(call, found.content, found.version, format);
  if (!call.flag('include-version', true)) delete json['version'];
  return Response.json(withBase(call, { ...json, ...inclusions(call, page) }));
}

function draftOf(call: Call, page: Content): { content: Content; version: Version } {
  const current = call.site.contents.currentVersion(page);
  if (page.status === 'draft') return { content: page, version: current };
  // Users who cannot edit a page do not see its unpublished changes.
  if (!call.access.to(page).update) throw contentNotFound();
  const draft = call.site.contents.draft(page.id);
  return { content: { ...page, status: 'draft' }, version: { ...current, ...draft } };
}

function publishedVersion(
  call: Call,
  page: Content,
  number: number | undefined,
  statuses: readonly string[] | undefined,
): { content: Content; version: Version } {
  if (page.status === 'draft') throw contentNotFound();
  if (number === undefined || number === page.version) {
    if (statuses !== undefined && !statuses.includes(page.status)) throw contentNotFound();
    return { content: page, version: call.site.contents.currentVersion(page) };
  }
  const version = call.site.contents.version(page.id, number);
  if (version === undefined || (statuses !== undefined && !statuses.includes('historical'))) throw contentNotFound();
  return { content: page, version };
}

/** Also for blog posts, which have no parent. The update that restores one from the trash leaves its content as it is. */
export async function updateContent(call: Call, type: 'page' | 'blogpost'): Promise<Response> {
  const id = call.id();
  const body = await call.json(type === 'page' ? update : blogPostUpdate);
  if ('createdAt' in body && body.createdAt !== undefined)
    throw new Refusal(501, 'The date of a blog post is not changed by the local Confluence');
  const page = visibleContent(call, id, [type]);
  if (!call.access.to(page).update) throw contentNotFound();
  if (body.id !== page.id)
    throw badRequest(`The id in the body {${body.id}} does not match the id of the page {${page.id}}`);
  if (body.spaceId !== undefined && body.spaceId !== null && body.spaceId !== page.spaceId) {
    // The v2 endpoint documents the property but cannot move a page; the v1 move endpoint can.
    if (call.site.spaces.byId(body.spaceId) === undefined) throw contentNotFound();
    throw badRequest('Moving a page to a different space is not supported by this endpoint');
  }
  return body.status === 'draft' ? saveDraft(call, page, body) : publish(call, page, body);
}

function saveDraft(call: Call, page: Content, body: Update): Response {
  if (page.status === 'trashed') throw badRequest('A page in the trash cannot be updated as a draft');
  if (body.version.number !== 1)
    throw badRequest('The version number of a draft must be 1', 'INVALID_REQUEST_PARAMETER');
  const title = body.title.trim();
  const storage = storageOf(body.body);
  if (page.status === 'draft') {
    const version: Version = {
      ...call.site.contents.currentVersion(page),
      title,
      body: storage,
      message: body.version.message ?? '',
      createdAt: call.now,
    };
    const saved: Content = { ...page, title, ...placement(call, page, body) };
    call.site.atomically(() => {
      call.site.contents.putVersion(page.id, version);
      call.site.contents.save(saved);
    });
    return answer(call, saved, version);
  }
  call.site.contents.putDraft(page.id, { title, body: storage });
  const found = draftOf(call, page);
  return answer(call, found.content, found.version);
}

/** The requested parent and owner of a write, checked. */
function placement(call: Call, page: Content, body: Update): { parentId?: string; ownerId?: string } {
  const parts: { parentId?: string; ownerId?: string } = {};
  if (body.parentId !== undefined && body.parentId !== null && body.parentId !== page.parentId) {
    const parent = checkParent(call, body.parentId, page.spaceId);
    if (parent.id === page.id || call.site.contents.ancestors(parent).some((ancestor) => ancestor.id === page.id)) {
      throw badRequest('A page cannot be moved below itself');
    }
    parts.parentId = parent.id;
  }
  if (body.ownerId !== undefined && body.ownerId !== null) {
    if (call.site.people.byAccountId(body.ownerId)?.active !== true) {
      throw badRequest(`There is no active user with the account ID {${body.ownerId}}`, 'INVALID_REQUEST_PARAMETER');
    }
    parts.ownerId = body.ownerId;
  }
  return parts;
}

/**
 * Also publishes a draft, and restores a page from the trash or the archive, as Confluence does with status "current".
 */
function publish(call: Call, page: Content, body: Update): Response {
  const title = checkTitle(body.title);
  storageOf(body.body);
  const expected = page.status === 'draft' ? page.version : page.version + 1;
  if (body.version.number !== expected) {
    throw new Refusal(
      409,
      `Version must be incremented when updating a page. Current Version: [${String(page.version)}]. Provided version: [${String(body.version.number)}]`,
    );
  }
  const placed = placement(call, page, body);
  checkTitleIsFree(call, page.spaceId, page.type, title, page.id);
  const isOnlyRestored = page.type === 'blogpost' && page.status === 'trashed';
  const { title: storedTitle, body: stored } = call.site.contents.currentVersion(page);
  const published = publishVersion(call, page, {
    ...(isOnlyRestored
      ? { title: storedTitle, storage: stored }
      : { title, storage: storedBody(call, page, body.body) }),
    message: body.version.message ?? '',
    minorEdit: body.version.minorEdit ?? false,
    ...(page.status === 'trashed' ? { parentId: existingParent(call, page) } : {}),
    ...placed,
  });
  return answer(call, published.content, published.version);
}

/** A page restored from the trash goes to the root if its parent no longer exists. */
function existingParent(call: Call, page: Content): string | null {
  const parent = page.parentId === null ? undefined : call.site.contents.byId(page.parentId);
  return parent === undefined || parent.status === 'trashed' ? null : parent.id;
}

async function updateTitle(call: Call): Promise<Response> {
  const id = call.id();
  const body = await call.json(titleUpdate);
  const page = visibleContent(call, id, ['page']);
  if (page.status === 'trashed' || !call.access.to(page).update) throw contentNotFound();
  const title = checkTitle(body.title);
  const current = call.site.contents.currentVersion(page);
  if (body.status === 'draft') {
    if (page.status === 'draft') {
      const saved = { ...page, title };
      call.site.contents.putVersion(page.id, { ...current, title });
      call.site.contents.save(saved);
      return answer(call, saved, { ...current, title });
    }
    call.site.contents.putDraft(page.id, { body: call.site.contents.draft(page.id)?.body ?? current.body, title });
    const found = draftOf(call, page);
    return answer(call, found.content, found.version);
  }
  if (page.status === 'draft') throw contentNotFound();
  checkTitleIsFree(call, page.spaceId, 'page', title, page.id);
  const published = publishVersion(call, page, { title, storage: current.body, message: '', minorEdit: false });
  return answer(call, published.content, published.version);
}

function deletePage(call: Call): Response {
  const page = visibleContent(call, call.id(), ['page']);
  deleteContent(call, page);
  return noContent();
}

/**
 * Moves to the trash; `draft=true` discards a draft permanently, and `purge=true` a page that is already in the trash.
 */
export function deleteContent(call: Call, content: Content): void {
  const purge = call.flag('purge');
  const draft = call.flag('draft');
  const rights = call.access.to(content);
  if (draft) {
    if (!rights.update) throw contentNotFound();
    if (content.status === 'draft')
      call.site.atomically(() => {
        call.site.contents.remove(content.id);
      });
    else call.site.contents.dropDraft(content.id);
    return;
  }
  if (content.status === 'draft' || !rights.delete) throw contentNotFound();
  if (purge) {
    if (!call.access.inSpace(content.spaceId).has('administer space')) throw contentNotFound();
    if (content.status !== 'trashed') throw badRequest('Only a page in the trash can be purged');
    call.site.atomically(() => {
      call.site.contents.remove(content.id);
    });
    return;
  }
  if (content.status === 'trashed') throw contentNotFound();
  call.site.contents.trash(content);
}

const SORTS = [
  'id',
  '-id',
  'created-date',
  '-created-date',
  'modified-date',
  '-modified-date',
  'title',
  '-title',
] as const;
type Sort = (typeof SORTS)[number];

function sorted(call: Call, pages: readonly Content[], sort: Sort): Content[] {
  const field = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? -1 : 1;
  const keyed = pages.map((page) => ({
    page,
    key:
      field === 'title'
        ? page.title.toLowerCase()
        : field === 'created-date'
          ? page.createdAt
          : field === 'modified-date'
            ? call.site.contents.currentVersion(page).createdAt
            : '',
  }));
  return keyed
    .sort((a, b) => direction * (a.key < b.key ? -1 : a.key > b.key ? 1 : Number(a.page.id) - Number(b.page.id)))
    .map(({ page }) => page);
}

const LIST_STATUSES = ['current', 'archived', 'deleted', 'trashed'] as const;

/** The filters, order and paging that all lists of pages and blog posts share. */
export function listContents(call: Call, candidates: readonly Content[], type: 'page' | 'blogpost' = 'page'): Response {
  const isOfPages = type === 'page';
  const known = isOfPages ? LIST_STATUSES : LIST_STATUSES.filter((status) => status !== 'archived');
  const statuses: readonly string[] =
    call.someOf('status', known) ?? (isOfPages ? ['current', 'archived'] : ['current']);
  const title = call.query('title');
  const format = call.oneOf('body-format', ['storage', 'atlas_doc_format']);
  const sort = call.oneOf('sort', SORTS) ?? 'id';
  const seen = candidates.filter(
    (content) =>
      statuses.includes(content.status) &&
      (title === undefined || content.title === title) &&
      call.access.to(content).read,
  );
  return v2ListOfContents(call, sorted(call, seen, sort), format);
}

function v2ListOfContents(
  call: Call,
  contents: readonly Content[],
  format: 'storage' | 'atlas_doc_format' | undefined,
): Response {
  return v2List(
    call,
    contents,
    (content) => content.id,
    (content) => ({
      ...contentJson(call, content, call.site.contents.currentVersion(content), format),
      // Atlassian documents it for lists only.
      ...(content.isLive ? { subtype: 'live' } : {}),
    }),
  );
}

function listPages(call: Call): Response {
  const ids = call.ids('id');
  const spaceIds = call.ids('space-id');
  const subtype = call.oneOf('subtype', ['live', 'page']);
  const candidates =
    ids === undefined ? call.site.contents.all() : [...new Set(ids)].flatMap((id) => call.site.contents.byId(id) ?? []);
  return listContents(
    call,
    candidates.filter(
      (content) =>
        content.type === 'page' &&
        (subtype === undefined || content.isLive === (subtype === 'live')) &&
        (spaceIds === undefined || spaceIds.includes(content.spaceId)),
    ),
  );
}

function listPagesWithLabel(call: Call): Response {
  const labelId = call.id();
  const spaceIds = call.ids('space-id');
  const carrying = call.site.contents.allLabels().filter((label) => label.id === labelId);
  if (carrying.length === 0) throw contentNotFound();
  return listContents(
    call,
    carrying
      .flatMap((label) => call.site.contents.byId(label.contentId) ?? [])
      .filter((content) => content.type === 'page' && (spaceIds === undefined || spaceIds.includes(content.spaceId))),
  );
}

export function readOperations(call: Call, type: 'page' | 'blogpost'): Response {
  return Response.json({ operations: call.access.operations(visibleContent(call, call.id(), [type])) });
}

/** Only pages: what is below a folder of the page is in no list of its children. */
function listChildren(call: Call): Response {
  return v2List(
    call,
    visibleChildren(call, 'page').filter((child) => child.type === 'page'),
    (child) => child.id,
    (child) => ({
      id: child.id,
      status: child.status,
      title: child.title,
      spaceId: child.spaceId,
      childPosition: child.position,
    }),
  );
}

function listAncestors(call: Call): Response {
  const page = publishedContent(call, call.id(), ['page']);
  const limit = call.integer('limit', { least: 1, most: 250 }) ?? 25;
  // The nearest ones, listed from the top down.
  const chain = call.site.contents.ancestors(page).slice(0, limit).reverse();
  return Response.json({
    results: chain.map(({ id, type }) => ({ id, type })),
    _links: { base: `${call.baseUrl}/wiki` },
  });
}

export const pageEndpoints: readonly Endpoint[] = [
  { method: 'POST', path: '/wiki/api/v2/pages', scopes: WRITE_PAGE, handle: createPage },
  { method: 'GET', path: '/wiki/api/v2/pages', scopes: READ_PAGE, handle: listPages },
  { method: 'GET', path: '/wiki/api/v2/pages/:id', scopes: READ_PAGE, handle: (call) => readContent(call, 'page') },
  { method: 'PUT', path: '/wiki/api/v2/pages/:id', scopes: WRITE_PAGE, handle: (call) => updateContent(call, 'page') },
  { method: 'PUT', path: '/wiki/api/v2/pages/:id/title', scopes: WRITE_PAGE, handle: updateTitle },
  { method: 'DELETE', path: '/wiki/api/v2/pages/:id', scopes: [['delete:page:confluence']], handle: deletePage },
  {
    method: 'GET',
    path: '/wiki/api/v2/pages/:id/operations',
    scopes: READ_PAGE,
    handle: (call) => readOperations(call, 'page'),
  },
  { method: 'GET', path: '/wiki/api/v2/pages/:id/children', scopes: READ_PAGE, handle: listChildren },
  {
    method: 'GET',
    path: '/wiki/api/v2/pages/:id/ancestors',
    scopes: [['read:content.metadata:confluence']],
    handle: listAncestors,
  },
  { method: 'GET', path: '/wiki/api/v2/labels/:id/pages', scopes: READ_PAGE, handle: listPagesWithLabel },
];
