import * as z from 'zod';
import { editableContentV1, publishedContent } from './content-lookup';
import { changesNow } from './changes';
import { labelJson } from './content-json';
import { noContent, type Call, type Endpoint } from './endpoint';
import { v2List } from './paging';
import { badRequest, notFound } from './refusal';
import type { Content, Label } from './rows';

const MAX_NAME_CHARACTERS = 255;
const MAX_LABELS_PER_REQUEST = 20;
/** Characters that Confluence refuses in labels. */
const INVALID = /[\s:;,.?&[\]()#^*@!<>]/;

const written = z.object({ prefix: z.string().default('global'), name: z.string() });
const writtenLabels = z.union([z.array(written), written.transform((label) => [label])]);

function checkLabel({ prefix, name }: z.infer<typeof written>): { prefix: string; name: string } {
  if (prefix !== 'global' && prefix !== 'my' && prefix !== 'team') throw badRequest(`Invalid label prefix: ${prefix}`);
  const lower = name.toLowerCase();
  if (lower === '' || lower.length > MAX_NAME_CHARACTERS || INVALID.test(lower)) {
    throw badRequest(
      `The following label is not valid: '${name}'. Labels cannot be empty, longer than 255 characters, or contain spaces or : ; , . ? & [ ] ( ) # ^ * @ ! < >`,
    );
  }
  return { prefix, name: lower };
}

function labelJsonV1(label: Label): Record<string, unknown> {
  return { prefix: label.prefix, name: label.name, id: label.id, label: label.name };
}

async function addLabels(call: Call): Promise<Response> {
  const id = call.id();
  const labels = await call.json(writtenLabels);
  const content = editableContentV1(call, id);
  if (labels.length === 0 || labels.length > MAX_LABELS_PER_REQUEST) {
    throw badRequest(`Between 1 and ${String(MAX_LABELS_PER_REQUEST)} labels can be added at once`);
  }
  const checked = labels.map(checkLabel);
  call.site.atomically(() => {
    for (const { prefix, name } of checked) {
      call.site.contents.addLabel(content.id, prefix, name);
      changesNow()?.labels.push({ change: 'added', contentId: content.id, label: name });
    }
  });
  return answer(call, content);
}

function answer(call: Call, content: Content): Response {
  const prefix = call.query('prefix');
  const labels = call.site.contents
    .labels(content.id)
    .filter((label) => prefix === undefined || label.prefix === prefix);
  return Response.json({
    results: labels.map(labelJsonV1),
    start: 0,
    limit: 200,
    size: labels.length,
    _links: {
      base: `${call.baseUrl}/wiki`,
      context: '/wiki',
      self: `${call.baseUrl}/wiki/rest/api/content/${content.id}/label`,
    },
  });
}

function listLabelsV1(call: Call): Response {
  return answer(call, publishedContent(call, call.id()));
}

function removeLabel(call: Call, name: string | undefined): Response {
  const id = call.id();
  if (name === undefined || name === '') throw badRequest('The name of the label is required');
  const content = editableContentV1(call, id);
  const carried = call.site.contents.labels(content.id).filter((label) => label.name === name.toLowerCase());
  if (carried.length === 0) throw notFound(`The content has no label with the name ${name}`);
  for (const label of carried) {
    call.site.contents.removeLabel(content.id, label.prefix, label.name);
    changesNow()?.labels.push({ change: 'removed', contentId: content.id, label: label.name });
  }
  return noContent();
}

function removeLabelByPath(call: Call): Response {
  const name = call.parameter('label');
  if (name.includes('/')) throw badRequest('The label name cannot have a "/" character');
  return removeLabel(call, name);
}

function listLabels(type: Content['type']) {
  return (call: Call): Response => {
    const content = publishedContent(call, call.id(), [type]);
    const prefix = call.oneOf('prefix', ['my', 'team', 'global', 'system']);
    const labels = call.site.contents
      .labels(content.id)
      .filter((label) => prefix === undefined || label.prefix === prefix);
    return v2List(call, labels, (label) => `${label.prefix}:${label.name}`, labelJson);
  };
}

const REMOVE = [['write:confluence-content'], ['write:label:confluence']];

export const labelEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/wiki/api/v2/pages/:id/labels',
    scopes: [['read:page:confluence']],
    handle: listLabels('page'),
  },
  {
    method: 'GET',
    path: '/wiki/api/v2/blogposts/:id/labels',
    scopes: [['read:page:confluence']],
    handle: listLabels('blogpost'),
  },
  {
    method: 'GET',
    path: '/wiki/rest/api/content/:id/label',
    scopes: [['read:confluence-content.summary'], ['read:label:confluence']],
    handle: listLabelsV1,
  },
  {
    method: 'POST',
    path: '/wiki/rest/api/content/:id/label',
    scopes: [['write:confluence-content'], ['read:label:confluence', 'write:label:confluence']],
    handle: addLabels,
  },
  {
    method: 'DELETE',
    path: '/wiki/rest/api/content/:id/label',
    scopes: REMOVE,
    handle: (call) => removeLabel(call, call.query('name')),
  },
  { method: 'DELETE', path: '/wiki/rest/api/content/:id/label/:label', scopes: REMOVE, handle: removeLabelByPath },
];
