import * as z from 'zod';
import { listLineRuns, type LineRunQuery } from '../keys/list-line-runs';
import { awaitAll } from '../platform/await-all';
import type { Position } from '../platform/rows-by-time';
import { placedIn, type PlacedRun } from '../runs/placed-run';
import { hasEnded, type Run, type RunKind, type RunRecord } from '../runs/run-kind';
import { parseListedRun, readLineOrEmpty, rowKeyOf } from '../runs/run-store';
import { isOpenState, SHOWN_STATES, type ShownState } from '../runs/shown-state';
import { requireActiveCreator } from './active-creator';
import type { AuthorizedRequest } from './route';
import { firstRuns } from './visible-pages';

/** Lists of jobs, scans and redactions. */

/** The filter of a list. */
export function ofState(runs: 'jobs' | 'scans' | 'redactions') {
  return z.strictObject({
    state: z
      .enum(SHOWN_STATES, { error: `must be one of ${SHOWN_STATES.join(', ')}` })
      .optional()
      .meta({ description: `Only ${runs} in this state.`, examples: ['running'] }),
  });
}

interface LineRuns<R extends RunRecord> extends Pick<LineRunQuery<never>, 'of' | 'after' | 'limit'> {
  /** The filter. The caller applies it to the runs as the key can see them. */
  readonly state: ShownState | undefined;
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
  { of, after, limit, state, countPages, maxRuns = limit }: LineRuns<R>,
): Promise<{ readonly runs: readonly PlacedRun<R>[]; readonly next: Position | undefined }> {
  const { storage, key, now } = request;
  await requireActiveCreator(request);
  const pick = (rowKey: string, value: unknown) => {
    const run = parseListedRun(kind, rowKey, value);
    if (run === undefined || now >= kind.expiryOf(run)) return undefined;
    return state === undefined || isOpenState(state) !== hasEnded(run.record) ? run : undefined;
  };
  const [{ items, next }, line] = await awaitAll([
    listLineRuns(storage, key, { of, now, after, limit, pick }),
    readLineOrEmpty(storage, kind),
  ] as const);
  const runs = firstRuns(items.slice(0, maxRuns), countPages).map((run) => placedIn(line, run, now));
  const last = runs.length < items.length ? runs.at(-1) : undefined;
  return { runs, next: last === undefined ? next : { time: last.record.createdAt, key: rowKeyOf(kind, last.runId) } };
}
