import type { Frame } from 'playwright-core';
import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo/ids';
import type { WebRequest } from '../../static/admin/src/recipes/web-request';
import { sendAsAutomation } from '../recipes/automation';
import { pressEscape, type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { archiveLevels, type LevelName, levelNamed } from '../support/levels';
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
import { everythingStored } from '../support/stored-rows';

/** The Recipes page, on the production build, under Forge's policy, through the local host: what a person can do there. */

let site: ServedSite;
const visit = withFreshSite(
  (fresh) => {
    site = fresh;
  },
  { path: '/recipes' },
);

const aKey = (settings: object = {}) =>
  site.createKey({
    name: 'Publish rule',
    classificationScope: 'write',
    levelLimit: ['unclassified', levelNamed(site, 'Internal').levelId, levelNamed(site, 'Restricted').levelId],
    ...settings,
  });

/** The level that a page has now, asked over HTTP. */
async function levelOf(pageId: string): Promise<string> {
  const { key } = await site.createKey();
  const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
  return body.levelName ?? body.code;
}

const clipboard = (app: Frame) => app.evaluate<string>('navigator.clipboard.readText()');

/** What a person takes along with the button of this name. */
async function copy(app: Frame, name: string): Promise<string> {
  await app.getByRole('button', { name: `Copy: ${name}`, exact: true }).click();
  return clipboard(app);
}

/** The fields of the action as somebody copies them, one after the other, into a rule. */
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

it('shows for a published page what to copy, and what is copied sets the level when a rule sends it', async () => {
  const { key } = await aKey();
  const { app } = await visit();
  await app.getByText('Choose a level.').waitFor();
  await chooseLevel(app, 'Restricted › Finance');
  await app.getByText('Trigger: “Page published”').waitFor();
  await secretField(app).fill(key);
  const fields = await copyFields(app, 'Custom data: sets Restricted › Finance');
  expect(fields.url).toBe(`${site.url}/public/local/compliance/api/v1/page-level`);
  const { status, body } = await sendAsAutomation(fields, DEMO_PAGES.payroll);
  expect([status, JSON.parse(body)]).toMatchObject([201, { levelName: 'Restricted', subLevelName: 'Finance' }]);

  await chooseLevel(app, 'Internal');
  const keeping = await copyFields(app, 'Custom data: sets Internal');
  expect((await sendAsAutomation(keeping, DEMO_PAGES.payroll)).status).toBe(412);
  await app
    .getByText('{{webResponse.status}} does not equal 201, and {{webResponse.status}} does not equal 412')
    .waitFor();
  await app.getByLabel('Change their level').check();
  const changing = await copyFields(app, 'Custom data: sets Internal');
  expect((await sendAsAutomation(changing, DEMO_PAGES.payroll)).status).toBe(201);
  expect(await levelOf(DEMO_PAGES.payroll)).toBe('Internal');
});

it('copies what is shown, all of it; only of the key is less shown than copied', async () => {
  const { key, keyId } = await aKey();
  const { app } = await visit();
  await app.getByLabel('A label is added to a page').check();
  await fillPair(app, 1, 'confidential', 'Restricted');
  await app.getByRole('button', { name: 'Add label' }).click();
  await fillPair(app, 2, 'team', 'Internal');
  await app.getByLabel('One rule with an If/else block per label').check();
  await secretField(app).fill(key);
  const buttons = await app.getByRole('button', { name: /^Copy: / }).all();
  expect(buttons).toHaveLength(12);
  for (const button of buttons) {
    const shown = await button.locator('xpath=ancestor::*[.//code][1]').locator('code').innerText();
    await button.click();
    expect(await clipboard(app)).toBe(shown === `pclsk_${keyId}_…` ? key : shown);
  }
});

it('does not offer to copy a key that nobody has pasted', async () => {
  const { app } = await visit();
  await chooseLevel(app, 'Internal');
  await app.getByText('the API key. To copy it here, paste it in step 3').waitFor();
  expect(await app.getByRole('button', { name: 'Copy: Headers (optional), 1: Value' }).count()).toBe(0);
});

it('lays out labels as one rule each, or as blocks with the most sensitive level first', async () => {
  const { key } = await aKey();
  const { app } = await visit();
  await app.getByLabel('A label is added to a page').check();
  await fillPair(app, 1, 'team', 'Internal');
  await app.getByText('Trigger: “Page labeled”, with the label team.').waitFor();
  await app.getByRole('button', { name: 'Add label' }).click();
  expect(
    await app.evaluate(
      `document.activeElement === document.querySelectorAll('.recipe-pair')[1].querySelector('input')`,
    ),
  ).toBe(true);
  await fillPair(app, 2, 'confidential', 'Restricted');
  await app.getByText('2 rules, one for each label: confidential, team').waitFor();
  await app.getByLabel('One rule with an If/else block per label').check();
  expect(await app.locator('.recipe-steps ol li').allInnerTexts()).toEqual(['confidential', 'team']);
  expect(await copy(app, 'CQL condition of the block for team')).toBe('type = page and label = "team"');
  await secretField(app).fill(key);
  const fields = await copyFields(app, 'Custom data for team: sets Internal');
  expect((await sendAsAutomation(fields, DEMO_PAGES.payroll)).status).toBe(201);
  expect(await levelOf(DEMO_PAGES.payroll)).toBe('Internal');

  await app.getByRole('button', { name: 'Remove team' }).click();
  expect(await app.evaluate(`document.activeElement.textContent`)).toBe('Add label');
  await app.getByText('Trigger: “Page labeled”, with the label confidential.').waitFor();
  expect(await app.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
});

it('refuses at its field what cannot be a label, and a label that is there already', async () => {
  const { app } = await visit();
  await app.getByLabel('A label is added to a page').check();
  const refused = async (label: string, text: string) => {
    await labelField(app, 1).fill(label);
    await labelField(app, 1).blur();
    await pairRow(app, 1).getByText(text).waitFor();
    expect(await labelField(app, 1).getAttribute('aria-invalid')).toBe('true');
  };
  await labelField(app, 1).focus();
  await refused('', 'Enter a label.');
  await refused('top secret', 'Labels can’t contain spaces.');
  await refused('Secret', 'Labels are lowercase. Use secret');
  await refused('a,b', 'Labels can’t contain ,');
  await fillPair(app, 1, 'secret', 'Internal');
  await app.getByRole('button', { name: 'Add label' }).click();
  await fillPair(app, 2, 'secret', 'Public');
  await labelField(app, 2).blur();
  await pairRow(app, 2).getByText('secret is already in the list').waitFor();
  await app.getByText('Finish the earlier steps first').waitFor();
  await labelField(app, 2).fill('open');
  await app.getByText('Custom data for open: sets Public').waitFor();
});

it('makes the query of a schedule from label and spaces, and says what it finds without them', async () => {
  const { app } = await visit();
  await app.getByLabel('On a schedule').check();
  await chooseLevel(app, 'Internal');
  await app.getByText('matches every page on the site').waitFor();
  await app.getByLabel('Specific spaces').check();
  await app.getByLabel('Search spaces').fill('HR');
  await app.getByRole('checkbox', { name: /Human Resources/ }).check();
  await app.getByLabel('Only pages with this label').fill('say-"hi"');
  await app.getByRole('button', { name: 'Copy query' }).click();
  expect(await clipboard(app)).toBe(String.raw`type = page and label = "say-\"hi\"" and space = "HR"`);
  await app.getByText('Branch: “For each CQL (related entities)”').waitFor();
  await app.getByText('Scope: Human Resources.').waitFor();
});

it('tells which keys can do it, why others cannot, and where one is broader than needed', async () => {
  await aKey();
  await site.createKey({ name: 'Everything', detectionScope: 'read' });
  await aKey({ name: 'HR only', spaceLimit: [DEMO_SPACES.HR] });
  await aKey({ name: 'Labels only', levelLimit: [levelNamed(site, 'Public').levelId] });
  const { keyId } = await aKey({ name: 'Revoked' });
  await site.admin('revokeKey', { keyId });
  const { app } = await visit();
  await chooseLevel(app, 'Internal');
  const options = (group: string) => keyField(app).locator(`optgroup[label="${group}"] option`).allInnerTexts();
  expect((await options('Suitable')).map((text) => text.split(' (')[0])).toEqual([
    'Publish rule',
    'HR only',
    'Everything',
  ]);
  expect((await options('Not suitable')).map((text) => text.split(' (')[0])).toEqual(['Labels only']);
  const says = async (name: string, ...sentences: readonly string[]) => {
    await chooseKey(app, name);
    for (const sentence of sentences) await app.getByText(sentence).waitFor();
  };
  await says('Publish rule', 'This key is a good match');
  await says('HR only', 'This key works, but has issues', 'It only works in some spaces');
  await says('Everything', 'is Manage. The rule only needs Write', 'no page access limit', 'has a detection scope');
  await says(
    'Labels only',
    'Requests with this key will be rejected',
    'doesn’t include Internal',
    'New pages have no level yet',
  );
});

it('makes a key for the rule that can do no more, takes it over, and sends with it', async () => {
  const { app } = await visit();
  await chooseLevel(app, 'Internal');
  await app.getByLabel('Specific spaces').check();
  await app.getByRole('checkbox', { name: /Human Resources/ }).check();
  await app.getByText('No active API keys').waitFor();
  await app.getByRole('button', { name: 'Create key for this rule' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Made for it');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await app.getByRole('button', { name: 'Copy key' }).click();
  await app.getByRole('button', { name: 'Copied' }).waitFor();
  await app.getByRole('button', { name: 'Done' }).click();
  await app.getByText('This key is a good match').waitFor();
  expect(await secretField(app).inputValue()).toBe(await clipboard(app));
  expect((await site.admin('listKeys', {})).value.keys).toMatchObject([
    {
      name: 'Made for it',
      classificationScope: 'write',
      detectionScope: 'none',
      levelLimit: expect.arrayContaining(['unclassified', levelNamed(site, 'Internal').levelId]),
      spaceLimit: [DEMO_SPACES.HR],
    },
  ]);
  await pageField(app).fill(DEMO_PAGES.payroll);
  await app.getByRole('button', { name: SEND }).click();
  await app.getByRole('button', { name: 'Set level' }).click();
  await app.getByText('Response: 201 Level set').waitFor();
});

it('sends what the rule would send, once somebody has confirmed which page it changes', async () => {
  const { key } = await aKey();
  const { app } = await visit();
  await chooseLevel(app, 'Internal');
  await app.getByText('This sets the level of the page.').waitFor();
  const address = `https://x.atlassian.net/wiki/spaces/HR/pages/${DEMO_PAGES.payroll}/Payroll+process`;
  await askToSend(app, key, address);
  await app.getByText(`Payroll process (page ${DEMO_PAGES.payroll})`).waitFor();
  await app.getByText('New level, if the page has none: Internal.').waitFor();
  await app.getByText('Current level: none.').waitFor();
  await app.getByRole('button', { name: 'Cancel' }).click();
  expect(await levelOf(DEMO_PAGES.payroll)).toBe('PAGE_NOT_CLASSIFIED');

  await app.getByRole('button', { name: SEND }).click();
  await app.getByRole('button', { name: 'Set level' }).click();
  await app.getByText('Response: 201 Level set').waitFor();
  expect(await app.evaluate('document.activeElement.textContent')).toBe(SEND);
  await app.getByText(/Response time: \d+ ms/).waitFor();
  const body = await app.getByRole('region', { name: 'Response body' }).innerText();
  expect(JSON.parse(body)).toMatchObject({ pageId: DEMO_PAGES.payroll, levelName: 'Internal', changed: true });
  expect(await levelOf(DEMO_PAGES.payroll)).toBe('Internal');

  await chooseLevel(app, 'Restricted');
  expect(await app.getByText('Response: 201').count()).toBe(0);
  await app.getByRole('button', { name: SEND }).click();
  await app.getByText('Current level: Internal. The rule keeps it').waitFor();
  await app.getByRole('button', { name: 'Cancel' }).click();
  await app.getByLabel('Change their level').check();
  await app.getByRole('button', { name: SEND }).click();
  await app.getByText('New level: Restricted.').waitFor();
  await app.getByText('Current level: Internal.').waitFor();
});

interface Refused {
  readonly what: string;
  readonly level?: LevelName;
  readonly keySettings?: object;
  readonly pageId?: string;
  /** What happens while the page is open. */
  readonly meanwhile?: () => Promise<void>;
  readonly change?: (key: string) => string;
  readonly shows: readonly string[];
}

it.each<Refused>([
  {
    what: 'a wrong key',
    change: (key) => key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    shows: ['Response: 401 The API key is not valid', 'Add an active key to the x-api-key header'],
  },
  {
    what: 'a page outside the space limit of the key',
    keySettings: { spaceLimit: [DEMO_SPACES.ENG] },
    shows: ['Response: 404 The page was not found', 'outside the limits of the key'],
  },
  {
    what: 'a level that was archived meanwhile',
    meanwhile: () => archiveLevels(site, ['Internal']),
    shows: ['Response: 422 The level is archived', 'Choose another level, then copy'],
  },
  {
    what: 'a key that may only read',
    keySettings: { classificationScope: 'read' },
    shows: ['Response: 403 The API key lacks the required scope', 'Use another key'],
  },
  {
    what: 'a page that is not there',
    pageId: '999999',
    shows: ['Response: 404 The page was not found', 'The key can’t access the page'],
  },
])('explains why $what is refused', async ({ keySettings, pageId = DEMO_PAGES.payroll, meanwhile, change, shows }) => {
  const { key } = await aKey(keySettings);
  const { app } = await visit();
  await chooseLevel(app, 'Internal');
  await meanwhile?.();
  await askToSend(app, change?.(key) ?? key, pageId);
  await app.getByRole('button', { name: 'Set level' }).click();
  for (const text of shows) await app.getByRole('status').getByText(text).first().waitFor();
  expect(await levelOf(DEMO_PAGES.payroll)).toBe('PAGE_NOT_CLASSIFIED');
});

it('warns before it sends to a page whose title or level is hidden', async () => {
  const { key } = await aKey();
  const { app } = await visit();
  await chooseLevel(app, 'Internal');
  await askToSend(app, key, DEMO_PAGES.hrRestricted);
  await app.getByText('You can’t view this page, or it doesn’t exist.').waitFor();
  await app.getByText('can’t read the level of the page (404)').waitFor();
});

it('says what is missing where it is missing, and leads there', async () => {
  const { key } = await aKey({ name: 'Other' });
  await aKey();
  const { app } = await visit();
  await app.getByRole('button', { name: SEND }).click();
  await app.getByText('To send the request, paste the API key.').waitFor();
  await app.getByText('Enter a page ID or page URL.').waitFor();
  const focused = () => app.evaluate<string>('document.activeElement.labels[0].textContent');
  expect(await focused()).toBe('Level*');
  await chooseLevel(app, 'Internal');
  await app.getByRole('button', { name: SEND }).click();
  expect(await focused()).toBe('API key');
  await secretField(app).fill('pclsk_half');
  await app.getByText('This isn’t a complete API key.').waitFor();
  await chooseKey(app, 'Publish rule');
  await secretField(app).fill(key);
  await app.getByText('This is a different key: Other.').waitFor();
  await chooseKey(app, 'Other');
  await pageField(app).fill('https://x.atlassian.net/wiki/x/AbCd');
  await app.getByRole('button', { name: SEND }).click();
  await app.getByText('This URL doesn’t contain a page ID.').waitFor();
  expect(await focused()).toBe('Page*');
  expect(await app.getByRole('dialog').count()).toBe(0);

  await app.getByLabel('A label is added to a page').check();
  await app.getByRole('button', { name: 'Go to field' }).click();
  expect(await focused()).toBe('Label*');
});

it('keeps the key nowhere: not in storage, not in the address, not when the page is left', async () => {
  const { key } = await aKey();
  const secret = key.split('_')[2] ?? '';
  const { app, page } = await visit();
  await chooseLevel(app, 'Internal');
  await askToSend(app, key, DEMO_PAGES.payroll);
  await app.getByRole('button', { name: 'Set level' }).click();
  await app.getByText('Response: 201').waitFor();
  expect(await secretField(app).getAttribute('type')).toBe('password');
  expect(await app.content()).not.toContain(secret);
  expect(page.url() + app.url()).not.toContain(secret);
  expect(await app.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])')).not.toContain(
    secret,
  );
  expect(JSON.stringify(everythingStored(site))).not.toContain(secret);
  await app.getByRole('button', { name: 'Levels' }).click();
  await app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
  await app.getByRole('button', { name: 'Recipes' }).click();
  await levelField(app).waitFor();
  expect(await secretField(app).inputValue()).toBe('');
  expect(await app.content()).not.toContain(secret);
});

it('says when its parts cannot be loaded, and loads them when asked again', async () => {
  site.host.faults.add({ target: 'confluence', status: 503, times: 3 });
  const { app } = await visit();
  await app.getByRole('alert').getByText('We couldn’t load the recipe').waitFor();
  await app.getByRole('button', { name: 'Try again' }).click();
  await levelField(app).waitFor();
});

it('offers no level that is archived', async () => {
  await archiveLevels(site, ['Public']);
  const { app } = await visit();
  const offered = await levelField(app).locator('option').allInnerTexts();
  expect(offered).toEqual([
    'Choose a level',
    'Highly Restricted (highly-restricted)',
    'Restricted (restricted)',
    'Restricted › Finance (restricted/finance)',
    'Restricted › People (restricted/people)',
    'Internal (internal)',
  ]);
});

it('leads to the levels where there is none to set', async () => {
  await archiveLevels(site, ['Public', 'Internal', 'Restricted', 'Highly Restricted']);
  const { app } = await visit();
  await app.getByText('No levels to set').waitFor();
  await app.getByRole('button', { name: 'Go to levels' }).click();
  await app.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
});

it('says plainly what was not verified on a real site', async () => {
  const { app } = await visit();
  await app.getByRole('heading', { name: 'Not verified on a real site' }).waitFor();
  expect(await app.locator('.recipe-unverified li').count()).toBeGreaterThan(5);
});

it('works with the keyboard alone', async () => {
  const { key } = await aKey();
  const { app, page } = await visit();
  const focused = () =>
    app.evaluate<string>(`document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent`);
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 80 && (await focused()) !== name; presses += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe(name);
  };
  await tabTo('A page is published');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('A label is added to a page');
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
  expect(await focused()).toBe(SEND);
  await page.keyboard.press('Enter');
  await app.getByText('Payroll process').waitFor();
  await tabTo('Set level');
  await page.keyboard.press('Enter');
  await app.getByText('Response: 201').waitFor();
  expect(await levelOf(DEMO_PAGES.payroll)).toBe('Internal');
});
