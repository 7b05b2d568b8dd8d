import { ADMIN, DEMO_PAGES, DEMO_SPACES, EDITOR, OUTSIDER, UNLICENSED, VIEWER } from '../../local/demo';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { levelNamed, settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { setLevel } from '../surfaces/surface-site';
import { messages } from './answers';

/** The level of a page, as a rule, an agent or an MCP client reads it. */

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const pageId = DEMO_PAGES.runbooks;

it('the action Get level returns the level as smart values, in both forms of the payload', async () => {
  const { levelId, levelKey } = levelNamed(site, 'Restricted');
  await setLevel(site, { pageId, level: { levelId } });
  const outputs = { levelId, levelKey, levelName: 'Restricted', subLevelName: null, rank: 3, isClassified: true };
  for (const form of ['flat', 'nested'] as const) {
    expect(await site.action('get-level', { pageId }, { form })).toEqual(outputs);
  }
  // Models send numbers, and smart values can have spaces.
  expect(await site.action('get-level', { pageId: Number(pageId) })).toEqual(outputs);
  expect(await site.action('get-level', { pageId: ` ${pageId} ` })).toEqual(outputs);
});

it('the action Get level returns a page without a level as not classified, with rank 0', async () => {
  expect(await site.action('get-level', { pageId })).toEqual({
    ...{ levelId: null, levelKey: null, levelName: null, subLevelName: null },
    ...{ rank: 0, isClassified: false },
  });
});

it('the action Get level acts as the person whom the platform names, not one in the inputs', async () => {
  const forged = { pageId: DEMO_PAGES.payroll, accountId: ADMIN.accountId, principal: { accountId: ADMIN.accountId } };
  expect(await site.action('get-level', forged, { as: ADMIN.email })).toMatchObject({ isClassified: false });
  const missing = await site.action('get-level', { ...forged, pageId: '999999' }, { as: OUTSIDER.email });
  const hidden = await site.action('get-level', forged, { as: OUTSIDER.email });
  expect(messages(hidden)).toEqual([
    `There is no page with the ID ${DEMO_PAGES.payroll}, it is a blog post, or the person who runs this action can’t view it.`,
  ]);
  expect(JSON.stringify(missing).replace('999999', DEMO_PAGES.payroll)).toBe(JSON.stringify(hidden));
});

it('the action Get level needs a person who has access to Confluence and lets the app act for them', async () => {
  expect(messages(await site.action('get-level', { pageId }, { as: 'anonymous' }))[0]).toContain('needs a person');
  expect(messages(await site.action('get-level', { pageId }, { as: UNLICENSED.email }))[0]).toContain('can’t act for');
  await site.setUser(EDITOR.email, { active: false });
  expect(messages(await site.action('get-level', { pageId }, { as: EDITOR.email }))[0]).toContain('can’t act for');
});

it('the action Get level says that classification is off in the space only to people who can view the page', async () => {
  await settle(site, { surfaces: { ...NO_SURFACE_SETTINGS, offSpaceIds: [DEMO_SPACES.ENG] } });
  expect(messages(await site.action('get-level', { pageId }, { as: VIEWER.email }))).toEqual([
    'Classification is off in the space of this page.',
  ]);
});

it.each([
  [{}, 'pageId is missing'],
  [{ pageId: 'ABC' }, 'pageId must be the ID of a page: digits only'],
  [{ pageId: '{{page.id}}' }, 'pageId must be the ID of a page: digits only'],
  [{ pageId: null }, 'pageId must be the ID of a page: digits only'],
  [{ pageId: 1.5 }, 'pageId must be the ID of a page: digits only'],
])('the action Get level names the wrong input in %j', async (inputs, expected) => {
  expect(messages(await site.action('get-level', inputs))).toEqual([`The inputs aren’t valid: ${expected}.`]);
});

it('the action Get level charges the person, and says when to try again', async () => {
  site.close();
  site = openSite({ rateLimits: () => '{"key": 3}' });
  const send = () => site.action('get-level', { pageId }, { as: VIEWER.email });
  const answers = [await send(), await send(), await send(), await send()];
  expect(messages(answers[3])[0]).toMatch(
    /too many actions\. Nothing was changed\. Try again in (\d+ seconds?|1 minute)\./,
  );
  expect(await site.action('get-level', { pageId }, { as: EDITOR.email })).toMatchObject({ isClassified: false });
});
