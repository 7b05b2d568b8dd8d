import { ADMIN_CONTRACT } from '../../src/admin/contract';
import { wayOutOf } from '../../src/capabilities/effects';
import { resolverFaultOf } from '../../src/platform/resolver-fault';
import { StorageUnavailableError } from '../../src/platform/storage';
import { SURFACE_CONTRACT } from '../../src/surfaces/contract';
import { openSite, type Site } from '../support/site';
import { aPage } from '../support/wiki-pages';

/** Tests the words of an error on the server. Only the error of a change says what was changed, or asks to check it. */

const UNCHANGED = /Nothing was changed/;

let site: Site;
beforeEach(() => (site = openSite()));
afterEach(() => site.close());

it('only changes in the admin area say that nothing was changed', async () => {
  site.host.faults.add({ target: 'confluence', status: 500, times: 10_000 });
  for (const [operation, { effect }] of Object.entries(ADMIN_CONTRACT)) {
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
    wayOutOf(SURFACE_CONTRACT[operation].effect),
  );
  expect(/saved/.test(message)).toBe(operation === 'setLevel');
});
