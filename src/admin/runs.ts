import * as z from 'zod';
import { actorOf } from '../audit/event';
import { cancelRun as cancelScan } from '../findings/create-run';
import { countsFor, type ScanRun } from '../findings/run-model';
import { readScansInLine } from '../findings/run-store';
import { cancelJob } from '../jobs/end-job';
import { readJob, readJobsInLine } from '../jobs/job-store';
import type { JobRecord } from '../jobs/model';
import { awaitAll } from '../platform/await-all';
import { cancelRedaction } from '../redaction/end-redaction';
import { isPageDone, type RedactionRun } from '../redaction/run-model';
import { readRedactionsInLine } from '../redaction/run-store';
import { type Line, positionOf, type Started } from '../runs/line';
import { RUN_KINDS, type RunKind } from '../runs/push-run';
import { pushStarted } from './long-work';
import type { AdminRequest } from './operation';
import { readInput, Refusal } from './result';

/**
 * All jobs, scans and redactions that run or wait, of every key and person. The list has no pages, spaces or queries, and no counts of
 * another person's runs, because the admin may not see those pages in Confluence.
 */

export const cancelRunInput = z.strictObject({ kind: z.enum(RUN_KINDS), runId: z.uuid() });

/** A run whose record can be read. */
export interface RunDetails {
  /** The creator of the key, the admin, or `system` for the schedule. */
  readonly createdBy: string;
  /** Left out where a person, or the schedule, started it. */
  readonly keyId?: string;
  readonly createdAt: string;
  readonly dryRun: boolean;
  /** Pages. Left out, with the total, where another person started the run: its counts are for that person. */
  readonly done?: number;
  /** Left out where it is not known yet. */
  readonly total?: number;
  /** It was cancelled, and brings the page to its end that it has begun. */
  readonly isCancelling: boolean;
}

export interface RunView {
  readonly kind: RunKind;
  readonly runId: string;
  readonly state: 'running' | 'waiting' | 'unreadable';
  /** Its place among those that wait. */
  readonly position?: number;
  /** Left out where the record cannot be read. */
  readonly details?: RunDetails;
}

export interface RunList {
  readonly runs: readonly RunView[];
}

/** By kind: first those that run, then those that wait, in the order of their turns. */
export async function listRuns({ storage, accountId }: AdminRequest): Promise<RunList> {
  const [jobs, scans, redactions] = await awaitAll([
    readJobsInLine(storage),
    readScansInLine(storage),
    readRedactionsInLine(storage),
  ] as const);
  return {
    runs: [
      ...viewLine(
        'job',
        jobs.line,
        jobs.jobs.map(({ jobId, record: { keyId, createdAt, data } }) => [
          jobId,
          {
            createdBy: data.createdBy,
            ...(keyId === undefined ? {} : { keyId }),
            createdAt,
            dryRun: data.order.dryRun,
            ...(data.createdBy === accountId ? progressOfJob(data) : {}),
            isCancelling: false,
          },
        ]),
      ),
      ...viewLine(
        'scan',
        scans.line,
        scans.runs.map((run) => [
          run.scanId,
          {
            ...ownerOf(run.record.data),
            createdAt: run.record.createdAt,
            dryRun: false,
            ...progressOfScan(run, accountId),
            isCancelling: false,
          },
        ]),
      ),
      ...viewLine(
        'redaction',
        redactions.line,
        redactions.runs.map((run) => [
          run.redactionId,
          {
            ...ownerOf(run.record.data),
            createdAt: run.record.createdAt,
            dryRun: run.record.data.dryRun,
            ...(run.record.data.createdBy === accountId ? progressOfRedaction(run) : {}),
            isCancelling: run.record.data.cancelledAt !== undefined,
          },
        ]),
      ),
    ],
  };
}

function ownerOf({ createdBy, keyId }: { readonly createdBy: string; readonly keyId?: string | undefined }) {
  return { createdBy, ...(keyId === undefined ? {} : { keyId }) };
}

type Progress = Pick<RunDetails, 'done' | 'total'>;

function progressOfJob({ done, found, search }: JobRecord['data']): Progress {
  return { done, ...(search === undefined ? { total: found } : {}) };
}

function progressOfRedaction(run: RedactionRun): Progress {
  const { pages } = run.record.data;
  return { done: pages.filter((page) => isPageDone(run, page)).length, total: pages.length };
}

function progressOfScan(run: ScanRun, accountId: string): Progress {
  const counts = countsFor(run, accountId);
  if (counts === undefined) return {};
  const { order } = run.record.data;
  return { done: counts.pages, ...(order.of === 'pages' ? { total: order.pageIds.length } : {}) };
}

function viewLine(kind: RunKind, line: Line, known: readonly (readonly [string, RunDetails])[]): readonly RunView[] {
  const details = new Map(known);
  const views = line.map(({ id, state }): RunView => {
    const found = details.get(id);
    const position = positionOf(line, id);
    return {
      kind,
      runId: id,
      state: found === undefined ? 'unreadable' : state,
      ...(position === undefined ? {} : { position }),
      ...(found === undefined ? {} : { details: found }),
    };
  });
  return views.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
}

/** Cancels a run of any owner. A run that ended stays as it is. @returns the list without it */
export async function cancelRun(request: AdminRequest, payload: unknown): Promise<RunList> {
  const { kind, runId } = readInput(cancelRunInput, payload);
  const cancelled = await CANCEL[kind](request, runId);
  if (cancelled === undefined) {
    throw new Refusal({
      code: 'RUN_NOT_CANCELLED',
      message: 'Nothing was cancelled: it no longer exists, or it changed at every attempt. Reload the list.',
    });
  }
  await pushStarted(request, kind, cancelled.started);
  return listRuns(request);
}

type Cancel = (request: AdminRequest, id: string) => Promise<{ readonly started: Started } | undefined>;

const CANCEL: Readonly<Record<RunKind, Cancel>> = {
  job: async (request, jobId) => {
    const job = await readJob(request.storage, jobId);
    return job && cancelJob({ ...request, actor: actorOf(request) }, job, request.requestId);
  },
  scan: (request, scanId) => cancelScan(request, scanId, actorOf(request), request.requestId),
  redaction: (request, redactionId) => cancelRedaction(request, redactionId, actorOf(request), request.requestId),
};
