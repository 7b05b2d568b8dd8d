import * as z from 'zod';
import { exposureCsv, NOT_MEASURED_LINE } from '../../exposure/exposure-csv';
import { CURSOR_PROBLEMS, questionOf } from '../cursor';
import { mayReadNumbers } from '../exposure-access';
import * as fields from '../fields';
import { FILTER_PROBLEMS } from '../filter-limits';
import { readQuery } from '../middleware/input';
import { nextLink, PAGE_HEADERS } from '../paging';
import type { Route } from '../route';
import { exposureFilters, readPageExposures } from './list-page-exposure';

const query = exposureFilters.extend({ cursor: fields.cursor });

/** The limit of a part. A page that Confluence must be asked about costs the points of the list. */
const PAGES_AT_ONCE = 250;
const MAX_CHARACTERS = 500_000;

export const exportPageExposure: Route = {
  method: 'GET',
  path: '/v1/page-exposure/export',
  operationId: 'exportPageExposure',
  summary: 'Export pages by exposure as CSV',
  description: `Returns the pages that \`GET /v1/page-exposure\` lists with the same filters as CSV (RFC 4180, UTF-8), most risk first. The file begins with a line that says what is not measured, and has no titles, people or groups. It has numbers of people only for keys with \`classification::manage\` and without limits. A cell that a spreadsheet could run as a formula starts with an apostrophe. One response has at most ${PAGES_AT_ONCE} pages: request the address in \`Link\` until a response has none. Only the first response has the first line and the header line, so the responses joined together are one file. New columns may be added at the end. Problems are JSON.`,
  scope: 'classification::read',
  query,
  success: {
    status: 200,
    description: 'A part of the file.',
    mediaType: 'text/csv',
    schema: z.string().meta({ maxLength: MAX_CHARACTERS }),
    example:
      '"notMeasured","Public links are not visible to apps."\r\n"pageId","spaceId","level","verdict","reason","checkedAt","exceptionUntil","notMeasured"\r\n"164001","98306","Restricted","over","Guests","2026-11-21T09:30:00.000Z","","public-links"\r\n',
    headers: { ...PAGE_HEADERS, 'Content-Disposition': 'A name for the file.' },
  },
  problems: [...CURSOR_PROBLEMS, ...FILTER_PROBLEMS],
  prepare: (exchange) => {
    const { cursor, ...filters } = readQuery(exchange, query);
    const question = questionOf(exportPageExposure.operationId, exposureFilters, filters);
    return {
      points: 'when-known',
      run: async (request) => {
        const after = cursor === undefined ? undefined : request.cursors.read(cursor, question);
        const { results, next } = await readPageExposures(request, filters, { after, limit: PAGES_AT_ONCE });
        const csv = exposureCsv(results, {
          levels: request.levels,
          content: mayReadNumbers(request) ? 'numbers' : 'verdict',
          head: after === undefined ? [NOT_MEASURED_LINE] : undefined,
        });
        return {
          status: 200,
          csv,
          headers: {
            'Content-Disposition': 'attachment; filename="exposure.csv"',
            ...(next === undefined ? {} : nextLink(exchange, request.cursors.write(next, question)).headers),
          },
        };
      },
    };
  },
};
