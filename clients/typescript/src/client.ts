import { ApiError, ConnectionError } from './errors.ts';
import { Operations } from './operations.ts';
import {
  type ApiRequest,
  type Options,
  type Paged,
  pagedList,
  rememberResponse,
  responseOf,
  type ResultPage,
  retryAfterOf,
} from './request.ts';
import type { components } from './schema.ts';

type Schemas = components['schemas'];

export interface ClientOptions {
  /** The address of the API, which the admin area shows. */
  readonly baseUrl: string;
  /** The API key, or a function that returns it. Each attempt calls the function, so a rotated key needs no new client. */
  readonly key: string | (() => string | Promise<string>);
  /** The maximum number of retries of a call. Default: 4. */
  readonly retries?: number;
  /** The maximum wait before a retry. If `Retry-After` is longer, the call fails. Default: 3,600. */
  readonly maxWaitSeconds?: number;
  /** The timeout of each attempt. Default: 60. */
  readonly timeoutSeconds?: number;
}

/** Where a consumer of the change feed keeps its position. `file-cursor-store` has one for a file. */
export interface CursorStore {
  /** Undefined at the first start. */
  load(): string | undefined | Promise<string | undefined>;
  save(cursor: string): void | Promise<void>;
}

export interface FollowOptions extends Options {
  /** The time of the first change, if the store is empty. Default: the first change of the site. */
  readonly from?: string;
  /** Returns at the current end of the feed. Default: waits for more changes. */
  readonly untilEnd?: boolean;
  /** The wait at the end of the feed. Default: 60. */
  readonly pollSeconds?: number;
}

const MAX_BACK_OFF_SECONDS = 30;
const RETRIED_STATUSES = new Set([429, 500, 502, 503, 504]);
const RETRIED_CONFLICTS = new Set<string | undefined>(['EDIT_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS']);
const OPEN_STATES = new Set(['queued', 'waiting', 'running']);
const MAX_BULK_PAGES = 25;
/** If a response has no `Retry-After`. */
const POLL_SECONDS = 5;

/**
 * A client of the API, with a method for each operation. Calls retry, and send an Idempotency-Key where the operation accepts one.
 *
 * @throws ApiError if the API refuses a request, ConnectionError if no response arrives
 */
export class PageClassification extends Operations {
  // Private members, so that no log and no inspection of the client shows the key.
  readonly #key: () => string | Promise<string>;
  readonly #baseUrl: string;
  readonly #settings: Required<Omit<ClientOptions, 'key' | 'baseUrl'>>;

  constructor({ baseUrl, key, retries = 4, maxWaitSeconds = 3_600, timeoutSeconds = 60 }: ClientOptions) {
    super();
    if (!baseUrl || !key) throw new TypeError('The client needs a baseUrl and a key.');
    this.#key = typeof key === 'function' ? key : () => key;
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#settings = { retries, maxWaitSeconds, timeoutSeconds };
  }

  /** Sets, clears or resets the levels of any number of pages, 25 in a request. Yields the result of each page, in order. */
  async *changePageLevels(
    items: readonly Schemas['SetPageLevelItem'][],
    options?: Options,
  ): AsyncGenerator<Schemas['PageLevelItemResult'], void, undefined> {
    for (let start = 0; start < items.length; start += MAX_BULK_PAGES) {
      const changed = await this.setPageLevels({ items: items.slice(start, start + MAX_BULK_PAGES) }, options);
      yield* changed.results;
    }
  }

  /**
   * Reads a job, scan or redaction until it ends, and returns it. To limit the time, pass `AbortSignal.timeout(ms)`.
   *
   * @param run the response that started it, or one that lists it
   */
  async waitFor<Run extends BackgroundRun>(run: Run, options?: Options): Promise<Run> {
    let latest = run;
    while (OPEN_STATES.has(latest.state)) {
      await sleep(responseOf(latest)?.retryAfter || POLL_SECONDS, options?.signal);
      latest = await this.send<Run>({ method: 'GET', path: run._links.self, options });
    }
    return latest;
  }

  /**
   * Passes every change to `handle`, oldest first. The cursor is saved after `handle` returns. After a crash or an error, the next
   * call therefore repeats the changes of one response: ignore each `changeId` that was handled before.
   */
  async followChanges(
    store: CursorStore,
    handle: (changes: readonly Schemas['FeedEntry'][]) => unknown,
    { from, untilEnd = false, pollSeconds = 60, ...options }: FollowOptions = {},
  ): Promise<void> {
    for (let after = await store.load(); ;) {
      const start = from === undefined ? {} : { from };
      const page = await this.listChanges(after === undefined ? start : { after }, options);
      if (page.results.length > 0) await handle(page.results);
      if (page.cursor !== after) await store.save(page.cursor);
      after = page.cursor;
      if (page._links.next !== undefined) continue;
      if (untilEnd) return;
      await sleep(pollSeconds, options.signal);
    }
  }

  protected override list<Page extends ResultPage>(request: ApiRequest): Paged<Page> {
    const { method, options } = request;
    return pagedList((next) => this.send<Page>(next === undefined ? request : { method, path: next, options }));
  }

  /** Returns the JSON of the response, or undefined if it has no body: 204, or 304 after `ifNoneMatch`. */
  protected override async send<Result>(request: ApiRequest): Promise<Result> {
    const { retries, maxWaitSeconds } = this.#settings;
    const headers = headersOf(request);
    for (let retry = 0; ; retry += 1) {
      const outcome = await this.#attempt(request, headers);
      if (!(outcome instanceof Error)) return resultOf(outcome);
      const backOff = Math.min(2 ** retry, MAX_BACK_OFF_SECONDS) * (0.7 + 0.6 * Math.random());
      const seconds = Math.max(backOff, outcome instanceof ApiError ? (outcome.retryAfter ?? 0) : 0);
      const isSafe = request.method === 'GET' || 'Idempotency-Key' in headers;
      if (retry >= retries || seconds > maxWaitSeconds || !isRetried(outcome, isSafe)) throw outcome;
      await sleep(seconds, request.options?.signal);
    }
  }

  async #attempt(request: ApiRequest, headers: Readonly<Record<string, string>>): Promise<Answer | Error> {
    const { method, body, options: { signal } = {} } = request;
    const url = this.#addressOf(request);
    const key = await this.#key();
    // fetch would throw an error that contains the key.
    if (!/^[!-~]+$/.test(key)) throw new TypeError('The key is empty, or has characters that no key has.');
    const timeout = AbortSignal.timeout(this.#settings.timeoutSeconds * 1000);
    try {
      const response = await fetch(url, {
        method,
        headers: { ...headers, 'x-api-key': key },
        // The key is only for this host.
        redirect: 'manual',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.ok || response.status === 304) return { response, text };
      const { status, headers: received } = response;
      const retryAfter = retryAfterOf(received, status === 429 ? Date.now() : undefined);
      return new ApiError(status, text, received.get('X-Request-Id'), retryAfter);
    } catch (cause) {
      signal?.throwIfAborted();
      return new ConnectionError(`${method} ${request.path}: no response`, { cause });
    }
  }

  #addressOf({ path, query }: ApiRequest): URL {
    const url = new URL(path.startsWith('/v1/') ? this.#baseUrl + path : path, this.#baseUrl);
    if (url.origin !== new URL(this.#baseUrl).origin) throw new TypeError('The address is on another host.');
    for (const [name, value] of Object.entries(query ?? {}) as [string, unknown][])
      for (const one of [value].flat())
        if (one !== undefined && one !== null) url.searchParams.append(name, String(one));
    return url;
  }
}

/** A job, scan or redaction. */
type BackgroundRun = Readonly<{ state: string; _links: Readonly<{ self: string }> }>;

type Answer = Readonly<{ response: Response; text: string }>;

function headersOf({ body, isRepeatable = false, options }: ApiRequest): Readonly<Record<string, string>> {
  const { ifMatch, ifNoneMatch, idempotencyKey } = options ?? {};
  const repeatKey = isRepeatable ? (idempotencyKey ?? crypto.randomUUID()) : undefined;
  return {
    Accept: 'application/json, text/csv;q=0.9',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    ...(ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }),
    ...(repeatKey === undefined ? {} : { 'Idempotency-Key': repeatKey }),
  };
}

function isRetried(error: Error, isSafe: boolean): boolean {
  if (!(error instanceof ApiError)) return isSafe;
  return error.status === 409 ? RETRIED_CONFLICTS.has(error.code) : RETRIED_STATUSES.has(error.status);
}

/** A part of a CSV file becomes a list with one text, because its next part is in the header `Link`. */
function resultOf<Result>({ response, text }: Answer): Result {
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  const csv = { results: [text], _links: next === undefined ? {} : { next } };
  const isCsv = response.headers.get('Content-Type')?.startsWith('text/csv') === true;
  const result = isCsv ? csv : text === '' ? undefined : JSON.parse(text);
  if (typeof result === 'object' && result !== null) rememberResponse(result, response);
  return result;
}

/** @throws the reason of the signal if it ends the wait */
function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
