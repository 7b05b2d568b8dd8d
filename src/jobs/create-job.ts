import { createHash } from 'node:crypto';
import { type AuditActor, auditRow } from '../audit/event';
import { URI_NAMESPACE, uuidV5 } from '../classification/uuid-v5';
import { lineListOf, lineOf } from '../keys/key-line';
import type { ApiKey } from '../keys/model';
import type { Random } from '../platform/random';
import type { RowCheck, Storage } from '../platform/storage';
import { type Full, join } from '../runs/line';
import { commitNewJob, placeholdJob, readJobAndLine } from './job-store';
import { expiryOf, type Job, type JobOrder, type JobPage } from './model';

/** Makes a job. A request that is sent again finds the job that it has made, however often and whenever it was cut off. */

/** A person is a site admin; whoever calls has made sure. */
export type JobOwner =
  { readonly kind: 'key'; readonly key: ApiKey } | { readonly kind: 'person'; readonly accountId: string };

export interface JobRequest {
  readonly owner: JobOwner;
  /** What the client calls the request; the same for the same request only. */
  readonly idempotencyKey: string;
  readonly order: JobOrder;
  /** Those that are named; where pages are searched for, those that are known from the start. */
  readonly pages: readonly JobPage[];
  readonly requestId: string;
  readonly installationId: string;
  /** Throws what speaks against making it. What was made is found whatever has become of its level and its pages. */
  readonly check?: () => Promise<void>;
}

export type Creation =
  | { readonly outcome: 'created' | 'existing'; readonly job: Job }
  /** The same Idempotency-Key came with another request. */
  | { readonly outcome: 'reused' }
  | { readonly outcome: Full }
  | { readonly outcome: 'contended' };

const MAX_ATTEMPTS = 3;

export interface CreationContext {
  readonly storage: Storage;
  readonly random: Random;
  readonly now: Date;
}

/** @throws StorageUnavailableError, CorruptRecordError, and what the request's check throws */
export async function createJob({ storage, random, now }: CreationContext, request: JobRequest): Promise<Creation> {
  const { owner, idempotencyKey, order, pages, requestId, installationId } = request;
  const actor = auditActorOf(owner);
  const jobId = uuidV5(
    URI_NAMESPACE,
    JSON.stringify(['job', installationId, owner.kind === 'key' ? lineOf(owner.key) : owner.accountId, idempotencyKey]),
  );
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([order, pages]))
    .digest('base64url');
  const at = now.toISOString();
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { revision, job: known, open } = await readJobAndLine(storage, jobId);
    if (known !== undefined && now < expiryOf(known)) {
      const isSame = known.record.data.fingerprint === fingerprint;
      return isSame ? { outcome: 'existing', job: known } : { outcome: 'reused' };
    }
    if (attempt === 1) await request.check?.();
    const line = join(open.line, { id: jobId, owner: actor.keyId ?? actor.accountId });
    if (typeof line === 'string') return { outcome: line };
    const job: Job = {
      jobId,
      record: {
        v: 1,
        rev: revision === 'absent' ? 1 : revision + 1,
        ...(owner.kind === 'key' ? { keyId: owner.key.keyId, lineList: lineListOf(owner.key, 'jobs') } : {}),
        createdAt: at,
        state: 'queued',
        data: {
          createdBy: actor.accountId,
          fingerprint,
          order,
          found: pages.length,
          ...(isSearch(order) ? { search: {} } : {}),
          done: 0,
          failed: 0,
          stalled: 0,
          touchedAt: at,
        },
      },
    };
    const audit = auditRow({
      id: random.uuid(),
      type: 'job.created',
      time: now,
      subject: `job:${jobId}`,
      actor,
      requestId,
      after: {
        pages: isSearch(order) ? 'search' : pages.length,
        ...(order.reverts === undefined ? {} : { revertsKey: order.reverts.keyId }),
        ...levelIn(order),
        ...(order.dryRun ? { dryRun: true } : {}),
      },
    });
    const stillValid: RowCheck[] =
      owner.kind === 'key' ? [{ entity: 'api-key', key: owner.key.keyId, expected: owner.key.record.rev }] : [];
    const outcome = await commitNewJob(storage, { job, revision, open, line, pages, auditRow: audit, stillValid });
    if (outcome === 'committed') return { outcome: 'created', job };
    if (revision === 'absent' || open.revision === 'absent') await placeholdJob(storage, jobId);
  }
  return { outcome: 'contended' };
}

function levelIn({ level }: JobOrder): Readonly<Record<string, string>> {
  if (level === undefined) return {};
  if (level === 'default') return { level };
  const { levelId, subLevelId } = level;
  return { levelId, ...(subLevelId === undefined ? {} : { subLevelId }) };
}

function isSearch({ cql, reverts }: JobOrder): boolean {
  return cql !== undefined || reverts !== undefined;
}

function auditActorOf(owner: JobOwner): AuditActor {
  if (owner.kind === 'person') return { type: 'user', accountId: owner.accountId };
  const { keyId, record } = owner.key;
  return { type: 'apikey', accountId: record.createdBy, keyId, keyName: record.name };
}
