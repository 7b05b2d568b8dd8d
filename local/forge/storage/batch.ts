import { limits } from './limits';
import { Refusal } from './refusal';
import { checkRequestBytes, checkUniqueKeys } from './request-limits';
import type { RawBatchDelete, RawBatchGet, RawBatchSet } from './requests';
import { deleteRow, getBatchRow, setRow, targetOf } from './single-row';
import type { Answer, Store } from './store';
import { checkKey } from './stored-key';

interface BatchItem {
  readonly entityName?: string | undefined;
  readonly key: string;
}

export const batchSet = (store: Store, items: RawBatchSet): Answer =>
  runBatch('set', items, (item) => {
    setRow(store, targetOf(item), item.value, item.options);
    return identityOf(item);
  });

export const batchGet = (store: Store, items: RawBatchGet): Answer =>
  runBatch('get', items, (item) => ({
    ...identityOf(item),
    ...getBatchRow(store, targetOf(item), item.options?.metadataFields),
  }));

export const batchDelete = (store: Store, items: RawBatchDelete): Answer =>
  runBatch('delete', items, (item) => {
    deleteRow(store, targetOf(item));
    return identityOf(item);
  });

/** Each item succeeds or fails on its own; a batch that is wrong as a whole fails as a whole. */
function runBatch<Item extends BatchItem>(
  verb: string,
  items: readonly Item[],
  run: (item: Item) => Record<string, unknown>,
): Answer {
  if (items.length === 0) throw new Refusal('BAD_REQUEST', 'A batch needs at least one key');
  if (items.length > limits.batchItems) {
    throw new Refusal(
      'TOO_MANY_BATCH_ENTITIES',
      `Number of entities to ${verb} was ${items.length}, but you can only ${verb} a maximum of ${limits.batchItems}`,
    );
  }
  checkRequestBytes(items);
  for (const item of items) {
    if (item.key === '') checkKey(item.key, item.entityName === undefined ? 'kvs' : 'entity');
  }
  checkUniqueKeys(items);

  const successfulKeys: Record<string, unknown>[] = [];
  const failedKeys: Record<string, unknown>[] = [];
  for (const item of items) {
    try {
      successfulKeys.push(run(item));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failedKeys.push({ ...identityOf(item), error: { code: error.code, message: error.message } });
    }
  }
  return { successfulKeys, failedKeys };
}

function identityOf({ key, entityName }: BatchItem): Record<string, unknown> {
  return entityName === undefined ? { key } : { key, entityName };
}
