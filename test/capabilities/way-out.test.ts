import { ADMIN_EFFECTS, SURFACE_EFFECTS, wayOutOf } from '../../src/capabilities/effects';
import { resolverFaultOf } from '../../src/platform/resolver-fault';
import { StorageUnavailableError } from '../../src/platform/storage';
import { openSite, type Site } from '../support/site';
import { aPage } from '../support/wiki-pages';

/** The words of an error on the server: only a change says what was changed, or asks to check it. */

const UNCHANGED = /Nothing was changed/;

let site: Site;
beforeEach(() => (site = openSite()));
afterEach(() => site.close());

it('only changes in the admin area say that nothing was changed', async () => {
  site.host.faults.add({ target: 'confluence', status: 500, times: 10_000 });
  for (const [operation, effect] of Object.entries(ADMIN_EFFECTS)) {
    const { error } = (await site.admin(operation, {})) as { readonly error: { readonly message: string } };
    expect([operation, UNCHANGED.test(error.message)]).toEqual([operation, effect !== 'read']);
  }
});

it('a popup that cannot be opened does not say that nothing was changed', async () => {
  const pageId = await aPage(site);
  site.host.faults.add({ target: 'confluence', status: 500, times: 100 });
  expect(await site.surface('level-byline', 'openPopup', {}, { pageId, as: 'editor@example.com' })).toMatchObject({
    error: { message: 'Confluence didn’t respond. Try again.' },
  });
});

it.each(['openPopup', 'setLevel'] as const)('%s has its own way out of a lost response of storage', (operation) => {
  const { message } = resolverFaultOf(
    new StorageUnavailableError(new Error('lost'), true),
    wayOutOf(SURFACE_EFFECTS, operation),
  );
  expect(/saved/.test(message)).toBe(operation === 'setLevel');
});

it('an unknown operation counts as a change', () => {
  expect(wayOutOf(ADMIN_EFFECTS, 'constructor').ifLost).toMatch(/saved/);
});
