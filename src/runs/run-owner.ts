import { includesScope, type Scope } from '../access/scope';
import { actorOf, APP_ACTOR, type AuditActor } from '../audit/event';
import { readCreator } from '../keys/creator';
import { rightsOf } from '../keys/key-rights';
import type { ApiKey } from '../keys/model';
import { recheckKey } from '../keys/verify-key';
import type { Clock } from '../platform/clock';
import type { Confluence } from '../platform/confluence';
import type { Row, Storage } from '../platform/storage';
import { keyIdOf, type RunRecord } from './run-kind';

/** The owner of a run: an API key, a site admin in the admin area, or a person on a page. */
export type RunOwner =
  { readonly kind: 'key'; readonly key: ApiKey } | { readonly kind: 'person'; readonly accountId: string };

/** The creator of a run: an owner, or the app on its schedule. */
export type RunCreator = RunOwner | { readonly kind: 'app' };

export function auditActorOf(creator: RunCreator): AuditActor {
  if (creator.kind === 'app') return APP_ACTOR;
  return actorOf(creator.kind === 'key' ? creator.key : creator);
}

const CODES = { revoked: 'API_KEY_REVOKED', expired: 'API_KEY_EXPIRED', invalid: 'API_KEY_INVALID' } as const;

/** @returns the current key, or the code of the problem that stops its runs. Undefined scope: any scope. */
export function checkRunKey(record: RunRecord, keyId: string, row: Row, now: Date, scope?: Scope): ApiKey | string {
  const verification = recheckKey(keyId, row, now);
  if (verification.outcome !== 'verified') return CODES[verification.outcome];
  const { key } = verification;
  if (key.record.createdBy !== record.data.createdBy) return CODES.invalid;
  const isEnough = scope === undefined || includesScope(rightsOf(key.record).scopes, scope);
  return isEnough ? key : 'INSUFFICIENT_SCOPE';
}

interface OwnerContext {
  readonly storage: Pick<Storage, 'read'>;
  readonly confluence: Confluence;
  readonly clock: Clock;
}

/**
 * @param person who may own a run without a key: a site admin, or every user of Confluence
 * @returns the current owner, or the code of the problem that stops its runs
 * @throws StorageUnavailableError, HostError
 */
export async function readRunOwner(
  { storage, confluence, clock }: OwnerContext,
  record: RunRecord,
  scope: Scope,
  person: 'site-admin' | 'user' = 'site-admin',
): Promise<RunOwner | string> {
  const keyId = keyIdOf(record);
  const { createdBy: accountId } = record.data;
  if (keyId === undefined) {
    const { isSiteAdmin, mayUseConfluence } = await readCreator(confluence, accountId);
    if (person === 'user') return mayUseConfluence ? { kind: 'person', accountId } : 'CREATOR_INACTIVE';
    return isSiteAdmin ? { kind: 'person', accountId } : 'CREATOR_NOT_ADMIN';
  }
  const key = checkRunKey(record, keyId, await storage.read('api-key', keyId), clock(), scope);
  return typeof key === 'string' ? key : { kind: 'key', key };
}
