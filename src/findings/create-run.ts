import { createHash } from 'node:crypto';
import { type AuditActor, auditRow, SYSTEM } from '../audit/event';
import { URI_NAMESPACE, uuidV5 } from '../classification/uuid-v5';
import { lineOf } from '../keys/key-line';
import type { ApiKey } from '../keys/model';
import type { Random } from '../platform/random';
import type { RowCheck, Storage } from '../platform/storage';
import { type Full, join, type Started } from '../runs/line';
import { expiryOfScan, isScanOver, NO_COUNTS, type ScanOrder, type ScanRun } from './run-model';
import { commitNewRun, commitRun, nextRun, placeholdRun, readScanRun } from './run-store';

/** Makes a scan of many pages. A request that is sent again finds the scan that it has made. */

export interface RunRequest {
  /** Who asks: a key, or a person in the admin area. Left out: the schedule. */
  readonly by?: ApiKey | { readonly accountId: string };
  /** What the client calls the request; the same for the same request only. */
  readonly idempotencyKey: string;
  readonly order: ScanOrder;
  readonly requestId: string;
  readonly installationId: string;
}

export type RunCreation =
  | { readonly outcome: 'created' | 'existing'; readonly run: ScanRun }
  | { readonly outcome: 'reused' | 'contended' | Full };

interface RunContext {
  readonly storage: Storage;
  readonly random: Random;
  readonly now: Date;
}

interface CancelContext extends RunContext {
  /** What must still be as it was: the key that cancels. */
  readonly stillValid?: readonly RowCheck[];
}

const MAX_ATTEMPTS = 3;

/** @throws StorageUnavailableError, CorruptRecordError */
export async function createRun({ storage, random, now }: RunContext, request: RunRequest): Promise<RunCreation> {
  const { by, idempotencyKey, order, requestId, installationId } = request;
  const actor = actorOf(by);
  const asker = by !== undefined && 'keyId' in by ? lineOf(by) : actor.accountId;
  const scanId = uuidV5(URI_NAMESPACE, JSON.stringify(['scan', installationId, asker, idempotencyKey]));
  const fingerprint = createHash('sha256').update(JSON.stringify(order)).digest('base64url');
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { revision, run: known, open } = await readScanRun(storage, scanId);
    if (known !== undefined && now < expiryOfScan(known)) {
      return known.record.data.fingerprint === fingerprint
        ? { outcome: 'existing', run: known }
        : { outcome: 'reused' };
    }
    const line = join(open.line, { id: scanId, owner: actor.keyId ?? actor.accountId });
    if (typeof line === 'string') return { outcome: line };
    const at = now.toISOString();
    const run: ScanRun = {
      scanId,
      record: {
        v: 1,
        rev: revision === 'absent' ? 1 : revision + 1,
        createdAt: at,
        state: 'queued',
        data: {
          createdBy: actor.accountId,
          ...(actor.keyId === undefined ? {} : { keyId: actor.keyId }),
          fingerprint,
          order,
          steps: 0,
          counts: NO_COUNTS,
          touchedAt: at,
        },
      },
    };
    const subject = `scan:${scanId}`;
    const after = { scan: order.of, ...(order.of === 'pages' ? { pages: order.pageIds.length } : {}) };
    const audit = auditRow({ id: random.uuid(), type: 'job.created', time: now, subject, actor, requestId, after });
    const stillValid: RowCheck[] =
      by !== undefined && 'keyId' in by ? [{ entity: 'api-key', key: by.keyId, expected: by.record.rev }] : [];
    if ((await commitNewRun(storage, { revision, open }, run, line, audit, stillValid)) === 'committed')
      return { outcome: 'created', run };
    if (revision === 'absent' || open.revision === 'absent') await placeholdRun(storage, scanId);
  }
  return { outcome: 'contended' };
}

function actorOf(by: RunRequest['by']): AuditActor {
  if (by === undefined) return { type: 'system', accountId: SYSTEM };
  if (!('keyId' in by)) return { type: 'user', accountId: by.accountId };
  const { keyId, record } = by;
  return { type: 'apikey', accountId: record.createdBy, keyId, keyName: record.name };
}

/**
 * Cancels a scan. The pages of the current step may still be scanned. A scan that ended stays as it is.
 * @returns the scan, and the scans that start because it ended, which the caller pushes; undefined where others changed the
 *   scan, or the key, at every attempt, or it does not exist
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function cancelRun(
  { storage, random, now, stillValid }: CancelContext,
  scanId: string,
  actor: AuditActor,
  requestId: string,
): Promise<{ readonly run: ScanRun; readonly started: Started } | undefined> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { run, open } = await readScanRun(storage, scanId);
    if (run === undefined) return undefined;
    if (isScanOver(run)) return { run, started: [] };
    const at = now.toISOString();
    const after = nextRun(run, { finishedAt: at, touchedAt: at }, 'cancelled');
    const subject = `scan:${scanId}`;
    const audit = auditRow({ id: random.uuid(), type: 'job.cancelled', time: now, subject, actor, requestId });
    const started = await commitRun(storage, run, after, open, { auditRow: audit, stillValid });
    if (started !== 'conflict') return { run: after, started };
  }
  return undefined;
}
