import { REDACTIONS } from '../../redaction/redaction-kind';
import { REDACTION_STATES } from '../../redaction/run-model';
import { PAGE_HEADERS, pageOf } from '../paging';
import type { Route } from '../route';
import { prepareRunList, readLineRuns, runListQuery } from '../run-lists';
import {
  countRedactionPages,
  readRedactionBodies,
  REDACTION_EXAMPLE,
  REDACTION_RESULTS_SCOPE,
  redactionBody,
} from './redaction-schemas';

const query = runListQuery('redactions', REDACTION_STATES);

const listed = redactionBody
  .omit({ results: true, pages: true })
  .meta({ id: 'ListedRedaction', description: 'A redaction without its results. Read `_links.self` for them.' });

const { results: _results, pages: _pages, ...EXAMPLE } = REDACTION_EXAMPLE;

export const listRedactions: Route = {
  method: 'GET',
  path: '/v1/redaction',
  operationId: 'listRedactions',
  summary: 'List redactions',
  description:
    'Lists the redactions of this key and of the keys that it replaced by rotation, newest first. Redactions are kept for 30 days. A redaction of the last few seconds may be missing. A page of the list can be short and still have a next page.',
  scope: REDACTION_RESULTS_SCOPE,
  query,
  success: {
    status: 200,
    description: 'One page of the redactions.',
    schema: pageOf(listed).meta({ id: 'RedactionList' }),
    example: { results: [EXAMPLE], _links: {} },
    headers: PAGE_HEADERS,
  },
  problems: ['INVALID_CURSOR', 'EXPIRED_CURSOR'],
  prepare: (exchange) =>
    prepareRunList(exchange, listRedactions.operationId, query, async (request, { state, after, limit }) => {
      const { runs, next } = await readLineRuns(request, REDACTIONS, {
        of: 'redactions',
        after,
        limit,
        isListed: (record) => (state ?? record.state) === record.state,
        countPages: countRedactionPages,
      });
      const bodies = (await readRedactionBodies(request, runs)).map((body) => {
        const { results: _found, pages: _touched, ...rest } = body;
        return rest;
      });
      return { bodies, next };
    }),
};
