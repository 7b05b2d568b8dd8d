import { lookUpSpaceByKey } from '../../classification/space-lookup';
import type { Exchange } from '../exchange';
import { Problem } from '../problem';
import type { RestResult } from '../response';
import type { AuthorizedRequest, Prepared, Route } from '../route';

/** The parameter `spaceKey`, which replaces a `spaceId` in every route whose query has both. */

/** Larger than the id of any space. It represents each key that the creator cannot see. */
const ID_OF_NO_SPACE = '9999999999999999999';

/** @throws Problem 400 if a query has the id and the key of a space */
export function refuseTwoSpaces({ query }: Exchange): void {
  if (!query.has('spaceId') || !query.has('spaceKey')) return;
  const title = 'spaceKey cannot be combined with spaceId';
  const detail = 'Both identify the space. Send one of them.';
  const error = { code: 'INVALID_PARAMETER' as const, title, detail, parameter: 'spaceKey' };
  throw new Problem('INVALID_PARAMETER', { errors: [error] });
}

/**
 * Runs a request. If it has a `spaceKey`, the creator of the key looks it up, and the route runs as for the `spaceId`. Its
 * cursors and its `_links.next` have the id, so a space whose key changes stays the same space.
 * @throws Problem, HostError, and what the route throws
 */
export async function runInSpace(
  { route, parameters, prepared }: { route: Route; parameters: Readonly<Record<string, string>>; prepared: Prepared },
  request: AuthorizedRequest,
): Promise<RestResult> {
  const [spaceKey] = request.exchange.query.get('spaceKey') ?? [];
  if (spaceKey === undefined) return prepared.run(request);
  const space = await lookUpSpaceByKey(request.confluence, request.key.record.createdBy, spaceKey);
  if (space === 'inactive') throw new Problem('API_KEY_OWNER_INACTIVE');
  const { spaceKey: _, ...others } = Object.fromEntries(request.exchange.query);
  const spaceId = space === 'unknown' ? ID_OF_NO_SPACE : space.id;
  const exchange = { ...request.exchange, query: new Map(Object.entries({ ...others, spaceId: [spaceId] })) };
  const spaceOfKey = space === 'unknown' ? space : 'visible';
  return route.prepare(exchange, parameters).run({ ...request, exchange, spaceOfKey });
}
