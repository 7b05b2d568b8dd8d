import { isDeepStrictEqual } from 'node:util';

/**
 * Keeps each row once, because the platform refuses a batch or a transaction that has a key twice, so every read of
 * many rows and every transaction goes through these functions.
 */

interface RowId {
  readonly entity?: string;
  readonly key: string;
}

export interface RowOperation extends RowId {
  readonly op: 'set' | 'delete' | 'check';
  readonly expected?: number | 'absent';
}

/** Identifies a row. Two entities may each have a row with the same key. */
export function rowIdOf({ entity, key }: RowId): string {
  return JSON.stringify([entity, key]);
}

/**
 * The operations of a transaction, one for each row. Equal operations are one, and a condition joins the change of its row.
 * @returns `conflict` for two conditions that no row can meet: the row changed between the two reads
 * @throws Error for two different changes of one row, which is a mistake of the caller
 */
export function onePerRow<O extends RowOperation>(operations: readonly O[]): readonly O[] | 'conflict' {
  const byRow = new Map<string, O>();
  for (const operation of operations) {
    const id = rowIdOf(operation);
    const other = byRow.get(id);
    const joined = other === undefined ? operation : join(other, operation);
    if (joined === 'conflict') return joined;
    byRow.set(id, joined);
  }
  return [...byRow.values()];
}

function join<O extends RowOperation>(one: O, other: O): O | 'conflict' {
  const [check, change] = one.op === 'check' ? [one, other] : [other, one];
  if (check.op !== 'check') {
    if (isDeepStrictEqual(one, other)) return one;
    // Without the key, which can be an account id.
    throw new Error(`A transaction has two different changes of one row of ${one.entity ?? 'the Key-Value Store'}`);
  }
  const { expected } = check;
  if (change.expected === undefined) return expected === undefined ? change : { ...change, expected };
  return change.expected === (expected ?? change.expected) ? change : 'conflict';
}
