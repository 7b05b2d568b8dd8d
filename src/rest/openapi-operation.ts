import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { etagOfBody } from './response';
import type { OpenOperation } from './route';

/** It is the same for every site, so it may be kept from request to request. */
let kept: { readonly body: object; readonly headers: { readonly ETag: string } } | undefined;

/** The document as it is deployed: packed, and a part of the bundle that is loaded when somebody asks for it. */
export async function openApiDocument(): Promise<object> {
  const { default: packed } = await import('./openapi-packed.json');
  return z.looseObject({}).parse(JSON.parse(gunzipSync(Buffer.from(packed.gzip, 'base64')).toString('utf8')));
}

function answerOf(body: object) {
  return { body, headers: { ETag: etagOfBody(body) } };
}

/** The API's description of itself, for everybody. It is generated from the routes; a test fails where it is not up to date. */
export const openApiOperation: OpenOperation = {
  method: 'GET',
  path: '/v1/openapi.json',
  answer: async () => ({ status: 200, ...(kept ??= answerOf(await openApiDocument())) }),
};
