import { isOnlyCut } from '../../src/redaction/history/is-only-cut';

/** The comparison of a version with the one before it. */

const LINK = '<ac:link><ri:page ri:content-title="Plan" /></ac:link>';
const MACRO =
  '<ac:structured-macro ac:name="code" ac:macro-id="m-1"><ac:plain-text-body><![CDATA[a 1234]]></ac:plain-text-body>';

it.each<readonly [name: string, before: string, after: string]>([
  ['the same version', `<p>a${LINK}</p>`, `<p>a${LINK}</p>`],
  ['a cut text', '<p>a 1234 b</p>', '<p>a █████ b</p>'],
  ['a cut with a category', '<p>a 1234 b</p>', '<p>a [REDACTED: financial] b</p>'],
  ['two cuts beside an earlier one', '<p>a 1234 █████ 5678</p>', '<p>a █████ █████ █████</p>'],
  ['a value in several marks', '<p>a <b>12</b><i>3</i><u>4</u> b</p>', '<p>a <b>█████</b><i></i><u></u> b</p>'],
  ['a value that ends before the next one', '<p>1<b>2 and 56</b></p>', '<p>█████<b> and █████</b></p>'],
  ['an address that was cut', '<p>1234 <a href="https://a/?c=1234">b</a></p>', '<p>█████ <a href="#">b</a></p>'],
  ['a text in code', MACRO, MACRO.replace('1234', '█████')],
  ['an id that was added', '<p>a</p>', '<p local-id="1">a</p>'],
  ['other forms of the same characters', '<p>a&nbsp;&auml;<br/></p>', '<p>a\u00a0ä<br /></p>'],
])('a version differs only by cuts: %s', (_name, before, after) => {
  expect(isOnlyCut(before, after)).toBe(true);
});

it.each<readonly [name: string, before: string, after: string]>([
  ['a link to a page became an address', `<p>${LINK} 1</p>`, '<p><a href="https://a">Plan</a> █████</p>'],
  ['a lost mark', '<p><code><strong>a</strong></code> 1</p>', '<p><code>a</code> █████</p>'],
  ['a lost attribute', '<td data-colwidth="1">1</td>', '<td>█████</td>'],
  ['a changed attribute', '<a href="https://a">1</a>', '<a href="https://b">█████</a>'],
  ['an added attribute', '<p>1</p>', '<p class="x">█████</p>'],
  ['a changed id', '<p local-id="1">1</p>', '<p local-id="2">█████</p>'],
  ['a lost id of a macro', MACRO, MACRO.replace(' ac:macro-id="m-1"', '')],
  ['a lost element', '<p>1</p><hr/>', '<p>█████</p>'],
  ['a lost text without a cut before it', '<p>a b</p>', '<p>b</p>'],
  ['a lost text after a cut', '<p>1</p><p>a b c</p>', '<p>█████</p><p>a c</p>'],
  ['an added text', '<p>a 1</p>', '<p>a b █████</p>'],
])('a version differs by more than cuts: %s', (_name, before, after) => {
  expect(isOnlyCut(before, after)).toBe(false);
});
