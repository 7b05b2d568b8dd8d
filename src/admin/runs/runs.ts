import * as z from 'zod';
import { actorOf } from '../../audit/event';
import { SCANS } from '../../findings/runs/scan-kind';
import { JOBS } from '../../jobs/job-kind';
import { awaitAll } from '../../platform/await-all';
import { definedOf } from '../../platform/defined-of';
import { REDACTIONS } from '../../redaction/redaction-kind';
import { isPageDone } from '../../redaction/run-model';
import { cancelRun as cancel } from '../../runs/end-run';
import { type Line, type PlaceInLine, placeInLine } from '../../runs/line';
import type { Paused } from '../../runs/paused';
import { keyIdOf, type Run, RUN_KINDS, type RunKind, type RunKindName, type RunRecord } from '../../runs/run-kind';
import { readOpenRuns } from '../../runs/run-store';
import { noInput, operation } from '../input';
import type { AdminRequest } from '../operation';
import { Refusal } from '../result';

/**
 * All running and waiting jobs, scans and redactions of every key and person. The list has no pages, spaces or queries,
 * and no counts of another person's runs, because the admin may not see those pages in Confluence.
 */

const cancelRunInput = z.strictObject({ kind: z.enum(RUN_KINDS), runId: z.uuid() });

/** A run with a readable record. */
export interface RunDetails {
  /** The creator of the key, the admin, or `system` for the schedule. */
  readonly createdBy: string;
  /** Omitted if a person or the schedule started it. */
  readonly keyId?: string;
  readonly createdAt: string;
  readonly dryRun: boolean;
  /**
   * Pages. Omitted, together with the total, if another person started the run, because only that person sees its
   * counts.
   */
  readonly done?: number;
  /** Omitted if not known yet. About the number for a scan of a space, of the site or of a search. */
  readonly total?: number;
  /** The run was canceled and completes the page that it has started. */
  readonly isCanceling: boolean;
  /** Omitted: it is not paused. */
  readonly paused?: Paused;
}

export interface RunView extends PlaceInLine {
  readonly kind: RunKindName;
  readonly runId: string;
  /** Omitted if the record cannot be read. */
  readonly details?: RunDetails;
}

export interface RunList {
  readonly runs: readonly RunView[];
}

/** By kind: first the running ones, then the waiting ones in queue order. */
export const listRuns = operation(noInput, readRuns);

async function readRuns(request: AdminRequest): Promise<RunList> {
  const lists = await awaitAll(RUN_KINDS.map((kind) => KINDS[kind].list(request)));
  return { runs: lists.flat() };
}

/** Cancels a run of any owner. A run that has ended stays unchanged. @returns the list without it */
export const cancelRun = operation(cancelRunInput, async (request, { kind, runId }): Promise<RunList> => {
  if ((await KINDS[kind].cancel(request, runId)) === undefined) {
    throw new Refusal('RUN_NOT_CANCELLED', 'Nothing was canceled: it has ended, or it kept changing. Reload the list.');
  }
  return readRuns(request);
});

type Progress = Pick<RunDetails, 'done' | 'total'>;

interface KindOperations {
  readonly list: (request: AdminRequest) => Promise<readonly RunView[]>;
  readonly cancel: (request: AdminRequest, runId: string) => Promise<object | undefined>;
}

function operationsOf<R extends RunRecord, B>(
  kind: RunKind<R, B>,
  {
    isDryRun,
    progressOf,
  }: { readonly isDryRun: (record: R) => boolean; readonly progressOf: (run: Run<R>) => Progress },
): KindOperations {
  return {
    list: async ({ storage, accountId, now }) => {
      const { line, runs } = await readOpenRuns(storage, kind);
      const details = new Map(
        runs.map((run) => [
          run.runId,
          {
            ...commonDetails(kind, run),
            dryRun: isDryRun(run.record),
            // Another admin may not see the pages.
            ...(run.record.data.createdBy === accountId ? progressOf(run) : {}),
          },
        ]),
      );
      return viewLine(kind.name, line, details, now);
    },
    cancel: (request, runId) => cancel(request, kind, runId, actorOf(request)),
  };
}

const KINDS: Readonly<Record<RunKindName, KindOperations>> = {
  job: operationsOf(JOBS, {
    isDryRun: ({ data }) => data.order.dryRun,
    progressOf: ({ record: { data } }) => ({
      done: data.done,
      ...(data.search === undefined ? { total: data.found } : {}),
    }),
  }),
  scan: operationsOf(SCANS, {
    isDryRun: () => false,
    progressOf: ({ record: { data } }) => {
      const total = data.order.of === 'pages' ? data.order.pageIds.length : data.total;
      return { done: data.counts.pages, ...(total === undefined ? {} : { total }) };
    },
  }),
  redaction: operationsOf(REDACTIONS, {
    isDryRun: ({ data }) => data.dryRun,
    progressOf: (run) => {
      const { pages } = run.record.data;
      return { done: pages.filter((page) => isPageDone(run, page)).length, total: pages.length };
    },
  }),
};

function commonDetails<R extends RunRecord, B>(
  kind: RunKind<R, B>,
  run: Run<R>,
): Pick<RunDetails, 'createdBy' | 'keyId' | 'createdAt' | 'isCanceling' | 'paused'> {
  const { createdAt, data } = run.record;
  const keyId = keyIdOf(run.record);
  const isCanceling = kind.isCanceling(run);
  return { createdBy: data.createdBy, createdAt, isCanceling, ...definedOf({ keyId, paused: data.paused }) };
}

function viewLine(
  kind: RunKindName,
  line: Line,
  details: ReadonlyMap<string, RunDetails>,
  now: Date,
): readonly RunView[] {
  const views = line.map(({ id, state }): RunView => {
    const found = details.get(id);
    const turn = placeInLine(line, id, now) ?? { state };
    if (found === undefined) return { kind, runId: id, ...turn, state: 'unreadable' };
    return { kind, runId: id, ...turn, details: found };
  });
  return views.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
}
