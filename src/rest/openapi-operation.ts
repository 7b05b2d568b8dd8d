import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { etagOfBody } from './response';
import type { OpenOperation } from './route';

/** The same for every site, so it may be cached across requests. */
let kept: ReturnType<typeof answerOf> | undefined;

/** The built document is packed in a part of the bundle, which the first request for it loads. */
export async function openApiDocument(): Promise<object> {
  const { default: packed } = await import('./openapi-packed.json');
  return z.looseObject({}).parse(JSON.parse(gunzipSync(Buffer.from(packed.gzip, 'base64')).toString('utf8')));
}

function answerOf(body: object) {
  return { body, headers: { ETag: etagOfBody(body), 'Cache-Control': 'public, max-age=300' } };
}

/** Serves the OpenAPI document to every caller, with or without a key. */
export const openApiOperation: OpenOperation = {
  method: 'GET',
  path: '/v1/openapi.json',
  answer: async () => ({ status: 200, ...(kept ??= answerOf(await openApiDocument())) }),
};
