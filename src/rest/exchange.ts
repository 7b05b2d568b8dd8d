import * as z from 'zod';

/** The web trigger's request and response, and the request that the rest of the API uses. */

const values = z
  .union([z.array(z.string()), z.string()])
  .transform((value) => (typeof value === 'string' ? [value] : value));

/** Built from entries, because a record schema silently drops a member called `__proto__`. */
const valuesByName = z
  .custom<Readonly<Record<string, unknown>>>(
    (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
  )
  .transform((named) => Object.entries(named))
  .pipe(z.array(z.tuple([z.string(), values])));

/** `path` and `userPath` are raw; header names have mixed case; other members may appear. */
const webTriggerEvent = z.object({
  method: z.string(),
  path: z.string().default(''),
  userPath: z.string().default(''),
  headers: valuesByName.nullish(),
  queryParameters: valuesByName.nullish(),
  body: z.string().nullish(),
});

const webTriggerContext = z.object({ installContext: z.string().min(1) });

export interface WebTriggerResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string[]>;
  readonly body: string;
}

/** One request, before any validation. */
export interface Exchange {
  readonly requestId: string;
  /** A valid `traceparent`, if the request has one. */
  readonly traceparent: string | undefined;
  /** The site, from the platform's context; never from the request. */
  readonly installationId: string;
  readonly method: string;
  /** The part of the URL's path before the API's own; may be empty. */
  readonly basePath: string;
  /** The API's own part of the path, raw, for example `/v1/level`. */
  readonly path: string;
  readonly query: ReadonlyMap<string, readonly string[]>;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The names of the headers, as they arrived. */
  readonly headerNames: readonly string[];
  readonly body: string | undefined;
}

/** `{base_url}` is the trigger's URL followed by this. */
const BASE_PATH = '/compliance/api';

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** @returns undefined if the platform's event does not have the documented form */
export function readExchange(event: unknown, context: unknown, requestId: string): Exchange | undefined {
  const parsed = webTriggerEvent.safeParse(event);
  const parsedContext = webTriggerContext.safeParse(context);
  if (!parsed.success || !parsedContext.success) return undefined;
  const { method, path, userPath, queryParameters, body } = parsed.data;
  const headers = lowerCaseNames(parsed.data.headers ?? []);
  const isOurs = userPath.startsWith(`${BASE_PATH}/`);
  const apiPath = isOurs ? userPath.slice(BASE_PATH.length) : '';
  const [traceparent, ...moreTraceparents] = headers.get('traceparent') ?? [];
  return {
    requestId,
    traceparent:
      traceparent !== undefined && moreTraceparents.length === 0 && TRACEPARENT.test(traceparent)
        ? traceparent
        : undefined,
    installationId: parsedContext.data.installContext,
    method,
    // For a path that is not of the API, too, so that its problem refers to the document that the app serves.
    basePath: isOurs ? (before(path, apiPath) ?? BASE_PATH) : `${before(path, userPath) ?? ''}${BASE_PATH}`,
    path: apiPath,
    query: new Map(queryParameters ?? []),
    headers,
    headerNames: (parsed.data.headers ?? []).map(([name]) => name),
    body: body ?? undefined,
  };
}

/** All values of a header, ignoring the case of its name; empty if it was not sent. */
function before(path: string, end: string): string | undefined {
  return path.endsWith(end) ? path.slice(0, path.length - end.length) : undefined;
}

export function headerValues(exchange: Pick<Exchange, 'headers'>, name: string): readonly string[] {
  return exchange.headers.get(name) ?? [];
}

function lowerCaseNames(headers: readonly (readonly [string, readonly string[]])[]): Map<string, readonly string[]> {
  const merged = new Map<string, readonly string[]>();
  for (const [name, list] of headers) {
    const key = name.toLowerCase();
    merged.set(key, [...(merged.get(key) ?? []), ...list]);
  }
  return merged;
}
