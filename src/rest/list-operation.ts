import * as z from 'zod';
import type { Position } from '../platform/rows-by-time';
import { CURSOR_PROBLEMS, questionOf } from './cursor';
import * as fields from './fields';
import { readParameters, readQuery } from './middleware/input';
import { listAnswer, PAGE_HEADERS } from './paging';
import type { AnyRoute, AuthorizedRequest, Prepared, Route, SuccessWithBody } from './route';

/** Lists with a cursor. */

interface ListQuestion<Path extends z.ZodObject, Filters extends z.ZodObject> {
  readonly path: z.infer<Path>;
  readonly filters: z.infer<Filters>;
  readonly after: Position | undefined;
  readonly limit: number;
}

interface ListPage {
  readonly results: readonly object[];
  /** The position to continue from. Undefined: the end of the list. */
  readonly next: Position | undefined;
  /** The further members of the body. */
  readonly more?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

type ListDeclaration<Path extends z.ZodObject, Filters extends z.ZodObject> = Omit<
  AnyRoute,
  'prepare' | 'pathParameters' | 'query' | 'body' | 'success'
> &
  Pick<Prepared, 'points'> & {
    readonly pathParameters?: Path;
    /** The query, without `limit`, `cursor` and `fields`. */
    readonly filters?: Filters;
    /** One page of the list, without the header for the next one. */
    readonly success: SuccessWithBody;
    /** Returns one page of the list. @throws Problem */
    readonly list: (request: AuthorizedRequest, question: ListQuestion<Path, Filters>) => Promise<ListPage>;
  };

const NONE = z.strictObject({});

/** Declares a list. Its cursors belong to the path and to the filters. */
export function listOperation<Path extends z.ZodObject = typeof NONE, Filters extends z.ZodObject = typeof NONE>(
  declaration: ListDeclaration<Path, Filters>,
): Route;
export function listOperation({
  points,
  filters = NONE,
  list,
  success,
  problems,
  ...route
}: ListDeclaration<typeof NONE, typeof NONE>): Route {
  const { operationId, pathParameters = NONE } = route;
  const query = filters.extend({
    limit: fields.limit,
    cursor: fields.cursor,
    fields: fields.entryFields(success.schema),
  });
  return {
    ...route,
    method: 'GET',
    query,
    success: { ...success, headers: { ...PAGE_HEADERS, ...success.headers } },
    problems: [...CURSOR_PROBLEMS, ...problems],
    prepare: (exchange, parameters) => {
      const path = readParameters(parameters, pathParameters);
      const { limit, cursor, fields: _, ...given } = readQuery(exchange, query);
      const question = questionOf(operationId, pathParameters.extend(filters.shape), { ...path, ...given });
      return {
        ...(points !== undefined && { points }),
        run: async (request) => {
          const { cursors } = request;
          const after = cursor === undefined ? undefined : cursors.read(cursor, question);
          const { results, next, more, headers } = await list(request, { path, filters: given, after, limit });
          const answer = listAnswer(exchange, results, next && cursors.write(next, question));
          return { ...answer, headers: { ...answer.headers, ...headers }, body: { ...answer.body, ...more } };
        },
      };
    },
  };
}

/** An empty list, whatever it is a list of. */
export const NO_RESULTS: ListPage = { results: [], next: undefined };
