import document from '../../docs/openapi.json';
import { etagOfBody } from './response';
import type { OpenOperation } from './route';

/** Of the document, which is the same for every site. */
const ETAG = etagOfBody(document);

/** The API's description of itself, for everybody. It is generated from the routes; a test fails where it is not up to date. */
export const openApiOperation: OpenOperation = {
  method: 'GET',
  path: '/v1/openapi.json',
  answer: () => ({ status: 200, headers: { ETag: ETAG }, body: document }),
};
