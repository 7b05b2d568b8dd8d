import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import packed from './openapi-packed.json';
import { etagOfBody } from './response';
import type { OpenOperation } from './route';

/** It is the same for every site, so it may be kept from request to request. */
let kept: { readonly body: object; readonly headers: { readonly ETag: string } } | undefined;

/** The document as it is deployed: packed, because unpacked it would be half of what every cold start reads. */
export function openApiDocument(): object {
  return z.looseObject({}).parse(JSON.parse(gunzipSync(Buffer.from(packed.gzip, 'base64')).toString('utf8')));
}

function answerOf(body: object) {
  return { body, headers: { ETag: etagOfBody(body) } };
}

/** The API's description of itself, for everybody. It is generated from the routes; a test fails where it is not up to date. */
export const openApiOperation: OpenOperation = {
  method: 'GET',
  path: '/v1/openapi.json',
  answer: () => ({ status: 200, ...(kept ??= answerOf(openApiDocument())) }),
};
