import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { changePageLevel, type PageLevelChange } from '../../src/classification/change-page-level';
import { readLevels } from '../../src/classification/level-store';
import type { Page } from '../../src/classification/page-lookup';
import { Deadline } from '../../src/platform/deadline';
import { systemRandom } from '../../src/platform/random';
import { openStorage } from '../../src/platform/storage';
import { siteAri } from '../../local/forge/runtime';
import { levelNamed, type LevelName, settle } from '../support/levels';
import { expectWhole, truthOf } from '../support/page-truth';
import { openSite, type Site } from '../support/site';

/**
 * The effect of a site's settings on the level of a page, for any source of the change. Test plan T4 has the table of
 * all cases.
 */

const pageId = DEMO_PAGES.engHome;
const SCHEME = '00000000-0000-4000-8000-00000000cafe';

let site: Site;
let key: string;
beforeEach(async () => {
  site = openSite({ queryLagMs: 0 });
  ({ key } = await site.createKey());
});
afterEach(() => site.close());

const idOf = (name: LevelName, of = site) => levelNamed(of, name).levelId;

const set = (name: LevelName, more: object = {}) =>
  site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: idOf(name), ...more } });
const clear = () => site.rest('DELETE', `/v1/page-level/by-page/${pageId}`, { key });
const reset = (justification: string) =>
  site.rest('POST', `/v1/page-level/by-page/${pageId}/reset`, { key, body: { justification } });
const read = () => site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });

describe('a default level', () => {
  it.each([
    ['of the site', () => ({ defaultLevel: { levelId: idOf('Internal') } }), 'Internal'],
    [
      'of the space, in place of that of the site',
      () => ({
        defaultLevel: { levelId: idOf('Internal') },
        spaces: { [DEMO_SPACES.ENG]: { defaultLevel: { levelId: idOf('Public') } } },
      }),
      'Public',
    ],
  ] as const)(
    '%s is set after the level of a page is cleared, with the method DEFAULT',
    async (_of, settings, name) => {
      await set('Restricted');
      await settle(site, settings());
      expect((await clear()).status).toBe(204);
      expect((await read()).body).toMatchObject({ levelId: idOf(name), method: 'DEFAULT', levelName: name });
      expectWhole(truthOf(site.host, pageId));
      expect((await clear()).status).toBe(204);
      expect(truthOf(site.host, pageId).history).toHaveLength(2);
    },
  );

  it('includes its sub-level', async () => {
    const [subLevel] = levelNamed(site, 'Restricted').subLevels;
    await settle(site, { defaultLevel: { levelId: idOf('Restricted'), subLevelId: subLevel?.subLevelId } });
    expect((await clear()).status).toBe(204);
    expect((await read()).body).toMatchObject({ levelName: 'Restricted', subLevelName: subLevel?.name });
  });

  it('that a space omits leaves its pages without a level, although the site has one', async () => {
    await set('Restricted');
    await settle(site, {
      defaultLevel: { levelId: idOf('Internal') },
      spaces: { [DEMO_SPACES.ENG]: { defaultLevel: 'none' } },
    });
    expect((await clear()).status).toBe(204);
    expect((await read()).body).toMatchObject({ code: 'PAGE_NOT_CLASSIFIED' });
  });

  it('outside the page access limit of a key is not set by it', async () => {
    const limited = await site.createKey({ levelLimit: [idOf('Restricted'), 'unclassified'] });
    await set('Restricted');
    await settle(site, { defaultLevel: { levelId: idOf('Internal') } });
    const answer = await site.rest('DELETE', `/v1/page-level/by-page/${pageId}`, { key: limited.key });
    expect(answer.body).toMatchObject({ status: 403, code: 'LEVEL_OUTSIDE_KEY_LIMIT' });
  });
});

describe('if lowering requires a justification', () => {
  beforeEach(() => settle(site, { lowering: 'justified' }));

  it('raising requires none', async () => {
    expect((await set('Public')).status).toBe(201);
    expect((await set('Restricted')).status).toBe(201);
  });

  it('it is stored in the history of the page and in the audit log', async () => {
    await set('Restricted');
    expect((await set('Public')).body).toMatchObject({ status: 422, code: 'JUSTIFICATION_REQUIRED' });
    expect((await set('Public', { justification: '  Published on 20 November. ' })).status).toBe(201);
    const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}/history`, { key });
    expect(body.results.map(({ justification }: { justification: unknown }) => justification)).toEqual([
      'Published on 20 November.',
      null,
    ]);
    const { value } = await site.admin('listAudit', { subject: `page:${pageId}` });
    expect(value.entries[0].details).toMatchObject({ justification: 'Published on 20 November.' });
    expect(value.entries[1].details).not.toHaveProperty('justification');
  });

  it('clearing the level requires one too, and the reset has it', async () => {
    await set('Public');
    expect((await clear()).body).toMatchObject({ status: 422, code: 'JUSTIFICATION_REQUIRED' });
    expect((await reset('It was a mistake.')).status).toBe(200);
    expect((await read()).body).toMatchObject({ code: 'PAGE_NOT_CLASSIFIED' });
    expect(truthOf(site.host, pageId).history.at(-1)).toMatchObject({ justification: 'It was a mistake.' });
  });

  it('each entry of a list has its own', async () => {
    await set('Restricted');
    const item = (justification?: string) => ({ pageId, levelId: idOf('Public'), justification });
    const send = (items: readonly object[]) => site.rest('POST', '/v1/page-level/bulk', { key, body: { items } });
    expect((await send([item()])).body.results[0]).toMatchObject({
      status: 422,
      error: { code: 'JUSTIFICATION_REQUIRED' },
    });
    expect((await send([item('It was published.')])).body.results[0]).toMatchObject({ status: 201 });
  });

  it.each([
    '',
    '   ',
    'x'.repeat(501),
    'a\u202Eb',
    'see pclsk_0123456789q4n2m5_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA0pLNZm',
  ])('%j is invalid', async (justification) => {
    expect((await set('Public', { justification })).body).toMatchObject({ status: 400, code: 'INVALID_FIELD' });
  });
});

it('the admin area shows for each level the effect of the scheme and the rule on the page', async () => {
  await set('Internal');
  const levelIds = [idOf('Internal'), idOf('Public'), idOf('Highly Restricted')];
  const scheme = { schemeId: SCHEME, name: 'Engineering', levelIds };
  const options = async (settings: object) => {
    await settle(site, { schemes: [scheme], spaces: { [DEMO_SPACES.ENG]: { schemeId: SCHEME } }, ...settings });
    const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}/levels`, { key });
    return body.levels.map(({ name, reasons, needsJustification }: Record<string, unknown>) => [
      name,
      reasons,
      needsJustification,
    ]);
  };
  expect(await options({ lowering: 'justified' })).toEqual([
    ['Highly Restricted', [], false],
    ['Restricted', ['LEVEL_NOT_IN_SPACE_SCHEME'], false],
    ['Internal', [], false],
    ['Public', [], true],
  ]);
  expect(await options({ lowering: 'forbidden' })).toEqual([
    ['Highly Restricted', [], false],
    ['Restricted', ['LEVEL_NOT_IN_SPACE_SCHEME'], false],
    ['Internal', [], false],
    ['Public', ['LEVEL_CHANGE_FORBIDDEN'], false],
  ]);
});

describe('the app itself', () => {
  const page: Page = {
    pageId,
    spaceId: DEMO_SPACES.ENG,
    title: 'A page',
    ownerId: null,
    version: 3,
    versionAt: undefined,
    mayUpdate: false,
  };

  /** Runs like an event or a job, inside an invocation and without a key. */
  async function change(wanted: Omit<PageLevelChange, 'pageId' | 'method'>, settings: object, current?: LevelName) {
    let outcome: unknown;
    const other = openSite({
      app: {
        rest: async () => {
          const storage = openStorage(new Deadline(10_000));
          const context = {
            storage,
            random: systemRandom,
            clock: () => new Date(),
            requestId: '00000000-0000-4000-8000-000000000001',
            levels: await readLevels(storage, siteAri(other.host.installation)),
            actor: { kind: 'system', reason: 'The page was created.' },
            readPage: () => Promise.resolve(page),
            pushMirror: () => undefined,
          } as const;
          const asked = { pageId, method: 'DEFAULT', ...wanted } as const;
          if (current !== undefined) {
            await changePageLevel(context, { ...asked, level: { levelId: idOf(current, other) } });
          }
          outcome = await changePageLevel(context, asked);
          return { statusCode: 200, headers: {}, body: '' };
        },
        admin: () => Promise.reject(new Error('not asked')),
      },
    });
    await settle(other, settings);
    await other.host.callWebTrigger({ method: 'GET', target: '/', rawHeaders: [], body: Buffer.alloc(0) });
    const truth = truthOf(other.host, pageId);
    expectWhole(truth);
    other.close();
    return { outcome, ...truth };
  }

  it('sets the default without a key and a creator, with the reason', async () => {
    const settings = { defaultLevel: { levelId: idOf('Internal') } };
    const { outcome, record, history, audit } = await change({ level: 'default' }, settings);
    expect(outcome).toMatchObject({ outcome: 'changed' });
    expect(record).toMatchObject({ levelId: idOf('Internal'), classifierId: 'system', method: 'DEFAULT' });
    expect(record).not.toHaveProperty('apiKeyId');
    expect(history).toMatchObject([{ justification: 'The page was created.', classifierId: 'system' }]);
    expect(audit).toMatchObject([
      { actorType: 'system', actorAccountId: 'system', details: { justification: 'The page was created.' } },
    ]);
  });

  it.each(['allowed', 'justified', 'forbidden'])('never lowers a level if that is %s', async (lowering) => {
    const settings = { lowering, defaultLevel: { levelId: idOf('Public') } };
    const { outcome, history } = await change({ level: 'default', justification: 'why' }, settings, 'Restricted');
    expect(outcome).toEqual({ outcome: 'denied', denial: 'LEVEL_CHANGE_FORBIDDEN' });
    expect(history).toHaveLength(1);
  });

  it('is limited by the scheme of the space', async () => {
    const scheme = { schemeId: SCHEME, name: 'Engineering', levelIds: [idOf('Public')] };
    const { outcome } = await change({ level: { levelId: idOf('Internal') } }, { schemes: [scheme], schemeId: SCHEME });
    expect(outcome).toEqual({ outcome: 'denied', denial: 'LEVEL_NOT_IN_SPACE_SCHEME' });
  });

  it('makes a change with a given id once', async () => {
    const changeId = '00000000-0000-4000-8000-00000000beef';
    const { history } = await change({ level: { levelId: idOf('Internal') }, changeId }, {});
    expect(history).toMatchObject([{ changeId }]);
  });
});
