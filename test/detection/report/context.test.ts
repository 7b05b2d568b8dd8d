import { builtInEngine } from '../../../src/detection/engine/engine';
import type { LocatedFinding, Part } from '../../../src/detection/finding';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { detectValues, findContextInSteps, scanPage } from '../../../src/detection/scan-page';
import { runToEnd } from '../../../src/platform/steps';
import { FORMS, fragmentsShown, plantCopies } from '../../support/value-copies';

const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
const today = new Date('2026-01-15T00:00:00Z');
const options = { selection, today, fingerprintKey: new Uint8Array(32).fill(7) };
const title = (source: string): Part => ({ field: 'title', representation: 'plain', source });
const storage = (source: string): Part => ({ field: 'body', representation: 'storage', source });
const comment = (source: string): Part => ({
  field: 'footer-comment',
  contentId: '77',
  representation: 'storage',
  source,
});

/** The context of each finding, as if each were opened. */
function pageContextsOf(...parts: readonly Part[]): readonly string[] {
  const { findings } = scanPage(parts, options);
  return findings.map(({ fingerprint, location: { contentId, occurrence } }) => {
    const isWanted = (one: LocatedFinding) =>
      one.fingerprint === fingerprint && one.location.contentId === contentId && one.location.occurrence === occurrence;
    return runToEnd(findContextInSteps(parts, options, options, isWanted)) ?? 'not found';
  });
}
const contextsOf = (text: string) => pageContextsOf(title(text));

const password = 'Xk9#mQ2!zWtrail';

it('a context shows plain words around a value', () => {
  expect(contextsOf(`The new VPN password: ${password} is for all of us, not only for Anna.`)).toEqual([
    'The new VPN password: •••••••• is for all of us, not only fo…',
  ]);
});

it('a context shows no copy of a value that no detector recognizes', () => {
  expect(contextsOf(`VPN password: ${password} (repeat #${password})`)).toEqual([
    'VPN password: •••••••• (repeat ••••••••',
  ]);
});

it('a context shows no copy that crosses the edge of the excerpt', () => {
  for (let gap = 0; gap <= 40; gap += 1) {
    const words = 'and once more for you here now ok'.slice(0, gap);
    for (const text of [`password: ${password} ${words} ${password}`, `${password} ${words}. password: ${password}`])
      expect([gap, fragmentsShown(contextsOf(text).join('\n'), [password])]).toEqual([gap, []]);
  }
});

it('a context shows no copy of a value of another block or another part of the page', () => {
  const card = 'My card is 4539 1488 0343 6467';
  const contexts = pageContextsOf(
    title(`${card} trail`),
    storage(
      `<p>password: ${password}</p><p>${card}, Xk9 mQ2 trail</p><table><tr><td>${card} zwtrail</td></tr></table>`,
    ),
    comment(`<p>${card} and liartwz</p>`),
  );
  expect(contexts).toEqual([
    'My card is •••••••• ••••••••',
    'password: ••••••••',
    'My card is ••••••••, ••••••••',
    'My card is •••••••• ••••••••',
    'My card is •••••••• and ••••••••',
  ]);
});

it('a context shows no encoded text and no number', () => {
  const text = (beside: string) => contextsOf(`password: ${password} with ${beside} here`);
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

it('a context shows words of other scripts', () => {
  expect(contextsOf(`Пароль от сети, password: ${password}, für Größe und Maß`)).toEqual([
    'Пароль от сети, password: ••••••••, für Größe und Maß',
  ]);
});

it('a value has no context if there are too many values to recognize their copies', () => {
  const many = Array.from({ length: 4_000 }, (_, index) => `password: ${password}${index}`).join(', ');
  const context = findContextInSteps([title(many)], options, options, () => true);
  expect(runToEnd(context)).toBe('••••••••');
});

it('a context shows no fragment of 1,230 values that are repeated in forms that no detector recognizes', () => {
  const planted = plantCopies(1_230, 13);
  expect(new Set(planted.map(({ form }) => form))).toEqual(new Set(Object.keys(FORMS)));
  const found = new Set<string>();
  const leaks = planted.flatMap(({ value, form, copy, text }) => {
    const escaped = copy.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const inBody = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const { detected } = detectValues([title(text)], options);
    if (detected.some((one) => one.value.includes(value))) found.add(value);
    const contexts = [
      ...contextsOf(text),
      ...pageContextsOf(
        title(`${copy} My card is 4539 1488 0343 6467`),
        storage(`<p>${inBody}</p><p>SSN: 536-22-8731 ${escaped}</p>`),
        comment(`<p>${escaped} My card is 4539 1488 0343 6467</p>`),
      ),
    ];
    return contexts
      .filter((context) => fragmentsShown(context, [value]).length > 0)
      .map((context) => `${form}: ${value} in ${context}`);
  });
  expect(leaks).toEqual([]);
  expect(found.size).toBe(planted.length);
});

it('a value that is no longer in the texts has no context', () => {
  expect(runToEnd(findContextInSteps([title('No value.')], options, options, () => true))).toBeUndefined();
});
