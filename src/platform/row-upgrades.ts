import type { StoredValue } from './storage';

/**
 * Earlier shapes of stored rows. A reader upgrades a row in memory with these functions, and the migration
 * (src/upkeep/migrations.ts) rewrites it with the same ones, so both give the same row (docs/adr/0058).
 */

export interface RowUpgrade {
  /** Names the shape. It changes if all rows must be checked again. */
  readonly name: string;
  /** Pure. Undefined: the row has this shape already, or is not a row of this entity. */
  readonly upgrade: (row: StoredValue) => StoredValue | undefined;
}

/** The step from rows of version `v` to the next version. */
export function fromVersion(v: number, change: (row: StoredValue) => StoredValue): RowUpgrade {
  return {
    name: `v${v + 1}`,
    upgrade: (row) => (row['v'] === v ? { ...change(row), v: v + 1 } : undefined),
  };
}

/**
 * Applies the upgrades in their order.
 * @returns undefined if the row needs none of them
 */
export function upgradedRow(upgrades: readonly RowUpgrade[], value: unknown): StoredValue | undefined {
  if (!isRow(value)) return undefined;
  let row = value;
  for (const { upgrade } of upgrades) row = upgrade(row) ?? row;
  return row === value ? undefined : row;
}

function isRow(value: unknown): value is StoredValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
