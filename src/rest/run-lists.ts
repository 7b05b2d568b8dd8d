import * as z from 'zod';
import { listLineRuns, type LineRunQuery } from '../keys/list-line-runs';
import { awaitAll } from '../platform/await-all';
import type { Position } from '../platform/rows-by-time';
import { placedIn, type PlacedRun } from '../runs/placed-run';
import type { Run, RunKind, RunRecord } from '../runs/run-kind';
import { parseListedRun, readLineOrEmpty, rowKeyOf } from '../runs/run-store';
import { requireActiveCreator } from './active-creator';
import type { AuthorizedRequest } from './route';
import { firstRuns } from './visible-pages';

/** Lists of jobs, scans and redactions. */

/** The filter of a list. @param states the states of these runs */
export function ofState<S extends string>(runs: 'jobs' | 'scans' | 'redactions', states: readonly S[]) {
  return z.strictObject({
    state: z
      .enum(states, { error: `must be one of ${states.join(', ')}` })
      .optional()
      .meta({ description: `Only ${runs} in this state.`, examples: ['running'] }),
  });
}

interface LineRuns<R extends RunRecord> extends Pick<LineRunQuery<never>, 'of' | 'after' | 'limit'> {
  readonly isListed: (record: R) => boolean;
  /** The number of pages to read from Confluence to show a run. */
  readonly countPages: (run: Run<R>) => number;
  /** The maximum number of runs in one page of the list. Default: the limit. */
  readonly maxRuns?: number;
}

/**
 * Lists the runs of the key's line, newest first, as many as one call to Confluence can return the pages of.
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
