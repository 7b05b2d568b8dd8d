import type * as z from 'zod';
import { type Condition, writeCondition } from './middleware/conditions';
import { readBody, readParameters, readQuery } from './middleware/input';
import type { Problem } from './problem';
import type { RestResult } from './response';
import type { AnyRoute, AuthorizedRequest, Method, Prepared, Route, SuccessWithBody } from './route';

/** The input of an operation, read by the schemas of its declaration. */
interface Input<Path extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject> {
  readonly path: z.infer<Path>;
  readonly query: z.infer<Query>;
  readonly body: z.infer<Body>;
  /** `If-Match` and `If-None-Match`, if the client sent one. */
  readonly condition: Condition | undefined;
}

type Declaration<Path extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject> = Method &
  Omit<AnyRoute, 'prepare' | 'pathParameters' | 'query' | 'body'> &
  Pick<Prepared, 'points'> & {
    readonly pathParameters?: Path;
    readonly query?: Query;
    readonly body?: NonNullable<AnyRoute['body']> & { readonly schema: Body };
    readonly run: (request: AuthorizedRequest, input: Input<Path, Query, Body>) => Promise<RestResult>;
    /** As in `Prepared`. */
    readonly replay?: (
      request: AuthorizedRequest,
      answer: RestResult | Problem,
      input: Input<Path, Query, Body>,
    ) => Promise<RestResult>;
  };

/**
 * Declares a route whose input needs no other check than its schemas, and whose points do not depend on it. Any other
 * route has its own `prepare`.
 */
export function operation<Path extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject>(
  declaration: Declaration<Path, Query, Body>,
): Route;
export function operation({
  points,
  run,
  replay,
  ...route
}: Declaration<z.ZodObject, z.ZodObject, z.ZodObject>): Route {
  const { pathParameters, query, body } = route;
  return {
    ...route,
    prepare: (exchange, parameters) => {
      const input = {
        path: pathParameters === undefined ? {} : readParameters(parameters, pathParameters),
        query: query === undefined ? {} : readQuery(exchange, query),
        body: body === undefined ? {} : readBody(exchange, body.schema, body.maxBytes),
        condition: writeCondition(exchange),
      };
      return {
        ...(points !== undefined && { points }),
        run: (request) => run(request, input),
        ...(replay && { replay: (request, answer) => replay(request, answer, input) }),
      };
    },
  };
}

/** Declares a response of 200 with a body. @param headers the description of each of its own headers */
export function ok(
  description: string,
  schema: z.ZodType,
  example: object,
  headers: SuccessWithBody['headers'] = {},
): SuccessWithBody & { readonly status: 200 } {
  return { status: 200, description, schema, example, headers };
}
