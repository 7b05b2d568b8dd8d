import type { ListPage, ListQuery, Storage } from './storage';

/** As many rows as one call returns. */
const READ_AT_ONCE = 100;

/**
 * Lists all rows of a query in parts, with one call each. Eventually consistent. A caller that has enough stops the loop.
 * @throws StorageUnavailableError
 */
export async function* listAllRows(
  storage: Pick<Storage, 'list'>,
  query: Omit<ListQuery, 'limit' | 'cursor'>,
): AsyncGenerator<ListPage['rows'], void, void> {
  let cursor: string | undefined;
  do {
    const page = await storage.list({ ...query, limit: READ_AT_ONCE, ...(cursor === undefined ? {} : { cursor }) });
    yield page.rows;
    ({ cursor } = page);
  } while (cursor !== undefined);
}
