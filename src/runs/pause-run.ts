import { recordAnswer } from '../capabilities/answers';
import { readCreator } from '../keys/creator';
import type { Clock } from '../platform/clock';
import { type Confluence, ImpersonationRefusedError, route } from '../platform/confluence';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { type Started } from './line';
import { PAUSED_RETRY_MS, type PauseCode } from './paused';
import { runBody } from './push-run';
import type { Run, RunKind, RunRecord } from './run-kind';
import { commitPause, type StoreContext } from './run-store';

/** Pauses runs whose work is impossible on this site for now (docs/adr/0055). */

interface PauseContext extends StoreContext {
  readonly clock: Clock;
}

/**
 * Pauses a run, or keeps it paused. The run gives its place to the next run and is tried again in an hour.
 * @returns the runs that start instead; `superseded`: another step wrote first
 * @throws StorageUnavailableError, CorruptRecordError, HostError
 */
export async function pauseRun<R extends RunRecord, B>(
  context: PauseContext,
  kind: RunKind<R, B>,
  run: Run<R>,
  code: PauseCode,
): Promise<Started | 'superseded'> {
  const { storage, clock, log } = context;
  const now = clock();
  const { paused } = run.record.data;
  const since = paused?.code === code ? paused.since : now.toISOString();
  const after = kind.withPause(run, { code, since }, now.toISOString());
  const nextAttemptAt = new Date(now.getTime() + PAUSED_RETRY_MS);
  const started = await retryOnConflict(() =>
    commitPause(context, kind, run, after, { now, nextAttemptAt, wait: { code } }),
  );
  if (started === 'conflict' || started === 'superseded') return 'superseded';
  if (paused === undefined) log(`${kind.name}.paused`, { ...runBody(kind.name, run.runId), code });
  if (code === 'CANNOT_ACT_AS_PERSON') await recordAnswer(storage, 'act-as-person.consumer', 'fails', now);
  return started;
}

/**
 * True if the platform lets the app act for this person here. True also for a person who may not use Confluence,
 * because that is no fact about the platform and the work of the run reports it.
 * @throws HostError
 */
export async function mayActAs(confluence: Confluence, accountId: string): Promise<boolean> {
  try {
    await confluence.get({ kind: 'person', accountId }, route`/wiki/api/v2/spaces?limit=1`);
    return true;
  } catch (error) {
    if (!(error instanceof ImpersonationRefusedError)) throw error;
    return !(await isRefusedByPlatform(confluence, accountId));
  }
}

/**
 * After a refusal to act for a person: true if the reason is not this person, who still uses Confluence.
 * @throws HostError
 */
export async function isRefusedByPlatform(confluence: Confluence, accountId: string): Promise<boolean> {
  const { mayUseConfluence } = await readCreator(confluence, accountId);
  return mayUseConfluence;
}
