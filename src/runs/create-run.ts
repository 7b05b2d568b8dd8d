import { createHash } from 'node:crypto';
import { runAuditRow } from './end-run';
import { URI_NAMESPACE, uuidV5 } from '../platform/uuid-v5';
import { lineOf } from '../keys/key-line';
import { unchangedKey } from '../keys/key-lanes';
import type { Random } from '../platform/random';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { nextRevision, type RowWrite } from '../platform/storage';
import { type Full, join, secondsUntilProgress } from './line';
import { placedIn, type PlacedRun } from './placed-run';
import type { RunKind, RunRecord } from './run-kind';
import { auditActorOf, type RunCreator } from './run-owner';
import { commitLine, placeholdRun, readRunAndLine, requireReadable, runWrite, type StoreContext } from './run-store';

/** Creates a run. A retried request finds the run that it created. */

/** The members of every new record. */
interface NewRun {
  readonly runId: string;
  readonly members: Pick<RunRecord, 'v' | 'rev' | 'createdAt'> & { readonly state: 'queued' };
  readonly data: Pick<RunRecord['data'], 'createdBy' | 'fingerprint' | 'touchedAt'>;
  readonly keyId: string | undefined;
}

/** @typeParam N the reasons why `build` creates no run */
export interface RunRequest<R extends RunRecord, N extends string = never> {
  readonly creator: RunCreator;
  /** Identifies the request among those of its creator. */
  readonly idempotencyKey: string;
  /** Another request with the same Idempotency-Key must have the same value. */
  readonly order: unknown;
  readonly requestId: string;
  readonly installationId: string;
  /** Throws the reason why the run must not be created. An existing run is returned without this check. */
  readonly check?: (() => Promise<void>) | undefined;
  readonly build: (common: NewRun) => Promise<
    | {
        readonly record: R;
        readonly writes?: readonly RowWrite[];
      }
    | N
  >;
}

export type RunCreation<R extends RunRecord> =
  | { readonly outcome: 'created' | 'existing'; readonly run: PlacedRun<R> }
  /** `reused`: the Idempotency-Key was used for another request. */
  | { readonly outcome: 'reused' | 'contended' }
  | { readonly outcome: Full; readonly waitSeconds: number };

interface CreationContext extends StoreContext {
  readonly random: Random;
  readonly now: Date;
}

/** @throws StorageUnavailableError, CorruptRecordError, and what `check` and `build` throw */
export async function createRun<R extends RunRecord, B, N extends string = never>(
  context: CreationContext,
  kind: RunKind<R, B>,
  { creator, idempotencyKey, order, requestId, installationId, check, build }: RunRequest<R, N>,
): Promise<RunCreation<R> | { readonly outcome: N }> {
  const { storage, random, now } = context;
  const actor = auditActorOf(creator);
  const requester = creator.kind === 'key' ? lineOf(creator.key) : actor.accountId;
  const runId = uuidV5(URI_NAMESPACE, JSON.stringify([kind.name, installationId, requester, idempotencyKey]));
  const fingerprint = createHash('sha256').update(JSON.stringify(order)).digest('base64url');
  const at = now.toISOString();

  const creation = await retryOnConflict(
    async (attempt): Promise<RunCreation<R> | { readonly outcome: N } | 'conflict'> => {
      const { revision, run, open } = await readRunAndLine(storage, kind, runId);
      const known = requireReadable(kind, runId, run);
      if (known !== undefined && now < kind.expiryOf(known)) {
        const isSame = known.record.data.fingerprint === fingerprint;
        return isSame ? { outcome: 'existing', run: placedIn(open.line, known, now) } : { outcome: 'reused' };
      }
      if (attempt === 1) await check?.();
      const owner = actor.keyId ?? actor.accountId;
      const line = join(open.line, { id: runId, owner }, now);
      if (typeof line === 'string') {
        const full = line === 'owner-full' ? owner : undefined;
        return { outcome: line, waitSeconds: secondsUntilProgress(open.line, now, full) };
      }
      const built = await build({
        runId,
        members: { v: 1, rev: nextRevision(revision), createdAt: at, state: 'queued' },
        data: { createdBy: actor.accountId, fingerprint, touchedAt: at },
        keyId: actor.keyId,
      });
      if (typeof built === 'string') return { outcome: built };
      const created = { runId, record: built.record };
      const audit = runAuditRow(random, kind, created, { type: 'job.created', actor, requestId, now });
      const writes = [runWrite(kind, created, revision), ...(built.writes ?? [])];
      const stillValid = creator.kind === 'key' ? [await unchangedKey(context, creator.key, attempt)] : [];
      const started = await commitLine(context, kind, open, { line, writes, auditRow: audit, stillValid });
      if (started !== 'conflict') return { outcome: 'created', run: placedIn(line, created, now) };
      if (revision === 'absent' || open.revision === 'absent') await placeholdRun(storage, kind, runId);
      return started;
    },
  );
  return creation === 'conflict' ? { outcome: 'contended' } : creation;
}
