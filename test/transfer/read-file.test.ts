import { readFile } from '../../static/admin/src/transfer/read-file';

/** The files that the Import and export page accepts. */

const ROWS = '1,Public\n'.repeat(10_000);

it.each([
  ['larger than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), { outcome: 'too-large' }],
  ['with more than 10,000 rows', `page,level\n${ROWS}1,Public\n`, { outcome: 'too-many-rows' }],
  ['with a header line only', 'page,level\n', { outcome: 'no-rows' }],
  ['without text', '', { outcome: 'no-rows' }],
  ['in another encoding than UTF-8', Buffer.from('page,level\n1,Öffentlich', 'latin1'), { outcome: 'not-utf-8' }],
  ['with a misplaced quotation mark', 'page,level\n1,"Public\n2,Public', { outcome: 'bad-quote', line: 2 }],
])('A file %s is refused with the reason', async (_what, content, refusal) => {
  expect(await readFile(new File([content], 'levels.csv'))).toEqual(refusal);
});

it('A file of 10,000 rows and up to 5 MB is read with its name', async () => {
  const read = await readFile(new File([`page,level\n${ROWS}`], 'levels.csv'));
  expect(read).toMatchObject({ outcome: 'table', table: { fileName: 'levels.csv', header: ['page', 'level'] } });
  expect(read.outcome === 'table' && read.table.rows.length).toBe(10_000);
});
