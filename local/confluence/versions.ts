import * as z from 'zod';
import { readBody } from './body';
import { commentById, mayEdit } from './comments';
import { versionJson } from './content-json';
import { visibleContent } from './content-lookup';
import { contentJsonV1, versionJsonV1 } from './content-json-v1';
import { checkTitleIsFree, publishVersion } from './content-writing';
import { noContent, type Call, type Endpoint } from './endpoint';
import { v2List } from './paging';
import { badRequest, contentNotFound, forbidden } from './refusal';
import type { Content } from './rows';

const READ_PAGE = [['read:page:confluence']];

type Versioned = 'page' | 'blogpost';

/** Versions can be read as long as the content can, also in the trash. A draft has none that are listed. */
function readable(call: Call, type: Versioned): Content {
  const page = visibleContent(call, call.id(), [type]);
  if (page.status === 'draft') throw contentNotFound();
  return page;
}

function listVersions(call: Call, type: Versioned): Response {
  const page = readable(call, type);
  const format = call.oneOf('body-format', ['storage', 'atlas_doc_format']);
  const sort = call.oneOf('sort', ['modified-date', '-modified-date']) ?? '-modified-date';
  const newestFirst = call.site.contents.versions(page.id);
  const versions = sort === 'modified-date' ? newestFirst.reverse() : newestFirst;
  return v2List(
    call,
    versions,
    (version) => String(version.number),
    (version) => ({
      ...versionJson(version),
      [type]: {
        id: page.id,
        title: version.title,
        ...(format === undefined ? {} : { body: readBody(version.body, format) }),
      },
    }),
  );
}

function readVersion(call: Call, type: Versioned): Response {
  const number = Number(call.id('number', 'int'));
  const page = readable(call, type);
  const versions = call.site.contents.versions(page.id);
  const at = versions.findIndex((version) => version.number === number);
  const version = versions[at];
  if (version === undefined) throw contentNotFound();
  const newer = versions[at - 1];
  const older = versions[at + 1];
  return Response.json({
    ...versionJson(version),
    contentTypeModified: false,
    collaborators: [version.authorId],
    ...(older === undefined ? {} : { prevVersion: older.number }),
    ...(newer === undefined ? {} : { nextVersion: newer.number }),
  });
}

/** v1 documents 400 instead of 404 for missing content, a missing version, and the current version. */
function editableWithHistory(call: Call): Content {
  const content = call.site.contents.byId(call.id());
  if (
    content === undefined ||
    content.status === 'draft' ||
    content.status === 'trashed' ||
    !call.access.to(content).read
  ) {
    throw badRequest('There is no content with the given ID');
  }
  if (!call.access.to(content).update) throw forbidden('User not permitted to update the content');
  return content;
}

/**
 * Renumbers the later versions, including the current one. Source: the documentation of QC Approvals for Confluence
 * Cloud.
 */
function deleteVersion(call: Call): Response {
  const number = Number(call.id('number', 'int'));
  const found = commentById(call, call.id());
  if (found !== undefined) {
    const { comment, content } = found;
    if (!mayEdit(call, comment, content)) throw forbidden('User not permitted to update the content');
    if (number === comment.version) throw badRequest('The current version cannot be deleted');
    if (!call.site.contents.commentVersions(comment).some((version) => version.number === number))
      throw badRequest('There is no version with the given version number');
    call.site.contents.removeCommentVersion(comment, number);
    return noContent();
  }
  const content = editableWithHistory(call);
  if (number === content.version) throw badRequest('The current version cannot be deleted');
  if (call.site.contents.version(content.id, number) === undefined)
    throw badRequest('There is no version with the given version number');
  call.site.contents.removeVersion(content.id, number);
  return noContent();
}

const restoration = z.object({
  operationKey: z.literal('restore'),
  params: z.object({ versionNumber: z.int(), message: z.string(), restoreTitle: z.boolean().default(false) }),
});

async function restoreVersion(call: Call): Promise<Response> {
  const { params } = await call.json(restoration);
  const content = editableWithHistory(call);
  if (params.versionNumber === content.version) throw badRequest('The version number is the current version');
  const old = call.site.contents.version(content.id, params.versionNumber);
  if (old === undefined) throw badRequest('There is no version with the given version number');
  const title = params.restoreTitle ? old.title : content.title;
  checkTitleIsFree(call, content.spaceId, content.type, title, content.id);
  const published = publishVersion(call, content, {
    title,
    storage: old.body,
    message: params.message,
    minorEdit: false,
  });
  return Response.json({
    ...versionJsonV1(call, published.version),
    content: contentJsonV1(call, published.content),
  });
}

function endpointsOf(type: Versioned): readonly Endpoint[] {
  const path = `/wiki/api/v2/${type}s/:id/versions`;
  return [
    { method: 'GET', path, scopes: READ_PAGE, handle: (call) => listVersions(call, type) },
    { method: 'GET', path: `${path}/:number`, scopes: READ_PAGE, handle: (call) => readVersion(call, type) },
  ];
}

export const versionEndpoints: readonly Endpoint[] = [
  ...endpointsOf('page'),
  ...endpointsOf('blogpost'),
  {
    method: 'POST',
    path: '/wiki/rest/api/content/:id/version',
    scopes: [['write:confluence-content'], ['read:content-details:confluence', 'write:content:confluence']],
    handle: restoreVersion,
  },
  {
    method: 'DELETE',
    path: '/wiki/rest/api/content/:id/version/:number',
    scopes: [['write:confluence-content'], ['delete:content:confluence']],
    handle: deleteVersion,
  },
];
