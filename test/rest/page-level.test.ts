import { DEMO_PAGES } from '../../local/demo';
import { formatKey } from '../../src/keys/key-format';
import { openSite, type Site } from '../support/site';
import { putRow } from '../support/stored-rows';

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const levelNamed = async (key: string, name: string) => {
  const { body } = await site.rest('GET', '/v1/level', { key });
  return body.results.find((level: { name: string }) => level.name === name);
};

describe('the main path of the product', () => {
  it('sets the level of a page and reads it back', async () => {
    const { key, keyId } = await site.createKey();
    const restricted = await levelNamed(key, 'Restricted');
    const pageId = DEMO_PAGES.payroll;
    expect((await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key })).body.code).toBe('PAGE_NOT_CLASSIFIED');
    const set = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: restricted.levelId } });
    expect(set.status).toBe(201);
    expect(set.body).toMatchObject({
      pageId,
      levelId: restricted.levelId,
      apiKeyId: keyId,
      method: 'REST_API',
      changed: true,
    });
    const read = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
    expect(read.status).toBe(200);
    const { changed: _changed, ...record } = set.body;
    expect(read.body).toEqual(record);
  });
});

describe('an unreadable stored record', () => {
  it('is reported only to a key that may see the page', async () => {
    const { key, keyId } = await site.createKey();
    const { key: limited } = await site.createKey({ classificationScope: 'none', detectionScope: 'read' });
    const hidden = DEMO_PAGES.hrRestricted;
    const visible = DEMO_PAGES.payroll;
    for (const pageId of [visible, hidden]) {
      await putRow(site, 'page-level', pageId, { v: 1, rev: 3, levelId: 'not a level' });
    }
    const read = (pageId: string, withKey: string) =>
      site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key: withKey });
    const wrongSecret = formatKey(keyId, 'A'.repeat(43));

    expect((await read(visible, wrongSecret)).body.code).toBe('API_KEY_INVALID');
    expect((await read(visible, limited)).body.code).toBe('INSUFFICIENT_SCOPE');
    expect((await read(hidden, key)).body.code).toBe('PAGE_NOT_FOUND');
    expect((await read(visible, key)).body.code).toBe('INTERNAL_ERROR');
  });
});
