import { ADMIN, ADMIN2, EDITOR } from '../../local/demo';
import { SYSTEM } from '../../src/audit/event';
import { ACCOUNT_IDS_IN } from '../../src/people/account-ids';
import { SEARCHED } from '../../src/privacy/find-rows';
import { type BusySite, openBusySite, rowsWith, spendBusyDay } from '../people/busy-day';
import { personWrite } from '../../src/people/register';
import { putRow, rowsOf } from '../support/stored-rows';

/** After the erasure of a person, the account id is nowhere, and the audit log still has one name for each person. */

const HOUR_MS = 3_600_000;

let site: BusySite;
beforeEach(() => {
  site = openBusySite();
});
afterEach(() => site.close());

/** Runs the triggers now, and after each of these numbers of hours. */
async function passHours(...steps: readonly number[]): Promise<void> {
  for (const hours of [0, ...steps]) {
    site.advance(hours * HOUR_MS);
    await site.host.background.runSchedule('every-five-minutes');
    await site.host.background.runSchedule('hourly-scans');
    for (let part = 0; part < 5; part += 1) {
      site.advance(5_000);
      await site.host.background.settle();
    }
  }
}
const auditsOf = (type: string) => rowsOf(site, 'audit').filter(({ value }) => value['type'] === type);

it('closed accounts are erased everywhere within a day after the report, and keep apart under one pseudonym each', async () => {
  await spendBusyDay(site);
  // The erasure itself is an act of the app.
  const actorsBefore = new Set([SYSTEM, ...rowsOf(site, 'audit').map(({ value }) => value['actorAccountId'])]);
  const levels = rowsOf(site, 'page-level').map(({ key, value: { classifierId: _id, rev: _rev, ...rest } }) => [
    key,
    rest,
  ]);
  await site.setUser(ADMIN2.email, { account: 'closed' });
  await site.setUser(EDITOR.email, { account: 'closed' });
  await passHours(25, 1);
  expect([...rowsWith(site, ADMIN2.accountId), ...rowsWith(site, EDITOR.accountId)]).toEqual([]);
  expect(rowsWith(site, ADMIN.accountId)).not.toEqual([]);

  const erased = rowsOf(site, 'erasure').map(({ key, value }) => [`erased:${key}`, value['state']]);
  expect(erased).toHaveLength(2);
  expect(erased.map(([, state]) => state)).toEqual(['done', 'done']);
  const actors = new Set(rowsOf(site, 'audit').map(({ value }) => value['actorAccountId']));
  for (const [pseudonym] of erased) expect(actors).toContain(pseudonym);
  expect(actors.size).toBe(actorsBefore.size);
  expect(
    auditsOf('person.erased')
      .map(({ value }) => value['subject'])
      .sort(),
  ).toEqual(erased.map(([pseudonym]) => `person:${String(pseudonym)}`).sort());
  // Nothing else of the rows changed.
  expect(
    rowsOf(site, 'page-level').map(({ key, value: { classifierId: _id, rev: _rev, ...rest } }) => [key, rest]),
  ).toEqual(levels);
  const keys = rowsOf(site, 'api-key').map(({ value }) => value);
  expect(keys.every(({ revokedAt }) => revokedAt !== undefined)).toBe(true);
}, 60_000);
it('a person whom another process registers at the last moment stays in the register, and is erased a day later', async () => {
  site.close();
  let isRegistered = false;
  site = openBusySite({
    intercept: async ({ path, body }, proceed) => {
      const isRemoval =
        path.endsWith('/transaction') &&
        body?.includes(`"delete":[{"key":"${ADMIN2.accountId}","entityName":"person"`) === true;
      if (isRemoval && !isRegistered) {
        isRegistered = true;
        await putRow(site, 'person', ADMIN2.accountId, personWrite(ADMIN2.accountId, new Date(site.advance(0))).value);
        await putRow(site, 'config', 'late', { v: 1, rev: 1, value: { accountId: ADMIN2.accountId } });
      }
      return proceed();
    },
  });
  await site.createKey({ as: ADMIN2.email });
  await site.setUser(ADMIN2.email, { account: 'closed' });
  await passHours(25, 1);
  expect([isRegistered, rowsOf(site, 'person').map(({ key }) => key)]).toEqual([
    true,
    expect.arrayContaining([ADMIN2.accountId]),
  ]);
  await passHours(25, 1);
  expect(rowsWith(site, ADMIN2.accountId)).toEqual([]);
}, 60_000);
it('every entity that holds account ids is searched', () => {
  const holding = Object.entries(ACCOUNT_IDS_IN).flatMap(([entity, how]) => (how === 'none' ? [] : [entity]));
  // The register itself is deleted last.
  expect([...SEARCHED, 'person'].sort()).toEqual(holding.sort());
});
