import { entityCollection, kvsCollection, secretCollection } from './catalog';
import { checkEntityValue } from './entity-value';
import { expiryOf } from './expiry';
import { limits } from './limits';
import { Refusal } from './refusal';
import type { MetadataFields, SetOptions } from './requests';
import { rowAnswer } from './row-answer';
import type { Row, RowAddress } from './rows';
import type { Answer, Store } from './store';
import { checkKey } from './stored-key';
import { toStoredText } from './stored-value';

/** The row that a request addresses, in the Key-Value Store, the secret store, or an entity. */
export type Target =
  | { readonly store: 'kvs' | 'secret'; readonly key: string }
  | { readonly store: 'entity'; readonly entityName: string; readonly key: string };

export function targetOf(item: { readonly entityName?: string | undefined; readonly key: string }): Target {
  return item.entityName === undefined
    ? { store: 'kvs', key: item.key }
    : { store: 'entity', entityName: item.entityName, key: item.key };
}

/** @throws Refusal for an undeclared entity and for an invalid key. */
export function addressOf(store: Store, target: Target): RowAddress {
  const { installationId } = store;
  const { key } = target;
  if (target.store === 'entity') {
    const entity = store.catalog.entity(target.entityName);
    checkKey(key, 'entity');
    return { installationId, collection: entityCollection(entity.name), key };
  }
  checkKey(key, 'kvs');
  return { installationId, collection: target.store === 'kvs' ? kvsCollection : secretCollection, key };
}

export function getRow(store: Store, target: Target, fields: MetadataFields | undefined): Record<string, unknown> {
  return answerWith(target, store.rows.read(addressOf(store, target), store.nowMs), fields);
}

/** With `stale-batches`, the row may be older than the one that `getRow` returns. */
export function getBatchRow(store: Store, target: Target, fields: MetadataFields | undefined): Record<string, unknown> {
  if (!store.assumptions.has('stale-batches')) return getRow(store, target, fields);
  return answerWith(target, store.copy.readRow(addressOf(store, target), store.nowMs), fields);
}

function answerWith(target: Target, row: Row | undefined, fields: MetadataFields | undefined): Record<string, unknown> {
  if (!row) throw new Refusal('KEY_NOT_FOUND', 'Provided key does not exist');
  return rowAnswer(target.key, row, fields);
}

export function setRow(store: Store, target: Target, value: unknown, options: SetOptions = {}): Answer {
  const address = addressOf(store, target);
  const text = checkValue(store, target, value);
  const expiresAt = expiryOf(options.ttl, store.nowMs);
  const previous = store.rows.read(address, store.nowMs);
  // An expired row still exists while it can be read.
  if (options.keyPolicy === 'FAIL_IF_EXISTS' && previous) {
    throw new Refusal('KEY_CONFLICT', 'Provided key already exists and cannot be overwritten');
  }
  const row = { value: text, createdAt: previous?.createdAt ?? store.nowMs, updatedAt: store.nowMs, expiresAt };
  store.rows.write(address, row, store.nowMs);
  if (options.returnValue === 'LATEST') return rowAnswer(target.key, row, options.returnMetadataFields);
  if (options.returnValue === 'PREVIOUS' && previous) {
    return rowAnswer(target.key, previous, options.returnMetadataFields);
  }
  return undefined;
}

export function deleteRow(store: Store, target: Target): void {
  const address = addressOf(store, target);
  if (!store.rows.read(address, store.nowMs)) throw new Refusal('KEY_NOT_FOUND', 'Provided key does not exist');
  store.rows.remove(address, store.nowMs);
}

/** @returns the JSON text to store. */
export function checkValue(store: Store, target: Target, value: unknown): string {
  if (target.store === 'entity') checkEntityValue(store.catalog.entity(target.entityName), value);
  return toStoredText(value, target.store === 'secret' ? limits.secretBytes : limits.valueBytes);
}
