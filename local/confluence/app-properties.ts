import * as z from 'zod';
import { type Call, type Endpoint, noContent } from './endpoint';
import { v2List } from './paging';
import { badRequest, notFound, Refusal } from './refusal';
import type { AppProperty } from './rows';

/** The properties of the app. Only the app itself reads and writes them, so display conditions can trust them. */

const MAX_KEY_CHARACTERS = 127;
const LIMITS = { usual: 50, most: 250 };

const value = z.record(z.string(), z.unknown());

function requireApp(call: Call): void {
  // Confluence answers 403 if the app impersonates a person. Such a call looks like one of that person here.
  if (!call.isApp) throw new Refusal(401, 'The request did not originate from the Forge app');
}

function keyOf(call: Call): string {
  requireApp(call);
  const key = call.parameter('propertyKey');
  if (key.length > MAX_KEY_CHARACTERS)
    throw badRequest(`The key of a property cannot be longer than ${String(MAX_KEY_CHARACTERS)} characters`);
  return key;
}

function list(call: Call): Response {
  requireApp(call);
  return v2List(call, call.site.appProperties.all(), ({ key }) => key, propertyJson, LIMITS);
}

function read(call: Call): Response {
  const property = call.site.appProperties.byKey(keyOf(call));
  if (property === undefined) throw notFound('The app has no property with this key');
  return Response.json(propertyJson(property));
}

async function put(call: Call): Promise<Response> {
  const key = keyOf(call);
  const given = await call.json(value);
  const isNew = call.site.appProperties.byKey(key) === undefined;
  call.site.appProperties.put({ key, value: JSON.stringify(given) });
  return new Response(null, { status: isNew ? 201 : 200 });
}

function remove(call: Call): Response {
  call.site.appProperties.remove(keyOf(call));
  return noContent();
}

function propertyJson({ key, value: text }: AppProperty): object {
  const parsed: unknown = JSON.parse(text);
  return { key, value: parsed };
}

const BASE = '/wiki/api/v2/app/properties';
const ONE = `${BASE}/:propertyKey`;
const READ = [['read:app-data:confluence']];
const WRITE = [['write:app-data:confluence']];

export const appPropertyEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: BASE, scopes: READ, handle: list },
  { method: 'GET', path: ONE, scopes: READ, handle: read },
  { method: 'PUT', path: ONE, scopes: WRITE, handle: put },
  { method: 'DELETE', path: ONE, scopes: WRITE, handle: remove },
];
