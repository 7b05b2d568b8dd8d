import * as z from 'zod';
import { listLineRuns } from '../../keys/list-line-runs';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { REDACTIONS } from '../../redaction/redaction-kind';
import { REDACTION_STATES } from '../../redaction/run-model';
import { parseListedRun, rowKeyOf } from '../../runs/run-store';
import { questionOf } from '../cursor';
import { requireActiveCreator } from '../active-creator';
import * as fields from '../fields';
import { readQuery } from '../middleware/input';
import { listAnswer, PAGE_HEADERS, pageOf } from '../paging';
import type { Route } from '../route';
import { firstRuns } from '../visible-pages';
import {
  countRedactionPages,
  readRedactionBodies,
  REDACTION_EXAMPLE,
  REDACTION_RESULTS_SCOPE,
  redactionBody,
} from './redaction-schemas';

const query = z.strictObject({
  state: z
    .enum(REDACTION_STATES, { error: `must be one of ${REDACTION_STATES.join(', ')}` })
    .optional()
    .meta({ description: 'Only redactions in this state.', examples: ['running'] }),
  limit: fields.limit,
  cursor: fields.cursor,
});

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
  prepare: (exchange) => {
    const { limit, cursor, ...filters } = readQuery(exchange, query);
    const { state } = filters;
    const question = questionOf(listRedactions.operationId, query, filters);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const { cursors, storage, key, now } = request;
        const after = cursor === undefined ? undefined : cursors.read(cursor, question);
        await requireActiveCreator(request);
        const { items, next } = await listLineRuns(storage, key, {
          of: 'redactions',
          now,
          after,
          limit,
          pick: (rowKey, value) => {
            const run = parseListedRun(REDACTIONS, rowKey, value);
            const isListed = run !== undefined && (state ?? run.record.state) === run.record.state;
            return isListed && now < REDACTIONS.expiryOf(run) ? run : undefined;
          },
        });
        const runs = firstRuns(items, countRedactionPages);
        const results = (await readRedactionBodies(request, runs)).map((body) => {
          const { results: _found, pages: _touched, ...rest } = body;
          return rest;
        });
        const last = runs.length < items.length ? runs.at(-1) : undefined;
        const place =
          last === undefined ? next : { time: last.record.createdAt, key: rowKeyOf(REDACTIONS, last.runId) };
        return listAnswer(exchange, results, place && cursors.write(place, question));
      },
    };
  },
};
