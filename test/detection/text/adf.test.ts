import { BLOCK_BORDER, INLINE_OBJECT, sourceRanges } from '../../../src/detection/text/flat-text';
import { flattenAdf } from '../../../src/detection/text/adf';

const doc = (...content: unknown[]) => ({ type: 'doc', version: 1, content });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const text = (value: string, ...marks: unknown[]) => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks }),
});
const cell = (value: string, attrs = {}) => ({ type: 'tableCell', attrs, content: [paragraph(text(value))] });
const row = (...content: unknown[]) => ({ type: 'tableRow', content });

function blocksOf(document: unknown) {
  const flat = flattenAdf(document);
  const textOf = (index: number) => flat.text.slice(flat.blocks[index]?.start, flat.blocks[index]?.end);
  return flat.blocks.map(({ kind, columnHeader, rowHeader, heading }, index) => ({
    text: textOf(index),
    kind,
    ...(columnHeader && { columnHeader: textOf(columnHeader.from) }),
    ...(rowHeader && { rowHeader: textOf(rowHeader.from) }),
    ...(heading && { heading: textOf(heading.from) }),
  }));
}

it('the ADF reader joins the formatted pieces of a line, and separates lines', () => {
  const bold = { type: 'strong' };
  expect(blocksOf(doc(paragraph(text('ghp'), text('_16', bold), text('C7')), paragraph(text('next'))))).toEqual([
    { text: 'ghp_16C7', kind: 'text' },
    { text: 'next', kind: 'text' },
  ]);
  expect(flattenAdf(doc(paragraph(text('a')), paragraph(text('b')))).text).toBe(`a${BLOCK_BORDER}b${BLOCK_BORDER}`);
});

it('the ADF reader breaks lines at hard breaks, and separates text around a mention', () => {
  const mention = { type: 'mention', attrs: { id: '557058:f58', text: '@Ada' } };
  expect(blocksOf(doc(paragraph(text('12'), { type: 'hardBreak' }, text('34'), mention, text('56'))))).toEqual([
    { text: `12\n34${INLINE_OBJECT}56`, kind: 'text' },
    { text: '@Ada', kind: 'attribute' },
  ]);
});

it('the ADF reader reads attributes with their kind', () => {
  const link = { type: 'link', attrs: { href: 'https://example.com/?q=1', title: 'the title' } };
  const macro = {
    type: 'extension',
    attrs: {
      extensionKey: 'jira',
      localId: '9e2b4b1c-0000-4000-8000-000000000000',
      parameters: {
        macroParams: { 'api key': { value: 'abc' }, list: { value: ['x', 'y'] } },
        macroMetadata: { macroId: { value: '0f4c' }, title: 'Jira' },
      },
    },
  };
  expect(
    blocksOf(
      doc(
        paragraph(text('see', link), { type: 'status', attrs: { text: 'DONE', color: 'green', localId: 'x' } }),
        { type: 'expand', attrs: { title: 'More' }, content: [{ type: 'codeBlock', content: [text('x = 1')] }] },
        { type: 'mediaSingle', content: [{ type: 'media', attrs: { id: 'b1', collection: 'c', alt: 'A picture' } }] },
        paragraph({ type: 'inlineCard', attrs: { url: 'https://example.com/card' } }),
        macro,
      ),
    ),
  ).toEqual([
    { text: `see${INLINE_OBJECT}`, kind: 'text' },
    { text: 'https://example.com/?q=1', kind: 'link' },
    { text: 'the title', kind: 'title' },
    { text: 'DONE', kind: 'status' },
    { text: 'More', kind: 'title' },
    { text: 'x = 1', kind: 'code' },
    { text: 'A picture', kind: 'alternative-text' },
    { text: 'https://example.com/card', kind: 'link' },
    { text: 'api key', kind: 'attribute' },
    { text: 'abc', kind: 'macro-parameter', rowHeader: 'api key' },
    { text: 'list', kind: 'attribute' },
    { text: 'x', kind: 'macro-parameter', rowHeader: 'list' },
    { text: 'list', kind: 'attribute' },
    { text: 'y', kind: 'macro-parameter', rowHeader: 'list' },
    { text: 'title', kind: 'attribute' },
    { text: 'Jira', kind: 'macro-parameter', rowHeader: 'title' },
  ]);
});

it('the ADF reader links a cell to its column header, row header and heading', () => {
  const table = {
    type: 'table',
    content: [
      row(cell('Name'), cell('Contact', { colspan: 2 }), cell('Password')),
      row(cell('Ada', { rowspan: 2 }), cell('mail'), cell('phone'), cell('hunter2')),
      row(cell('mail 2'), cell('phone 2'), cell('hunter3')),
    ],
  };
  const heading = { type: 'heading', content: [text('Access')] };
  const under = { heading: 'Access' };
  const kind = 'text';
  expect(blocksOf(doc(heading, table, paragraph(text('after'))))).toEqual([
    { text: 'Access', kind },
    { text: 'Name', kind, ...under },
    { text: 'Contact', kind, rowHeader: 'Name', ...under },
    { text: 'Password', kind, rowHeader: 'Name', ...under },
    { text: 'Ada', kind, columnHeader: 'Name', ...under },
    { text: 'mail', kind, columnHeader: 'Contact', rowHeader: 'Ada', ...under },
    { text: 'phone', kind, columnHeader: 'Contact', rowHeader: 'Ada', ...under },
    { text: 'hunter2', kind, columnHeader: 'Password', rowHeader: 'Ada', ...under },
    { text: 'mail 2', kind, columnHeader: 'Contact', rowHeader: 'Ada', ...under },
    { text: 'phone 2', kind, columnHeader: 'Contact', rowHeader: 'Ada', ...under },
    { text: 'hunter3', kind, columnHeader: 'Password', rowHeader: 'Ada', ...under },
    { text: 'after', kind, ...under },
  ]);
});

it('the ADF reader maps ranges back, piece by piece', () => {
  const { text: flat, blocks } = flattenAdf(doc(paragraph(text('a 123'), text('45', { type: 'em' }), text('6 b'))));
  const start = flat.indexOf('123456');
  expect(sourceRanges(blocks, start, start + 6)).toEqual([
    { pointer: '/content/0/content/0/text', start: 2, end: 5 },
    { pointer: '/content/0/content/1/text', start: 0, end: 2 },
    { pointer: '/content/0/content/2/text', start: 0, end: 1 },
  ]);
});

it('the ADF reader reads the text of unknown nodes', () => {
  expect(
    blocksOf(
      doc({ type: 'hologram', attrs: { caption: 'shown' }, content: [{ type: 'ray', content: [text('in it')] }] }),
    ),
  ).toEqual([
    { text: 'shown', kind: 'attribute' },
    { text: 'in it', kind: 'text' },
  ]);
});

it('the ADF reader reports unreadable content, and reads the rest', () => {
  expect(flattenAdf('no document').skipped).toEqual([{ reason: 'malformed', pointer: '' }]);
  const { text: flat, skipped } = flattenAdf(doc(null, { type: 'paragraph', content: 'x' }, paragraph(text('read'))));
  expect(flat).toContain('read');
  expect(skipped).toEqual([
    { reason: 'malformed', pointer: '/content/0' },
    { reason: 'malformed', pointer: '/content/1/content' },
  ]);
});

it('the ADF reader reads a document nested 100,000 deep', () => {
  let node: unknown = paragraph(text('deep'));
  for (let depth = 0; depth < 100_000; depth++) node = { type: 'panel', content: [node] };
  const { text: flat, blocks } = flattenAdf(doc(node));
  expect(flat).toContain('deep');
  const start = flat.indexOf('deep');
  expect(sourceRanges(blocks, start, start + 4)[0]?.pointer.split('/content/').length).toBe(100_003);
});

it('the ADF reader maps text of unclosed lines and their attributes back', () => {
  const link = { type: 'link', attrs: { href: 'https://example.com/a' } };
  const { text: flat, blocks } = flattenAdf({ type: 'mention', content: [text('see', link)] });
  const from = flat.indexOf('https');
  expect(sourceRanges(blocks, from, from + 5)).toEqual([
    { pointer: '/content/0/marks/0/attrs/href', start: 0, end: 5 },
  ]);
});
