import type { Frame } from 'playwright-core';
import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { DetectionView } from '../../src/admin/detection/change-detection';
import { goTo } from '../support/admin-navigation';
import { accessibilityProblems, capture, type ServedSite } from '../support/browser';
import { storeFinding, storePageScan } from '../support/findings';
import { withFreshSite } from '../support/fresh-site';
import { levelNamed } from '../support/levels';
import { tooWide } from '../support/places';
import { itSlow } from '../support/sample';
import { everythingStored } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/** Tests the Detectors page with the production build in a real browser, on the local host. */

let site: ServedSite;
const visit = withFreshSite(
  (fresh) => {
    site = fresh;
  },
  { path: '/detectors', site: { queryLagMs: 0 } },
);

const press = (app: Frame, name: string) => app.getByRole('button', { name, exact: true }).click();
const dialogOf = (app: Frame) => app.getByRole('dialog');
const noDialog = (app: Frame) => dialogOf(app).waitFor({ state: 'detached' });
const submit = (app: Frame, name: string) => dialogOf(app).getByRole('button', { name, exact: true }).click();
const field = (app: Frame, name: string) => dialogOf(app).getByLabel(name);
const rowOf = (app: Frame, name: string) =>
  app.getByRole('table', { name: 'Detectors' }).getByRole('row').filter({ hasText: name });
async function act(app: Frame, menu: string, action: string): Promise<void> {
  await press(app, menu);
  await app.getByRole('menuitem', { name: action, exact: true }).click();
}

const openTab = (app: Frame, name: string) => app.getByRole('tab', { name, exact: true }).click();

const stored = async () => (await site.admin('getDetection', {})).value as DetectionView;
const elsewhere = async (operation: string, payload: object) => {
  const result = await site.admin(operation, { rev: (await stored()).rev, ...payload }, 'admin2@example.com');
  expect(result).toMatchObject({ ok: true });
};
const SSN = 'US Social Security number';
const CUSTOM = {
  name: 'Project code',
  category: 'pii',
  severity: 'medium',
  pattern: 'PRJ-[0-9]{6}',
  samples: { match: ['PRJ-123456'], noMatch: ['PRJ-12'] },
};

async function find(app: Frame, text: string): Promise<void> {
  await app.getByLabel('Search detectors').fill(text);
}

const hasFocus = (app: Frame, text: string) =>
  app
    .locator(':focus')
    .filter({ hasText: new RegExp(`^${text}$`) })
    .waitFor();

it('the page Detectors loads after a failure, filters the catalog, and changes and resets a detector with the keyboard', async () => {
  site.host.faults.add({ target: 'confluence', status: 503, times: 2 });
  const { app, page } = await visit();
  await app.getByText('We couldn’t load the detectors').waitFor();
  await press(app, 'Try again');
  await find(app, 'social security us');
  await rowOf(app, SSN).waitFor();
  expect(await app.getByRole('table', { name: 'Detectors' }).getByRole('row').count()).toBe(2);
  await app.getByLabel('Category').selectOption('Secrets');
  await app.getByRole('heading', { name: 'No matching detectors' }).waitFor();
  await press(app, 'Clear filters');

  await find(app, 'us-ssn');
  await app.getByRole('button', { name: `Actions for ${SSN}` }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await field(app, 'Status').selectOption('Off');
  await field(app, 'Severity').selectOption('Critical');
  await field(app, 'Minimum confidence').fill('1,5');
  await submit(app, 'Save');
  await dialogOf(app).getByText('Enter a number from 0 to 1').waitFor();
  await field(app, 'Minimum confidence').fill('0.7');
  await page.keyboard.press('Enter');
  await noDialog(app);
  await rowOf(app, SSN).getByText('Off', { exact: true }).waitFor();
  expect((await stored()).detectors).toEqual({
    'us-ssn': { enabled: false, severity: 'critical', minConfidence: 0.7 },
  });

  await app.getByLabel('Status').selectOption('Changed');
  await act(app, `Actions for ${SSN}`, 'Edit settings');
  await field(app, 'Status').selectOption('default');
  await field(app, 'Severity').selectOption('default');
  await field(app, 'Minimum confidence').fill('');
  await submit(app, 'Save');
  await noDialog(app);
  await app.getByRole('heading', { name: 'No matching detectors' }).waitFor();
  expect((await stored()).detectors).toEqual({});
});

it('the page Detectors turns one detector, a category or a country off with one press, and undoes it', async () => {
  const { app, page } = await visit();
  const turn = (name: string) => app.getByRole('switch', { name, exact: true });
  const undo = async () => {
    await press(app, 'Undo');
    await app.getByText(/turned on$/).waitFor();
    expect((await stored()).detectors).toEqual({});
  };
  await turn('Network').click();
  await app.getByText(/^Network: \d+ detectors turned off$/).waitFor();
  expect(await turn('Network').isChecked()).toBe(false);
  const { rev, catalog } = await stored();
  expect(rev).toBe(1);
  const network = catalog.filter(({ category }) => category === 'network');
  expect(network.map(({ enabled }) => enabled)).toEqual(network.map(() => false));
  await app.getByText('Some pages are outdated').waitFor();
  expect(await accessibilityProblems(app)).toEqual([]);
  await capture(page, 'detectors-groups');
  await undo();
  await hasFocus(app, 'Catalog');

  await app.getByText(/^By country/).click();
  await app.getByLabel('Search countries').fill('germ');
  await turn('Germany (DE)').click();
  await app.getByText(/^Germany \(DE\): \d+ detectors turned off$/).waitFor();
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await tooWide(app)).toEqual([]);
  await capture(page, 'detectors-groups-narrow');
  await page.setViewportSize({ width: 1280, height: 900 });
  await undo();

  await find(app, 'us-ssn');
  await elsewhere('changeDetector', { detectorId: 'email', changes: { severity: 'low' } });
  await turn(SSN).click();
  await app.getByRole('alert', { name: 'We couldn’t change the detectors' }).waitFor();
  await turn(SSN).press('Space');
  await app.getByText(`${SSN} turned off`).waitFor();
  expect((await stored()).detectors).toEqual({ 'us-ssn': { enabled: false }, email: { severity: 'low' } });
});

itSlow(
  'the scan settings and the levels from findings of the site are saved, and the levels that a rule then requires are raised',
  async () => {
    const pageId = DEMO_PAGES.engHome;
    await storePageScan(site, pageId, [await storeFinding(site, pageId, { severity: 'critical' })]);
    const { app, page } = await visit();
    await openTab(app, 'Scan settings');
    await press(app, 'Edit scan settings');
    await dialogOf(app).getByText('All countries', { exact: true }).click();
    await dialogOf(app).getByLabel('Search countries').fill('united');
    await dialogOf(app).getByLabel('United States (US)').check();
    await dialogOf(app).getByLabel('Comments and replies').uncheck();
    await dialogOf(app).getByLabel('Use Atlassian Guard').check();
    await dialogOf(app).getByLabel('Scan the text of attached files').check();
    await dialogOf(app).getByLabel('Largest file (MB)').fill('200');
    await submit(app, 'Save');
    await dialogOf(app).getByText('Enter a whole number from 1 to 20').waitFor();
    await dialogOf(app).getByLabel('Largest file (MB)').fill('10');
    await dialogOf(app).getByLabel('Archives').uncheck();
    await submit(app, 'Save');
    await noDialog(app);

    await goTo(app, 'Policy', 'Rules');
    const rule = (severity: string, level: string) =>
      app
        .getByRole('group', { name: `${severity} or higher` })
        .getByLabel(level, { exact: true })
        .check();
    await rule('Critical', 'Restricted');
    await goTo(app, 'Scans');
    await submit(app, 'Keep editing');
    await elsewhere('changeDetector', { detectorId: 'us-ssn', changes: { severity: 'low' } });
    await press(app, 'Save');
    await app.getByText('Another admin changed the detection settings').waitFor();
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await tooWide(app)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await press(app, 'Save');
    await app.getByText('1 page is below the level that findings require').waitFor();
    expect(await stored()).toMatchObject({
      regions: ['US'],
      targets: { comments: false, body: true },
      triggers: { onPublish: true, schedule: 'off' },
      rules: [{ severity: 'critical', levelId: levelNamed(site, 'Restricted').levelId }],
      redaction: { guard: true },
      attachmentContents: {
        enabled: true,
        maxMegabytes: 10,
        kinds: expect.not.arrayContaining(['archives']) as string[],
      },
      detectors: { 'us-ssn': { severity: 'low' } },
    });
    await press(app, 'Raise levels…');
    await submit(app, 'Raise levels');
    await dialogOf(app)
      .getByText(/^Raising levels/)
      .waitFor();
    await site.host.background.settle();
    await dialogOf(app).getByText('1 page has its required level now.').waitFor();
    await submit(app, 'Close');
    await app.getByText('1 page is below the level that findings require').waitFor({ state: 'detached' });

    await rule('High', 'Internal');
    await press(app, 'Discard');
    await goTo(app, 'Scans');
    await app.getByRole('heading', { name: 'Scans', level: 1 }).waitFor();
  },
);

it('the page Detectors creates, corrects, tests, edits and removes a custom detector, and does not store the test text', async () => {
  const { app } = await visit();
  await openTab(app, 'Custom detectors');
  await press(app, 'Create custom detector');
  await submit(app, 'Create custom detector');
  await dialogOf(app).getByText('Enter a value.').first().waitFor();
  await field(app, 'Name').fill(CUSTOM.name);
  await field(app, 'Pattern').fill('(?=PRJ)[0-9]+');
  await field(app, 'Samples that match').fill('PRJ-123456');
  await field(app, 'Samples that don’t match').fill('PRJ-12');
  await submit(app, 'Preview changes');
  const preview = dialogOf(app).getByRole('region', { name: 'Preview of the change' });
  await preview.getByText(/Must be a valid RE2 regular expression/).waitFor();
  await submit(app, 'Create custom detector');
  await dialogOf(app)
    .getByText(/Must be a valid RE2 regular expression/)
    .nth(1)
    .waitFor();
  await field(app, 'Pattern').fill(CUSTOM.pattern);
  await aPage(site, { text: 'The codes PRJ-123456 and PRJ-654321.' });
  await submit(app, 'Preview changes');
  await preview.getByText('This detector: 2 on 1 page').waitFor();
  await submit(app, 'Create custom detector');
  await noDialog(app);

  const before = everythingStored(site);
  await openTab(app, 'Test bench');
  await app.getByLabel('Text', { exact: true }).fill('Social security number 536-90-4399, PRJ-123456');
  await press(app, 'Test detectors');
  const findings = app.getByRole('table', { name: 'Findings in the text' });
  await findings.getByRole('row').filter({ hasText: SSN }).waitFor();
  await findings.getByRole('row').filter({ hasText: CUSTOM.name }).waitFor();
  await app.getByText('2 findings').waitFor();
  expect(await findings.textContent()).not.toContain('536-90');
  const tested = app.getByRole('region', { name: 'Tested text' });
  expect(await tested.locator('mark').allTextContents()).toEqual(['536-90-4399finding 1', 'PRJ-123456finding 2']);
  await app.getByLabel('Text', { exact: true }).fill('Nothing of interest.');
  await press(app, 'Test detectors');
  await app.getByText('No findings.').waitFor();
  await findings.waitFor({ state: 'detached' });
  expect(everythingStored(site)).toEqual(before);

  await openTab(app, 'Catalog');
  await find(app, 'project');
  await act(app, `Actions for ${CUSTOM.name}`, 'Edit definition');
  await field(app, 'Name').fill('Code of a project');
  await submit(app, 'Save');
  await noDialog(app);
  expect((await stored()).custom).toMatchObject([{ ...CUSTOM, name: 'Code of a project' }]);
  await act(app, 'Actions for Code of a project', 'Remove');
  await submit(app, 'Cancel');
  await act(app, 'Actions for Code of a project', 'Remove');
  await submit(app, 'Remove');
  await noDialog(app);
  expect((await stored()).custom).toEqual([]);
});

const { ENG, HR } = DEMO_SPACES;

itSlow(
  'the page Detectors creates a detector scheme, selects it for a space, changes one of its detectors, and removes it',
  async () => {
    const { app, page } = await visit();
    await openTab(app, 'Schemes');
    await press(app, 'Create detector scheme');
    await submit(app, 'Create detector scheme');
    await dialogOf(app).getByText('Enter a name.').waitFor();
    await field(app, 'Name').fill('Engineering');
    await dialogOf(app).getByLabel('Scheme regions').check();
    await dialogOf(app).getByText('All countries').last().click();
    await dialogOf(app).getByLabel('United States (US)').check();
    await field(app, 'Minimum confidence').fill('0,8');
    await page.keyboard.press('Enter');
    await noDialog(app);
    await hasFocus(app, 'Create detector scheme');
    const row = app.getByRole('row').filter({ has: app.getByRole('rowheader', { name: 'Engineering' }) });
    await row.getByText('Not used', { exact: true }).waitFor();
    expect(await app.getByText('Some pages are outdated').count()).toBe(0);

    await goTo(app, 'Spaces');
    await app.getByLabel('Find a space').fill('engin');
    await act(app, 'Edit settings for Engineering', 'Edit detectors');
    await field(app, 'Detector scheme').selectOption({ label: 'Engineering' });
    await submit(app, 'Save');
    await noDialog(app);
    const inSpace = app.getByRole('table', { name: 'Spaces found' }).getByRole('row').nth(1);
    await inSpace.getByRole('cell', { name: 'Engineering', exact: true }).waitFor();

    await goTo(app, 'Detectors');
    await openTab(app, 'Schemes');
    await row.getByText('Regions: United States (US)').waitFor();
    await row.getByText('Minimum confidence: 0.8').waitFor();
    await row.getByText('1 space', { exact: true }).waitFor();
    await press(app, 'View detectors in Engineering');
    await hasFocus(app, 'Catalog');
    await find(app, 'us-ssn');
    await act(app, `Actions for ${SSN}`, 'Edit settings');
    await dialogOf(app).getByText(`Settings for ${SSN} in Engineering`).waitFor();
    await field(app, 'Status').selectOption('Off');
    await submit(app, 'Save');
    await noDialog(app);
    await rowOf(app, SSN).getByText('Changed by scheme').waitFor();
    await openTab(app, 'Schemes');
    await row.getByText('1 changed detector').waitFor();
    await openTab(app, 'Catalog');
    await app.getByLabel('Show settings for').selectOption('Whole site');
    await rowOf(app, SSN).getByText('On', { exact: true }).waitFor();
    const { schemes, spaces, detectors } = await stored();
    expect({ schemes, spaces, detectors }).toMatchObject({
      schemes: [
        { name: 'Engineering', regions: ['US'], minConfidence: 0.8, detectors: { 'us-ssn': { enabled: false } } },
      ],
      spaces: { [ENG]: schemes[0]?.schemeId },
      detectors: {},
    });

    await app.getByRole('button', { name: 'Start a scan' }).waitFor();
    await openTab(app, 'Schemes');
    await press(app, 'Remove Engineering');
    await dialogOf(app).getByRole('listitem').filter({ hasText: 'Engineering' }).waitFor();
    await submit(app, 'Remove');
    await noDialog(app);
    await app.getByText('There are no detector schemes yet').waitFor();
    await hasFocus(app, 'Detector schemes');
    expect(await stored()).toMatchObject({ schemes: [], spaces: {} });
  },
);

it('After a conflict, a form keeps its changes, shows those of the other admin, and never saves a removed scheme for the site', async () => {
  await elsewhere('createDetectorScheme', { name: 'Engineering', detectors: {} });
  const schemeId = (await stored()).schemes[0]?.schemeId;
  const { app } = await visit({ path: '/detectors?tab=schemes' });
  await press(app, 'Edit Engineering');
  await field(app, 'Name').fill('Engineers');
  const detectors = { 'us-ssn': { severity: 'critical' } };
  await elsewhere('editDetectorScheme', { schemeId, name: 'Engineering', minConfidence: 0.9, detectors });
  await elsewhere('changeSpaceDetection', { spaceId: HR, schemeId });
  await submit(app, 'Save');
  await dialogOf(app).getByText('Another admin changed the detection settings').waitFor();
  await dialogOf(app).getByRole('rowheader', { name: 'Detector scheme “Engineering”: Minimum confidence' }).waitFor();
  await dialogOf(app).getByRole('rowheader', { name: 'Space Human Resources' }).waitFor();
  expect(await field(app, 'Name').inputValue()).toBe('Engineers');
  await submit(app, 'Save');
  await noDialog(app);
  expect((await stored()).schemes).toEqual([{ schemeId, name: 'Engineers', minConfidence: 0.9, detectors }]);

  await press(app, 'View detectors in Engineers');
  await find(app, 'us-ssn');
  await act(app, `Actions for ${SSN}`, 'Edit settings');
  await field(app, 'Status').selectOption('Off');
  await elsewhere('removeDetectorScheme', { schemeId });
  await submit(app, 'Save');
  await dialogOf(app).getByText('Another admin changed the detection settings').waitFor();
  await submit(app, 'Save');
  await dialogOf(app).getByText('The detector scheme was not found.').waitFor();
  expect(await stored()).toMatchObject({ detectors: {}, schemes: [] });
});
