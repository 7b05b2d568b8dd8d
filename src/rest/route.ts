import type * as z from 'zod';
import type { Scope } from '../access/scope';
import type { Levels } from '../classification/level-store';
import type { FingerprintKey } from '../findings/fingerprint-key';
import type { ApiKey } from '../keys/model';
import type { Clock } from '../platform/clock';
import type { Confluence } from '../platform/confluence';
import type { Log } from '../platform/log';
import type { Push } from '../platform/queue';
import type { Random } from '../platform/random';
import type { Row, RowWrite, Storage } from '../platform/storage';
import type { Cursors } from './cursor';
import type { Exchange } from './exchange';
import type { Problem, ProblemCode } from './problem';
import type { RestResult } from './response';

/**
 * One operation of the API: what it takes, what it answers, who may call it, and what it does. The table of routes
 * feeds the router, the OpenAPI document and the tests that every route must pass.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `:name`. */
  readonly path: `/v1/${string}`;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Left out: any key that works. */
  readonly scope?: Scope;
  readonly pathParameters?: z.ZodObject;
  /** The parameters of the query, which `prepare` reads; all can be left out. */
  readonly query?: z.ZodObject;
  /** Headers without which the request is refused, by their names. */
  readonly requiredHeaders?: Readonly<
    Record<string, { readonly description: string; readonly example: string; readonly schema: object }>
  >;
  readonly body?: {
    readonly schema: z.ZodType;
    readonly example: object;
    /** How large it may be. Default: 64 KiB. */
    readonly maxBytes?: number;
  };
  /**
   * Whether a request can, or must, carry an Idempotency-Key. An effect in one transaction then keeps its answer with
   * `AuthorizedRequest.keep`; any other is kept when it is answered, so it must do no harm if it is begun twice.
   */
  readonly idempotency?: 'optional' | 'required';
  /** Left out: it stays. Otherwise it goes six months after `since` at the earliest. */
  readonly deprecated?: Deprecation;
  readonly success: SuccessWithBody | { readonly status: 204; readonly description: string };
  /** The problems of this operation, besides those that every route can answer. */
  readonly problems: readonly ProblemCode[];
  /**
   * Reads what the client sent. Pure, so that it is done before anybody is authenticated; a Problem that it throws is
   * answered only once the caller may know of it.
   */
  prepare(exchange: Exchange, parameters: Readonly<Record<string, string>>): Prepared;
}

export interface Deprecation {
  /** ISO 8601. */
  readonly since: string;
  /** ISO 8601, never before `since`: from when on it may be gone. */
  readonly sunset: string;
  /** Where it is described what takes its place. */
  readonly link: string;
}

interface SuccessWithBody {
  readonly status: 200 | 201 | 202 | 207;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly example: object;
  readonly headers: Readonly<Record<string, string>>;
}

/** A path of the table as it is documented: `/v1/page-level/by-page/{pageId}`. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

/** A request that is well formed. */
export interface Prepared {
  /** How many pages it sets, or tries to set. Default: 1. */
  readonly units?: number;
  /**
   * The cost of its calls to Confluence, in points, from the stored levels and settings if necessary. Default: the cost of one page.
   * `when-known`: the cost depends on stored data, so it is counted with the first call.
   * `creator-check`: it asks only whether the creator is active, and has points outside of the site's (docs/adr/0031).
   */
  readonly points?: number | ((levels: Levels) => number) | 'when-known' | 'creator-check';
  run(request: AuthorizedRequest): Promise<RestResult>;
  /**
   * The part of an earlier answer that the key may see now. Required where the route has `idempotency`.
   * @throws Problem
   */
  replay?(request: AuthorizedRequest, answer: RestResult | Problem): Promise<RestResult>;
}

/** What a route works with once key and scope have been found good. */
export interface AuthorizedRequest {
  readonly exchange: Exchange;
  /** When it came. What is stamped with a time asks the clock. */
  readonly now: Date;
  readonly clock: Clock;
  readonly key: ApiKey;
  readonly levels: Levels;
  /** Its writes wait until the request has been counted, and throw where it may not go on. */
  readonly storage: Storage;
  /** What keeps the answer for a request that is sent again: part of the transaction of the effect. */
  readonly keep: (answer: RestResult) => readonly RowWrite[];
  readonly confluence: Confluence;
  readonly push: Push;
  readonly random: Random;
  readonly log: Log;
  readonly cursors: Cursors;
  /** Of the installation: what fingerprints are made with. */
  readonly fingerprintKey: () => FingerprintKey;
  /** Verifies the key again, from a row that was read anew. @throws Problem 401, 403 */
  verifyAgain(row: Row): ApiKey;
}

/** An operation without a key: the same answer for everybody. */
export interface OpenOperation {
  readonly method: 'GET';
  readonly path: string;
  answer(): Promise<RestResult>;
}
