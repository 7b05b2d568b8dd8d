import { openSite, type Site } from '../support/site';
import { answer304 } from '../support/stored-rows';
import { outcomeOf } from './route-requests';

/** The data that a key returns about itself. */

let now: Date;
let site: Site;
beforeEach(() => {
  now = new Date('2026-11-21T09:00:00.000Z');
  site = openSite({ now: () => now });
});
afterEach(() => site.close());

it('the description of a key shows scopes, limits, expiry and the resulting permissions, never the value', async () => {
  const { key: manager } = await site.createKey();
  const [level] = (await site.rest('GET', '/v1/level', { key: manager })).body.results;
  const levelLimit = [level.levelId, 'unclassified'];
  const { key, keyId } = await site.createKey({
    name: 'Rule',
    classificationScope: 'write',
    levelLimit,
    spaceLimit: ['ENG'],
  });
  const { body, text } = await site.rest('GET', '/v1/key', { key });
  expect(body).toMatchObject({
    keyId,
    name: 'Rule',
    status: 'active',
    expiresOn: '2027-02-19',
    expiresAt: '2027-02-20T00:00:00.000Z',
    graceUntil: null,
    scopes: { classification: 'write', detection: 'none' },
    effective: { canReadPageLevels: true, canSetPageLevels: true, canListLevels: false, creatorIsSiteAdmin: true },
  });
  expect(body.limits.levels).toHaveLength(2);
  expect(body.limits.levels).toContainEqual({ levelId: level.levelId, levelKey: level.levelKey, name: level.name });
  expect(body.limits.levels).toContainEqual({ levelId: 'unclassified', levelKey: null, name: null });
  expect(body.limits.spaces).toHaveLength(1);
  expect(text).not.toContain(key.slice(-49));
});

it('the description of a key shows the end of the grace period and the successor of a rotated key', async () => {
  const { key, keyId, rev } = await site.createKey();
  const { value } = await site.admin('rotateKey', { keyId, rev, expiresOn: '2026-12-31', grace: '1h' });
  const { body } = await site.rest('GET', '/v1/key', { key });
  expect(body).toMatchObject({
    status: 'grace',
    graceUntil: '2026-11-21T10:00:00.000Z',
    rotatedTo: value.created.keyId,
  });
  now = new Date('2026-11-21T10:00:00.000Z');
  expect(outcomeOf(await site.rest('GET', '/v1/key', { key }))).toBe('401 API_KEY_EXPIRED');
});

it('the description of a key reflects that its creator is no longer an admin, and then inactive', async () => {
  const { key } = await site.createKey({ as: 'admin2@example.com' });
  await site.setUser('admin2@example.com', { siteAdmin: false });
  expect((await site.rest('GET', '/v1/key', { key })).body.effective.creatorIsSiteAdmin).toBe(false);
  await site.setUser('admin2@example.com', { active: false });
  expect(outcomeOf(await site.rest('GET', '/v1/key', { key }))).toBe('401 API_KEY_OWNER_INACTIVE');
});

it('the description of a key has an ETag that changes with the key', async () => {
  const { key, keyId, rev } = await site.createKey();
  const etag = (await site.rest('GET', '/v1/key', { key })).header('ETag') ?? '';
  const again = () => site.rest('GET', '/v1/key', { key, headers: { 'If-None-Match': etag } });
  await answer304(site, 'works');
  expect((await again()).status).toBe(304);
  await site.admin('editKey', { keyId, rev, changes: { name: 'Other' } });
  expect((await again()).status).toBe(200);
});
