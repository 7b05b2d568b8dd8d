import { randomUUID } from 'node:crypto';
import { ADMIN, DEMO_SPACES, EDITOR } from '../../local/demo';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { type JobSite, openJobSite } from '../jobs/job-site';
import { type LevelName, levelNamed, settle } from '../support/levels';
import { truthOf } from '../support/page-truth';
import { putRow, rowsOf } from '../support/stored-rows';
import { aPage, move } from '../support/wiki-pages';
import { popup, setLevel } from './surface-site';

/** The settings of a space limit every door that sets a level, and never turn off what the site calls for. */

const { OPEN } = DEMO_SPACES;

let site: JobSite;
afterEach(() => site.close());
beforeEach(async () => {
  site = await openJobSite();
});

const idOf = (name: LevelName) => levelNamed(site, name).levelId;
const at = (name: LevelName) => ({ levelId: idOf(name) });
const inOpen = (own: object, more: object = {}) =>
  settle(site, { delegated: ['levels', 'lowering', 'defaultLevel'], ownSpaces: { [OPEN]: own }, ...more });
const levelOf = (pageId: string) => truthOf(site.host, pageId).record?.levelId;
const asPerson = (module: string, operation: string, payload: object, pageId?: string) =>
  site.surface(module, operation, payload, { as: EDITOR.email, ...(pageId === undefined ? {} : { pageId }) });

/** Runs the job of a person until it has ended; nothing if no job was started. */
async function ended(module: string, answer: JobAnswer, pageId?: string): Promise<string | undefined> {
  const jobId = answer.value?.job?.jobId;
  for (let rounds = 0; rounds < 100 && jobId !== undefined; rounds += 1) {
    await site.host.background.settle();
    const { value } = await asPerson(module, 'getBelowJob', { jobId }, pageId);
    if (value.job.counts !== undefined) return jobId;
    site.advance(30_000);
  }
  return jobId;
}

interface JobAnswer {
  readonly value?: { readonly job?: { readonly jobId: string } };
}

async function choose(pageId: string, name: LevelName): Promise<string | undefined> {
  const { revision } = await popup(site, pageId);
  const payload = { pages: [{ pageId, revision }], level: at(name), alsoLower: true, requestKey: randomUUID() };
  return ended('home', await asPerson('home', 'setLevels', { ...payload, reason: 'Reviewed.' }));
}

/** Each sets the level of a page, if the rules allow it. A new door needs a row. */
const DOORS: Readonly<Record<string, (pageId: string, name: LevelName) => Promise<unknown>>> = {
  'POST of one page': (pageId, name) =>
    site.rest('POST', '/v1/page-level', { key: site.key, body: { pageId, ...at(name), justification: 'Reviewed.' } }),
  'POST of many pages': (pageId, name) =>
    site.rest('POST', '/v1/page-level/bulk', {
      key: site.key,
      body: { items: [{ pageId, action: 'set', ...at(name), justification: 'Reviewed.' }] },
    }),
  'a job of a key': async (pageId, name) => {
    const { body } = await site.makeJob({ pages: [{ pageId }], ...at(name), justification: 'Reviewed.' });
    await site.finish(body.jobId);
  },
  'the import': (pageId, name) =>
    site.admin('importPageLevels', {
      rows: [{ pageId, ...at(name), justification: 'Reviewed.' }],
      onExisting: 'replace',
      dryRun: false,
    }),
  'the popup': (pageId, name) => setLevel(site, { pageId, level: at(name), reason: 'Reviewed.' }),
  'classify below': async (pageId, name) => {
    const order = { level: at(name), alsoLower: true, reason: 'Reviewed.', requestKey: randomUUID() };
    const module = 'level-history';
    const previewId = await ended(module, await asPerson(module, 'previewBelow', order, pageId), pageId);
    await ended(module, await asPerson(module, 'startBelow', { previewId }, pageId), pageId);
  },
  'the home page': choose,
  'an action of a rule': (pageId, name) =>
    site.action('set-level', { pageId, level: name, reason: 'Reviewed.' }, { as: EDITOR.email }),
};

describe.each(Object.entries(DOORS))('%s', (_door, set) => {
  it('sets only levels that the space allows, and lowers only where the space allows it', async () => {
    const [fresh = '', raised = ''] = await site.makePages(2);
    await DOORS['POST of one page']?.(raised, 'Restricted');
    await inOpen({ levelIds: [idOf('Restricted'), idOf('Internal')], lowering: 'forbidden' });
    await set(fresh, 'Public');
    expect(levelOf(fresh)).toBeUndefined();
    await set(raised, 'Internal');
    expect(levelOf(raised)).toBe(idOf('Restricted'));
    // The same without the settings of the space.
    await inOpen({});
    await set(fresh, 'Public');
    expect(levelOf(fresh)).toBe(idOf('Public'));
    await set(raised, 'Internal');
    expect(levelOf(raised)).toBe(idOf('Internal'));
  });
});

it('an undo, a revert and a proposal made before the space became stricter lower and set nothing', async () => {
  const [undone = '', reverted = '', proposed = ''] = await site.makePages(3);
  const jobId = await choose(undone, 'Restricted');
  await DOORS['POST of one page']?.(reverted, 'Restricted');
  await site.action('propose-level', { pageId: proposed, level: 'Public' }, { as: EDITOR.email });
  const { proposal } = await popup(site, proposed);
  await inOpen({ levelIds: [idOf('Restricted')], lowering: 'forbidden' });
  site.advance(1_000);
  await ended('home', await asPerson('home', 'undoBelow', { jobId, requestKey: randomUUID(), reason: 'Mistake.' }));
  const revert = { keyId: site.keyId, dryRun: false, requestKey: randomUUID() };
  const { ok } = await site.admin('revertKey', revert);
  expect(ok).toBe(true);
  await site.host.background.settle();
  const confirmed = await asPerson('level-byline', 'confirmProposal', { proposalId: proposal?.proposalId }, proposed);
  expect(confirmed.value).toMatchObject({ outcome: 'denied', code: 'LEVEL_NOT_IN_SPACE_SCHEME' });
  expect([undone, reverted, proposed].map(levelOf)).toEqual([idOf('Restricted'), idOf('Restricted'), undefined]);
});

describe('the levels of a space never turn off what the site calls for', () => {
  const onlyPublic = (more: object = {}) => inOpen({ levelIds: [idOf('Public')] }, more);

  it('findings still raise a page to the level of the rule, and keep it there', async () => {
    const rules = [{ severity: 'low', ...at('Restricted') }];
    await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, rules } });
    await onlyPublic();
    const pageId = await aPage(site, { spaceId: OPEN, text: 'Card number: 4539 1488 0343 6467.' });
    await site.host.background.settle();
    expect(truthOf(site.host, pageId).record).toMatchObject({ ...at('Restricted'), method: 'DETECTION' });
    const lowered = await setLevel(site, { pageId, level: at('Public'), as: ADMIN.email });
    expect(lowered).toMatchObject({ outcome: 'denied', code: 'LEVEL_BELOW_FINDINGS' });
  });

  it('new pages still get the default level of the site, and a reset gives it back', async () => {
    await onlyPublic({ defaultLevel: at('Internal'), delegated: ['levels'] });
    const pageId = await aPage(site, { spaceId: OPEN });
    await site.host.background.settle();
    expect(truthOf(site.host, pageId).record).toMatchObject({ ...at('Internal'), method: 'DEFAULT' });
    expect(await setLevel(site, { pageId, level: at('Public') })).toMatchObject({ outcome: 'changed' });
    const path = `/v1/page-level/by-page/${pageId}/reset`;
    expect(await site.rest('POST', path, { key: site.key, body: { justification: 'Reviewed.' } })).toMatchObject({
      status: 200,
    });
    expect(levelOf(pageId)).toBe(idOf('Internal'));
  });

  it('a page that is moved there keeps its level, and is recorded in its space once', async () => {
    await onlyPublic();
    const pageId = await aPage(site);
    await DOORS['POST of one page']?.(pageId, 'Restricted');
    await move(site, pageId, 'OPEN');
    await site.host.background.settle();
    expect(truthOf(site.host, pageId).record).toMatchObject({ ...at('Restricted'), spaceId: OPEN });
    expect(rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'page.moved')).toHaveLength(1);
  });
});
