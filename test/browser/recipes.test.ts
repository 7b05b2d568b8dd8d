import type { Frame } from 'playwright-core';
import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo/ids';
import type { WebRequest } from '../../static/admin/src/recipes/web-request';
import { sendAsAutomation } from '../recipes/automation';
import { goTo } from '../support/admin-navigation';
import { pressEscape, type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { archiveLevels, levelNamed } from '../support/levels';
import {
  askToSend,
  chooseKey,
  chooseLevel,
  fillPair,
  keyField,
  labelField,
  levelField,
  pageField,
  pairRow,
  secretField,
  SEND,
} from '../support/recipe-page';
import { itSlow } from '../support/sample';
import { everythingStored } from '../support/stored-rows';

/** Tests the Recipes page with the production build in a real browser, on the local host. */

let site: ServedSite;
const visit = withFreshSite(
  (fresh) => {
    site = fresh;
  },
  { path: '/recipes?with=web-request' },
);

const aKey = (settings: object = {}) =>
  site.createKey({
    name: 'Publish rule',
    classificationScope: 'write',
    levelLimit: ['unclassified', levelNamed(site, 'Internal').levelId, levelNamed(site, 'Restricted').levelId],
    ...settings,
  });

/** The current level of a page, read over HTTP. */
async function levelOf(pageId: string): Promise<string> {
  const { key } = await site.createKey();
  const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
  return body.levelName ?? body.code;
}

const clipboard = (app: Frame) => app.evaluate<string>('navigator.clipboard.readText()');

/** The text that the button of this name copies. */
async function copy(app: Frame, name: string): Promise<string> {
  await app.getByRole('button', { name: `Copy: ${name}`, exact: true }).click();
  return clipboard(app);
}

/** The fields of the action, copied one after the other as into a rule. */
async function copyFields(app: Frame, bodyName: string): Promise<WebRequest> {
  const headers: WebRequest['headers'][number][] = [];
  const count = await app.getByRole('button', { name: /^Copy: Headers .*: Name$/ }).count();
  for (let position = 1; position <= count; position += 1) {
    headers.push({
      name: await copy(app, `Headers (optional), ${position}: Name`),
      value: await copy(app, `Headers (optional), ${position}: Value`),
      isSecret: position === 1,
    });
  }
  return { url: await copy(app, 'Web request URL'), method: 'POST', headers, body: await copy(app, bodyName) };
}

/** Every text with a copy button, as it is shown and as the button copies it. */
const shownAndCopied = (app: Frame) =>
  app.evaluate<[string, string][]>(`[...document.querySelectorAll('[aria-label^="Copy: "]')].map((button) => {
    const copies = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text) => void copies.push(text) },
    });
    button.click();
    let around = button;
    while (around.querySelector('code') === null) around = around.parentElement;
    return [around.querySelector('code').textContent, copies.join()];
  })`);

/** The text of the focused element, or of its label. */
const focused = (app: Frame) =>
  app.evaluate<string>(`document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent`);

it('the page Recipes loads after a failure, and offers fields that set the level of a published page when a rule sends them', async () => {
  const { key } = await aKey();
  site.host.faults.add({ target: 'confluence', status: 503, times: 3 });
  const { app } = await visit();
  await app.getByRole('alert').getByText('We couldn’t load the recipe').waitFor();
  await app.getByRole('button', { name: 'Try again' }).click();

  await app.getByText('Choose a level.').waitFor();
  await chooseLevel(app, 'Restricted › Finance');
  await app.getByText('Trigger: “Page published”').waitFor();
  await app.getByText('the API key. To copy it here, paste it in step 3').waitFor();
  expect(await app.getByRole('button', { name: 'Copy: Headers (optional), 1: Value' }).count()).toBe(0);
  await secretField(app).fill(key);
  await app
    .getByText('{{webResponse.status}} does not equal 201, and {{webResponse.status}} does not equal 412')
    .waitFor();
  await app.getByLabel('Change their level').check();
  const fields = await copyFields(app, 'Custom data: sets Restricted › Finance');
  expect(fields.url).toBe(`${site.url}/public/local/compliance/api/v1/page-level`);
  expect(fields.headers.map(({ name }) => name)).toEqual(['x-api-key', 'Content-Type', 'Accept']);
  const { status, body } = await sendAsAutomation(fields, DEMO_PAGES.payroll);
  expect([status, JSON.parse(body)]).toMatchObject([201, { levelName: 'Restricted', subLevelName: 'Finance' }]);
});

itSlow(
  'the page Recipes shows the rules with actions first, for the level that the user chooses, and keeps the way in the address',
  async () => {
    const { app, page } = await visit({ path: '/recipes' });
    await app.getByRole('heading', { name: 'A page with sensitive data is published' }).waitFor();
    await chooseLevel(app, 'Restricted › Finance');
    await app.getByText('Restricted / Finance', { exact: true }).first().waitFor();
    const texts = await shownAndCopied(app);
    expect(texts).toContainEqual(['{{getPageclassFindings.total}}', '{{getPageclassFindings.total}}']);
    for (const [shown, copied] of texts) expect(copied).toBe(shown);
    await app.getByLabel('Send web request').check();
    await secretField(app).waitFor();
    expect(page.url()).toContain('?with=web-request');
    await app.getByLabel('Actions of the app').check();
    await app.getByRole('heading', { name: 'Every new page gets a level' }).waitFor();
  },
);

itSlow(
  'labels: refuses an invalid label at its field, orders the blocks by sensitivity, and copies what it shows',
  async () => {
    const { key, keyId } = await aKey();
    const { app } = await visit();
    await app.getByLabel('A label is added to a page').check();
    await labelField(app, 1).fill('top secret');
    await labelField(app, 1).blur();
    await pairRow(app, 1).getByText('Labels can’t contain spaces.').waitFor();
    expect(await labelField(app, 1).getAttribute('aria-invalid')).toBe('true');
    await app.getByText('Finish the earlier steps first').waitFor();
    await app.getByRole('button', { name: 'Go to field' }).click();
    expect(await focused(app)).toBe('Label*');
    await fillPair(app, 1, 'team', 'Internal');
    await app.getByText('Trigger: “Page labeled”, with the label team.').waitFor();

    await app.getByRole('button', { name: 'Add label' }).click();
    const second = `document.querySelectorAll('.recipe-pair')[1].querySelector('input')`;
    expect(await app.evaluate(`document.activeElement === ${second}`)).toBe(true);
    await fillPair(app, 2, 'confidential', 'Restricted');
    await app.getByText('2 rules, one for each label: confidential, team').waitFor();
    await app.getByLabel('One rule with an If/else block per label').check();
    expect(await app.locator('.recipe-steps ol li').allInnerTexts()).toEqual(['confidential', 'team']);
    await secretField(app).fill(key);
    const texts = await shownAndCopied(app);
    expect(texts).toHaveLength(12);
    expect(texts).toContainEqual(['type = page and label = "team"', 'type = page and label = "team"']);
    for (const [shown, copied] of texts) expect(copied).toBe(shown === `pclsk_${keyId}_…` ? key : shown);

    await app.getByRole('button', { name: 'Remove team' }).click();
    expect(await focused(app)).toBe('Add label');
    await app.getByText('Trigger: “Page labeled”, with the label confidential.').waitFor();
    expect(await app.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
  },
);

itSlow('a schedule: shows its query, explains why a key does not fit, and creates a key that does', async () => {
  await aKey({ name: 'Labels only', levelLimit: [levelNamed(site, 'Public').levelId] });
  const { app } = await visit();
  await app.getByLabel('On a schedule').check();
  await chooseLevel(app, 'Internal');
  await app.getByText('matches every page on the site').waitFor();
  await app.getByLabel('Specific spaces').check();
  await app.getByLabel('Search spaces').fill('HR');
  await app.getByRole('checkbox', { name: /Human Resources/ }).check();
  await app.getByRole('button', { name: 'Copy query' }).click();
  expect(await clipboard(app)).toBe('type = page and space = "HR"');
  await app.getByText('Scope: Human Resources.').waitFor();

  const options = (group: string) => keyField(app).locator(`optgroup[label="${group}"] option`).allInnerTexts();
  await app.getByText('No suitable API key').waitFor();
  expect(await options('Not suitable')).toEqual([expect.stringMatching(/^Labels only [(]/)]);
  await chooseKey(app, 'Labels only');
  await app.getByText('Requests with this key will be rejected').waitFor();
  await app.getByText('doesn’t include Internal').waitFor();
  await app.getByRole('button', { name: 'Create key for this rule' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByLabel('Name').fill('For this rule');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await app.getByRole('button', { name: 'Copy key' }).click();
  await app.getByRole('button', { name: 'Copied' }).waitFor();
  await app.getByRole('button', { name: 'Done' }).click();
  await app.getByText('This key is a good match').waitFor();
  expect(await options('Suitable')).toEqual([expect.stringMatching(/^For this rule [(]/)]);
  expect(await secretField(app).inputValue()).toBe(await clipboard(app));
  const { keys } = (await site.admin('listKeys', {})).value;
  expect(keys.find(({ name }: { name: string }) => name === 'For this rule')).toMatchObject({
    classificationScope: 'write',
    detectionScope: 'none',
    levelLimit: expect.arrayContaining(['unclassified', levelNamed(site, 'Internal').levelId]),
    spaceLimit: [DEMO_SPACES.HR],
  });
});

it('a test request moves the focus to missing fields, is confirmed, and shows success and rejection', async () => {
  const { key } = await aKey({ name: 'Other' });
  await aKey();
  const { app } = await visit();
  const send = app.getByRole('button', { name: SEND });
  await send.click();
  await app.getByText('To send the request, paste the API key.').waitFor();
  await app.getByText('Enter a page ID or page URL.').waitFor();
  expect(await focused(app)).toBe('Level*');
  await chooseLevel(app, 'Internal');
  await secretField(app).fill('pclsk_half');
  await app.getByText('This isn’t a complete API key.').waitFor();
  await chooseKey(app, 'Publish rule');
  await secretField(app).fill(key);
  await app.getByText('This is a different key: Other.').waitFor();
  await chooseKey(app, 'Other');
  await pageField(app).fill('https://x.atlassian.net/wiki/x/AbCd');
  await send.click();
  await app.getByText('This URL doesn’t contain a page ID.').waitFor();
  expect(await focused(app)).toBe('Page*');

  await askToSend(app, key, DEMO_PAGES.hrRestricted);
  await app.getByText('You can’t view this page, or it doesn’t exist.').waitFor();
  await app.getByText('can’t read the level of the page (404)').waitFor();
  await app.getByRole('button', { name: 'Cancel' }).click();
  await askToSend(app, key, `https://x.atlassian.net/wiki/spaces/HR/pages/${DEMO_PAGES.payroll}/Payroll+process`);
  await app.getByText(`Payroll process (page ${DEMO_PAGES.payroll})`).waitFor();
  await app.getByText('New level, if the page has none: Internal.').waitFor();
  await app.getByText('Current level: none.').waitFor();
  expect(await levelOf(DEMO_PAGES.payroll)).toBe('PAGE_NOT_CLASSIFIED');
  await app.getByRole('button', { name: 'Set level' }).click();
  await app.getByText('Response: 201 Level set').waitFor();
  expect(await focused(app)).toBe(SEND);
  const body = await app.getByRole('region', { name: 'Response body' }).innerText();
  expect(JSON.parse(body)).toMatchObject({ pageId: DEMO_PAGES.payroll, levelName: 'Internal', changed: true });

  await chooseLevel(app, 'Restricted');
  expect(await app.getByText('Response: 201').count()).toBe(0);
  await send.click();
  await app.getByText('Current level: Internal. The rule keeps it').waitFor();
  await app.getByRole('button', { name: 'Cancel' }).click();
  await app.getByLabel('Change their level').check();
  await archiveLevels(site, ['Restricted']);
  await send.click();
  await app.getByText('New level: Restricted.').waitFor();
  await app.getByRole('button', { name: 'Set level' }).click();
  await app.getByRole('status').getByText('Response: 422 The level is archived').waitFor();
  await app.getByRole('status').getByText('Choose another level, then copy').waitFor();
  expect(await levelOf(DEMO_PAGES.payroll)).toBe('Internal');
});

it('the page Recipes works with the keyboard alone, and keeps the key only in its field and only until the page is left', async () => {
  const { key } = await aKey();
  const { app, page } = await visit();
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 80 && (await focused(app)) !== name; presses += 1) await page.keyboard.press('Tab');
    expect(await focused(app)).toBe(name);
  };
  await tabTo('A page is published');
  await page.keyboard.press('ArrowDown');
  expect(await focused(app)).toBe('A label is added to a page');
  await tabTo('Label*');
  await page.keyboard.type('team');
  await tabTo('Level*');
  await page.keyboard.type('Intern');
  await tabTo('API key');
  await page.keyboard.type(key);
  await tabTo('Page*');
  await page.keyboard.type(DEMO_PAGES.payroll);
  await tabTo(SEND);
  await page.keyboard.press('Enter');
  await app.getByText('Payroll process').waitFor();
  await pressEscape(page, app);
  await app.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focused(app)).toBe(SEND);
  await page.keyboard.press('Enter');
  await app.getByText('Payroll process').waitFor();
  await tabTo('Set level');
  await page.keyboard.press('Enter');
  await app.getByText('Response: 201').waitFor();
  expect(await levelOf(DEMO_PAGES.payroll)).toBe('Internal');

  expect(await secretField(app).getAttribute('type')).toBe('password');
  const stored = await app.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])');
  const places = [await app.content(), page.url(), app.url(), stored, JSON.stringify(everythingStored(site))];
  expect(places.filter((place) => String(place).includes(key.split('_')[2] ?? ''))).toEqual([]);
  await goTo(app, 'Policy');
  await app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
  await goTo(app, 'API', 'Recipes');
  await app.getByRole('heading', { name: 'Every new page gets a level' }).waitFor();
  await app.getByLabel('Send web request').check();
  await levelField(app).waitFor();
  expect(await secretField(app).inputValue()).toBe('');

  await archiveLevels(site, ['Public', 'Internal', 'Restricted', 'Highly Restricted']);
  await goTo(app, 'Policy');
  await app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
  await goTo(app, 'API', 'Recipes');
  await app.getByText('No levels to set').waitFor();
  await app.getByRole('button', { name: 'Go to levels' }).click();
  await app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
});
