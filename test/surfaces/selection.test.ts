import { EDITOR, VIEWER } from '../../local/demo';
import type { SelectionResult } from '../../src/surfaces/contract';
import { CARD, openRedactionSite, type RedactionSite, SSN } from '../redaction/redaction-site';
import { rowsOf } from '../support/stored-rows';
import { done, settleSurfaces } from './surface-site';

/** The selection menu acts on the findings of its page whose values the selected text has. */

const PASSWORD = 'tr0ub4dor-Horse9';

let site: RedactionSite;
let pageId: string;
const logged: unknown[] = [];
beforeEach(async () => {
  logged.length = 0;
  site = await openRedactionSite({ log: (...line) => logged.push(line) });
  pageId = await site.publish({
    body: `<p>card number ${CARD}</p><p>SSN ${SSN}</p><p>password: ${PASSWORD}</p><p>Only words.</p>`,
  });
  await settleSurfaces(site, { peopleMayExclude: true, peopleMayRedact: true });
});
afterEach(() => site.close());

const match = async (
  selectedText: string,
  { action = 'exclude', as = EDITOR.email, page = pageId }: { action?: string; as?: string; page?: string } = {},
): Promise<SelectionResult> => {
  const moduleKey = action === 'redact' ? 'redact-selection' : 'exclude-selection';
  const result = await site.surface(moduleKey, 'matchSelection', { action }, { pageId: page, as, selectedText });
  if (result.ok !== true) throw new Error(JSON.stringify(result));
  return result.value;
};
const matched = async (...call: Parameters<typeof match>) => {
  const result = await match(...call);
  if (!('outcome' in result)) return result.state;
  return result.outcome === 'matched' ? result.findings.map(({ findingId }) => findingId).sort() : result.outcome;
};
const findingOf = (detectorId: string, page = pageId) => site.findings(page)[detectorId]?.[0] ?? 'no finding';
const password = () =>
  Object.entries(site.findings(pageId)).find(([id]) => !['card-pan', 'us-ssn'].includes(id))?.[1][0];

it('the selection check finds the value of a sentence, and several values at once, also on a blog post', async () => {
  expect(await matched(`The card number ${CARD} expired.`)).toEqual([findingOf('card-pan')]);
  expect(await matched(`card number ${CARD}\nSSN ${SSN}\npassword: ${PASSWORD}`)).toHaveLength(3);
  const page = await site.publish({ body: `<p>SSN ${SSN}</p>`, contentType: 'blogpost' });
  for (const action of ['exclude', 'redact'])
    expect(await matched(SSN, { page, action })).toEqual([findingOf('us-ssn', page)]);
});

it.each([
  ['a card number', CARD, 'card-pan'],
  ['a number that the page names before it', SSN, 'us-ssn'],
  ['another spelling', CARD.replace(/ /g, '-'), 'card-pan'],
  ['a number without separators', CARD.replace(/ /g, ''), 'card-pan'],
  ['spaces and punctuation around it', `  (${CARD}).\n`, 'card-pan'],
])('the selection check finds a value without the words around it: %s', async (_name, text, detectorId) => {
  expect(await matched(text)).toEqual([findingOf(detectorId)]);
});

it.each([
  ['Date of birth', '12.03.1980', 'date-of-birth', '13.03.1980'],
  ['Phone', '030 26471835', 'phone-national', '030 26471836'],
])('the selection check finds a value that only its label shows: %s', async (label, value, detectorId, other) => {
  const page = await site.publish({ body: `<table><tr><th>${label}</th><td>${value}</td></tr></table>` });
  expect(await matched(value, { page })).toEqual([findingOf(detectorId, page)]);
  expect(await matched(other, { page })).toBe('no-match');
});

it('the selection check finds a value with spaces among other words, without its label', async () => {
  const page = await site.publish({ body: '<p>Steuer-ID 86 095 720 042 liegt vor.</p>' });
  expect(await matched('86 095 720 042 liegt', { page })).toEqual([findingOf('de-steuer-id', page)]);
});

it('the selection check finds a password without the words around it', async () => {
  expect(password()).toBeDefined();
  for (const text of [PASSWORD, `"${PASSWORD}"`, `d: ${PASSWORD} `, `x=${PASSWORD}`])
    expect(await matched(text)).toEqual([password()]);
});

it.each([
  ['other text', 'Only words.'],
  ['a part of a value', CARD.slice(0, 9)],
  ['a value of no finding', '5555 5555 5555 4444'],
  ['masked text', '•••• •••• •••• 6467'],
  ['redacted text', 'card number █████'],
  ['markup', '<table><tr><th>card number</th></tr></table>&amp;'],
])('the selection check says that the selection has no finding: %s', async (_name, text) => {
  expect(await matched(text)).toBe('no-match');
});

it('the selection check finds nothing of other pages', async () => {
  const other = await site.publish({ body: '<p>Only words.</p>' });
  expect(await matched(`card number ${CARD}`, { page: other })).toBe('no-match');
});

it('no longer finds a value that is excluded on the page', async () => {
  await done(site, 'excludeFinding', { findingId: findingOf('card-pan'), reason: 'A test card.' }, { pageId });
  expect(await matched(CARD)).toBe('no-match');
});

it('the selection check limits the length of a selection, and needs one', async () => {
  expect(await matched(`${CARD} `.repeat(600))).toBe('too-long');
  expect(await matched('1 '.repeat(4_990))).toBe('no-match');
  expect(await matched(' \n ')).toBe('no-selection');
});

it('the selection check takes the text from the platform only', async () => {
  const at = { pageId, as: EDITOR.email, selectedText: 'Only words.' };
  const sent = await site.surface('exclude-selection', 'matchSelection', { action: 'exclude', selectedText: CARD }, at);
  expect(sent.error.code).toBe('INVALID_INPUT');
  const forged = { selectedText: { text: CARD } } as never;
  const wrong = await site.surface('exclude-selection', 'matchSelection', { action: 'exclude' }, { ...at, forged });
  expect(wrong.value.outcome).toBe('no-selection');
});

it('the selection check is for people who can edit the page, where the site allows the action', async () => {
  const code = async (call: Parameters<typeof match>[1]) => {
    const result = await match(CARD, call);
    return 'code' in result ? result.code : result;
  };
  expect(await code({ as: VIEWER.email })).toBe('PAGE_NOT_EDITABLE');
  await settleSurfaces(site, { peopleMayExclude: true });
  expect(await code({ action: 'redact' })).toBe('NOT_ENABLED');
  expect(await matched(CARD)).toEqual([findingOf('card-pan')]);
  await settleSurfaces(site, { peopleMayExclude: true, offSpaceIds: ['98306'] });
  expect(await match(CARD)).toEqual({ state: 'off' });
});

it('the selection check never returns, logs or stores the selection', async () => {
  const rowsBefore = JSON.stringify([rowsOf(site, 'audit'), rowsOf(site, 'config')]);
  const result = await match(`SECRET-WORDS card number ${CARD}`);
  expect(JSON.stringify([result, logged])).not.toMatch(/SECRET-WORDS|4539/);
  expect(JSON.stringify([rowsOf(site, 'audit'), rowsOf(site, 'config')])).toBe(rowsBefore);
});
