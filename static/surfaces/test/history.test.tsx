import './bridge';
import { renderToStaticMarkup } from 'react-dom/server';
import { textsIn } from '../../admin/test/rendered';
import type { HistoryEntry } from '../../../src/surfaces/contract';
import { HistoryContent } from '../src/history/history';

/** The texts of the history for a resolver response. */

type View = Parameters<typeof HistoryContent>[0]['view'];
const markupOf = (view: View) => renderToStaticMarkup(<HistoryContent view={view} onView={() => undefined} />);
const textsOf = (view: View) => textsIn(markupOf(view));

const secret = { name: 'Secret', color: 'RED' } as const;
const open = { name: 'Public', color: 'GREEN' } as const;
const at = '2026-11-22T10:00:00.000Z';
const entry = (change: Partial<HistoryEntry>): HistoryEntry => ({
  ...{ at, from: null, to: secret, by: { kind: 'person', name: 'Ada' }, method: 'MANUAL' },
  ...change,
});

it('a change shows the levels, the person, the method, the time and the reason', () => {
  const texts = textsOf({ state: 'page', entries: [entry({ from: open, reason: 'Contracts' })] });
  expect(texts.slice(0, 7)).toEqual(['Classification history', 'Public', '→', 'to', 'Secret', 'Ada', 'Set by hand']);
  expect(texts.slice(8)).toEqual(['“Contracts”', '1 change']);
});

it('a removed level, the app, and a person whose name is hidden have words', () => {
  const entries = [
    entry({ from: secret, to: null, by: { kind: 'app' }, method: 'DETECTION' }),
    entry({ by: { kind: 'person' }, method: 'REST_API' }),
  ];
  const texts = textsOf({ state: 'page', entries });
  expect(texts).toContain('Not classified');
  expect(texts).toContain('Page Classification');
  expect(texts).toContain('Raised because of sensitive data');
  expect(texts).toContain('A person you can’t see');
  expect(texts).toContain('2 changes');
});

it('a method that this version does not know is shown as it is', () => {
  expect(textsOf({ state: 'page', entries: [entry({ method: 'LATER' })] })).toContain('LATER');
});

it('the button for more appears only if there is more', () => {
  expect(textsOf({ state: 'page', entries: [entry({})], cursor: 'next' })).toContain('Load more');
  expect(textsOf({ state: 'page', entries: [entry({})] })).not.toContain('Load more');
});

it('a page without changes says what the list is for', () => {
  expect(textsOf({ state: 'page', entries: [] })).toEqual([
    'Classification history',
    'The level has not changed yet',
    'Each time a person, a rule or an app sets, changes or removes the level, you see it here.',
  ]);
});

it.each([
  ['off', 'Classification is off in this space.'],
  ['not-a-page', 'Not available on blog posts.'],
  ['hidden', 'You can’t view this content, it isn’t published yet, or it no longer exists.'],
] as const)('a place that is %s shows no changes', (state, text) => {
  expect(textsOf({ state })).toEqual([text]);
});
