import type { components } from './schema.ts';

type Problem = components['schemas']['Problem'];

/** One error of a response, with its `pointer` (such as `#/items/3/levelId`), `parameter` or `header`. */
export type ErrorEntry = Problem['errors'][number];

/** The API refused the request, or could not process it. `message` has the place, title and detail of each error, and the request id. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Undefined if the response is not from the app, but from the platform or a proxy. */
  readonly code: string | undefined;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  readonly errors: readonly ErrorEntry[];
  /** The id of the request in the log of the app. */
  readonly requestId: string | undefined;
  /** All members of the response, such as `requiredScope`. */
  readonly problem: Partial<Problem>;

  constructor(
    readonly status: number,
    text: string,
    requestId: string | null,
    /** The number of seconds to wait before a retry, if the response has one. */
    readonly retryAfter: number | undefined,
  ) {
    const problem = parse(text);
    const { errors = [], title, detail } = problem;
    const id = problem.requestId ?? requestId ?? undefined;
    const reasons = errors.length > 0 ? errors.map(textOf) : [textOf({ title, detail })];
    const head = [status, problem.code].filter((part) => part !== undefined).join(' ');
    super([head, ...reasons, id && `request ${id}`].filter(Boolean).join('\n  '));
    this.problem = problem;
    this.code = problem.code;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
    this.requestId = id;
  }
}

/** No response arrived. The request may have taken effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

function textOf({ pointer, parameter, header, title, detail }: Partial<Record<keyof ErrorEntry, unknown>>): string {
  return [pointer ?? parameter ?? header, title, detail].filter((part) => typeof part === 'string').join(': ');
}

/** Responses of the platform and of proxies may not be JSON. */
function parse(text: string): Partial<Problem> {
  try {
    const problem: unknown = JSON.parse(text);
    return typeof problem === 'object' && problem !== null ? problem : {};
  } catch {
    return {};
  }
}
