import { analyzeText } from '../../../src/detection/analyze-text';
import { builtInEngine } from '../../../src/detection/engine/engine';
import type { Part } from '../../../src/detection/finding';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { scanPage } from '../../../src/detection/scan-page';
import { FORMS, fragmentsShown, plantCopies } from '../../support/value-copies';

const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
const today = new Date('2026-01-15T00:00:00Z');
const options = { selection, today, fingerprintKey: new Uint8Array(32).fill(7) };
const excerptsOf = (text: string) => analyzeText(text, selection, today).map(({ maskedExcerpt }) => maskedExcerpt);
const pageExcerptsOf = (...parts: readonly Part[]) =>
  scanPage(parts, options).findings.map(({ maskedExcerpt }) => maskedExcerpt);
const title = (source: string): Part => ({ field: 'title', representation: 'plain', source });
const storage = (source: string): Part => ({ field: 'body', representation: 'storage', source });
const comment = (source: string): Part => ({
  field: 'footer-comment',
  contentId: '77',
  representation: 'storage',
  source,
});

const password = 'Xk9#mQ2!zWtrail';

it('an excerpt shows plain words around a value', () => {
  expect(excerptsOf(`The new VPN password: ${password} is for all of us, not only for Anna.`)).toEqual([
    'The new VPN password: •••••••• is for all of us, not only fo…',
  ]);
});

it('an excerpt shows no copy of a value that no detector recognizes', () => {
  expect(excerptsOf(`VPN password: ${password} (repeat #${password})`)).toEqual([
    'VPN password: •••••••• (repeat ••••••••',
  ]);
});

it('an excerpt shows no copy that crosses the edge of the excerpt', () => {
  for (let gap = 0; gap <= 40; gap += 1) {
    const words = 'and once more for you here now ok'.slice(0, gap);
    for (const text of [`password: ${password} ${words} ${password}`, `${password} ${words}. password: ${password}`])
      expect([gap, fragmentsShown(excerptsOf(text).join('\n'), [password])]).toEqual([gap, []]);
  }
});

it('an excerpt shows no copy of a value of another block or another part of the page', () => {
  const card = 'My card is 4539 1488 0343 6467';
  const excerpts = pageExcerptsOf(
    title(`${card} trail`),
    storage(
      `<p>password: ${password}</p><p>${card}, Xk9 mQ2 trail</p><table><tr><td>${card} zwtrail</td></tr></table>`,
    ),
    comment(`<p>${card} and liartwz</p>`),
  );
  expect(excerpts).toEqual([
    'My card is ••••••••6467 ••••••••',
    'password: ••••••••',
    'My card is ••••••••6467, ••••••••',
    'My card is ••••••••6467 ••••••••',
    'My card is ••••••••6467 and ••••••••',
  ]);
});

it('an excerpt shows no encoded text and no number', () => {
  const text = (beside: string) => excerptsOf(`password: ${password} with ${beside} here`);
  for (const beside of [
    'dGhpcyBpcyBpdA==',
    '74686973',
    '%74%68%69%73',
    '&#116;&#104;',
    '\\u0074his',
    'раssword',
    'a1b2',
    '2031',
    'xqzkvbnw',
  ])
    expect([beside, ...text(beside)]).toEqual([beside, 'password: •••••••• with •••••••• here']);
});

it('an excerpt shows words of other scripts', () => {
  expect(excerptsOf(`Пароль от сети, password: ${password}, für Größe und Maß`)).toEqual([
    'Пароль от сети, password: ••••••••, für Größe und Maß',
  ]);
});

it('an excerpt shows no context if there are too many values to recognize their copies', () => {
  const many = Array.from({ length: 4_000 }, (_, index) => `password: ${password}${index}`).join(', ');
  for (const excerpt of excerptsOf(many)) expect(excerpt).toMatch(/^(?:Xk)?•{8}..?$/);
});

it('an excerpt shows no fragment of 1,230 values that are repeated in forms that no detector recognizes', () => {
  const planted = plantCopies(1_230, 13);
  expect(new Set(planted.map(({ form }) => form))).toEqual(new Set(Object.keys(FORMS)));
  const found = new Set<string>();
  const leaks = planted.flatMap(({ value, form, copy, text }) => {
    const escaped = copy.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const inBody = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const alone = analyzeText(text, selection, today);
    if (alone.some(({ start, end }) => text.slice(start, end).includes(value))) found.add(value);
    const excerpts = [
      ...alone.map(({ maskedExcerpt }) => maskedExcerpt),
      ...pageExcerptsOf(
        title(`${copy} My card is 4539 1488 0343 6467`),
        storage(`<p>${inBody}</p><p>SSN: 536-22-8731 ${escaped}</p>`),
        comment(`<p>${escaped} My card is 4539 1488 0343 6467</p>`),
      ),
    ];
    return excerpts
      .filter((excerpt) => fragmentsShown(excerpt, [value]).length > 0)
      .map((excerpt) => `${form}: ${value} in ${excerpt}`);
  });
  expect(leaks).toEqual([]);
  expect(found.size).toBe(planted.length);
});
