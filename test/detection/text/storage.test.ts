import { INLINE_OBJECT, sourceRanges } from '../../../src/detection/text/flat-text';
import { flattenStorage } from '../../../src/detection/text/storage';

function blocksOf(source: string) {
  const flat = flattenStorage(source);
  const textOf = (index: number) => flat.text.slice(flat.blocks[index]?.start, flat.blocks[index]?.end);
  return flat.blocks.map(({ kind, columnHeader, rowHeader, heading }, index) => ({
    text: textOf(index),
    kind,
    ...(columnHeader && { columnHeader: textOf(columnHeader.from) }),
    ...(rowHeader && { rowHeader: textOf(rowHeader.from) }),
    ...(heading && { heading: textOf(heading.from) }),
  }));
}

it('the storage format reader joins the formatted pieces of a line, and separates lines', () => {
  expect(blocksOf('<p>12<strong>3</strong>4<br/>5</p>\n<p>next</p>')).toEqual([
    { text: '1234\n5', kind: 'text' },
    { text: 'next', kind: 'text' },
  ]);
});

it('the storage format reader decodes entities, and maps each back as a whole', () => {
  const source = '<p>A&amp;B&nbsp;&ouml;&#x1F600;C</p>';
  const { text, blocks } = flattenStorage(source);
  const line = 'A&B\u00a0ö😀C';
  expect(text.slice(blocks[0]?.start, blocks[0]?.end)).toBe(line);
  const back = (part: string) => {
    const start = text.indexOf(part);
    return sourceRanges(blocks, start, start + part.length).map((range) => source.slice(range.start, range.end));
  };
  expect([back(line), back('&'), back('ö'), back('😀C')]).toEqual([
    ['A&amp;B&nbsp;&ouml;&#x1F600;C'],
    ['&amp;'],
    ['&ouml;'],
    ['&#x1F600;C'],
  ]);
});

it('the storage format reader reads attributes except ids', () => {
  const id = 'ac:macro-id="0f4c2b" ac:local-id="9e2b4b"';
  expect(
    blocksOf(
      `<p><a href="https://example.com/?a=1&amp;b=&lt;2&gt;">see</a><ac:image ac:alt="A &quot;picture&quot;"><ri:url ri:value="https://example.com/p.png"/></ac:image></p>` +
        `<ac:structured-macro ac:name="code" ${id}><ac:parameter ac:name="api key">a&amp;b</ac:parameter>` +
        `<ac:plain-text-body><![CDATA[x = "<1>"]]></ac:plain-text-body></ac:structured-macro>` +
        `<ac:task><ac:task-id>12</ac:task-id><ac:task-uuid>4dfa</ac:task-uuid><ac:task-body>do it</ac:task-body></ac:task>` +
        `<p><ac:link><ri:user ri:account-id="5570:ab"/></ac:link> wrote</p>`,
    ),
  ).toEqual([
    { text: 'https://example.com/?a=1&b=<2>', kind: 'link' },
    { text: `see${INLINE_OBJECT}`, kind: 'text' },
    { text: 'A "picture"', kind: 'alternative-text' },
    { text: 'https://example.com/p.png', kind: 'link' },
    { text: 'api key', kind: 'attribute' },
    { text: 'a&b', kind: 'macro-parameter', rowHeader: 'api key' },
    { text: 'x = "<1>"', kind: 'code' },
    { text: 'do it', kind: 'text' },
    { text: ' wrote', kind: 'text' },
  ]);
});

it('the storage format reader maps ranges back into attributes and CDATA', () => {
  const source = '<p><a href="https://x.example/?a=1&amp;b=2">see</a></p><pre><![CDATA[one & two]]></pre>';
  const { text, blocks } = flattenStorage(source);
  const back = (part: string) => {
    const start = text.indexOf(part);
    return sourceRanges(blocks, start, start + part.length).map((range) => source.slice(range.start, range.end));
  };
  expect([back('a=1&b=2'), back('one & two')]).toEqual([['a=1&amp;b=2'], ['one & two']]);
});

it('the storage format reader links a cell to its column header, row header and heading', () => {
  const kind = 'text';
  const heading = 'Access';
  expect(
    blocksOf(
      '<h2>Access</h2><table><tbody><tr><th>Name</th><th colspan="2">Contact</th></tr>' +
        '<tr><td rowspan="2">Ada</td><td>mail</td><td><p>phone</p></td></tr><tr><td>other</td></tr></tbody></table>',
    ),
  ).toEqual([
    { text: 'Access', kind },
    { text: 'Name', kind, heading },
    { text: 'Contact', kind, heading, rowHeader: 'Name' },
    { text: 'Ada', kind, heading, columnHeader: 'Name' },
    { text: 'mail', kind, heading, columnHeader: 'Contact', rowHeader: 'Ada' },
    { text: 'phone', kind, heading, columnHeader: 'Contact', rowHeader: 'Ada' },
    { text: 'other', kind, heading, columnHeader: 'Contact', rowHeader: 'Ada' },
  ]);
});

it.each([
  ['tags that are never closed', '<p>one<table><tr><td>two<td>three<tr>four', ['one', 'two', 'three', 'four']],
  ['tags that were never open', '</td></table>one</p></h1>two', ['one', 'two']],
  ['an ampersand that begins no entity', '<p>AT&T & co &unknown; &amp</p>', ['AT&T & co &unknown; &']],
  ['a bracket that begins no tag', '<p>1 < 2</p>', ['1 < 2']],
])('the storage format reader reads the text of %s', (_, source, expected) => {
  expect(blocksOf(source).map(({ text }) => text)).toEqual(expected);
});

it('the storage format reader reads a document nested 100,000 deep', () => {
  const deep = 100_000;
  expect(blocksOf(`${'<div>'.repeat(deep)}deep${'</div>'.repeat(deep)}`)).toEqual([{ text: 'deep', kind: 'text' }]);
});
