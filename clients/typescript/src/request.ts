/** A request of an operation. */
export interface ApiRequest {
  readonly method: string;
  /** Starts with `/v1/`, or is an address from a response, which is relative to the root of the host. */
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** True if the operation accepts an Idempotency-Key. */
  readonly isRepeatable?: boolean;
  readonly options?: Options<OptionName> | undefined;
}

/** `ifMatch` and `ifNoneMatch`: an ETag, or `*`. `idempotencyKey`: default is a random one, the same for all attempts of a call. */
type OptionName = 'ifMatch' | 'ifNoneMatch' | 'idempotencyKey';

export type Options<Name extends OptionName = never> = {
  /** Ends the call. */
  readonly signal?: AbortSignal;
} & { readonly [Key in Name]?: string };

/** A response page of a list. */
export interface ResultPage {
  readonly results: readonly unknown[];
  readonly _links: { readonly next?: string };
}

/**
 * A list. `for await` reads every entry, one response after another. `await` reads only the first response. `pages()` has every
 * response.
 */
export interface Paged<Page extends ResultPage> extends PromiseLike<Page>, AsyncIterable<Page['results'][number]> {
  pages(): AsyncGenerator<Page, void, undefined>;
}

/** Creates a list from a function that reads one response. */
export function pagedList<Page extends ResultPage>(read: (next?: string) => Promise<Page>): Paged<Page> {
  async function* pages(): AsyncGenerator<Page, void, undefined> {
    let next: string | undefined;
    do {
      const page = await read(next);
      yield page;
      next = page._links.next;
    } while (next !== undefined);
  }
  return {
    pages,
    then: (onRead, onError) => read().then(onRead, onError),
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.results;
    },
  };
}

/** The parts of a response besides its body. */
export interface ResponseInfo {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly etag: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** True for the stored response of an earlier request with the same Idempotency-Key. */
  readonly isReplayed: boolean;
  readonly headers: Headers;
}

const infos = new WeakMap<object, ResponseInfo>();

/** @param result what a call returned, such as a page level or a page of a list */
export function responseOf(result: object): ResponseInfo | undefined {
  return infos.get(result);
}

export function rememberResponse(result: object, { status, headers }: Response): void {
  infos.set(result, {
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    etag: headers.get('ETag') ?? undefined,
    retryAfter: retryAfterOf(headers),
    isReplayed: headers.get('Idempotent-Replayed') === 'true',
    headers,
  });
}

/** Seconds. A 429 of the platform has the end of its window instead, in seconds since 1970. */
export function retryAfterOf(headers: Headers, nowMs?: number): number | undefined {
  const seconds = headers.get('Retry-After');
  if (seconds !== null && /^\d+$/.test(seconds)) return Number(seconds);
  const reset = headers.get('X-Ratelimit-Reset');
  if (nowMs === undefined || reset === null || !/^\d+$/.test(reset)) return undefined;
  return Math.max(0, Math.ceil(Number(reset) - nowMs / 1000));
}
