import { FINDING_UPGRADES } from '../findings/finding-upgrades';
import type { RowUpgrade } from '../platform/row-upgrades';
import type { EntityName } from '../platform/storage';

/** The rows of an entity that has earlier shapes. */
export interface RowShape {
  readonly entity: ShapedEntity;
  /** In order. Every earlier shape stays readable. */
  readonly upgrades: readonly RowUpgrade[];
}

/**
 * The entries of logs are never rewritten: their rows have no revision, so a rewrite could undo another write. Their
 * readers keep every shape.
 */
export type ShapedEntity = Exclude<EntityName, 'audit' | 'level-change'>;

export const ROW_SHAPES: readonly RowShape[] = [{ entity: 'detection', upgrades: FINDING_UPGRADES }];
