import * as z from 'zod';
import { BEFORE_ALL_CHANGES } from '../classification/change-feed';
import { levelChangeRecord } from '../classification/model';
import { listNewestFirst, periodOf } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';

/** Finds the pages whose level a key has changed. The search can continue from a stored position. */

export interface ChangedBy {
  readonly keyId: string;
  /** Earlier changes are ignored. */
  readonly from?: string | undefined;
}

const place = z.strictObject({ time: z.string(), key: z.string() });
const timeOnly = z.object({ changedAt: z.iso.datetime({ precision: 3 }) });

/** @throws StorageUnavailableError */
export async function findChangedPages(
  storage: Pick<Storage, 'list'>,
  { keyId, from = BEFORE_ALL_CHANGES.time }: ChangedBy,
  { cursor, limit, now }: { readonly cursor: string | undefined; readonly limit: number; readonly now: Date },
): Promise<{ readonly pageIds: readonly string[]; readonly cursor: string | undefined }> {
  const { items, next } = await listNewestFirst(storage, {
    entity: 'level-change',
    sources: [{ index: 'by-api-key', partition: keyId, from }],
    ...periodOf(now, { from }),
    after: cursor === undefined ? undefined : place.parse(JSON.parse(cursor)),
    limit,
    timeOf: (value) => timeOnly.safeParse(value).data?.changedAt,
    pick: (_changeId, value) => levelChangeRecord.safeParse(value).data?.pageId,
  });
  return { pageIds: [...new Set(items)], cursor: next && JSON.stringify(next) };
}
