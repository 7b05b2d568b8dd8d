import { connect } from './bridge';
import type { KeyDetails } from '../../../src/admin/audit/audit-log';
import type { KeyWithUse } from '../../../src/admin/keys/keys';
import type { LevelList } from '../../../src/admin/levels/change-levels';
import { DEMO_PAGES } from '../../../local/demo';
import { done } from '../../../test/admin/ask';
import { levelNamed } from '../../../test/support/levels';
import { openSite, type Site } from '../../../test/support/site';
import { dayFromToday, daysUntil, formatDay } from '../src/dates';
import { ExpiryNotice } from '../src/keys/expiry-notice';
import { graceEnd } from '../src/keys/grace';
import { checkDraft, type KeyDraft, newDraft, presetOf, PRESETS, settingsOf } from '../src/keys/key-draft';
import { KeyFacts } from '../src/keys/key-facts';
import { SELECTION, selectKeys, type Selection, workingKeysOfLine } from '../src/keys/key-list';
import { KeyUse } from '../src/keys/key-use';
import { readNames } from '../src/keys/names';
import { texts } from '../src/texts';
import { textsOf } from './rendered';

/** The texts and the rules of the API keys page, with what the resolver returned. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let site: Site;
/** How far the clock of the site is ahead of the real one. */
let aheadMs: number;
beforeEach(() => {
  aheadMs = 0;
  site = openSite({ now: () => new Date(Date.now() + aheadMs) });
  connect(site);
});
afterEach(() => site.close());

const keys = async () => (await done<{ keys: readonly KeyWithUse[] }>(site, 'listKeys', {})).keys;
const names = async () => readNames(await keys(), (await done<LevelList>(site, 'listLevels', {})).levels);
const detailsOf = (keyId: string) => done<KeyDetails>(site, 'getKeyDetails', { keyId });
const factsOf = async (keyId: string) => {
  const { key } = await detailsOf(keyId);
  return textsOf(<KeyFacts value={key} names={await names()} onShow={() => undefined} />).join(' ');
};
const useOf = async (keyId: string) => {
  const { use } = await detailsOf(keyId);
  return textsOf(<KeyUse use={use} onRetry={() => undefined} />).join(' ');
};

it('The details show every setting of a key with names', async () => {
  const { keyId } = await site.createKey({
    name: 'Publish rule',
    classificationScope: 'write',
    levelLimit: ['unclassified', levelNamed(site, 'Restricted').levelId],
    spaceLimit: ['ENG', 'HR'],
    expiresOn: dayFromToday(30),
  });
  const facts = await factsOf(keyId);
  for (const text of [
    'Status Active The key works.',
    `Key ID ${keyId}`,
    'Classification scope Write Read page levels, and the levels a page can have. Also set page levels.',
    'Detection scope No access',
    'Allowed levels Restricted (restricted) Unclassified pages',
    'Allowed spaces Engineering (ENG) Human Resources (HR)',
    'by Ada Adams',
    `Expiry date ${formatDay(dayFromToday(30))}`,
  ])
    expect(facts).toContain(text);
});

it('The details of a key that no longer works give the reason, and name the key that replaced it', async () => {
  const revoked = await site.createKey({ name: 'Revoked' });
  await done(site, 'revokeKey', { keyId: revoked.keyId });
  const old = await site.createKey({ name: 'Old' });
  await done(site, 'rotateKey', { keyId: old.keyId, rev: 1, expiresOn: dayFromToday(60), grace: '1h' });
  expect(await factsOf(old.keyId)).toContain('The key was rotated. The old value works until');
  aheadMs = 2 * HOUR_MS;
  expect(await factsOf(revoked.keyId)).toContain('Ada Adams revoked it on ');
  expect(await factsOf(old.keyId)).toMatch(/ended on .+ Replaced by pclsk_[0-9a-z]{16}_…/);
});

it('The usage shows the last use and the rejections of the last 24 hours, with their meaning', async () => {
  const { key, keyId } = await site.createKey({ name: 'Reader', classificationScope: 'read' });
  expect(await useOf(keyId)).toBe(
    'Usage Last used Never used Rejected in the last 24 hours No requests were rejected.',
  );
  const body = { pageId: DEMO_PAGES.architecture, levelId: levelNamed(site, 'Public').levelId };
  for (const status of [403, 403])
    expect((await site.rest('POST', '/v1/page-level', { key, body })).status).toBe(status);
  expect((await site.rest('GET', '/v1/page-level/by-page/999999', { key })).status).toBe(404);
  const use = await useOf(keyId);
  expect(use).toMatch(
    /INSUFFICIENT_SCOPE at least 2 times The request needs a higher scope.+ Last .+, POST \/v1\/page-level PAGE_NOT_FOUND at least 1 time/,
  );
  expect(use).toMatch(
    /PAGE_NOT_FOUND at least 1 time The page does not exist.+GET \/v1\/page-level\/by-page\/\{pageId\}/,
  );
  await done(site, 'revokeKey', { keyId });
  await site.rest('GET', '/v1/level', { key });
  expect(await useOf(keyId)).toContain('API_KEY_REVOKED');
  aheadMs = DAY_MS;
  expect(await useOf(keyId)).toContain('No requests were rejected.');
  expect(textsOf(<KeyUse use={undefined} onRetry={() => undefined} />)).toContain(texts.details.useUnknown);
});

it('The notice lists the keys that expire soon, soonest first, and is absent without such a key', async () => {
  const notice = async () => textsOf(<ExpiryNotice keys={await keys()} onShow={() => undefined} />);
  await site.createKey({ name: 'Far', expiresOn: dayFromToday(60) });
  expect(await notice()).toEqual([]);
  await site.createKey({ name: 'Later', expiresOn: dayFromToday(10) });
  await site.createKey({ name: 'Sooner', expiresOn: dayFromToday(3) });
  const { keyId } = await site.createKey({ name: 'Gone', expiresOn: dayFromToday(5) });
  await done(site, 'revokeKey', { keyId });
  const shown = await notice();
  expect(shown).toContain('2 keys expire soon');
  expect(shown.slice(-4)).toEqual(['Sooner', 'Expires in 3 days', 'Later', 'Expires in 10 days']);
});

it('The list is searched, filtered and sorted; an unknown last use comes before never used', async () => {
  await site.createKey({ name: 'Beta', expiresOn: dayFromToday(5) });
  const { keyId } = await site.createKey({ name: 'Alpha', as: 'admin2@example.com' });
  const used = await site.createKey({ name: 'Gamma' });
  await site.rest('GET', '/v1/level', { key: used.key });
  const list = (await keys()).map((key) => (key.keyId === keyId ? { ...key, lastUsedUnknown: true as const } : key));
  const known = await names();
  const select = (changes: Partial<Selection>) =>
    selectKeys(list, { ...SELECTION.read({}), ...changes }, known).map(({ name }) => name);
  expect(select({ text: ' ALPH' })).toEqual(['Alpha']);
  expect(select({ text: `pclsk_${keyId}` })).toEqual(['Alpha']);
  expect(select({ status: 'expiring' })).toEqual(['Beta']);
  expect(select({ creator: used.createdBy, sort: { column: 'name', isDescending: true } })).toEqual(['Gamma', 'Beta']);
  expect(select({ sort: { column: 'creator', isDescending: true } })[0]).toBe('Alpha');
  expect(select({ sort: { column: 'lastUsed', isDescending: false } })).toEqual(['Alpha', 'Beta', 'Gamma']);
});

it('Only the other keys of a rotation that still work are offered for revocation', async () => {
  const old = await site.createKey({ name: 'Pair' });
  const expiresOn = dayFromToday(60);
  await done(site, 'rotateKey', { keyId: old.keyId, rev: 1, expiresOn, grace: '24h' });
  await site.createKey({ name: 'Another' });
  const [created] = (await keys()).filter(({ rotatedFrom }) => rotatedFrom === old.keyId);
  if (created === undefined) throw new Error('the key was not rotated');
  expect(workingKeysOfLine(await keys(), old).map(({ keyId }) => keyId)).toEqual([created.keyId]);
  expect(workingKeysOfLine(await keys(), created).map(({ keyId }) => keyId)).toEqual([old.keyId]);
  aheadMs = 25 * HOUR_MS;
  expect(workingKeysOfLine(await keys(), created)).toEqual([]);
});

it('The days until the expiry are counted on the calendar', () => {
  const now = new Date('2026-11-23T22:00:00Z');
  expect(['2026-11-23', '2026-11-24', '2026-11-28'].map((day) => daysUntil(day, now))).toEqual([0, 1, 5]);
  expect([0, 1, 5].map(texts.status.expiresIn)).toEqual(['Expires today', 'Expires tomorrow', 'Expires in 5 days']);
});

it('A grace period ends at the latest when the old key expires', () => {
  const now = new Date('2026-06-01T12:00:00Z');
  expect(graceEnd('2026-06-03T00:00:00.000Z', '24h', now)).toBe('2026-06-02T12:00:00.000Z');
  expect(graceEnd('2026-06-03T00:00:00.000Z', '7d', now)).toBe('2026-06-03T00:00:00.000Z');
  expect(graceEnd('2026-06-03T00:00:00.000Z', 'none', now)).toBe('2026-06-01T12:00:00.000Z');
});

describe('The form of a key', () => {
  const complete: KeyDraft = { ...newDraft(), name: 'CI' };
  const { missing } = texts.form;

  it.each<[Partial<KeyDraft>, object]>([
    [{}, {}],
    [{ name: ' ' }, { name: missing.name }],
    [{ classificationScope: 'none' }, { scopes: missing.scopes }],
    [{ hasLevelLimit: true }, { levels: missing.levels }],
    [{ hasSpaceLimit: true }, { spaces: missing.spaces }],
  ])('with %j has the errors %j', (changes, errors) => {
    expect(checkDraft({ ...complete, ...changes })).toEqual(errors);
  });

  it.each([
    [0, { expiresOn: missing.expiresOn }],
    [1, {}],
    [365, {}],
    [366, { expiresOn: missing.expiresOn }],
  ])('with an expiry date in %i days has the errors %j', (days, errors) => {
    expect(checkDraft({ ...complete, expiresOn: dayFromToday(days) })).toEqual(errors);
  });

  it.each(Object.keys(PRESETS) as (keyof typeof PRESETS)[])(
    'starts from the preset %s with settings that work',
    async (preset) => {
      const draft: KeyDraft = { ...complete, ...PRESETS[preset] };
      const spaces = draft.hasSpaceLimit ? [{ id: '1', key: 'ENG', name: 'Engineering' }] : [];
      expect(checkDraft({ ...draft, spaces })).toEqual({});
      expect(presetOf(draft)).toBe(preset);
      expect(presetOf({ ...draft, detectionScope: 'manage' })).toBeUndefined();
      expect(checkDraft(draft)).toEqual(draft.hasSpaceLimit ? { spaces: missing.spaces } : {});
      const { classificationScope, detectionScope } = settingsOf(draft);
      expect([classificationScope, detectionScope]).toEqual(
        { automation: ['write', 'none'], readOnly: ['read', 'read'], levels: ['manage', 'none'] }[preset],
      );
    },
  );
});
