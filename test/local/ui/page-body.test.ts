import * as fc from 'fast-check';
import { encodeAttribute, encodeText } from '../../../local/confluence/storage-format';
import { renderBody } from '../../../local/ui/page-body';
import { HOSTILE_BODY } from '../../support/hostile-page';

/** The body of a page as HTML: readable, and built only from a few harmless elements. */

const rendered = (storage: string) => renderBody(storage).source;

it.each([
  ['<p>a <strong>b</strong><br/><em>c</em></p>', '<p>a <strong>b</strong><br><em>c</em></p>'],
  ['<p>1 &lt; 2 &amp; "3"</p>', '<p>1 &#60; 2 &#38; &#34;3&#34;</p>'],
  ['<ul><li>a<ol><li>b</li></ol></li></ul>', '<ul><li>a<ol><li>b</li></ol></li></ul>'],
  ['<div class="x"><p style="color:red" id="y">a</p></div>', '<p>a</p>'],
  ['<custom>a</custom><ac:unknown>b</ac:unknown>', 'ab'],
  [
    '<a href="https://example.com/?a=1&amp;b=2">x</a>',
    '<a href="https://example.com/?a=1&#38;b=2" rel="noreferrer">x</a>',
  ],
  ['<a href="mailto:a@example.com">x</a>', '<a href="mailto:a@example.com" rel="noreferrer">x</a>'],
  ['<a href="javascript:alert(1)">x</a><a href="/wiki/x">y</a><a>z</a>', 'xyz'],
  [
    '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">json</ac:parameter><ac:plain-text-body><![CDATA[a <b>]]></ac:plain-text-body></ac:structured-macro>',
    '<pre><code>a &#60;b&#62;</code></pre>',
  ],
  [
    '<ac:structured-macro ac:name="info"><ac:rich-text-body><p>a</p></ac:rich-text-body></ac:structured-macro>',
    '<div class="panel"><p>a</p></div>',
  ],
  ['<ac:structured-macro ac:name="toc"/>', '<span class="lozenge">toc</span>'],
  ['<ac:link><ri:page ri:content-title="A &amp; B"/></ac:link>', 'A &#38; B'],
  ['<p>not closed', '<pre>&#60;p&#62;not closed</pre>'],
])('the local page shows %s', (storage, html) => {
  expect(rendered(storage)).toBe(html);
});

it.each([
  [
    [1, 2, 3, 2, 1],
    [2, 3, 4, 3, 2],
  ],
  [
    [2, 2, 3],
    [2, 2, 3],
  ],
  [
    [4, 1, 6, 6, 2],
    [2, 2, 3, 3, 3],
  ],
  [
    [1, 2, 3, 4, 5, 6],
    [2, 3, 4, 5, 6, 6],
  ],
])('the local page puts headings of the levels %j below the title of the page: %j', (written, shown) => {
  const storage = written.map((level) => `<h${level}>x</h${level}>`).join('');
  expect([...rendered(storage).matchAll(/<h(\d)>/g)].map(([, level]) => Number(level))).toEqual(shown);
});

it('the local page survives a body with extreme nesting', () => {
  const deep = '<p>'.repeat(100_000) + 'x' + '</p>'.repeat(100_000);
  expect(rendered(deep)).toContain('…');
  const macro = '<ac:plain-text-body>'.repeat(100_000) + 'x' + '</ac:plain-text-body>'.repeat(100_000);
  expect(rendered(macro)).toContain('…');
});

const HARMLESS = [
  /^<\/?(p|blockquote|pre|ul|ol|li|table|tbody|thead|tr|th|td|strong|b|em|i|u|s|del|code|sub|sup|br|hr|h[2-6])>$/,
  /^<div class="panel">$/,
  /^<div class="scroll" role="group" aria-label="Table" tabindex="0">$/,
  /^<span class="lozenge">$/,
  /^<a href="(https?|mailto):[^"'<>\s]*" rel="noreferrer">$/,
  /^<\/(div|span|a)>$/,
];
/** Every tag in a piece of HTML that is not one of ours. Text outside of tags contains neither `<` nor `>`. */
const foreignTags = (html: string) =>
  (html.match(/<[^>]*>?|>/g) ?? []).filter((tag) => !HARMLESS.some((pattern) => pattern.test(tag)));

it('the local page creates only harmless tags from a hostile body', () => {
  expect(foreignTags(rendered(HOSTILE_BODY))).toEqual([]);
  expect(rendered(HOSTILE_BODY)).toContain('attacked=1');
});

it('the local page creates only harmless tags from any body', () => {
  const names = ['p', 'h1', 'table', 'td', 'a', 'script', 'style', 'img', 'svg', 'iframe', 'noscript', 'textarea'];
  const macros = ['ac:structured-macro', 'ac:plain-text-body', 'ac:rich-text-body', 'ac:image', 'ac:link', 'ri:page'];
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('"><script>x</script>', 'javascript:x', "' onerror='x", '-->', ']]>'),
  );
  const attribute = fc.tuple(
    fc.constantFrom('href', 'src', 'onclick', 'style', 'srcdoc', 'ac:name', 'ri:content-title', 'constructor'),
    fc.oneof(text, fc.webUrl(), fc.constantFrom('java\tscript:x', 'data:text/html,x', 'https://x/"onclick="y', '//x')),
  );
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      text.map((value) => encodeText(value)),
      fc
        .tuple(
          fc.oneof(fc.constantFrom(...names, ...macros), fc.stringMatching(/^[A-Za-z][\w:.-]{0,8}$/)),
          fc.uniqueArray(attribute, { selector: ([name]) => name, maxLength: 3 }),
          fc.array(tie('node'), { maxLength: 4 }),
        )
        .map(([name, attributes, inside]) => {
          const written = attributes.map(([key, value]) => ` ${key}="${encodeAttribute(value)}"`).join('');
          return `<${name}${written}>${inside.join('')}</${name}>`;
        }),
    ),
  }));
  fc.assert(
    fc.property(node, (storage) => {
      expect(foreignTags(rendered(storage))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
