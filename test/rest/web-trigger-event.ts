import type { WireResponse } from '../../local/forge/web-trigger';
import { expectContract } from '../support/contract';
import type { RestAnswer, Site } from '../support/site';

/** The event of a web trigger as the platform documents it, and its possible variants. */
export interface WebTriggerEvent {
  readonly method: unknown;
  readonly path?: unknown;
  readonly userPath?: unknown;
  readonly headers?: unknown;
  readonly queryParameters?: unknown;
  readonly body?: unknown;
}

const BASE = '/compliance/api';

/** `GET /v1/level` with these changes. */
export function anEvent(changes: Partial<WebTriggerEvent> & { readonly apiPath?: string } = {}): WebTriggerEvent {
  const { apiPath = '/v1/level', ...members } = changes;
  return {
    method: 'GET',
    path: `/public/local${BASE}${apiPath}`,
    userPath: `${BASE}${apiPath}`,
    headers: {},
    queryParameters: {},
    ...members,
  };
}

/**
 * The response of the function to an event; validated against the OpenAPI document if the event matches an operation.
 */
export async function invoke(site: Site, event: unknown): Promise<RestAnswer> {
  const wire = await site.host.invokeWebTrigger(event);
  const { method, userPath } = (event ?? {}) as Partial<WebTriggerEvent>;
  if (typeof method === 'string' && typeof userPath === 'string')
    expectContract(method, userPath.slice(BASE.length), wire);
  return responseKindOf(wire);
}

export function responseKindOf(wire: WireResponse): RestAnswer {
  const header = (name: string) =>
    Object.entries(wire.headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1][0];
  return {
    status: wire.status,
    headers: wire.headers,
    header,
    text: wire.body,
    body: wire.body === '' ? undefined : JSON.parse(wire.body),
    requestId: header('x-request-id') ?? '',
    calls: [],
  };
}
