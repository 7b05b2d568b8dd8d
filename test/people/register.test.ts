import { DEMO_ACCOUNTS } from '../../local/demo';
import { readManifest } from '../../local/forge/manifest';
import { ACCOUNT_IDS_IN } from '../../src/people/account-ids';
import { everythingStored, rowsOf } from '../support/stored-rows';
import { type BusySite, openBusySite, rowsWith, spendBusyDay } from './busy-day';

/** Everybody whose account id is stored anywhere is in the register, and no call is made for it. */

const PEOPLE = DEMO_ACCOUNTS.map(({ accountId }) => accountId);

let site: BusySite;
beforeAll(async () => {
  site = openBusySite();
  await spendBusyDay(site);
}, 60_000);
afterAll(() => site.close());

it('every account id that a busy day stores is registered', () => {
  const stored = PEOPLE.filter((accountId) => rowsWith(site, accountId).length > 0);
  expect(stored.length).toBeGreaterThan(3);
  expect(
    rowsOf(site, 'person')
      .map(({ key }) => key)
      .sort(),
  ).toEqual(stored.sort());
});

it('the table of entities is complete and true because no other entity holds an account id', () => {
  const places = new Set(
    everythingStored(site)
      .filter(({ key, value }) => PEOPLE.some((accountId) => key.includes(accountId) || value.includes(accountId)))
      .map(({ entity = 'value' }) => entity),
  );
  const holding = Object.entries(ACCOUNT_IDS_IN).flatMap(([entity, how]) => (how === 'none' ? [] : [entity]));
  // The busy day has no erasure.
  expect([...places].sort()).toEqual(holding.filter((entity) => entity !== 'erasure').sort());
  const manifest = readManifest().raw as { app: { storage: { entities: readonly { name: string }[] } } };
  expect(Object.keys(ACCOUNT_IDS_IN).sort()).toEqual(manifest.app.storage.entities.map(({ name }) => name).sort());
});

it('rows that an index finds hold account ids only where the index finds them', () => {
  const places = { 'page-level': 'classifierId' } as const;
  const indexed = Object.entries(ACCOUNT_IDS_IN).flatMap(([entity, how]) => (typeof how === 'object' ? [entity] : []));
  expect(indexed).toEqual(Object.keys(places));
  for (const [entity, member] of Object.entries(places)) {
    for (const { key, value } of rowsOf(site, entity)) {
      const { [member]: _found, ...rest } = value;
      const others = PEOPLE.filter((accountId) => `${key} ${JSON.stringify(rest)}`.includes(accountId));
      expect(others).toEqual([]);
    }
  }
});
