import * as z from 'zod';
import { editableContent, publishedContent } from './content-lookup';
import { propertyJson } from './content-json';
import { noContent, type Call, type Endpoint } from './endpoint';
import { v2List } from './paging';
import { badRequest, contentNotFound, Refusal } from './refusal';
import type { Content, Property } from './rows';

const MAX_VALUE_CHARACTERS = 32_768;
/** Writes within this time count as concurrent. */
const SAME_TIME_MS = 1_000;

const key = z.string().min(1).max(255);
/** Any JSON value, but it must be there. */
const value = z.unknown().refine((given) => given !== undefined, 'Required');
const creation = z.object({ key, value });
const update = z.object({
  key,
  value,
  version: z.object({ number: z.int(), message: z.string().nullish() }),
});

function serialized(given: unknown): string {
  const text = JSON.stringify(given);
  if (text.length > MAX_VALUE_CHARACTERS)
    throw badRequest(
      `The value of a content property cannot be larger than ${String(MAX_VALUE_CHARACTERS)} characters`,
    );
  return text;
}

/** Atlassian documents that a page may have several properties with one key. Two first writes at the same time both win. */
function isConcurrent({ assumptions, now }: Call, { createdAt }: Property): boolean {
  return assumptions.has('duplicate-properties') && Date.parse(now) - Date.parse(createdAt) < SAME_TIME_MS;
}

function propertyOf(call: Call, content: Content): Property {
  const property = call.site.contents.property(content.id, call.id('propertyId', 'long'));
  if (property === undefined) throw contentNotFound();
  return property;
}

function forType(type: Content['type'], base: string): readonly Endpoint[] {
  const list = (call: Call): Response => {
    const content = publishedContent(call, call.id(), [type]);
    const wanted = call.query('key');
    const sort = call.oneOf('sort', ['key', '-key']);
    const properties = call.site.contents
      .properties(content.id)
      .filter((property) => wanted === undefined || property.key === wanted);
    const direction = sort === '-key' ? -1 : 1;
    const ordered = sort === undefined ? properties : properties.sort((a, b) => direction * (a.key < b.key ? -1 : 1));
    return v2List(call, ordered, (property) => property.id, propertyJson);
  };

  const create = async (call: Call): Promise<Response> => {
    const id = call.id();
    const body = await call.json(creation);
    const content = editableContent(call, id, [type]);
    const text = serialized(body.value);
    const known = call.site.contents.properties(content.id).find((property) => property.key === body.key);
    if (known !== undefined && !isConcurrent(call, known))
      throw new Refusal(409, `A content property with the key ${body.key} already exists for this content`);
    const property = call.site.atomically(() =>
      call.site.contents.addProperty({
        contentId: content.id,
        key: body.key,
        value: text,
        version: 1,
        message: '',
        authorId: call.user.accountId,
        createdAt: call.now,
      }),
    );
    return Response.json(propertyJson(property));
  };

  const read = (call: Call): Response => {
    const content = publishedContent(call, call.id(), [type]);
    return Response.json(propertyJson(propertyOf(call, content)));
  };

  const change = async (call: Call): Promise<Response> => {
    const id = call.id();
    const body = await call.json(update);
    const content = editableContent(call, id, [type]);
    const property = propertyOf(call, content);
    const text = serialized(body.value);
    if (body.key !== property.key)
      throw badRequest(`The key of a content property cannot be changed from ${property.key} to ${body.key}`);
    if (body.version.number !== property.version + 1) {
      throw new Refusal(
        409,
        `Version must be incremented when updating a content property. Current Version: [${String(property.version)}]. Provided version: [${String(body.version.number)}]`,
      );
    }
    const changed: Property = {
      ...property,
      value: text,
      version: body.version.number,
      message: body.version.message ?? '',
      authorId: call.user.accountId,
      createdAt: call.now,
    };
    call.site.contents.saveProperty(changed);
    return Response.json(propertyJson(changed));
  };

  const remove = (call: Call): Response => {
    const content = editableContent(call, call.id(), [type]);
    call.site.contents.removeProperty(propertyOf(call, content));
    return noContent();
  };

  const one = `${base}/:propertyId`;
  const readScopes = [['read:page:confluence']];
  const writeScopes = [['read:page:confluence', 'write:page:confluence']];
  return [
    { method: 'GET', path: base, scopes: readScopes, handle: list },
    { method: 'POST', path: base, scopes: writeScopes, handle: create },
    { method: 'GET', path: one, scopes: readScopes, handle: read },
    { method: 'PUT', path: one, scopes: writeScopes, handle: change },
    { method: 'DELETE', path: one, scopes: writeScopes, handle: remove },
  ];
}

export const propertyEndpoints: readonly Endpoint[] = [
  ...forType('page', '/wiki/api/v2/pages/:id/properties'),
  ...forType('blogpost', '/wiki/api/v2/blogposts/:id/properties'),
];
