import { detect } from '../../src/detection/detect';
import { builtInEngine } from '../../src/detection/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../src/detection/policy';
import { flattenAdf } from '../../src/detection/text/adf';

/** The column header and the row header give context for a cell. `·` is removed, as in the rows. */

const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
const today = new Date('2026-01-15T00:00:00Z');

const row = (...texts: readonly string[]) => ({
  type: 'tableRow',
  content: texts.map((text) => ({
    type: 'tableCell',
    attrs: {},
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  })),
});
const asHeaders = ({ content }: ReturnType<typeof row>) => ({
  type: 'tableRow',
  content: content.map((cell) => ({ ...cell, type: 'tableHeader' })),
});

function foundIn(...rows: readonly unknown[]): readonly string[] {
  const flat = flattenAdf({ type: 'doc', version: 1, content: [{ type: 'table', attrs: {}, content: rows }] });
  return detect(flat, selection, today).winners.map(
    ({ scored: { detector, start, end } }) => `${detector.id}: ${flat.text.slice(start, end)}`,
  );
}

it.each([
  ['Password', 'Summer2024!', 'password-in-prose'],
  ['User / Password', 'admin / ‹Summer2024!›', 'password-in-prose'],
  ['Credentials', 'admin:‹Summer2024!›', 'password-in-prose'],
  ['PW', 'k9Xw7Lq2p!', 'password-in-prose'],
  ['Login', 'admin / ‹Winter2024›', 'password-in-prose'],
  ['API key', 'q7Vw3kZr9Xb·LmT2yHcN8sD·fJ4gPxA6uE', 'secret-assignment'],
  ['Datadog API key', '9f86d081884·c7d659a2fea·a0c55ad015', 'datadog-key'],
  ['Licence key', '20YWP-9YNQ4·-4V4T8-2X8B7·-QZJ5C', 'product-key'],
  ['PIN', '4821', 'access-code'],
  ['Door code', '73915', 'access-code'],
  ['Door Code', '73915', 'access-code'],
  ['ACCESS CODE', '73915', 'access-code'],
  ['Password required', 'R7w·x2Zp9q!', 'password-in-prose'],
  ['BIC', 'COBADEFFXXX', 'swift-bic'],
  ['Date of birth', '14/03/1981', 'date-of-birth'],
])('%s: %s is found in a cell', (name, marked, detector) => {
  const text = marked.replace(/[‹›·]/g, '');
  const value = /‹(.*)›/.exec(marked)?.[1] ?? text;
  expect(foundIn(asHeaders(row('Host', name)), row('Staging', text))).toEqual([`${detector}: ${value}`]);
  expect(foundIn(row('Owner', 'Berg'), row(name, text))).toEqual([`${detector}: ${value}`]);
});

it.each([
  ['Password policy', 'kv-prod-weu-01'],
  ['Password last changed', 'sprint-42'],
  ['Pass rate', 'MacBookPro18'],
  ['Bypass', 'm5.2xlarge!'],
  ['Public key', 'q7Vw3kZr9Xb·LmT2yHcN8sD·fJ4gPxA6uE'],
  ['Key fingerprint', 'e3b0c44298f·c1c149afbf4·c8996fb9242·7ae41e4649b'],
  ['Issue key', '550e8400-e29·b-41d4-a716-·446655440000'],
  ['Datadog trace id', '9f86d081884·c7d659a2fea·a0c55ad015'],
  ['Spotify playlist', '5a1031b9496·f263f645c8e·3146761789'],
  ['Login', 'GET /v1/users'],
  ['Login', 'Anna/Bernd2'],
  ['Login', 'CORP/jsmith2'],
  ['Credentials', 'jira:PROJ-123'],
  ['Pin', '4821'],
  ['Arabic', 'KASRATAN'],
])('%s: %s is nothing in a cell', (name, marked) => {
  const text = marked.replaceAll('·', '');
  expect(foundIn(asHeaders(row('Host', name)), row('Staging', text))).toEqual([]);
  expect(foundIn(row('Owner', 'Berg'), row(name, text))).toEqual([]);
});

it('finds user and password before a URL also if another cell precedes', () => {
  expect(foundIn(row('Host', 'root:R7w·x2Zp9q@10.1.2.3'.replaceAll('·', '')))).toEqual([
    'url-with-credentials: root:R7wx2Zp9q',
  ]);
});
