import './bridge';
import type { SiteCheckView } from '../../../src/admin/site/site-check';
import { ComputedPages } from '../src/site-check/computed-pages';
import { textsOf } from './rendered';

/** The switch of computed permissions on the Site check page. */

const check = { isSending: false, setComputedPages: () => Promise.resolve() };
const shown = (view: Pick<SiteCheckView, 'api' | 'computedPages'>) =>
  textsOf(<ComputedPages view={{ isRunning: false, sections: [], ...view }} check={check} />).join(' | ');

it('the Site check page offers computed permissions only where the API has no other way', () => {
  for (const api of ['works', 'works-so-far', 'checks-permissions', 'unknown'] as const)
    expect(shown({ api })).toBe('');
  for (const api of ['refused', 'contributors-only'] as const) expect(shown({ api })).toMatch(/Turn on$/);
});

it('the Site check page shows how many requests got a page, and turns computed permissions off on any site', () => {
  const computedPages = { isOn: true, changedAt: '2026-11-29T08:00:00.000Z', allowed: 7, refused: 3 };
  expect(shown({ api: 'works', computedPages })).toMatch(/with a page: 7\. Requests without one: 3\. \| Turn off$/);
});
