import { commitAudited } from '../audit/commit-audited';
import { actorOf } from '../audit/event';
import { readCreator } from '../keys/creator';
import type { Confluence } from '../platform/confluence';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { RowWrite } from '../platform/storage';
import { pushStoredStep } from '../walks/walk';
import { findErasureRow, newWalk, personEvent, type PrivacyContext, startedRecord } from './erase';
import {
  type Erasure,
  erasureWrite,
  isWaiting,
  parseErasure,
  readErasure,
  saveErasure,
  type StoredErasure,
} from './erasure-store';

/**
 * Erasures by hand. One site admin requests the erasure, and a second one confirms it. Neither can be the person whose
 * data it is.
 */

/** A request without a confirmation expires. */
const REQUEST_DAYS = 7;
const DAY_MS = 86_400_000;

export type RequestContext = Omit<PrivacyContext, 'leftMs'> & {
  readonly confluence: Confluence;
  /** The site admin who asks. */
  readonly accountId: string;
};

/** Each outcome except the first means that nothing was changed. */
export type RequestOutcome =
  | { readonly outcome: 'done'; readonly erasureId: string }
  | { readonly outcome: 'own-account' }
  /** The app stores nothing about this account. */
  | { readonly outcome: 'nothing-stored' }
  /** There is an open request, or the erasure is running. */
  | { readonly outcome: 'already-open' }
  /** The request has expired, was withdrawn or was confirmed. */
  | { readonly outcome: 'not-open' }
  /** The admin who requested it cannot confirm it. */
  | { readonly outcome: 'own-request' }
  /** The admin who requested it is no longer a site admin. */
  | { readonly outcome: 'requester-not-admin' }
  | { readonly outcome: 'contended' };

/** @throws StorageUnavailableError, CorruptRecordError */
export async function requestErasure(context: RequestContext, personId: string): Promise<RequestOutcome> {
  const { storage, clock, accountId } = context;
  if (personId === accountId) return { outcome: 'own-account' };
  if ((await storage.read('person', personId)).value === undefined) return { outcome: 'nothing-stored' };
  const outcome = await retryOnConflict<RequestOutcome>(async () => {
    const { erasureId, row } = await findErasureRow(context, personId);
    const before = parseErasure(erasureId, row);
    const now = clock();
    if (before !== undefined && (before.record.state === 'running' || isWaiting(before, now)))
      return { outcome: 'already-open' };
    const requestedAt = now.toISOString();
    const expiresAt = new Date(now.getTime() + REQUEST_DAYS * DAY_MS).toISOString();
    const data = { cause: 'admins', accountId: personId, requestedBy: accountId, expiresAt, rows: 0 } as const;
    const requested = { state: 'requested', requestedAt, data } as const;
    const event = { type: 'erasure.requested', actor: actorOf({ accountId }), accountId: personId } as const;
    const commit = (write: RowWrite) => commitAudited(storage, [write], [personEvent(context, event)]);
    const saved = await saveErasure(storage, erasureId, row.revision, requested, commit);
    return saved === 'conflict' ? saved : { outcome: 'done', erasureId };
  });
  return outcome === 'conflict' ? { outcome: 'contended' } : outcome;
}

/** Starts the erasure. @throws StorageUnavailableError, CorruptRecordError, HostError */
export async function confirmErasure(context: RequestContext, erasureId: string): Promise<RequestOutcome> {
  const { accountId, confluence } = context;
  const walk = newWalk(context);
  const outcome = await changeRequest(context, erasureId, 'erasure.confirmed', async (open) => {
    const { record, personId, requestedBy } = open;
    if (requestedBy === accountId) return { outcome: 'own-request' };
    if (!(await readCreator(confluence, requestedBy)).isSiteAdmin) return { outcome: 'requester-not-admin' };
    const people = { accountId: personId, cause: 'admins', requestedBy, confirmedBy: accountId } as const;
    return startedRecord(record.requestedAt, walk, people);
  });
  if (outcome.outcome === 'done') await pushStoredStep(context, 'erasure', walk, erasureId);
  return outcome;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export function withdrawErasure(context: RequestContext, erasureId: string): Promise<RequestOutcome> {
  return changeRequest(context, erasureId, 'erasure.withdrawn', ({ record }) => {
    const { accountId: _forgotten, ...data } = record.data;
    return Promise.resolve({ ...record, state: 'withdrawn', data });
  });
}

/** Writes what follows from an open request, with its audit event. */
async function changeRequest(
  context: RequestContext,
  erasureId: string,
  type: 'erasure.confirmed' | 'erasure.withdrawn',
  decide: (open: OpenRequest) => Promise<StoredErasure | RequestOutcome>,
): Promise<RequestOutcome> {
  const { storage, accountId } = context;
  const outcome = await retryOnConflict<RequestOutcome>(async () => {
    const open = await readOpen(context, erasureId);
    if ('outcome' in open) return open;
    const next = await decide(open);
    if ('outcome' in next) return next;
    const audit = personEvent(context, { type, actor: actorOf({ accountId }), accountId: open.personId });
    const committed = await commitAudited(storage, [erasureWrite(erasureId, open.record.rev, next)], [audit]);
    return committed === 'conflict' ? committed : { outcome: 'done', erasureId };
  });
  return outcome === 'conflict' ? { outcome: 'contended' } : outcome;
}

interface OpenRequest {
  readonly record: Erasure['record'];
  readonly personId: string;
  readonly requestedBy: string;
}

async function readOpen(
  { storage, clock, accountId }: RequestContext,
  erasureId: string,
): Promise<OpenRequest | RequestOutcome> {
  const erasure = await readErasure(storage, erasureId);
  const { accountId: personId, requestedBy } = erasure?.record.data ?? {};
  if (erasure === undefined || !isWaiting(erasure, clock()) || personId === undefined || requestedBy === undefined)
    return { outcome: 'not-open' };
  if (personId === accountId) return { outcome: 'own-account' };
  return { record: erasure.record, personId, requestedBy };
}
