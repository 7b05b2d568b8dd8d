import { ADMIN2, APP_USER, DEMO_SPACES } from '../../local/demo';
import { bytesOf, callsOf } from '../support/disclosure';
import { levelNamed } from '../support/levels';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { aPage, restrict } from '../support/wiki-pages';

/**
 * The platform may refuse to act for a person with a plain status, which Confluence also has for a hidden page. The app
 * then asks in the second way, and a hidden page still looks like a missing one.
 */

const MISSING = '999999999';

let site: Site;
let plainStatus: number | undefined;
beforeEach(() => {
  plainStatus = undefined;
  site = openSite({
    intercept: async (_call, proceed) => {
      const answer = await proceed();
      const isRefusal = answer.headers.has('forge-proxy-error') && plainStatus !== undefined;
      return isRefusal ? Response.json({ message: 'No' }, { status: plainStatus ?? 500 }) : answer;
    },
  });
});
afterEach(() => site.close());

const keyOf = async (as: string) => (await site.createKey({ as, classificationScope: 'write' })).key;
const set = (key: string, pageId: string) =>
  site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: levelNamed(site, 'Internal').levelId } });
const disclosed = (answer: RestAnswer, pageId: string) => [bytesOf(answer).replaceAll(pageId, '{id}'), callsOf(answer)];

describe.each([401, 403, 404])('a plain %i of the platform', (status) => {
  it('is a refusal to act for the creator: the second way finds what the creator may change', async () => {
    const pageId = await aPage(site, { spaceId: DEMO_SPACES.ENG });
    const key = await keyOf('admin@example.com');
    site.host.assumptions.add('no-impersonation-in-web-triggers');
    plainStatus = status;
    expect((await set(key, pageId)).status).toBe(201);
    expect(rowsOf(site, 'page-level').map((row) => row.key)).toEqual([pageId]);
  });

  it('never allows a change of a page that the creator cannot see, and answers as for a missing one', async () => {
    const key = await keyOf('admin@example.com');
    const hidden = await aPage(site, { by: ADMIN2.email });
    await restrict(site, hidden, 'read', [ADMIN2.accountId, APP_USER.accountId], ADMIN2.email);
    site.host.assumptions.add('no-impersonation-in-web-triggers');
    plainStatus = status;
    const answer = await set(key, hidden);
    expect([answer.status, answer.body.code]).toEqual([404, 'PAGE_NOT_FOUND']);
    expect(disclosed(answer, hidden)).toEqual(disclosed(await set(key, MISSING), MISSING));
    expect(rowsOf(site, 'page-level')).toEqual([]);
  });
});

it('a hidden page costs two calls more than a visible one where the app may act for people, like a missing one', async () => {
  const pageId = await aPage(site, { by: ADMIN2.email });
  const key = await keyOf('admin@example.com');
  const get = (id: string) => site.rest('GET', `/v1/page-level/by-page/${id}`, { key });
  const confluenceCalls = ({ calls }: RestAnswer) => calls.filter(({ target }) => target === 'confluence').length;
  expect(confluenceCalls(await get(pageId))).toBe(1);
  // The id is also read as that of a blog post, and one call shows that the app acts for the person.
  expect(confluenceCalls(await get(MISSING))).toBe(3);
});
