import { REDACTIONS } from '../../redaction/redaction-kind';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { pageOf } from '../paging';
import { ofState, readLineRuns } from '../run-lists';
import {
  countRedactionPages,
  readRedactionBodies,
  REDACTION_EXAMPLE,
  REDACTION_RESULTS_SCOPE,
  redactionBody,
} from './redaction-schemas';
import { listOperation } from '../list-operation';
import { ok } from '../operation';

const listed = redactionBody
  .omit({ results: true, pages: true })
  .meta({ id: 'ListedRedaction', description: 'A redaction without its results. Read `_links.self` for them.' });

const { results: _results, pages: _pages, ...EXAMPLE } = REDACTION_EXAMPLE;

export const listRedactions = listOperation({
  path: '/v1/redaction',
  operationId: 'listRedactions',
  summary: 'List redactions',
  description:
    'Lists the redactions of this key and of the keys that it replaced by rotation, newest first. Redactions are kept for 30 days. A redaction of the last few seconds may be missing. A page of the list can be short and still have a next page.',
  scope: REDACTION_RESULTS_SCOPE,
  filters: ofState('redactions'),
  success: ok('One page of the redactions.', pageOf(listed).meta({ id: 'RedactionList' }), {
    results: [EXAMPLE],
    _links: {},
  }),
  problems: [],
  points: POINTS_OF_A_PERSON,
  list: async (request, { filters: { state }, after, limit }) => {
    const { runs, next } = await readLineRuns(request, REDACTIONS, {
      of: 'redactions',
      after,
      limit,
      state,
      countPages: countRedactionPages,
    });
    const bodies = await readRedactionBodies(request, runs);
    const results = bodies.flatMap(({ results: _found, pages: _touched, ...body }) =>
      (state ?? body.state) === body.state ? [body] : [],
    );
    return { results, next };
  },
});
