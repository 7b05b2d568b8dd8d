import * as z from 'zod';
import { BEFORE_ALL_CHANGES } from '../classification/change-feed';
import { type OfContent, ofContent } from '../classification/content-type';
import { SYSTEM } from '../audit/event';
import { LEVEL_CHANGES, type LevelChangeRecord } from '../classification/model';
import { listNewestFirst, periodOf } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';

/**
 * Finds the pages whose level a key has changed, or whose sub-level a rule from findings removed. The search can continue from a
 * stored position.
 */

export type ChangedBy =
  | {
      readonly keyId: string;
      /** Earlier changes are ignored. */
      readonly from?: string | undefined;
    }
  | { readonly lost: 'sub-levels' };

/** Earlier versions of the app replaced a level with a sub-level by the plain level of a rule. */
export function isLostSubLevel(change: LevelChangeRecord): boolean {
  const { classifierId, method, levelId, subLevelId, previousLevelId, previousSubLevelId } = change;
  const isOfRule = classifierId === SYSTEM && method === 'DETECTION';
  return isOfRule && levelId === previousLevelId && subLevelId === undefined && previousSubLevelId !== undefined;
}

const place = z.strictObject({ time: z.string(), key: z.string() });

/** The position that a search stores as its cursor. */
export function parsePlace(cursor: string): z.infer<typeof place> {
  return place.parse(JSON.parse(cursor));
}

/**
 * @returns the changes and their pages. A page that was changed twice can be in two parts.
 * @throws StorageUnavailableError
 */
export async function findChangedPages(
  storage: Pick<Storage, 'list'>,
  changed: ChangedBy,
  { cursor, limit, now }: { readonly cursor: string | undefined; readonly limit: number; readonly now: Date },
): Promise<{
  readonly pageIds: readonly string[];
  readonly changeIds: ReadonlySet<string>;
  /** The latest first. */
  readonly changes: readonly (OfContent & {
    readonly changeId: string;
    readonly pageId: string;
    readonly changedAt: string;
  })[];
  readonly cursor: string | undefined;
}> {
  const { from = BEFORE_ALL_CHANGES.time } = 'keyId' in changed ? changed : {};
  const source =
    'keyId' in changed
      ? ({ index: 'by-api-key', partition: changed.keyId, from } as const)
      : ({ index: 'by-classifier', partition: SYSTEM, from } as const);
  const { items, next } = await listNewestFirst(storage, {
    ...LEVEL_CHANGES,
    sources: [source],
    ...periodOf(now, { from }),
    after: cursor === undefined ? undefined : parsePlace(cursor),
    limit,
    pick: (changeId, change) =>
      'keyId' in changed || isLostSubLevel(change)
        ? { changeId, pageId: change.pageId, ...ofContent(change.contentType), changedAt: change.changedAt }
        : undefined,
  });
  return {
    pageIds: [...new Set(items.map(({ pageId }) => pageId))],
    changeIds: new Set(items.map(({ changeId }) => changeId)),
    changes: items,
    cursor: next && JSON.stringify(next),
  };
}
