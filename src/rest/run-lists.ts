import * as z from 'zod';
import { listLineRuns, type LineRunQuery } from '../keys/list-line-runs';
import { awaitAll } from '../platform/await-all';
import type { Position } from '../platform/rows-by-time';
import { POINTS_OF_A_PERSON } from '../quota/host-points';
import { placedIn, type PlacedRun, type Standing } from '../runs/placed-run';
import type { Run, RunKind, RunRecord } from '../runs/run-kind';
import { parseListedRun, readLineOrEmpty, rowKeyOf } from '../runs/run-store';
import { requireActiveCreator } from './active-creator';
import { questionOf } from './cursor';
import type { Exchange } from './exchange';
import * as fields from './fields';
import { readQuery } from './middleware/input';
import { listAnswer } from './paging';
import type { AuthorizedRequest, Prepared } from './route';
import { firstRuns } from './visible-pages';

/** Lists of jobs, scans and redactions. */

/** The query of a list. @param states the states of these runs */
export function runListQuery<S extends string>(runs: 'jobs' | 'scans' | 'redactions', states: readonly S[]) {
  return z.strictObject({
    state: z
      .enum(states, { error: `must be one of ${states.join(', ')}` })
      .optional()
      .meta({ description: `Only ${runs} in this state.`, examples: ['running'] }),
    limit: fields.limit,
    cursor: fields.cursor,
  });
}

interface RunListQuestion<S extends string> {
  /** Undefined: any state. */
  readonly state: S | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
}

interface RunListPage {
  readonly bodies: readonly Standing[];
  /** The position to continue from. Undefined: the end of the list. */
  readonly next: Position | undefined;
}

/** @param list checks the caller and returns one page of the list. @throws Problem 400 */
export function prepareRunList<S extends string>(
  exchange: Exchange,
  operationId: string,
  query: ReturnType<typeof runListQuery<S>>,
  list: (request: AuthorizedRequest, question: RunListQuestion<S>) => Promise<RunListPage>,
): Prepared {
  const { limit, cursor, ...filters } = readQuery(exchange, query);
  const { state } = filters;
  const question = questionOf(operationId, query, filters);
  return {
    points: POINTS_OF_A_PERSON,
    run: async (request) => {
      const { cursors } = request;
      const after = cursor === undefined ? undefined : cursors.read(cursor, question);
      const { bodies, next } = await list(request, { state, after, limit });
      return listAnswer(exchange, bodies, next && cursors.write(next, question));
    },
  };
}

interface LineRuns<R extends RunRecord> extends Pick<LineRunQuery<never>, 'of' | 'after' | 'limit'> {
  readonly isListed: (record: R) => boolean;
  /** The number of pages to read from Confluence to show a run. */
  readonly countPages: (run: Run<R>) => number;
  /** The maximum number of runs in one page of the list. Default: the limit. */
  readonly maxRuns?: number;
}

/**
 * Lists the runs of the key's line, newest first: as many as one call to Confluence can return the pages of.
 * @throws Problem 401, HostError, StorageUnavailableError
 */
export async function readLineRuns<R extends RunRecord, B>(
  request: AuthorizedRequest,
  kind: RunKind<R, B>,
  { of, after, limit, isListed, countPages, maxRuns = limit }: LineRuns<R>,
): Promise<{ readonly runs: readonly PlacedRun<R>[]; readonly next: Position | undefined }> {
  const { storage, key, now } = request;
  await requireActiveCreator(request);
  const pick = (rowKey: string, value: unknown) => {
    const run = parseListedRun(kind, rowKey, value);
    return run !== undefined && isListed(run.record) && now < kind.expiryOf(run) ? run : undefined;
  };
  const [{ items, next }, line] = await awaitAll([
    listLineRuns(storage, key, { of, now, after, limit, pick }),
    readLineOrEmpty(storage, kind),
  ] as const);
  const runs = firstRuns(items.slice(0, maxRuns), countPages).map((run) => placedIn(line, run, now));
  const last = runs.length < items.length ? runs.at(-1) : undefined;
  return { runs, next: last === undefined ? next : { time: last.record.createdAt, key: rowKeyOf(kind, last.runId) } };
}
