import { createFaultInjector, type Fault, FAULTS, withoutWaiting } from '../support/fault-injection';
import type { RotatedKey } from '../../src/admin/keys/rotate-key';
import { auditOf, PEPPER, storedKey } from '../keys/key-records';
import { storedButKeyUse } from '../support/key-use';
import { everythingStored, rowsOf } from '../support/stored-rows';
import { openSite, type Site, type SiteOptions } from '../support/site';
import { aNewKey, ask, type CreatedKey, done, edit, refusal, use } from './ask';

/**
 * A rotated key gets a successor with the same settings, a new value and a new expiry. The old key works during the
 * grace period.
 */

const ADMIN2 = 'admin2@example.com';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let now: Date;
let site: Site;
const openHere = (options: SiteOptions = {}) => openSite({ now: () => now, peppers: () => [PEPPER], ...options });
beforeEach(() => {
  now = new Date();
  now.setUTCHours(12, 0, 0, 0);
  site = openHere();
});
afterEach(() => site.close());

const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
const later = (ms: number) => (now = new Date(now.getTime() + ms));
const make = (overrides: Readonly<Record<string, unknown>> = {}, on = site) =>
  done<CreatedKey>(on, 'createKey', aNewKey({ classificationScope: 'manage', ...overrides }));
const rotation = (keyId: string, overrides: Readonly<Record<string, unknown>> = {}) => ({
  keyId,
  rev: 1,
  expiresOn: inDays(60),
  grace: '24h',
  ...overrides,
});
const rotate = (keyId: string, overrides: Readonly<Record<string, unknown>> = {}, on = site) =>
  done<RotatedKey>(on, 'rotateKey', rotation(keyId, overrides));

it('a rotation creates a key with the same settings and another value, id and expiry', async () => {
  const old = await make({
    spaceLimit: ['ENG'],
    levelLimit: ['unclassified'],
    detectionScope: 'read',
    name: 'Nightly',
  });
  const { created } = await rotate(old.keyId);
  expect(created).toMatchObject({
    name: 'Nightly',
    classificationScope: 'manage',
    detectionScope: 'read',
    levelLimit: old.levelLimit,
    spaceLimit: old.spaceLimit,
    createdBy: old.createdBy,
    expiresOn: inDays(60),
    status: 'active',
    rotatedFrom: old.keyId,
    rev: 1,
  });
  expect(created.key).not.toBe(old.key);
  expect(created.keyId).not.toBe(old.keyId);
});

it('a rotation keeps both keys valid in the grace period; at its end the old one is refused and the new one still works', async () => {
  const { key, keyId } = await make();
  const { created, old } = await rotate(keyId, { grace: '1h' });
  expect(old).toMatchObject({
    status: 'grace',
    rotatedTo: created.keyId,
    graceUntil: new Date(now.getTime() + HOUR_MS).toISOString(),
    rev: 2,
  });
  later(HOUR_MS - 1);
  expect([await use(site, key), await use(site, created.key)]).toEqual(['200', '200']);
  later(1);
  expect([await use(site, key), await use(site, created.key)]).toEqual(['401 API_KEY_EXPIRED', '200']);
  const { text } = await site.rest('GET', '/v1/key', { key });
  expect(JSON.parse(text).detail).toBe(
    `The key was rotated, and its grace period ended at ${now.toISOString()}. Use the new key.`,
  );
  expect(text).not.toContain(created.keyId);
});

it('a rotation without a grace period ends the old key at once', async () => {
  const { key, keyId } = await make();
  const { created } = await rotate(keyId, { grace: 'none' });
  expect([await use(site, key), await use(site, created.key)]).toEqual(['401 API_KEY_EXPIRED', '200']);
});

it('a rotation does not extend the old key beyond its own expiry', async () => {
  const { key, keyId, expiresAt } = await make({ expiresOn: inDays(1) });
  const { old } = await rotate(keyId, { grace: '7d' });
  expect(old).toMatchObject({ graceUntil: expiresAt, expiresAt });
  later(Date.parse(expiresAt) - now.getTime());
  expect(await use(site, key)).toBe('401 API_KEY_EXPIRED');
});

it('a rotation records the rotation of the old key and the creation of the new one, and never a value', async () => {
  const { key, keyId } = await make();
  const { created, old } = await rotate(keyId);
  expect(auditOf(site, keyId).find(({ type }) => type === 'apikey.rotated')).toMatchObject({
    details: { after: { rotatedTo: created.keyId, grace: '24h', graceUntil: old.graceUntil } },
  });
  expect(auditOf(site, created.keyId)).toMatchObject([
    { type: 'apikey.created', details: { after: { rotatedFrom: keyId, name: 'CI', expiresAt: created.expiresAt } } },
  ]);
  expect(JSON.stringify(everythingStored(site))).not.toContain(created.key.slice(23, 60));
  expect(JSON.stringify(everythingStored(site))).not.toContain(key.slice(23, 60));
});

it('a rotation is only possible for the creator, because the new key acts as its creator', async () => {
  const { keyId } = await make();
  const before = everythingStored(site);
  expect((await refusal(site, 'rotateKey', rotation(keyId), ADMIN2)).code).toBe('ONLY_CREATOR_MAY_ROTATE');
  expect(everythingStored(site)).toEqual(before);
});

it('a rotation is refused for a key that is revoked, expired, already rotated, unknown or changed in between', async () => {
  const revoked = await make();
  await done(site, 'revokeKey', { keyId: revoked.keyId });
  const rotated = await make();
  await rotate(rotated.keyId);
  const changed = await make();
  await edit(site, changed.keyId, { name: 'New' });
  const short = await make({ expiresOn: inDays(1) });
  const before = storedButKeyUse(site);
  const codeOf = async (payload: object) => (await refusal(site, 'rotateKey', payload)).code;
  expect(await codeOf(rotation(revoked.keyId, { rev: 2 }))).toBe('KEY_NOT_ACTIVE');
  expect(await codeOf(rotation(rotated.keyId, { rev: 2 }))).toBe('KEY_ROTATED_BEFORE');
  expect(await codeOf(rotation(rotated.keyId))).toBe('KEY_CHANGED');
  expect(await codeOf(rotation(changed.keyId))).toBe('KEY_CHANGED');
  expect(await codeOf(rotation('0'.repeat(16)))).toBe('KEY_NOT_FOUND');
  later(3 * DAY_MS);
  expect(await codeOf(rotation(short.keyId))).toBe('KEY_NOT_ACTIVE');
  expect(storedButKeyUse(site)).toEqual(before);
});

it('a rotation accepts only the four inputs, each within its limits', async () => {
  const { keyId } = await make();
  const before = everythingStored(site);
  for (const wrong of [
    { grace: '30d' },
    { grace: undefined },
    { expiresOn: inDays(0) },
    { expiresOn: inDays(366) },
    { expiresOn: '2026-02-30' },
    { rev: 0 },
    { keyId: 'x' },
    { name: 'Other' },
    { createdBy: 'somebody' },
  ]) {
    expect((await refusal(site, 'rotateKey', rotation(keyId, wrong))).code).toBe('INVALID_INPUT');
  }
  expect(everythingStored(site)).toEqual(before);
});

it.each([true, false])(
  'a rotation creates one successor for any number of concurrent requests (NOT_EXISTS holds for an absent row: %s)',
  async (notExistsHoldsForAbsentRow) => {
    const here = openHere({ notExistsHoldsForAbsentRow });
    try {
      const { keyId } = await make({}, here);
      const results = await Promise.all(
        Array.from({ length: 5 }, () => ask<RotatedKey>(here, 'rotateKey', rotation(keyId))),
      );
      const [winner, ...others] = results.flatMap((result) => (result.ok ? [result.value] : []));
      expect(others).toEqual([]);
      expect(results.flatMap((result) => (result.ok ? [] : [result.error.code]))).toEqual(Array(4).fill('KEY_CHANGED'));
      const keys = rowsOf(here, 'api-key').filter(({ value }) => value.rev !== 0);
      expect(keys.map(({ key }) => key).sort()).toEqual([keyId, winner?.created.keyId].sort());
      expect(await use(here, winner?.created.key ?? '')).toBe('200');
      expect(rowsOf(here, 'audit')).toHaveLength(3);
    } finally {
      here.close();
    }
  },
);

it('the app accepts edits and revocation of the old key in its grace period, without an effect on the new one, and another rotation', async () => {
  const { key, keyId } = await make();
  const { created, old } = await rotate(keyId);
  expect(await edit(site, keyId, { classificationScope: 'read' })).toMatchObject({
    ok: true,
    value: { status: 'grace', graceUntil: old.graceUntil, rotatedTo: created.keyId, classificationScope: 'read' },
  });
  expect(await storedKey(site, created.keyId)).toMatchObject({ classificationScope: 'manage', rev: 1 });
  expect([await use(site, key), await use(site, created.key)]).toEqual(['403 INSUFFICIENT_SCOPE', '200']);
  const third = await rotate(created.keyId);
  expect(third.created.rotatedFrom).toBe(created.keyId);
  await done(site, 'revokeKey', { keyId });
  expect([await use(site, key), await use(site, created.key)]).toEqual(['401 API_KEY_REVOKED', '200']);
});

describe('failing storage', () => {
  const injector = createFaultInjector();
  /** The read of the key, the transaction, and the calls after a failure; 0 is the check of the user. */
  const PLACES = [1, 2, 3, 4];
  /** Responses to a transaction that contradict its effect, which the app cannot detect. */
  const isLie = ({ response, effect }: Fault, place: number) =>
    place === 2 && (effect ? response === 'quota' || response === 'refused' : response === 'garbage');
  const cases = FAULTS.flatMap((fault) => PLACES.map((place) => [fault.name, place, fault] as const));

  it.each(cases.filter(([, place, fault]) => !isLie(fault, place)))(
    'leaves no successor without a response that contains its value (%s at call %i)',
    async (_name, place, fault) => {
      const here = openHere({
        intercept: injector.intercept,
        operationLimitMs: fault.response === 'timeout' ? 150 : 20_000,
      });
      try {
        injector.arm();
        const timed = <T>(action: () => Promise<T>) =>
          fault.response === 'timeout' ? withoutWaiting(action, { stopsClock: true }) : action();
        const { key, keyId } = await timed(() => make({}, here));
        injector.arm([place, fault]);
        const result = await timed(() => ask<RotatedKey>(here, 'rotateKey', rotation(keyId)));
        injector.arm();
        const keys = rowsOf(here, 'api-key').filter(({ value }) => value.rev !== 0);
        const audited = rowsOf(here, 'audit').length;
        if (result.ok) {
          expect(await use(here, result.value.created.key)).toBe('200');
          expect([keys.length, audited]).toEqual([2, 3]);
        } else if (fault.response === 'timeout' && place === 2) {
          // No time was left to check, so the user gets an unknown result.
          expect(result.error).toMatchObject({
            code: 'STORAGE_UNAVAILABLE',
            message: expect.stringMatching(/^Storage didn’t respond\. Check/) as string,
          });
          expect([keys.length, audited]).toEqual(fault.effect ? [2, 3] : [1, 1]);
        } else {
          expect([keys.length, audited]).toEqual([1, 1]);
          expect(await storedKey(here, keyId)).toMatchObject({ rev: 1 });
        }
        expect(await use(here, key)).toBe('200');
      } finally {
        here.close();
      }
    },
  );

  it('that loses its reply before the write is retried once', async () => {
    const { keyId } = await make();
    site.host.faults.add({ target: 'kvs', match: '/transaction', status: 503, times: 1 });
    const { created } = await rotate(keyId);
    expect(await use(site, created.key)).toBe('200');
    expect(rowsOf(site, 'audit')).toHaveLength(3);
  });

  it('that stays down is reported as unknown, and nothing is written', async () => {
    const { keyId } = await make();
    const before = everythingStored(site);
    site.host.faults.add({ target: 'kvs', match: '/transaction', status: 503, times: 2 });
    const error = await refusal(site, 'rotateKey', rotation(keyId));
    expect(error.code).toBe('STORAGE_UNAVAILABLE');
    expect(error.message).not.toMatch(/nothing was changed/i);
    expect(everythingStored(site)).toEqual(before);
  });
});
