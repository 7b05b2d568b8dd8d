import type * as z from 'zod';
import type { Scope } from '../access/scope';
import type { Effect } from '../capabilities/effects';
import type { Levels } from '../classification/level-store';
import type { FingerprintKey } from '../findings/fingerprint-key';
import type { ApiKey } from '../keys/model';
import type { Context } from '../platform/context';
import type { Peppers } from '../platform/secrets';
import type { Row, RowWrite, Storage } from '../platform/storage';
import type { PointsOfView } from '../quota/charge-or-wait';
import type { Invocation } from '../quota/invocation';
import type { Cursors } from './cursor';
import type { Exchange } from './exchange';
import type { Problem, ProblemCode } from './problem';
import type { RestResult } from './response';

/**
 * One operation of the API: its input, its responses, who may call it, and its handler. The route table
 * feeds the router, the OpenAPI document and the tests that every route must pass.
 */
export type Route = AnyRoute & Method;

export type Method =
  { readonly method: 'GET' } | { readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; readonly effect: Effect };

export interface AnyRoute {
  /** With parameters as `:name`. */
  readonly path: `/v1/${string}`;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Undefined: any valid key. */
  readonly scope?: Scope;
  /** A scope of the other area that is required, too. */
  readonly alsoScope?: Scope;
  readonly pathParameters?: z.ZodObject;
  /** The query parameters, which `prepare` reads. All are optional. */
  readonly query?: z.ZodObject;
  /** Required headers, by name. A request without one is refused. */
  readonly requiredHeaders?: Readonly<
    Record<string, { readonly description: string; readonly example: string; readonly schema: object }>
  >;
  readonly body?: {
    readonly schema: z.ZodType;
    readonly example: object;
    /** The maximum size in bytes. Default: 64 KiB. */
    readonly maxBytes?: number;
  };
  /**
   * A request can or must carry an Idempotency-Key. An effect in a single transaction stores its response with
   * `AuthorizedRequest.keep`. Any other response is stored when it is sent, so starting such a request twice must be
   * harmless.
   */
  readonly idempotency?: 'optional' | 'required';
  /** True if it changes the levels of pages, so that a mirror event is charged with it. */
  readonly pushesMirror?: true;
  /** True if it stores a sentence in place of a sensitive reason. Default: such a request is refused. */
  readonly dropsReasons?: true;
  /** Undefined: not deprecated. A deprecated operation remains for at least six months after `since`. */
  readonly deprecated?: Deprecation;
  readonly success: SuccessWithBody | { readonly status: 204; readonly description: string };
  /** The problems specific to this operation, besides the common ones. */
  readonly problems: readonly ProblemCode[];
  /**
   * Reads the client's input. Pure, so it runs before authentication. If it throws a Problem, the API
   * returns it only after the caller is authorized to see it.
   */
  prepare(exchange: Exchange, parameters: Readonly<Record<string, string>>): Prepared;
}

export interface Deprecation {
  /** ISO 8601. */
  readonly since: string;
  /** ISO 8601, never before `since`: the operation may be removed from this time on. */
  readonly sunset: string;
  /** The documentation of the replacement. */
  readonly link: string;
}

export interface SuccessWithBody {
  readonly status: 200 | 201 | 202 | 207;
  readonly description: string;
  /** Default: JSON. */
  readonly mediaType?: 'text/csv';
  readonly schema: z.ZodType;
  readonly example: object | string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A path of the route table in its documented form: `/v1/page-level/by-page/{pageId}`. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

/** A well-formed request. */
export interface Prepared {
  /** The number of pages that it sets or tries to set. Default: 1. */
  readonly units?: number;
  /**
   * The cost of its calls to Confluence, in points, from the stored levels and settings if necessary. Default: the cost
   * of one page. `when-known`: the cost depends on stored data, so it is counted with the first call. `creator-check`:
   * it only checks that the creator is active; its points are separate from the site's (docs/adr/0031).
   */
  readonly points?: number | ((levels: Levels) => number) | 'when-known' | 'creator-check';
  run(request: AuthorizedRequest): Promise<RestResult>;
  /**
   * Returns the part of an earlier response that the key may see now. Required if the route has `idempotency`.
   * @throws Problem
   */
  replay?(request: AuthorizedRequest, answer: RestResult | Problem): Promise<RestResult>;
}

/** The input of a route, after the key and its scope are verified. */
export interface AuthorizedRequest extends Invocation, Pick<Context, 'confluence'>, Pick<PointsOfView, 'mirrorRoom'> {
  readonly exchange: Exchange;
  readonly key: ApiKey;
  readonly levels: Levels;
  /** The result for the `spaceKey` of the query, whose space is then its `spaceId`. Undefined: no key was given. */
  readonly spaceOfKey?: 'visible' | 'unknown';
  /** Its writes wait until the request is counted, and throw if the request is not admitted. */
  readonly storage: Storage;
  /** Returns the writes that store the response for a retry. They belong in the transaction of the effect. */
  readonly keep: (answer: RestResult) => readonly RowWrite[];
  readonly cursors: Cursors;
  /** The number of pages, at most `most`, for which the key has points. A list reads no more. */
  readonly pagesWithin: (most: number) => number;
  /** @throws Problem 429 if the key has no points to read that many pages */
  readonly requirePages: (count: number) => void;
  /** Without them, no key is valid. */
  readonly peppers: () => Peppers;
  /** The installation's key for fingerprints. */
  readonly fingerprintKey: () => FingerprintKey;
  /** Verifies the key again, from a newly read row. @throws Problem 401, 403 */
  reverify(row: Row): ApiKey;
}

/** An operation without a key. Every caller gets the same response. */
export interface OpenOperation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  answer(request: OpenRequest): Promise<RestResult>;
}

/** An operation without a key, as the OpenAPI document describes it. */
export interface OpenRoute
  extends OpenOperation, Pick<AnyRoute, 'operationId' | 'summary' | 'description' | 'body' | 'problems'> {
  readonly path: `/v1/${string}`;
  readonly success: SuccessWithBody;
}

/**
 * A request of which only the address, the method and the query have been checked. Every call to the platform is one
 * without a valid key.
 */
export interface OpenRequest extends Invocation {
  readonly exchange: Exchange;
}
