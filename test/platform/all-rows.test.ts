import { listAllRows } from '../../src/platform/all-rows';
import type { ListPage, ListQuery } from '../../src/platform/storage';

const QUERY = { entity: 'api-key', index: 'by-created', sort: 'DESC' } as const;

/** Two parts: the rows `one` and `two`, then the row `three`. */
function storageOfTwoParts() {
  const asked: (string | undefined)[] = [];
  const rowsOf = (...keys: string[]) => keys.map((key) => ({ key, value: {} }));
  const list = ({ cursor }: ListQuery): Promise<ListPage> => {
    asked.push(cursor);
    const first = { rows: rowsOf('one', 'two'), cursor: 'more' };
    return Promise.resolve(cursor === undefined ? first : { rows: rowsOf('three'), cursor: undefined });
  };
  return { asked, storage: { list } };
}

it('a query is read to its end, each part once', async () => {
  const { asked, storage } = storageOfTwoParts();
  const keys: string[] = [];
  for await (const rows of listAllRows(storage, QUERY)) keys.push(...rows.map(({ key }) => key));
  expect(keys).toEqual(['one', 'two', 'three']);
  expect(asked).toEqual([undefined, 'more']);
});

it('a caller that stops pays no further call', async () => {
  const { asked, storage } = storageOfTwoParts();
  for await (const rows of listAllRows(storage, QUERY)) if (rows.length > 1) break;
  expect(asked).toEqual([undefined]);
});
