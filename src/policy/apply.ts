import { auditDetails } from '../audit/details';
import { auditRow } from '../audit/event';
import { commitAudited } from '../audit/commit-audited';
import { LEVELS } from '../classification/change-levels';
import { type Author, type FollowingEvent, pushEvent } from '../configuration/change-configuration';
import { awaitAll } from '../platform/await-all';
import type { Clock } from '../platform/clock';
import type { Log } from '../platform/log';
import type { Push } from '../platform/queue';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { nextRevision, type RowCheck, type RowWrite, type Storage } from '../platform/storage';
import { appliedOf } from './drift';
import { type Plan, planDocument, type PlanRequest, valueOf } from './plan';
import { PARTS, type PolicyState, readPolicy, ROWS, type StoredPolicy } from './state';
import { toDocument } from './views';

/** Applies a document: all of its plan in one transaction, with one audit event, or nothing. */

export interface ApplyRequest extends PlanRequest {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly push: Push;
  readonly requestId: string;
  readonly planHash: string;
  /** True: edits that lower the protection of the site are applied, too. */
  readonly allowLoosening: boolean;
  /** Called before every attempt. May throw an error that ends the request. */
  readonly author: (attempt: number) => Author | Promise<Author>;
  /** Reads the author again after a conflict. */
  readonly renewAuthor: () => Promise<void>;
  /** The condition of the caller. */
  readonly isExpected: (current: PolicyState) => boolean;
}

export type Applying =
  | { readonly outcome: 'applied' | 'unchanged'; readonly plan: Plan; readonly state: PolicyState }
  | { readonly outcome: 'refused'; readonly plan: Plan }
  /** The configuration does not meet the condition of the caller. Nothing was written, as in all of the following cases. */
  | { readonly outcome: 'outdated'; readonly state: PolicyState }
  /** The plan is another one than the caller has seen. */
  | { readonly outcome: 'other-plan'; readonly plan: Plan }
  | { readonly outcome: 'loosens'; readonly plan: Plan }
  /** Other writes came first at every attempt. */
  | { readonly outcome: 'contended' };

/** @throws StorageUnavailableError, CorruptRecordError, and what the functions of the request throw */
export async function applyDocument(known: StoredPolicy, request: ApplyRequest): Promise<Applying> {
  const { storage, installationId, renewAuthor } = request;
  let current = known;
  const done = await retryOnConflict(async (number) => {
    const author = await request.author(number);
    const result = await attempt(number, { ...request, ...author }, current);
    if (result === 'conflict')
      [current] = await awaitAll([readPolicy(storage, installationId), renewAuthor()] as const);
    return result;
  });
  return done === 'conflict' ? { outcome: 'contended' } : done;
}

async function attempt(
  number: number,
  request: ApplyRequest & Author,
  { state, revisions }: StoredPolicy,
): Promise<Applying | 'conflict'> {
  const { storage, clock, random, requestId, actor, stillValid, document, planHash } = request;
  if (!request.isExpected(state)) return { outcome: 'outdated', state };
  const plan = await planDocument(state, request);
  if (plan.refusals.length > 0) return { outcome: 'refused', plan };
  if (plan.hash !== planHash) return { outcome: 'other-plan', plan };
  const loosened = plan.entries.filter((entry) => entry.loosens);
  if (loosened.length > 0 && !request.allowLoosening) return { outcome: 'loosens', plan };
  const applied = appliedOf(document, toDocument(plan.after, request), clock());
  const before = state.governance.stored.applied;
  const isSame = before?.hash === applied.hash && before.items === applied.items;
  if (plan.entries.length === 0 && isSame) return { outcome: 'unchanged', plan, state };
  const { stored, revision } = plan.after.governance;
  const after: PolicyState = { ...plan.after, governance: { revision, stored: { ...stored, applied } } };
  const changed = PARTS.filter((part) => after[part] !== state[part]);
  // It is not verified on a real site that a condition of absence matches absent rows (docs/adr/0005).
  if (number > 1) await placeholdAbsent(storage, revisions);
  const expectedOf = (part: keyof PolicyState) => (number > 1 && revisions[part] === 'absent' ? 0 : revisions[part]);
  const writes = changed.map((part): RowWrite => {
    const rev = nextRevision(revisions[part]);
    const value = { v: 1, rev, value: valueOf(after, part) };
    return { entity: 'config', key: ROWS[part].key, value, expected: expectedOf(part) };
  });
  const checks = PARTS.filter((part) => !changed.includes(part)).map((part): RowCheck => ({
    entity: 'config',
    key: ROWS[part].key,
    expected: expectedOf(part),
  }));
  const audit = auditRow({
    ...{ id: random.uuid(), type: 'configuration.applied', time: clock(), subject: 'configuration', actor, requestId },
    after: auditDetails({
      changes: plan.entries.map(({ op, path }) => `${op} ${path}`),
      loosened: loosened.map(({ path }) => path),
    }),
  });
  const events: readonly FollowingEvent[] = [
    ...(changed.includes('levels') ? [LEVELS.event] : []),
    ...plan.events.filter((one, index, all) => all.findIndex((other) => isSameEvent(one, other)) === index),
  ];
  const [committed] = await awaitAll([
    commitAudited(storage, writes, [audit], [...checks, ...stillValid]),
    ...events.map((event) => pushEvent(event, request)),
  ]);
  if (committed === 'conflict') return 'conflict';
  return { outcome: 'applied', plan, state: withRevisions(after, changed) };
}

function isSameEvent(one: FollowingEvent, other: FollowingEvent): boolean {
  return one.queue === other.queue && JSON.stringify(one.body) === JSON.stringify(other.body);
}

async function placeholdAbsent(storage: Storage, revisions: StoredPolicy['revisions']): Promise<void> {
  const absent = PARTS.filter((part) => revisions[part] === 'absent');
  await awaitAll(absent.map((part) => storage.placehold('config', ROWS[part].key)));
}

function withRevisions(state: PolicyState, changed: readonly (keyof PolicyState)[]): PolicyState {
  const next = <Part extends keyof PolicyState>(part: Part): PolicyState[Part] =>
    changed.includes(part) ? { ...state[part], revision: nextRevision(state[part].revision) } : state[part];
  return {
    levels: next('levels'),
    detection: next('detection'),
    exclusions: next('exclusions'),
    governance: next('governance'),
    quotas: next('quotas'),
  };
}
