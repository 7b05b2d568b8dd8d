import * as z from 'zod';
import { readLevels } from '../../classification/level-store';
import type { LevelOfPage } from '../../classification/model';
import { lookUpSpace } from '../../classification/space-lookup';
import { fingerprintKeyOf } from '../../findings/fingerprint-key';
import { inventoryFilter, type InventorySource, sourceOf } from '../../findings/inventory/inventory-filter';
import { type InventoryPage, listInventory } from '../../findings/inventory/page-inventory';
import { definedOf } from '../../platform/defined-of';
import { findAccountNames } from '../audit/accounts';
import { readListCursor, writeListCursor } from '../cursors';
import { cursorInput, operation } from '../input';
import { requirePeppers } from '../keys/require-peppers';
import type { AdminRequest } from '../operation';
import type { PageName } from './pages';

/** The pages that the admin can see, with their levels, findings and scans. */

/** As many as there are names of owners in one call. */
const MAX_PAGES = 100;

const listPagesInput = z.strictObject({
  filter: inventoryFilter.default({}),
  limit: z.int().min(1).max(MAX_PAGES).default(50),
  cursor: cursorInput,
});

export interface PageRow extends PageName, Pick<InventoryPage, 'open' | 'coverage'> {
  readonly level?: LevelOfPage;
  /** When the level was set. Omitted: the page has none. */
  readonly classifiedAt?: string;
  /** When the current version of the page was created. */
  readonly editedAt?: string;
  readonly scannedAt?: string;
  /** The level that the findings require, for a page below its required level. */
  readonly requiredLevelId?: string;
  readonly owner?: {
    readonly accountId: string;
    /** Omitted: Confluence does not know the account. */
    readonly name?: string;
  };
}

export interface PageList {
  readonly pages: readonly PageRow[];
  /** The rows that the list reads, which decide its order. */
  readonly source: InventorySource;
  /** The cursor of the next part. Omitted: no more pages. */
  readonly cursor?: string;
}

/** A part may be short or empty although more pages follow. A space that the admin cannot see has no pages. */
export const listPages = operation(listPagesInput, async (request, { filter, limit, cursor }): Promise<PageList> => {
  const { storage, confluence, accountId, installationId, now } = request;
  const question = ['pages', JSON.stringify(Object.entries(filter).sort())];
  const after = readListCursor(request, cursor, question);
  const source = sourceOf(filter);
  const { spaceId } = filter;
  if (spaceId !== undefined && (await lookUpSpace(confluence, accountId, spaceId)) !== 'visible')
    return { pages: [], source };
  const fingerprintKey = fingerprintKeyOf(requirePeppers(request), installationId);
  const levels = await readLevels(storage, installationId);
  const reader = { storage, confluence, accountId, levels, now, fingerprintKey };
  const { results, next, hasMore } = await listInventory(reader, filter, { after, limit });
  const names = await readOwnerNames(request, results);
  return {
    pages: results.map((one) => viewOf(one, names)),
    source,
    ...(hasMore && next !== undefined ? { cursor: writeListCursor(request, next, question) } : {}),
  };
});

/** One call to Confluence, and none without pages. */
async function readOwnerNames(
  request: AdminRequest,
  pages: readonly InventoryPage[],
): Promise<ReadonlyMap<string, string>> {
  const accountIds = [...new Set(pages.flatMap(({ page }) => page.ownerId ?? []))];
  const accounts = await findAccountNames(request, accountIds);
  return new Map(accounts.map(({ accountId, displayName }) => [accountId, displayName]));
}

function viewOf(listed: InventoryPage, names: ReadonlyMap<string, string>): PageRow {
  const { page, level, open, coverage, scannedAt, requiredLevelId } = listed;
  const { pageId, title, spaceId, ownerId: accountId, versionAt: editedAt } = page;
  const levelOf = level && { levelId: level.levelId, ...definedOf({ subLevelId: level.subLevelId }) };
  const owner = accountId === null ? undefined : { accountId, ...definedOf({ name: names.get(accountId) }) };
  return {
    ...{ pageId, title, spaceId, open, coverage },
    ...definedOf({
      level: levelOf,
      classifiedAt: level?.classificationDate,
      editedAt,
      scannedAt,
      requiredLevelId,
      owner,
    }),
  };
}
