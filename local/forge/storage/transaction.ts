import type { PlatformSwitches } from '../assumptions';
import { parseFilters, type Filters } from './condition';
import { readAttributes } from './entity-value';
import { expiryOf } from './expiry';
import { limits } from './limits';
import { Refusal } from './refusal';
import { checkRequestBytes, checkUniqueKeys } from './request-limits';
import type { RawFilters, RawTransaction } from './requests';
import { addressOf, checkValue, targetOf, type Target } from './single-row';
import type { Answer, Store } from './store';

interface Operation {
  readonly target: Target;
  readonly conditions: Filters | undefined;
}

/** Applies all or nothing, because the caller runs this inside one database transaction. */
export function transact(store: Store, body: RawTransaction): Answer {
  const { set = [], delete: deletes = [], check = [] } = body;
  const all = [...set, ...deletes, ...check];
  if (all.length === 0) throw new Refusal('BAD_REQUEST', 'A transaction needs at least one operation');
  if (all.length > limits.transactionOperations) {
    throw new Refusal('UNPROCESSABLE_ENTITY', `A transaction has at most ${limits.transactionOperations} operations`);
  }
  checkRequestBytes(body);
  checkUniqueKeys(all);

  const sets = set.map((item) => ({ ...operationOf(store, item), value: item.value, ttl: item.options?.ttl }));
  const removals = deletes.map((item) => operationOf(store, item));
  const checks = check.map((item) => operationOf(store, item));
  const writes = sets.map(({ target, value, ttl }) => ({
    address: addressOf(store, target),
    text: checkValue(store, target, value),
    expiresAt: expiryOf(ttl, store.nowMs),
  }));

  // Keys are unique, so every condition is checked against the state before the transaction.
  for (const operation of [...sets, ...removals, ...checks]) checkConditions(store, operation);

  for (const { address, text, expiresAt } of writes) {
    const createdAt = store.rows.read(address, store.nowMs)?.createdAt ?? store.nowMs;
    store.rows.write(address, { value: text, createdAt, updatedAt: store.nowMs, expiresAt }, store.nowMs);
  }
  for (const { target } of removals) store.rows.remove(addressOf(store, target), store.nowMs);
  return undefined;
}

function operationOf(
  store: Store,
  item: {
    readonly entityName?: string | undefined;
    readonly key: string;
    readonly conditions?: RawFilters | undefined;
  },
): Operation {
  const target = targetOf(item);
  addressOf(store, target);
  if (!item.conditions) return { target, conditions: undefined };
  if (target.store !== 'entity') throw new Refusal('BAD_REQUEST', 'Only operations on entities can have conditions');
  return { target, conditions: parseFilters(store.catalog.entity(target.entityName), item.conditions) };
}

function checkConditions(store: Store, { target, conditions }: Operation): void {
  if (!conditions) return;
  const row = store.rows.read(addressOf(store, target), store.nowMs);
  const hold = row
    ? conditions.matches(readAttributes(row.value))
    : conditions.matchNoRow(!store.assumptions.has('not-exists-never-holds'));
  if (!hold) throw failedCondition(store.assumptions);
}

export function failedCondition(assumptions: PlatformSwitches): Refusal {
  return new Refusal(
    assumptions.has('unknown-conflict-status') ? 'OPERATION_REFUSED' : 'CONDITIONAL_CHECK_FAILED',
    'Request failed due to conditional check specified or optimistic locking',
  );
}
