import { DEMO_PAGES } from '../../local/demo';
import { openSite, type Site } from '../support/site';

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const levelNamed = async (key: string, name: string) => {
  const { body } = await site.rest('GET', '/v1/level', { key });
  return body.levels.find((level: { name: string }) => level.name === name);
};

describe('the path that the product exists for', () => {
  it('sets the level of a page and reads it back', async () => {
    const { key, keyId } = await site.createKey();
    const restricted = await levelNamed(key, 'Restricted');
    const pageId = Object.values(DEMO_PAGES)[0]!;
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
