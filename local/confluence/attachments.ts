import { byDate } from './by-date';
import { findPublishedContent, publishedContent } from './content-lookup';
import { noContent, type Call, type Endpoint } from './endpoint';
import { v2List } from './paging';
import { badRequest, contentNotFound, forbidden } from './refusal';
import type { Attachment } from './rows';

/** The names and the comments of the attachments of pages. The content of a file is not stored. */

function webPath({ contentId, title }: Attachment): string {
  return `/pages/viewpageattachments.action?pageId=${contentId}&preview=${encodeURIComponent(title)}`;
}

function downloadPath({ contentId, title }: Attachment): string {
  return `/download/attachments/${contentId}/${encodeURIComponent(title)}`;
}

function attachmentJson(attachment: Attachment): object {
  const { id, contentId, title, comment, mediaType, fileSize, authorId, createdAt } = attachment;
  return {
    id: `att${id}`,
    status: 'current',
    title,
    createdAt,
    pageId: contentId,
    mediaType,
    mediaTypeDescription: mediaType,
    comment,
    fileId: `file-${id}`,
    fileSize,
    webuiLink: webPath(attachment),
    downloadLink: downloadPath(attachment),
    version: { number: 1, message: comment, minorEdit: false, authorId, createdAt },
    _links: { webui: webPath(attachment), download: downloadPath(attachment) },
  };
}

function listAttachments(call: Call): Response {
  const content = publishedContent(call, call.id(), ['page']);
  return v2List(call, call.site.contents.attachments(content.id), ({ id }) => id, attachmentJson, {
    usual: 50,
    most: 250,
  });
}

/** The attachments of all pages that the caller can see. They are never archived or trashed on their own. */
function listAllAttachments(call: Call): Response {
  const seen = call.site.contents
    .allAttachments()
    .filter(({ contentId }) => findPublishedContent(call, contentId) !== undefined);
  const sorted = byDate(call, seen, ({ createdAt }) => ({ created: createdAt, modified: createdAt }));
  return v2List(call, sorted, ({ id }) => id, attachmentJson, { usual: 50, most: 250 });
}

async function createAttachment(call: Call): Promise<Response> {
  const content = publishedContent(call, call.id(), ['page']);
  if (!call.access.inSpace(content.spaceId).has('create attachment')) throw forbidden('User not permitted to attach');
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- only files of a developer, and of tests, come here
  const form = await call.request.formData();
  const file = form.get('file');
  if (file === null || typeof file === 'string') throw badRequest('At least one file must be given');
  const comment = form.get('comment');
  if (call.site.contents.attachments(content.id).some(({ title }) => title === file.name)) {
    throw badRequest(`Cannot add a new attachment with same file name as an existing attachment: ${file.name}`);
  }
  const attachment: Attachment = {
    id: call.site.nextId(),
    contentId: content.id,
    title: file.name,
    comment: typeof comment === 'string' ? comment : '',
    mediaType: file.type === '' ? 'application/octet-stream' : file.type,
    fileSize: file.size,
    authorId: call.user.accountId,
    createdAt: call.now,
  };
  call.site.contents.addAttachment(attachment);
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

/** Deletes an attachment. The trash is not modeled for attachments. */
function deleteAttachment(call: Call): Response {
  const id = /^(?:att)?(\d{1,15})$/.exec(call.parameter('id'))?.[1];
  const attachment = id === undefined ? undefined : call.site.contents.attachment(id);
  if (attachment === undefined) throw contentNotFound();
  const content = publishedContent(call, attachment.contentId);
  if (!call.access.inSpace(content.spaceId).has('delete attachment')) throw contentNotFound();
  call.site.contents.removeAttachment(attachment);
  return noContent();
}

export const attachmentEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/wiki/api/v2/attachments',
    scopes: [['read:attachment:confluence']],
    handle: listAllAttachments,
  },
  {
    method: 'GET',
    path: '/wiki/api/v2/pages/:id/attachments',
    scopes: [['read:attachment:confluence']],
    handle: listAttachments,
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
    handle: createAttachment,
  },
];
