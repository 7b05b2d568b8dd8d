import { Refusal } from './refusal';
import type { Endpoint } from './endpoint';

/**
 * v1 endpoints that Confluence Cloud has removed. They answer 410, so that they are not mistaken for a missing page.
 */
function answerGone(): Response {
  throw new Refusal(410, 'This endpoint has been removed; use the REST API v2 instead');
}

const COLLECTION = '/wiki/rest/api/content';
const ONE = '/wiki/rest/api/content/:id';

export const removedEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: COLLECTION, scopes: [[]], handle: answerGone },
  { method: 'POST', path: COLLECTION, scopes: [[]], handle: answerGone },
  { method: 'GET', path: ONE, scopes: [[]], handle: answerGone },
  { method: 'PUT', path: ONE, scopes: [[]], handle: answerGone },
  { method: 'DELETE', path: ONE, scopes: [[]], handle: answerGone },
];
