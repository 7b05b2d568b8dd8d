import { byDate } from './by-date';
import * as z from 'zod';
import { findPublishedContent, publishedContent } from './content-lookup';
import { noContent, type Call, type Endpoint } from './endpoint';
import { v2List } from './paging';
import { badRequest, contentNotFound, forbidden } from './refusal';
import type { Attachment, Content } from './rows';
import type { Site } from './site';

/** The attachments of pages with the files of their versions. */

function webPath({ contentId, title }: Attachment): string {
  return `/pages/viewpageattachments.action?pageId=${contentId}&preview=${encodeURIComponent(title)}`;
}

function downloadPath({ contentId, title }: Attachment): string {
  return `/download/attachments/${contentId}/${encodeURIComponent(title)}`;
}

function attachmentJson(attachment: Attachment, type: Content['type']): object {
  const { id, contentId, title, comment, mediaType, fileSize, createdAt, changedBy, changedAt } = attachment;
  return {
    id: `att${id}`,
    status: attachment.status,
    title,
    createdAt,
    [type === 'blogpost' ? 'blogPostId' : 'pageId']: contentId,
    mediaType,
    mediaTypeDescription: mediaType,
    comment,
    fileId: `file-${id}`,
    fileSize,
    webuiLink: webPath(attachment),
    downloadLink: downloadPath(attachment),
    version: {
      number: attachment.version,
      message: comment,
      minorEdit: false,
      authorId: changedBy,
      createdAt: changedAt,
    },
    _links: { webui: webPath(attachment), download: downloadPath(attachment) },
  };
}

/** Attachments are never archived on their own. By default, lists do not contain the trash. */
function wantedBy(call: Call): (attachment: Attachment) => boolean {
  const wanted = call.someOf('status', ['current', 'archived', 'trashed']) ?? ['current', 'archived'];
  return ({ status }) => wanted.includes(status);
}

function listAttachments(call: Call, type: 'page' | 'blogpost'): Response {
  const content = publishedContent(call, call.id(), [type]);
  const found = call.site.contents.attachments(content.id).filter(wantedBy(call));
  return v2List(
    call,
    found,
    ({ id }) => id,
    (one) => attachmentJson(one, type),
    { usual: 50, most: 250 },
  );
}

/** The attachments of all pages that the caller can see. */
function listAllAttachments(call: Call): Response {
  const seen = call.site.contents
    .allAttachments()
    .filter(wantedBy(call))
    .filter(({ contentId }) => findPublishedContent(call, contentId) !== undefined);
  const sorted = byDate(call, seen, ({ createdAt, changedAt }) => ({ created: createdAt, modified: changedAt }));
  const typeOf = ({ contentId }: Attachment) => call.site.contents.byId(contentId)?.type ?? 'page';
  return v2List(
    call,
    sorted,
    ({ id }) => id,
    (one) => attachmentJson(one, typeOf(one)),
    { usual: 50, most: 250 },
  );
}

/** Creates an attachment; `PUT` creates a new version if the page has an attachment with this name. */
async function saveAttachment(call: Call): Promise<Response> {
  const content = publishedContent(call, call.id(), ['page', 'blogpost']);
  if (!call.access.inSpace(content.spaceId).has('create attachment')) throw forbidden('User not permitted to attach');
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- only files of a developer, and of tests, come here
  const form = await call.request.formData();
  const file = form.get('file');
  if (file === null || typeof file === 'string') throw badRequest('At least one file must be given');
  const comment = form.get('comment');
  const before = named(call, content.id, file.name);
  if (before !== undefined && call.request.method === 'POST') throw isTaken(file.name);
  const attachment: Attachment = {
    id: before?.id ?? call.site.nextId(),
    contentId: content.id,
    title: file.name,
    comment: typeof comment === 'string' ? comment : '',
    mediaType: file.type === '' ? 'application/octet-stream' : file.type,
    fileSize: file.size,
    authorId: before?.authorId ?? call.user.accountId,
    createdAt: before?.createdAt ?? call.now,
    status: 'current',
    version: (before?.version ?? 0) + 1,
    changedBy: call.user.accountId,
    changedAt: call.now,
  };
  call.site.contents.saveAttachment(attachment, before === undefined ? 'created' : 'updated');
  call.site.contents.saveFile(attachment.id, attachment.version, Buffer.from(await file.arrayBuffer()));
  const self = `${call.baseUrl}/wiki/rest/api/content/att${attachment.id}`;
  const result = {
    id: `att${attachment.id}`,
    type: 'attachment',
    status: 'current',
    title: attachment.title,
    _links: { webui: webPath(attachment), self },
  };
  const links = { base: `${call.baseUrl}/wiki`, context: '/wiki' };
  return Response.json({ results: [result], start: 0, limit: 50, size: 1, _links: links });
}

/** The trash can have several attachments with one name. */
function named(call: Call, contentId: string, name: string): Attachment | undefined {
  return call.site.contents.attachments(contentId).find(({ title, status }) => title === name && status === 'current');
}

function isTaken(name: string) {
  return badRequest(`Cannot add a new attachment with same file name as an existing attachment: ${name}`);
}

/** The media service serves files. Its addresses are signed, so that it needs no login. */
const MEDIA = 'https://api.media.atlassian.com/file/';

/** Redirects to the file of a version, of the current one by default. Every user who can view the page may download it. */
function download(call: Call): Response {
  const content = publishedContent(call, call.id());
  const id = /^(?:att)?(\d{1,15})$/.exec(call.parameter('attachmentId'))?.[1];
  const attachment = id === undefined ? undefined : call.site.contents.attachment(id);
  const statuses = call.someOf('status', ['current', 'archived', 'trashed']) ?? ['current'];
  if (attachment?.contentId !== content.id || !statuses.includes(attachment.status)) throw contentNotFound();
  const version = call.integer('version', { least: 1, most: attachment.version }) ?? attachment.version;
  const token = Buffer.from(JSON.stringify([attachment.id, version])).toString('base64url');
  return new Response(null, {
    status: 302,
    headers: { Location: `${MEDIA}file-${attachment.id}/binary?token=${token}` },
  });
}

/** @returns the file at an address of the media service; undefined if the address is another one */
export function mediaFile(site: Site, location: string): Response | undefined {
  if (!location.startsWith(MEDIA)) return undefined;
  const token = new URL(location).searchParams.get('token') ?? '';
  const [id, version] = z.tuple([z.string(), z.int()]).parse(JSON.parse(Buffer.from(token, 'base64url').toString()));
  const file = site.contents.file(id, version);
  if (file === undefined) return Response.json({ error: { code: 'NotFound' } }, { status: 404 });
  const type = site.contents.attachment(id)?.mediaType ?? 'application/octet-stream';
  return new Response(Buffer.from(file), { headers: { 'Content-Type': type, 'Content-Length': String(file.length) } });
}

function viewedAttachment(call: Call): { readonly attachment: Attachment; readonly content: Content } {
  const id = /^(?:att)?(\d{1,15})$/.exec(call.parameter('id'))?.[1];
  const attachment = id === undefined ? undefined : call.site.contents.attachment(id);
  if (attachment === undefined) throw contentNotFound();
  return { attachment, content: publishedContent(call, attachment.contentId) };
}

function getAttachment(call: Call): Response {
  const { attachment, content } = viewedAttachment(call);
  return Response.json(attachmentJson(attachment, content.type));
}

function deletableAttachment(call: Call): ReturnType<typeof viewedAttachment> {
  const { attachment, content } = viewedAttachment(call);
  if (!call.access.inSpace(content.spaceId).has('delete attachment')) throw contentNotFound();
  return { attachment, content };
}

/** Moves an attachment to the trash; with `purge=true`, deletes one in the trash permanently. */
function deleteAttachment(call: Call): Response {
  const { attachment, content } = deletableAttachment(call);
  if (!call.flag('purge')) {
    if (attachment.status === 'trashed') throw contentNotFound();
    call.site.contents.saveAttachment({ ...attachment, status: 'trashed' }, 'trashed');
    return noContent();
  }
  if (attachment.status !== 'trashed') throw badRequest('Only an attachment in the trash can be purged');
  if (!call.access.inSpace(content.spaceId).has('administer space')) throw contentNotFound();
  call.site.contents.removeAttachment(attachment);
  return noContent();
}

const restoring = z.strictObject({ status: z.literal('current') });

/** Restores an attachment, as people do in the trash of the space. Confluence has no documented API for it. */
async function restoreAttachment(call: Call): Promise<Response> {
  await call.json(restoring);
  const { attachment } = deletableAttachment(call);
  if (attachment.status !== 'trashed') throw badRequest('The attachment is not in the trash');
  if (named(call, attachment.contentId, attachment.title) !== undefined) throw isTaken(attachment.title);
  call.site.contents.saveAttachment({ ...attachment, status: 'current' }, 'restored');
  return noContent();
}

/** No app has this scope. */
export const attachmentTrashEndpoints: readonly Endpoint[] = [
  { method: 'PUT', path: '/wiki/local/attachments/:id', scopes: [['trash-of-attachments']], handle: restoreAttachment },
];

export const attachmentEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/wiki/api/v2/attachments',
    scopes: [['read:attachment:confluence']],
    handle: listAllAttachments,
  },
  ...(['page', 'blogpost'] as const).map((type): Endpoint => ({
    method: 'GET',
    path: `/wiki/api/v2/${type}s/:id/attachments`,
    scopes: [['read:attachment:confluence']],
    handle: (call) => listAttachments(call, type),
  })),
  {
    method: 'GET',
    path: '/wiki/rest/api/content/:id/child/attachment/:attachmentId/download',
    scopes: [['readonly:content.attachment:confluence'], ['read:attachment:confluence']],
    handle: download,
  },
  {
    method: 'GET',
    path: '/wiki/api/v2/attachments/:id',
    scopes: [['read:attachment:confluence']],
    handle: getAttachment,
  },
  {
    method: 'DELETE',
    path: '/wiki/api/v2/attachments/:id',
    scopes: [['delete:attachment:confluence']],
    handle: deleteAttachment,
  },
  {
    method: 'POST',
    path: '/wiki/rest/api/content/:id/child/attachment',
    scopes: [['write:confluence-file'], ['read:content-details:confluence', 'write:attachment:confluence']],
    handle: saveAttachment,
  },
  {
    method: 'PUT',
    path: '/wiki/rest/api/content/:id/child/attachment',
    scopes: [['write:confluence-file'], ['read:content-details:confluence', 'write:attachment:confluence']],
    handle: saveAttachment,
  },
];
