import { readBody, type ReadFormat } from './body';
import type { Call } from './endpoint';
import type { Content, Label, Property, Space, Version } from './rows';

/** How many labels, properties and similar items an answer includes before it links to the list. */
const INCLUDED = 50;

export function versionJson(version: Omit<Version, 'contentId' | 'title' | 'body'>): Record<string, unknown> {
  return {
    number: version.number,
    message: version.message,
    minorEdit: version.minorEdit,
    authorId: version.authorId,
    createdAt: version.createdAt,
  };
}

export const labelJson = (label: Label): Record<string, unknown> => ({
  id: label.id,
  name: label.name,
  prefix: label.prefix,
});

export function propertyJson(property: Property): Record<string, unknown> {
  const value: unknown = JSON.parse(property.value);
  return {
    id: property.id,
    key: property.key,
    value,
    version: {
      number: property.version,
      message: property.message,
      minorEdit: false,
      authorId: property.authorId,
      createdAt: property.createdAt,
    },
  };
}

/** The short link code, which is the id's bytes, lowest first, in base64. */
function tinyLink(id: string): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(id));
  return bytes.toString('base64').replace(/A*=*$/, '').replaceAll('/', '-').replaceAll('+', '_');
}

export function webPath(space: Space | undefined, content: Content): string {
  const key = space?.key ?? '';
  const title = encodeURIComponent(content.title).replaceAll('%20', '+');
  return content.type === 'page'
    ? `/spaces/${key}/pages/${content.id}/${title}`
    : `/spaces/${key}/blog/${content.id}/${title}`;
}

/** A page or blog post in v2 format, without the members that only single reads include. */
export function contentJson(
  call: Call,
  content: Content,
  version: Version,
  format: ReadFormat | undefined,
): Record<string, unknown> {
  const links = {
    editui: `/pages/resumedraft.action?draftId=${content.id}`,
    webui: webPath(call.site.spaces.byId(content.spaceId), content),
    tinyui: `/x/${tinyLink(content.id)}`,
  };
  const common = {
    id: content.id,
    status: content.status,
    title: version.title,
    spaceId: content.spaceId,
    authorId: content.authorId,
    createdAt: content.createdAt,
    version: versionJson(version),
    body: readBody(isWithheld(call, content, version) ? '<p />' : version.body, format),
    _links: links,
  };
  if (content.type === 'blogpost') return common;
  return {
    ...common,
    parentId: content.parentId,
    parentType: content.parentId === null ? null : 'page',
    position: content.position,
    ownerId: content.ownerId,
    lastOwnerId: content.lastOwnerId,
  };
}

/** A live doc of which the app gets only a blank paragraph, because the content is in an earlier version. */
function isWithheld(call: Call, { isLive, version }: Content, { number }: Version): boolean {
  return call.isApp && isLive && number === version && number > 1 && call.assumptions.has('empty-live-docs');
}

/** A single-object answer carries the base of its links. */
export function withBase(call: Call, json: Record<string, unknown>): Record<string, unknown> {
  const links = json['_links'];
  return { ...json, _links: { ...(typeof links === 'object' ? links : {}), base: `${call.baseUrl}/wiki` } };
}

export function included(self: string, results: readonly unknown[]): Record<string, unknown> {
  return {
    results: results.slice(0, INCLUDED),
    meta: { hasMore: results.length > INCLUDED, cursor: '' },
    _links: { self },
  };
}

/** The parts that the `include-…` parameters of a single read request. */
export function inclusions(call: Call, content: Content): Record<string, unknown> {
  const base = `${call.baseUrl}/wiki/api/v2/${content.type === 'page' ? 'pages' : 'blogposts'}/${content.id}`;
  const parts: Record<string, unknown> = {};
  if (call.flag('include-labels'))
    parts['labels'] = included(`${base}/labels`, call.site.contents.labels(content.id).map(labelJson));
  if (call.flag('include-properties')) {
    parts['properties'] = included(`${base}/properties`, call.site.contents.properties(content.id).map(propertyJson));
  }
  if (call.flag('include-operations'))
    parts['operations'] = included(`${base}/operations`, call.access.operations(content));
  if (call.flag('include-versions')) {
    parts['versions'] = included(`${base}/versions`, call.site.contents.versions(content.id).map(versionJson));
  }
  if (call.flag('include-likes')) parts['likes'] = included(`${base}/likes`, []);
  if (call.flag('include-favorited-by-current-user-status')) parts['isFavoritedByCurrentUser'] = false;
  return parts;
}
