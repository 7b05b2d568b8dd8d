import { EDITOR } from '../../local/demo';
import { type ServedSite } from '../support/browser';
import { checkFrame, withPageSurfaces } from '../support/page-surfaces';
import { itSlow } from '../support/sample';
import { rowsOf } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/** A person confirms the level that an agent proposed, in the popup of the page. */

let site: ServedSite;
const open = withPageSurfaces((fresh) => {
  site = fresh;
});

const propose = (pageId: string, reason: string) =>
  site.action('propose-level', { pageId, level: 'Restricted / Finance', reason }, { as: EDITOR.email });

it('the popup shows the proposal with its reason as text, sets the level on Confirm, and undoes it', async () => {
  const pageId = await aPage(site);
  await propose(pageId, 'It names <b>customers</b>.\nAnd their contracts.');
  const { page, popup: openPopup } = await open(`ENG/pages/${pageId}`);
  const popup = await openPopup();
  const section = popup.getByRole('region', { name: 'Proposed by the agent' });
  await section.getByText('It names <b>customers</b>.').waitFor();
  await section.getByText('Restricted / Finance', { exact: true }).waitFor();
  expect(rowsOf(site, 'page-level', pageId)).toEqual([]);
  await checkFrame(page, popup, 'proposal');
  await section.getByRole('button', { name: 'Confirm' }).press('Enter');
  await popup.getByText('Level set to Restricted / Finance.').waitFor();
  await section.waitFor({ state: 'detached' });
  expect(rowsOf(site, 'page-level', pageId)).toMatchObject([{ value: { method: 'ROVO' } }]);
  await popup.getByRole('button', { name: 'Undo' }).click();
  await popup.getByText('Undone: there is no level.').waitFor();
});

it('the popup confirms the proposal again after a failed attempt', async () => {
  const pageId = await aPage(site);
  await propose(pageId, 'It names customers.');
  const { page, popup: openPopup } = await open(`ENG/pages/${pageId}`);
  const popup = await openPopup();
  const json = { ok: false, error: { code: 'CONFLUENCE_UNAVAILABLE', message: 'Confluence didn’t respond.' } };
  await page.route('**/site/bridge/invoke', (route) => route.fulfill({ json }), { times: 1 });
  await popup.getByRole('button', { name: 'Confirm' }).click();
  await popup.getByRole('button', { name: 'Try again' }).click();
  await popup.getByText('Level set to Restricted / Finance.').waitFor();
  expect(rowsOf(site, 'page-level', pageId)).toMatchObject([{ value: { method: 'ROVO' } }]);
});

itSlow('the popup dismisses a proposal, and says why one can no longer be confirmed', async () => {
  const pageId = await aPage(site);
  await propose(pageId, 'First');
  const { popup: openPopup } = await open(`ENG/pages/${pageId}`);
  const popup = await openPopup();
  const section = popup.getByRole('region', { name: 'Proposed by the agent' });
  await section.getByText('First', { exact: true }).waitFor();
  await propose(pageId, 'Second');
  await section.getByRole('button', { name: 'Confirm' }).click();
  await popup.getByText('The proposal has expired, or the level changed since. Ask the agent again.').waitFor();
  await section.getByText('Second', { exact: true }).waitFor();
  await section.getByRole('button', { name: 'Dismiss' }).click();
  await section.waitFor({ state: 'detached' });
  expect(rowsOf(site, 'page-level', pageId)).toEqual([]);
});
