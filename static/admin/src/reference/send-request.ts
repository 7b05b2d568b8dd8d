import type { ApiRequest } from '../../../../src/admin/keys/send-api-request';
import { ask } from '../operations';
import { texts } from '../texts';
import { type HttpRequest, KEY_PLACEHOLDER } from './http-request';

/** The result of a request. `failure` says why there is no response. */
export type SentRequest = Answered | { readonly failure: string };

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly text: string;
  /** The URL of the API. */
  readonly durationMs: number;
}

/**
 * Replaces the browser's fetch, which the frame may not use. Sends a request through the resolver, and only to the API.
 * It reads the key last, so that no earlier code has it. Never rejects.
 */
export function createSend(baseUrl: string, readKey: () => string) {
  return async ({ method, url, headers, body }: HttpRequest): Promise<SentRequest> => {
    if (!url.startsWith(`${baseUrl}/`)) return { failure: texts.reference.notTheApi };
    if (body !== undefined && typeof body !== 'string') return { failure: texts.reference.noText };
    const key = readKey();
    const answer = await ask('sendApiRequest', {
      method: method.toUpperCase() as ApiRequest['method'],
      path: url.slice(baseUrl.length),
      headers: Object.entries(headers)
        .filter(([, value]) => value !== KEY_PLACEHOLDER || key !== '')
        .map(([name, value]): [string, string] => [name, value === KEY_PLACEHOLDER ? key : value]),
      ...(body === undefined ? {} : { body }),
    });
    if (!answer.ok) return { failure: answer.error.message };
    return {
      status: answer.value.status,
      headers: answer.value.headers,
      text: answer.value.body,
      durationMs: answer.value.durationMs,
    };
  };
}
