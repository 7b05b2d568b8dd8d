import type { LevelFloor } from '../classification/level-floor';

/** Every problem the API can answer (RFC 9457, with Atlassian's `errors[]`). A code never changes its meaning. */

export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** The title of a problem with a list of errors, each of which has its own title. */
  readonly titleOfList?: string;
  /** The solution, if the case has no more specific detail. Always the same text, so it does not reveal the cause. */
  readonly detail?: string;
}

const INVALID_REQUEST = 'The request is not valid';

const SEND_AGAIN = 'Retry after the number of seconds in Retry-After. Setting the same level twice is harmless.';

const SETTABLE_LEVELS = 'GET /v1/page-level/by-page/{pageId}/levels lists the levels that can be set on a page.';

export const PROBLEMS = {
  INVALID_JSON: { status: 400, title: 'The body is not valid JSON', titleOfList: INVALID_REQUEST },
  EMPTY_BODY: { status: 400, title: 'The body is empty', titleOfList: INVALID_REQUEST },
  DUPLICATE_JSON_KEY: { status: 400, title: 'The body has a duplicate member', titleOfList: INVALID_REQUEST },
  JSON_TOO_DEEP: { status: 400, title: 'The JSON is too deeply nested', titleOfList: INVALID_REQUEST },
  INVALID_UNICODE: { status: 400, title: 'A string contains invalid characters', titleOfList: INVALID_REQUEST },
  INVALID_FIELD: { status: 400, title: 'A field is not valid', titleOfList: INVALID_REQUEST },
  MISSING_FIELD: { status: 400, title: 'A field is missing', titleOfList: INVALID_REQUEST },
  UNKNOWN_FIELD: { status: 400, title: 'Unknown field', titleOfList: INVALID_REQUEST },
  INVALID_PARAMETER: { status: 400, title: 'A parameter is not valid', titleOfList: INVALID_REQUEST },
  UNKNOWN_PARAMETER: { status: 400, title: 'Unknown query parameter', titleOfList: INVALID_REQUEST },
  DUPLICATE_PARAMETER: { status: 400, title: 'A query parameter is repeated', titleOfList: INVALID_REQUEST },
  INVALID_CURSOR: { status: 400, title: 'The cursor does not belong to this list', titleOfList: INVALID_REQUEST },
  EXPIRED_CURSOR: { status: 400, title: 'The cursor has expired', titleOfList: INVALID_REQUEST },
  INVALID_PATH_ENCODING: { status: 400, title: 'The path is not valid percent-encoding', titleOfList: INVALID_REQUEST },
  INVALID_IDEMPOTENCY_KEY: { status: 400, title: 'The Idempotency-Key is missing or not valid' },
  API_KEY_IN_URL: { status: 400, title: 'An API key must not be sent in the URL' },
  API_KEY_MISSING: { status: 401, title: 'The API key is missing' },
  API_KEY_INVALID: {
    status: 401,
    title: 'The API key is not valid',
    detail: 'Send the complete key, exactly as it was shown when it was created, and only once.',
  },
  API_KEY_EXPIRED: { status: 401, title: 'The API key has expired' },
  API_KEY_REVOKED: { status: 401, title: 'The API key has been revoked', detail: 'A site admin can create a new key.' },
  API_KEY_OWNER_INACTIVE: {
    status: 401,
    title: 'The creator of the API key can no longer use Confluence',
    detail: 'A key has the permissions of its creator. Another site admin can create a new key.',
  },
  APP_LICENSE_INACTIVE: {
    status: 402,
    title: 'The app has no active license on this site',
    detail: 'Nothing can be changed. Everything can still be read. A site admin can renew the license.',
  },
  INSUFFICIENT_SCOPE: { status: 403, title: 'The API key lacks the required scope' },
  LEVEL_OUTSIDE_KEY_LIMIT: {
    status: 403,
    title: 'The level is outside the page access limit of the API key',
    detail: 'A site admin can change the page access limit of this key.',
  },
  LEVEL_BELOW_FINDINGS: {
    status: 403,
    title: 'Findings on the page require a more sensitive level',
    detail:
      'GET /v1/page-level/by-page/{pageId}/levels lists the levels that can be set. GET /v1/detection/by-page/{pageId} lists the findings: redact them, or exclude those that are not sensitive.',
  },
  LEVEL_CHANGE_FORBIDDEN: {
    status: 403,
    title: 'This site does not allow lowering the level of a page',
    detail: 'On this site, levels can be raised but not lowered. A site admin can change this setting.',
  },
  SPACE_OUTSIDE_KEY_LIMIT: { status: 403, title: 'The space is outside the space limit of the API key' },
  KEY_HAS_LIMITS: { status: 403, title: 'The operation requires an API key without limits' },
  CREATOR_NOT_ADMIN: { status: 403, title: 'The creator of the API key is not a site admin' },
  PAGE_NOT_EDITABLE: {
    status: 403,
    title: 'The creator of the API key may not edit this page',
    detail: 'Grant the creator of the key permission to edit the page in Confluence.',
  },
  ROUTE_NOT_FOUND: { status: 404, title: 'The route was not found' },
  PAGE_NOT_FOUND: {
    status: 404,
    title: 'The page was not found',
    detail:
      'It does not exist, or this key cannot access it: the creator of the key must be able to see it, and it must be inside the limits of the key.',
  },
  CONFIGURATION_NOT_FOUND: { status: 404, title: 'The level, sub-level, scheme or space was not found' },
  PAGE_NOT_CLASSIFIED: {
    status: 404,
    title: 'The page has no classification level',
    detail: 'Use POST /v1/page-level to set one.',
  },
  DETECTION_NOT_FOUND: {
    status: 404,
    title: 'The finding was not found',
    detail:
      'It does not exist, or this key cannot access it: the creator of the key must be able to see its page, which must be inside the limits of the key.',
  },
  EXCLUSION_NOT_FOUND: {
    status: 404,
    title: 'The exclusion was not found',
    detail:
      'It does not exist, or this key cannot access it. An exclusion of values on one page requires a key that can see the page. Every other exclusion requires a key without limits whose creator is a site admin.',
  },
  DETECTOR_NOT_FOUND: { status: 404, title: 'The detector was not found' },
  SCAN_NOT_FOUND: {
    status: 404,
    title: 'The scan was not found',
    detail: 'Scans are kept for 30 days.',
  },
  REDACTION_NOT_FOUND: {
    status: 404,
    title: 'The redaction was not found',
    detail: 'Redactions are kept for 30 days, for the key that created them and the keys that replace it.',
  },
  JOB_NOT_FOUND: { status: 404, title: 'The job was not found' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'This route does not support the method' },
  NOT_ACCEPTABLE: { status: 406, title: 'The response is JSON, which Accept excludes' },
  EDIT_CONFLICT: { status: 409, title: 'The resource was changed concurrently' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, title: 'The same request is still in progress' },
  TOO_MANY_JOBS: { status: 409, title: 'Too many jobs, scans or redactions are open' },
  PRECONDITION_FAILED: { status: 412, title: 'The condition of the request is not met' },
  BODY_TOO_LARGE: { status: 413, title: 'The body is too large' },
  URI_TOO_LONG: { status: 414, title: 'The URL is too long' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'The body must be application/json in UTF-8, without Content-Encoding',
  },
  LEVEL_NOT_FOUND: { status: 422, title: 'The level was not found', detail: SETTABLE_LEVELS },
  SUBLEVEL_NOT_IN_LEVEL: {
    status: 422,
    title: 'The sub-level does not belong to the level',
    detail: 'Omit subLevelId, or use a sub-level of this level that is not archived.',
  },
  LEVEL_ARCHIVED: {
    status: 422,
    title: 'The level is archived and can no longer be set',
    detail: SETTABLE_LEVELS,
  },
  NAME_TAKEN: { status: 422, title: 'The name or key is already in use' },
  INCOMPLETE_ORDER: { status: 422, title: 'The order must contain each item exactly once' },
  INVALID_SETTINGS: { status: 422, title: 'The settings contradict each other' },
  INVALID_DETECTOR: { status: 422, title: 'The detector does not match its samples' },
  INVALID_EXCLUSION: { status: 422, title: 'The exclusion cannot match anything on this site' },
  LOOSENING_NOT_ALLOWED: { status: 422, title: 'The document lowers the protection of the site' },
  LEVEL_IN_SETTINGS: { status: 422, title: 'The level is used in the settings' },
  CONFIGURATION_FULL: { status: 422, title: 'The configuration has reached its size limit' },
  LEVEL_NOT_IN_SPACE_SCHEME: {
    status: 422,
    title: "The level is not available in the page's space",
    detail: SETTABLE_LEVELS,
  },
  JUSTIFICATION_REQUIRED: {
    status: 422,
    title: 'The settings of the site or the space require a justification for this change',
    detail: 'Send the reason as `justification`; to clear a level, with POST /v1/page-level/by-page/{pageId}/reset.',
  },
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'The Idempotency-Key was used for a different request' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  INVALID_CQL: { status: 422, title: 'The CQL query is not valid' },
  TOO_MANY_PAGES: { status: 422, title: 'The job has too many pages' },
  SEARCH_NOT_POSSIBLE: { status: 422, title: 'The app cannot search as the creator of the API key' },
  CANNOT_ACT_AS_PERSON: {
    status: 422,
    title: 'The app cannot act as the creator of the API key',
    detail: 'A site admin finds the reason on the Site check page of the admin area.',
  },
  HOST_QUOTA: { status: 429, title: 'Confluence is limiting requests', detail: SEND_AGAIN },
  HEADERS_TOO_LARGE: { status: 431, title: 'The headers are too large' },
  INTERNAL_ERROR: {
    status: 500,
    title: 'Something went wrong on our side',
    detail: 'Contact the operator of the app, and include the requestId.',
  },
  HOST_ERROR: { status: 502, title: 'Confluence returned an unusable response', detail: SEND_AGAIN },
  AUTH_UNAVAILABLE: { status: 503, title: 'API keys cannot be verified right now' },
  STORAGE_UNAVAILABLE: { status: 503, title: 'Storage is not available right now', detail: SEND_AGAIN },
  HOST_TIMEOUT: { status: 504, title: 'Confluence did not respond in time', detail: SEND_AGAIN },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The part of the request that is at fault. */
export interface ProblemPlace {
  /** RFC 6901 fragment into the body, for example `#/pageId`. */
  readonly pointer?: string;
  /** The name of a path or query parameter. */
  readonly parameter?: string;
  /** The name of a header. */
  readonly header?: string;
}

/** One entry of `errors`: the exact error and its location. */
export interface ProblemDetail extends ProblemPlace {
  readonly code: ProblemCode;
  readonly title?: string;
  readonly detail?: string;
}

export interface ProblemOptions {
  /**
   * The error and what to do. Never echoes a header, a key or the body; contains the route's template, not its path.
   */
  readonly detail?: string;
  readonly errors?: readonly ProblemDetail[];
  /** The members that can be at fault, if they differ from those of the code (problem-place.ts). */
  readonly members?: readonly string[];
  /** The place of a problem without `errors`. */
  readonly place?: ProblemPlace;
  readonly headers?: Readonly<Record<string, string>>;
  readonly requiredScope?: string;
  readonly floor?: LevelFloor;
}

/** Ends a request inside the REST door with this problem. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly code: ProblemCode,
    readonly options: ProblemOptions = {},
  ) {
    super(PROBLEMS[code].title);
  }

  /** Undefined if `errors` contain the details. */
  get detail(): string | undefined {
    const kind: ProblemKind = PROBLEMS[this.code];
    return this.options.detail ?? (this.options.errors === undefined ? kind.detail : undefined);
  }
}

/** Where the OpenAPI document, which needs no key, describes each code (docs/adr/0117). */
const TYPES = '/v1/openapi.json#/components/x-problems/';

/** The maximum number of entries in `errors`. */
const MAX_ERRORS = 20;

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly instance: string;
  readonly code: ProblemCode;
  readonly requestId: string;
  readonly requiredScope?: string;
  readonly floor?: LevelFloor;
  readonly errors: readonly object[];
}

/** @param basePath undefined if the event of the platform is malformed, so that no reference can resolve */
export function problemBody(
  { code, options, detail }: Problem,
  { requestId, basePath }: { readonly requestId: string; readonly basePath?: string },
): ProblemBody {
  const kind: ProblemKind = PROBLEMS[code];
  const details = options.errors ?? [{ code, ...(detail === undefined ? {} : { detail }), ...options.place }];
  return {
    type: basePath === undefined ? 'about:blank' : `${basePath}${TYPES}${code}`,
    title: (options.errors && kind.titleOfList) ?? kind.title,
    status: kind.status,
    ...(detail === undefined ? {} : { detail }),
    instance: `urn:uuid:${requestId}`,
    code,
    requestId,
    ...(options.requiredScope === undefined ? {} : { requiredScope: options.requiredScope }),
    ...(options.floor === undefined ? {} : { floor: options.floor }),
    errors: details.slice(0, MAX_ERRORS).map(errorEntry),
  };
}

function errorEntry({ code, title, detail, pointer, parameter, header }: ProblemDetail): object {
  return {
    status: PROBLEMS[code].status,
    code,
    title: title ?? PROBLEMS[code].title,
    detail: detail ?? null,
    ...(pointer === undefined ? {} : { pointer }),
    ...(parameter === undefined ? {} : { parameter }),
    ...(header === undefined ? {} : { header }),
  };
}
