import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { KeyView } from '../../src/keys/key-view';
import { checkKeyFit, keyDraftFor, needsOf } from '../../static/admin/src/recipes/key-fit';
import {
  checkRecipe,
  NEW_RECIPE,
  queryOf,
  type RecipeDraft,
  sendActionsOf,
} from '../../static/admin/src/recipes/recipe-draft';
import { apiRequestFor, type Target, webRequestFor } from '../../static/admin/src/recipes/web-request';
import { done } from '../admin/ask';
import { type ServedSite, serveSite } from '../support/browser';
import { levelNamed } from '../support/levels';
import { aPage } from '../support/wiki-pages';
import { sendAsAutomation } from './automation';

/** A rule with the fields of a recipe works over HTTP, with the key that the recipe asks users to create. */

let site: ServedSite;
let baseUrl: string;
beforeEach(async () => {
  site = await serveSite();
  baseUrl = (await done<{ baseUrl: string }>(site, 'getBaseAddress', {})).baseUrl;
});
afterEach(() => site.stop());

const target = (name: Parameters<typeof levelNamed>[1], subLevel?: string): Target => {
  const { levelId, subLevels } = levelNamed(site, name);
  const subLevelId = subLevels.find((each) => each.name === subLevel)?.subLevelId;
  return { levelId, ...(subLevelId === undefined ? {} : { subLevelId }) };
};
const ENG = { id: DEMO_SPACES.ENG, key: 'ENG', name: 'Engineering' };

interface Rule {
  readonly draft: RecipeDraft;
  readonly key: KeyView & { readonly key: string };
  readonly levels: Parameters<typeof sendActionsOf>[1];
}

/** A complete recipe, and the key that the page would create for it. */
async function aRule(changes: Partial<RecipeDraft>): Promise<Rule> {
  const draft = { ...NEW_RECIPE, ...changes };
  expect(checkRecipe(draft)).toEqual({});
  const { levels } = await done<{ levels: Rule['levels'] }>(site, 'listLevels', {});
  const { classificationScope, levelLimit, spaces } = keyDraftFor(draft);
  const key = await site.createKey({
    name: 'Rule',
    classificationScope: classificationScope ?? 'none',
    levelLimit: levelLimit ?? [],
    spaceLimit: (spaces ?? []).map(({ id }) => id),
  });
  return { draft, key, levels };
}

const fieldsOf = ({ draft, key, levels }: Rule, label = '') => {
  const sending = sendActionsOf(draft, levels).find((each) => each.label === label);
  if (sending === undefined) throw new Error(`nothing is sent for ${label}`);
  return webRequestFor(baseUrl, sending.target, draft.classified, key.key);
};

async function levelOf(pageId: string): Promise<unknown> {
  const { key } = await site.createKey();
  const { status, body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
  return status === 200
    ? { levelId: body.levelId, ...(body.subLevelId === null ? {} : { subLevelId: body.subLevelId }) }
    : status;
}

const addLabels = (pageId: string, ...names: readonly string[]) =>
  site.wiki(
    'POST',
    `/rest/api/content/${pageId}/label`,
    names.map((name) => ({ prefix: 'global', name })),
  );

it('a published page gets the level and the sub-level', async () => {
  const rule = await aRule({ target: target('Restricted', 'Finance') });
  const pageId = await aPage(site);
  const { status, body } = await sendAsAutomation(fieldsOf(rule), pageId);
  expect([status, JSON.parse(body)]).toMatchObject([201, { pageId, levelName: 'Restricted', subLevelName: 'Finance' }]);
  expect(await levelOf(pageId)).toEqual(rule.draft.target);
});

it('a label sets its level on the page, and another label another level', async () => {
  const pairs = [
    { id: 1, label: 'public', target: target('Public') },
    { id: 2, label: 'confidential', target: target('Restricted') },
  ];
  const rule = await aRule({ trigger: 'labeled', pairs });
  for (const { label, target: wanted } of pairs) {
    const pageId = await aPage(site);
    expect((await addLabels(pageId, label)).status).toBe(200);
    expect((await sendAsAutomation(fieldsOf(rule, label), pageId)).status).toBe(201);
    expect(await levelOf(pageId)).toEqual(wanted);
  }
});

it('the blocks of a rule are in the order of the levels, most sensitive first, for any order of the labels', async () => {
  const { draft, levels } = await aRule({
    trigger: 'labeled',
    layout: 'blocks',
    pairs: [
      { id: 1, label: 'public', target: target('Public') },
      { id: 2, label: 'secret', target: target('Highly Restricted') },
      { id: 3, label: 'team', target: target('Internal') },
    ],
  });
  expect(sendActionsOf(draft, levels).map(({ label }) => label)).toEqual(['secret', 'team', 'public']);
});

it('a schedule sets the level on exactly the pages that its query finds', async () => {
  const rule = await aRule({
    trigger: 'scheduled',
    hasSpaces: true,
    spaces: [ENG],
    label: 'confidential',
    target: target('Internal'),
  });
  const answer = await site.wiki('GET', `/rest/api/search?limit=100&cql=${encodeURIComponent(queryOf(rule.draft))}`);
  const { results } = (await answer.json()) as { results: { content: { id: string } }[] };
  const found = results.map(({ content }) => content.id);
  expect(found).toEqual(expect.arrayContaining([DEMO_PAGES.architectureStorage]));
  expect(found).not.toContain(DEMO_PAGES.architecture);
  expect(found).not.toContain(DEMO_PAGES.payroll);
  for (const pageId of found) expect((await sendAsAutomation(fieldsOf(rule), pageId)).status).toBe(201);
  for (const pageId of found) expect(await levelOf(pageId)).toEqual(rule.draft.target);
  expect(await levelOf(DEMO_PAGES.architecture)).toBe(404);

  // At the next run they are classified.
  expect((await sendAsAutomation(fieldsOf(rule), found[0] ?? '')).status).toBe(412);
});

it('classified pages are skipped or changed, as the recipe says', async () => {
  const { key } = await site.createKey();
  const restricted = target('Restricted');
  for (const [classified, status, after] of [
    ['keep', 412, restricted],
    ['change', 201, target('Internal')],
  ] as const) {
    const rule = await aRule({ target: target('Internal'), classified });
    const { key: broad } = await site.createKey({ classificationScope: 'write' });
    const fields = fieldsOf({ ...rule, key: { ...rule.key, key: broad } });
    const pageId = await aPage(site);
    await site.rest('POST', '/v1/page-level', { key, body: { pageId, ...restricted } });
    expect((await sendAsAutomation(fields, pageId)).status).toBe(status);
    expect(await levelOf(pageId)).toEqual(after);
  }
});

it('a repeated run of a rule changes nothing', async () => {
  const rule = await aRule({ target: target('Internal'), classified: 'change' });
  const pageId = await aPage(site);
  const answers = [await sendAsAutomation(fieldsOf(rule), pageId), await sendAsAutomation(fieldsOf(rule), pageId)];
  expect(answers.map(({ status, body }) => [status, JSON.parse(body).changed])).toEqual([
    [201, true],
    [201, false],
  ]);
});

it('the key for a rule has exactly the permissions of the rule', async () => {
  for (const changes of [
    { target: target('Internal') },
    { trigger: 'labeled', pairs: [{ id: 1, label: 'public', target: target('Public') }] },
    { trigger: 'scheduled', target: target('Internal'), hasSpaces: true, spaces: [ENG] },
  ] as const) {
    const { draft, key, levels } = await aRule(changes);
    expect(checkKeyFit(key, needsOf(draft, levels), new Date())).toEqual({ problems: [], warnings: [] });
  }
});

it('a rule with that key skips pages with another level or in another space', async () => {
  const rule = await aRule({ target: target('Internal'), classified: 'change', hasSpaces: true, spaces: [ENG] });
  const { key } = await site.createKey();
  const pageId = await aPage(site);
  await site.rest('POST', '/v1/page-level', { key, body: { pageId, ...target('Highly Restricted') } });
  expect((await sendAsAutomation(fieldsOf(rule), pageId)).status).toBe(404);
  expect(await levelOf(pageId)).toEqual(target('Highly Restricted'));
  expect((await sendAsAutomation(fieldsOf(rule), DEMO_PAGES.payroll)).status).toBe(404);
});

it('the page sends the same request as Automation', async () => {
  const fields = fieldsOf(await aRule({ target: target('Internal') }));
  const { method, path, headers, body } = apiRequestFor(fields, DEMO_PAGES.payroll);
  expect({ method, url: baseUrl + path }).toEqual({ method: fields.method, url: fields.url });
  expect(headers).toEqual(fields.headers.map(({ name, value }) => [name, value]));
  expect(body).toBe(fields.body.replace('{{page.id}}', DEMO_PAGES.payroll));
});

it.each(['', `${DEMO_PAGES.payroll},`, '{{page.id}}'])(
  'an invalid smart value %j gets a 400, as the page says',
  async (filled) => {
    const fields = fieldsOf(await aRule({ target: target('Internal') }));
    const { status, body } = await sendAsAutomation(fields, filled);
    expect([status, JSON.parse(body).code]).toEqual([400, 'INVALID_FIELD']);
  },
);

it('a refused request gets plain JSON whose members a rule can use', async () => {
  const fields = fieldsOf(await aRule({ target: target('Internal') }));
  const response = await fetch(fields.url, {
    method: 'POST',
    headers: Object.fromEntries(fields.headers.map(({ name, value }) => [name, value])),
    body: fields.body,
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
});
