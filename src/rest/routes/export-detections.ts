import * as z from 'zod';
import { readFindingConditions } from '../../findings/finding-conditions';
import { findingsCsv } from '../../findings/lists/findings-csv';
import { MAX_COUNTED, readManyFindings } from '../../findings/lists/visible-findings';
import { awaitAll } from '../../platform/await-all';
import { CURSOR_PROBLEMS, questionOf } from '../cursor';
import * as fields from '../fields';
import { FILTER_PROBLEMS } from '../filter-limits';
import { readQuery } from '../middleware/input';
import { nextLink, PAGE_HEADERS } from '../paging';
import type { Route } from '../route';
import { isOfHiddenPlace, withActiveCreator } from '../visible-pages';
import { DETECTION_SCOPE, allDetectionFilters, findingsReaderOf, wantedBy } from './detection-schemas';

const query = allDetectionFilters.extend({ cursor: fields.cursor });

const MAX_CHARACTERS = 5_000_000;

export const exportDetections: Route = {
  method: 'GET',
  path: '/v1/detection/export',
  operationId: 'exportDetections',
  summary: 'Export findings as CSV',
  description: `Returns the findings that \`GET /v1/detection\` lists with the same filters as CSV (RFC 4180, UTF-8), most recently found first. Excerpts have a label and a bar, and the file has no page titles, because a title can contain a value. A cell that a spreadsheet could run as a formula starts with an apostrophe. One response has at most ${MAX_COUNTED.findings.toLocaleString('en')} findings on ${MAX_COUNTED.pages} pages: request the address in \`Link\` until a response has none. Only the first response has the header line, so the responses joined together are one file. New columns may be added at the end. Problems are JSON.`,
  scope: DETECTION_SCOPE,
  query,
  success: {
    status: 200,
    description: 'A part of the file.',
    mediaType: 'text/csv',
    schema: z.string().meta({ maxLength: MAX_CHARACTERS }),
    example:
      '"detectionId","foundAt","severity","category","detectorId","alsoMatched","confidence","band","evidence","status","statusAt","exclusionId","maskedExcerpt","foundOnPageId","spaceId","field","contentId","foundInVersion","pageVersion","currentLevelKey","currentLevelName","foundAtLevelKey","fingerprint","ownerId","pageOwnerId","isInProgress","dueOn","comment"\r\n"5d0c7a3e-2f41-5b0e-9a6d-8c1f3e7b2a90","2026-11-21T09:30:00.000Z","high","financial","card-pan","","0.95","high","checksum:luhn iin:visa","open","","","••••••••","164001","98306","body","","3","3","restricted","Restricted","","q1c3m0Zb3xv0w4cJm6xX0q5H6Wq8m1m2b3n4v5c6x7A","","712020:11111111-2222-4333-8444-555555555555","false","",""\r\n',
    headers: { ...PAGE_HEADERS, 'Content-Disposition': 'A name for the file.' },
  },
  problems: [...CURSOR_PROBLEMS, ...FILTER_PROBLEMS],
  prepare: (exchange) => {
    const { cursor, ...filters } = readQuery(exchange, query);
    const question = questionOf(exportDetections.operationId, allDetectionFilters, filters);
    return {
      points: 'when-known',
      run: async (request) => {
        const after = cursor === undefined ? undefined : request.cursors.read(cursor, question);
        const wanted = wantedBy(request, filters);
        const [conditions, isOfHidden] = await awaitAll([
          readFindingConditions(request.storage),
          isOfHiddenPlace(request, filters, DETECTION_SCOPE, filters.contentType),
        ] as const);
        const part = isOfHidden
          ? { results: [], next: undefined }
          : await withActiveCreator(
              request,
              DETECTION_SCOPE,
              (see) => readManyFindings({ ...findingsReaderOf(request, conditions), see }, wanted, after),
              filters.contentType,
            );
        return {
          status: 200,
          csv: findingsCsv(part.results, request.levels, after === undefined),
          headers: {
            'Content-Disposition': 'attachment; filename="findings.csv"',
            ...(part.next === undefined ? {} : nextLink(exchange, request.cursors.write(part.next, question)).headers),
          },
        };
      },
    };
  },
};
