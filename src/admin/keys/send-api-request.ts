import * as z from 'zod';
import { API_PATH, readTriggerUrl } from './base-address';
import { operation } from '../input';

/**
 * A request to the REST API from the admin area, whose frame cannot make external requests. The core that answers the
 * web trigger handles it as an event in the platform's format, with any key that it contains. The key is not stored.
 * Neither this operation nor its logs keep any part of the request.
 */

/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** More than the API reads; the platform accepts 500 KB from a frame. */
const MAX_BODY_CHARACTERS = 200_000;

const input = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** The path below the base address, raw, with its query: `/v1/level`. */
  path: z
    .string()
    .max(10_000)
    .regex(/^\/[\x21-\x7e]*$/, { error: 'must start with / and be percent-encoded' })
    .refine((path) => !path.includes('#'), { error: 'must not have a fragment' }),
  /** In sending order; a name may occur twice. */
  headers: z
    .array(
      z.tuple([
        z.string().max(200).regex(TOKEN, { error: 'must be a header name' }),
        z
          .string()
          .max(10_000)
          .regex(/^[^\r\n\0]*$/, { error: 'must be one line' }),
      ]),
    )
    .max(50),
  body: z.string().max(MAX_BODY_CHARACTERS).optional(),
});

export type ApiRequest = z.infer<typeof input>;

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
  /** The duration of the API call itself, without the transfer from and to the browser. */
  readonly durationMs: number;
}

export const sendApiRequest = operation(input, async (request, sent): Promise<ApiAnswer> => {
  const { pathname } = new URL(await readTriggerUrl(request));
  const started = request.clock().getTime();
  const { statusCode, headers, body } = await request.callApi(toEvent(sent, pathname), {
    installContext: request.installationId,
  });
  return { status: statusCode, headers, body, durationMs: Math.max(0, request.clock().getTime() - started) };
});

/** The event that the platform passes to a web trigger. */
function toEvent({ method, path, headers, body }: ApiRequest, triggerPath: string): object {
  const [apiPath = '', ...query] = path.split('?');
  const userPath = API_PATH + apiPath;
  return {
    method,
    path: triggerPath + userPath,
    userPath,
    headers: listsByName(headers),
    // A comma separates values.
    queryParameters: listsByName(
      [...new URLSearchParams(query.join('?'))].flatMap(([name, value]) =>
        value.split(',').map((part): [string, string] => [name, part]),
      ),
    ),
    ...(body === undefined ? {} : { body }),
  };
}

function listsByName(pairs: readonly (readonly [string, string])[]): Readonly<Record<string, readonly string[]>> {
  const lists = new Map<string, string[]>();
  for (const [name, value] of pairs) lists.set(name, [...(lists.get(name) ?? []), value]);
  return Object.fromEntries(lists);
}
