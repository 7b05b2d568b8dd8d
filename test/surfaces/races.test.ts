import { ADMIN, EDITOR } from '../../local/demo';
import type { PlatformCall } from '../../local/forge/platform-calls';
import { levelNamed } from '../support/levels';
import { expectWhole, truthOf } from '../support/page-truth';
import { openSite, type Site } from '../support/site';
import { aPage } from '../support/wiki-pages';
import { done } from './surface-site';

/** Two authors change the level of one page at the same time, with the popup, the API, and a job. */

let site: Site;
/** Runs once, right before the first transaction that matches. */
let before: (() => Promise<unknown>) | undefined;
beforeEach(() => {
  before = undefined;
  site = openSite({
    intercept: async (call, proceed) => {
      const race = isCommit(call) ? before : undefined;
      if (race !== undefined) {
        before = undefined;
        await race();
      }
      return proceed();
    },
  });
});
afterEach(() => site.close());

const isCommit = ({ path, body = '' }: PlatformCall) => path.endsWith('/transaction') && body.includes('"page-level"');
const level = (name: 'Public' | 'Internal' | 'Restricted') => ({ levelId: levelNamed(site, name).levelId });
const byPopup = (pageId: string, name: 'Public' | 'Restricted', as = EDITOR.email) =>
  done(site, 'setLevel', { level: level(name), revision: 'absent' }, { pageId, as });

it('the app shows the level of the API in the popup that lost, and keeps one history', async () => {
  const pageId = await aPage(site);
  const { key } = await site.createKey();
  before = () => site.rest('POST', '/v1/page-level', { key, body: { pageId, ...level('Internal') } });
  expect(await byPopup(pageId, 'Public')).toMatchObject({
    outcome: 'conflict',
    page: { revision: 1, level: { name: 'Internal' }, history: [{ method: 'REST_API' }] },
  });
  const truth = truthOf(site.host, pageId);
  expectWhole(truth);
  expect(truth.history).toHaveLength(1);
});

it('the app lets the API write after the popup, as it does after another key', async () => {
  const pageId = await aPage(site);
  const { key } = await site.createKey();
  before = () => byPopup(pageId, 'Restricted');
  const answer = await site.rest('POST', '/v1/page-level', { key, body: { pageId, ...level('Internal') } });
  expect(answer.status).toBe(201);
  const truth = truthOf(site.host, pageId);
  expectWhole(truth);
  expect(truth.history.map(({ method }) => method)).toEqual(['MANUAL', 'REST_API']);
});

it('the popup keeps the condition of the API on a level that the popup changed in the meantime', async () => {
  const pageId = await aPage(site);
  const { key } = await site.createKey();
  before = () => byPopup(pageId, 'Restricted');
  const headers = { 'If-None-Match': '*' };
  const answer = await site.rest('POST', '/v1/page-level', { key, headers, body: { pageId, ...level('Public') } });
  expect(answer.body.code).toBe('PRECONDITION_FAILED');
  expect(truthOf(site.host, pageId).history.map(({ method }) => method)).toEqual(['MANUAL']);
});

it('the app lets one of two people win, and shows the other one the change', async () => {
  const pageId = await aPage(site);
  before = () => byPopup(pageId, 'Restricted', ADMIN.email);
  expect(await byPopup(pageId, 'Public')).toMatchObject({
    outcome: 'conflict',
    page: { level: { name: 'Restricted' }, history: [{ by: { name: ADMIN.displayName } }] },
  });
  expectWhole(truthOf(site.host, pageId));
});

it('the app runs a job and the popup on one page, both changes are whole, and none is lost', async () => {
  const pageId = await aPage(site);
  const { key } = await site.createKey();
  const order = { pages: [{ pageId }], ...level('Internal') };
  const headers = { 'Idempotency-Key': 'job-and-popup' };
  const { status } = await site.rest('POST', '/v1/page-level/jobs', { key, headers, body: order });
  expect(status).toBe(202);
  before = () => byPopup(pageId, 'Restricted');
  await site.host.background.settle();
  const truth = truthOf(site.host, pageId);
  expectWhole(truth);
  expect(truth.history.map(({ classifierId, levelId }) => [classifierId, levelId])).toEqual([
    [EDITOR.accountId, level('Restricted').levelId],
    [ADMIN.accountId, level('Internal').levelId],
  ]);
});
