import { ADMIN2 } from '../../local/demo';
import { changeLevels, levelNamed, settle } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { everythingStored, rowsOf } from '../support/stored-rows';
import { storedButKeyUse } from '../support/key-use';
import { outcomeOf } from './route-requests';

/**
 * Level administration over the API: a site admin's permissions in the admin area, restricted by the scope and limits
 * of a key.
 */

let site: Site;
let key: string;
let keyId: string;
/** Runs instead of the next transaction, which then conflicts. */
let insteadOfCommit: (() => Promise<void>) | undefined;
beforeEach(async () => {
  insteadOfCommit = undefined;
  site = openSite({
    queryLagMs: 0,
    intercept: async ({ path }, proceed) => {
      const happens = insteadOfCommit;
      if (happens === undefined || !path.endsWith('/transaction')) return proceed();
      insteadOfCommit = undefined;
      await happens();
      return Response.json({ code: 'CONDITION_CHECK_FAILED', message: 'the race was lost' }, { status: 409 });
    },
  });
  ({ key, keyId } = await site.createKey());
});
afterEach(() => site.close());

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<RestAnswer> =>
  site.rest(method, `/v1/level${path}`, { key, headers, ...(body === undefined ? {} : { body }) });
const namesOf = async () => (await send('GET', '')).body.results.map(({ name }: { name: string }) => name);

it('an edit of levels has the effects of the admin area, and records the key', async () => {
  const created = await send('POST', '', { name: 'Secret', color: 'RED', guideline: 'Lock it away.' });
  expect(created).toMatchObject({ status: 201, body: { levelKey: 'secret', order: 5, guideline: 'Lock it away.' } });
  const { levelId } = created.body;
  expect(created.header('Location')).toMatch(new RegExp(`/v1/level/${levelId}$`));
  expect((await send('GET', '/secret')).body).toEqual(created.body);
  expect((await send('PATCH', '/secret', { name: 'Top secret' })).body).toMatchObject({ levelId, levelKey: 'secret' });
  const order = ['secret', 'restricted', 'highly-restricted', 'internal', 'public'];
  const ordered = (await send('PUT', '/order', { levelIds: order })).body.levelIds;
  expect(ordered).toEqual((await send('GET', '')).body.results.map((one: { levelId: string }) => one.levelId));
  expect(ordered).toHaveLength(5);
  expect(ordered[0]).toBe(levelId);
  expect((await send('DELETE', '/secret')).status).toBe(204);
  expect((await send('GET', `/${levelId}`)).body.status).toBe('ARCHIVED');
  expect((await send('POST', '/secret/restore')).body.status).toBe('PUBLISHED');

  const { value } = await site.admin('listAudit', { subject: `level:${levelId}` });
  expect(
    value.entries.map(({ type, actorType, actorKeyId }: Record<string, unknown>) => [type, actorType, actorKeyId]),
  ).toEqual(
    ['level.restored', 'level.archived', 'level.updated', 'level.created'].map((type) => [type, 'apikey', keyId]),
  );
});

it('a level has a banner and texts in other languages', async () => {
  const banner = { text: 'Do not share.', contact: 'security@example.com' };
  const translations = { de: { name: 'Geheim', guideline: 'Nicht teilen.' }, 'pt-BR': { name: 'Secreto' } };
  const { body } = await send('POST', '', { name: 'Secret', color: 'RED', banner, translations });
  expect(body).toMatchObject({ banner, translations });
  expect((await send('GET', '')).body.results.at(-1)).toEqual(body);
  expect((await send('PATCH', '/secret', { ...body, name: 'Top secret' })).body).toMatchObject({
    banner,
    translations,
  });
  const replaced = await send('PATCH', '/secret', {
    banner: { text: 'Ask.' },
    translations: { de: { name: 'Streng' } },
  });
  expect(replaced.body).toMatchObject({ banner: { text: 'Ask.' }, translations: { de: { name: 'Streng' } } });
  expect(replaced.body.banner).toEqual({ text: 'Ask.' });
  const removed = await send('PATCH', '/secret', { banner: { text: '' }, translations: {} });
  expect(removed.body).toMatchObject({ banner: null, translations: {} });
  expect((await send('GET', '/public')).body).toMatchObject({ banner: null, translations: {} });
});

it('an edit of levels has the same effects for sub-levels', async () => {
  const translations = { de: { name: 'Recht', description: 'Verträge.' } };
  const created = await send('POST', '/restricted/sub-level', { name: 'Legal', translations });
  const subLevelKey = 'restricted/legal';
  expect(created.body).toMatchObject({ subLevelKey, name: 'Legal', translations });
  const { subLevelId } = created.body;
  const edited = await send('PATCH', '/restricted/sub-level/legal', { name: 'Law', subLevelKey: 'law' });
  expect(edited.body).toMatchObject({
    subLevelId,
    name: 'Law',
    subLevelKey: 'restricted/law',
    translations,
  });
  const removed = await send('PATCH', '/restricted/sub-level/law', { translations: {} });
  expect(removed.body).toMatchObject({ name: 'Law', translations: {} });
  const ordered = await send('PUT', '/restricted/sub-level/order', { subLevelIds: [subLevelId, 'people', 'finance'] });
  expect(ordered.body.subLevelIds[0]).toBe(subLevelId);
  expect((await send('DELETE', `/restricted/sub-level/${subLevelId}`)).status).toBe(204);
  expect((await send('POST', '/restricted/sub-level/law/restore')).body.status).toBe('PUBLISHED');
  const types = rowsOf(site, 'audit').map(({ value }) => [value['type'], value['subject']]);
  expect(types).toContainEqual(['sublevel.created', `sublevel:${subLevelId}`]);
});

describe('a change of levels is refused without a write', () => {
  const refusedWith = async (answer: () => Promise<RestAnswer>, outcome: string) => {
    const before = storedButKeyUse(site);
    expect(outcomeOf(await answer())).toBe(outcome);
    expect(storedButKeyUse(site)).toEqual(before);
  };

  it.each([
    ['a page access limit', { levelLimit: ['unclassified'] }],
    ['a space limit', { spaceLimit: ['ENG'] }],
  ])('for a key with %s', async (_what, limits) => {
    ({ key } = await site.createKey(limits));
    await refusedWith(() => send('POST', '', { name: 'New', color: 'RED' }), '403 KEY_HAS_LIMITS');
    await refusedWith(() => send('DELETE', '/public'), '403 KEY_HAS_LIMITS');
  });

  it('for a key whose creator is no longer a site admin', async () => {
    ({ key } = await site.createKey({ as: ADMIN2.email }));
    await site.setUser(ADMIN2.email, { siteAdmin: false });
    await refusedWith(() => send('PATCH', '/public', { name: 'Open' }), '403 CREATOR_NOT_ADMIN');
  });

  it('for a key without the scope', async () => {
    ({ key } = await site.createKey({ classificationScope: 'write' }));
    await refusedWith(() => send('PATCH', '/public', { name: 'Open' }), '403 INSUFFICIENT_SCOPE');
  });

  it('if If-Match does not match the levels', async () => {
    const etag = (await send('GET', '')).header('ETag') ?? '';
    await changeLevels(site, 'createLevel', { name: 'Other', color: 'RED' });
    const stale = () => send('PATCH', '/public', { name: 'Open' }, { 'If-Match': etag });
    await refusedWith(stale, '412 PRECONDITION_FAILED');
    const { headers } = { headers: { 'If-Match': (await stale()).header('ETag') ?? '' } };
    expect((await send('PATCH', '/public', { name: 'Open' }, headers)).status).toBe(200);
  });

  it('if the settings use the level', async () => {
    await settle(site, { defaultLevel: { levelId: levelNamed(site, 'Public').levelId } });
    await refusedWith(() => send('DELETE', '/public'), '422 LEVEL_IN_SETTINGS');
    expect((await send('DELETE', '/public')).body.detail).toContain('site');
  });

  it.each([
    ['an unknown level', 'PATCH', '/secret', { name: 'New' }, '404 CONFIGURATION_NOT_FOUND'],
    ['an unknown sub-level', 'DELETE', '/public/sub-level/finance', undefined, '404 CONFIGURATION_NOT_FOUND'],
    ['a name that is taken', 'PATCH', '/public', { name: 'INTERNAL' }, '422 NAME_TAKEN'],
    ['a key that is taken', 'POST', '', { name: 'New', color: 'RED', levelKey: 'public' }, '422 NAME_TAKEN'],
    ['half an order', 'PUT', '/order', { levelIds: ['public'] }, '422 INCOMPLETE_ORDER'],
    [
      'an API key in a text',
      'PATCH',
      '/public',
      { description: `pclsk_0123456789q4n2m5_${'A'.repeat(49)}` },
      '400 INVALID_FIELD',
    ],
    ['a banner without a text', 'PATCH', '/public', { banner: { contact: 'x' } }, '400 MISSING_FIELD'],
    ['a banner that is a text', 'PATCH', '/public', { banner: 'Ask.' }, '400 INVALID_FIELD'],
    ['an unknown member of a banner', 'PATCH', '/public', { banner: { text: 'x', to: 'x' } }, '400 UNKNOWN_FIELD'],
    ['a name in no language', 'PATCH', '/public', { translations: { german: { name: 'x' } } }, '400 INVALID_FIELD'],
    [
      'a guideline of a sub-level',
      'PATCH',
      '/restricted/sub-level/finance',
      { translations: { de: { guideline: 'x' } } },
      '400 UNKNOWN_FIELD',
    ],
  ])('for %s', async (_what, method, path, body, outcome) => {
    await refusedWith(() => send(method, path, body), outcome);
  });
});

describe('after a lost race', () => {
  it('an operation is decided again on the current levels', async () => {
    insteadOfCommit = () => changeLevels(site, 'createLevel', { name: 'Other', color: 'RED' }).then(() => undefined);
    expect((await send('POST', '', { name: 'Mine', color: 'RED' })).body).toMatchObject({ order: 6 });
    expect(await namesOf()).toEqual(expect.arrayContaining(['Other', 'Mine']));
  });

  it('an operation of a key that was revoked in between is refused', async () => {
    insteadOfCommit = () => site.admin('revokeKey', { keyId });
    const answer = await send('POST', '', { name: 'Mine', color: 'RED' });
    expect(outcomeOf(answer)).toBe('401 API_KEY_REVOKED');
    expect(JSON.stringify(everythingStored(site))).not.toContain('Mine');
  });

  it('an operation with If-Match is not decided again', async () => {
    const etag = (await send('GET', '')).header('ETag') ?? '';
    insteadOfCommit = () => changeLevels(site, 'createLevel', { name: 'Other', color: 'RED' }).then(() => undefined);
    const answer = await send('POST', '', { name: 'Mine', color: 'RED' }, { 'If-Match': etag });
    expect(outcomeOf(answer)).toBe('412 PRECONDITION_FAILED');
  });
});
