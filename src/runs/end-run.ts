import { auditDetails } from '../audit/details';
import { actorOf, type AuditActor, auditRow } from '../audit/event';
import type { Random } from '../platform/random';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { RowCheck, RowWrite } from '../platform/storage';
import { leave, type Started } from './line';
import { pushRuns, type RunPushing } from './push-run';
import { placedIn, type PlacedRun } from './placed-run';
import type { Run, RunEventType, RunKind, RunRecord } from './run-kind';
import { hasEnded, keyIdOf } from './run-kind';
import { commitLine, commitRun, isReadable, readRunAndLine, type StoreContext } from './run-store';

/** Ends runs before their work is done, and cancels them. */

interface EndContext extends StoreContext {
  readonly random: Random;
}

interface RunEvent {
  readonly type: RunEventType;
  readonly actor: AuditActor;
  readonly requestId: string;
  readonly now: Date;
}

/** The audit row of an event of a run; undefined for a dry run. */
export function runAuditRow<R extends RunRecord, B>(
  random: Random,
  kind: RunKind<R, B>,
  { runId, record }: Run<R>,
  { type, actor, requestId, now }: RunEvent,
): RowWrite | undefined {
  if (!kind.isAudited(record)) return undefined;
  const after = kind.auditDetails(record, type);
  return auditRow({
    id: random.uuid(),
    type,
    time: now,
    subject: `${kind.name}:${runId}`,
    actor,
    requestId,
    after,
  });
}

/**
 * Writes a run after a step, if it is unchanged since it was read. If it ended by itself, also writes its audit row.
 * @returns as `commitRun`
 * @throws StorageUnavailableError, CorruptRecordError
 */
export function commitStep<R extends RunRecord, B>(
  context: EndContext,
  kind: RunKind<R, B>,
  before: Run<R>,
  after: Run<R>,
  writes: readonly RowWrite[] = [],
): Promise<Started | 'conflict'> {
  const { runId, record } = after;
  if (!hasEnded(record) || hasEnded(before.record)) return commitRun(context, kind, before, after, { writes });
  const actor = actorOf({ createdBy: record.data.createdBy, keyId: keyIdOf(record) });
  const event = { type: 'job.finished', actor, requestId: runId, now: new Date(record.data.touchedAt) } as const;
  return commitRun(context, kind, before, after, { writes, auditRow: runAuditRow(context.random, kind, after, event) });
}

/**
 * Ends a run with a problem's code, if it is unchanged since it was read.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export function stopRun<R extends RunRecord, B>(
  context: EndContext,
  kind: RunKind<R, B>,
  run: Run<R>,
  stoppedBy: string,
  now: Date,
): Promise<Started | 'conflict'> {
  return commitStep(context, kind, run, kind.endEarly(run, { stoppedBy }, now));
}

interface CancelContext extends EndContext, RunPushing {
  readonly now: Date;
  /** The condition of an attempt: the key that cancels is unchanged. */
  readonly stillValid?: (attempt: number) => Promise<readonly RowCheck[]>;
}

/**
 * Cancels a run. A step that is running may still finish its current work. An ended run stays unchanged. A run whose
 * record is corrupt leaves the line. The runs that start because it ended are pushed.
 * @returns the run, unless its record cannot be read; undefined = it does not exist, or it, or the key, changed at every
 *   attempt
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function cancelRun<R extends RunRecord, B>(
  context: CancelContext,
  kind: RunKind<R, B>,
  runId: string,
  actor: AuditActor,
): Promise<{ readonly run: PlacedRun<R> | undefined } | undefined> {
  const { storage, random, now, requestId } = context;
  const by = { actor, requestId };
  const canceled: RunEvent = { type: 'job.cancelled', now, ...by };
  const outcome = await retryOnConflict(async (attempt) => {
    const { run, open } = await readRunAndLine(storage, kind, runId);
    const stillValid = await context.stillValid?.(attempt);
    if (!isReadable(run)) {
      if (!open.line.some(({ id }) => id === runId)) return undefined;
      const audit = auditRow({
        id: random.uuid(),
        type: canceled.type,
        time: now,
        subject: `${kind.name}:${runId}`,
        ...by,
        after: auditDetails({ state: 'unreadable' }),
      });
      const line = leave(open.line, runId, now);
      const started = await commitLine(context, kind, open, { line, auditRow: audit, stillValid });
      return started === 'conflict' ? started : { run: undefined, started };
    }
    if (hasEnded(run.record) || kind.isCanceling(run)) return { run: placedIn(open.line, run, now), started: [] };
    const after = kind.endEarly(run, 'cancelled', now);
    const audit = runAuditRow(random, kind, after, canceled);
    const started = await commitRun(context, kind, run, after, { open, auditRow: audit, stillValid });
    return started === 'conflict' ? started : { run: placedIn(open.line, after, now), started };
  });
  if (outcome === 'conflict' || outcome === undefined) return undefined;
  await pushRuns(context, kind, outcome.started);
  return outcome;
}
