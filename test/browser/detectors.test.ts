import type { Frame } from 'playwright-core';
import { DEMO_SPACES } from '../../local/demo';
import type { DetectionView } from '../../src/admin/change-detection';
import { effectiveDetection } from '../../src/detection/configuration/effective-detection';
import { type ServedSite } from '../support/browser';
import { withFreshSite } from '../support/fresh-site';
import { levelNamed } from '../support/levels';
import { everythingStored } from '../support/stored-rows';

/** The Detectors page, on the production build, through the local host: what a person configures there, and what holds then. */

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
async function act(app: Frame, name: string, action: string): Promise<void> {
  await press(app, `Actions for ${name}`);
  await app.getByRole('menuitem', { name: action, exact: true }).click();
}

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

it('the catalogue is searched and filtered, and says so where nothing matches', async () => {
  const { app } = await visit();
  await find(app, 'social security us');
  await rowOf(app, SSN).waitFor();
  expect(await app.getByRole('table', { name: 'Detectors' }).getByRole('row').count()).toBe(2);
  await app.getByLabel('Category').selectOption('Secrets');
  await app.getByRole('heading', { name: 'No matching detectors' }).waitFor();
  await press(app, 'Clear filters');
  await app.getByLabel('Status').selectOption('Changed');
  await app.getByRole('heading', { name: 'No matching detectors' }).waitFor();
});

it('a detector is switched off and made more severe with the keyboard alone, and taken back', async () => {
  const { app, page } = await visit();
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

  await act(app, SSN, 'Edit settings');
  await field(app, 'Status').selectOption('default');
  await field(app, 'Severity').selectOption('default');
  await field(app, 'Minimum confidence').fill('');
  await submit(app, 'Save');
  await noDialog(app);
  expect((await stored()).detectors).toEqual({});
});

it('where somebody else was faster, it is shown what changed, and what was typed is kept', async () => {
  const { app } = await visit();
  await find(app, 'us-ssn');
  await act(app, SSN, 'Edit settings');
  await field(app, 'Status').selectOption('Off');
  await elsewhere('changeDetector', { detectorId: 'us-ssn', changes: { severity: 'low' } });
  await submit(app, 'Save');
  await dialogOf(app).getByText('Another admin changed the detection settings').waitFor();
  await dialogOf(app).getByRole('rowheader', { name: SSN }).waitFor();
  await submit(app, 'Save');
  await noDialog(app);
  expect((await stored()).detectors).toEqual({ 'us-ssn': { enabled: false, severity: 'low' } });
});

it('of what somebody else changed it tells the level of a rule, and every part of a custom detector', async () => {
  const { regions, minConfidence, targets, triggers } = await stored();
  const giveLevel = (name: 'Internal' | 'Restricted') => {
    const rules = [{ severity: 'high', levelId: levelNamed(site, name).levelId }];
    return elsewhere('changeSiteDetection', { regions, minConfidence, targets, triggers, rules });
  };
  await giveLevel('Internal');
  await elsewhere('createDetector', CUSTOM);
  const { app } = await visit();
  await press(app, 'Edit scan settings');
  await field(app, 'When a page is published').uncheck();
  await giveLevel('Restricted');
  const detectorId = (await stored()).custom[0]?.detectorId;
  await elsewhere('editDetector', { ...CUSTOM, detectorId, confidence: 0.75 });
  await submit(app, 'Save');
  await dialogOf(app).getByRole('cell', { name: 'High or higher: at least Restricted' }).waitFor();
  await dialogOf(app)
    .getByRole('cell', { name: /, Confidence of findings: 0\.75, / })
    .waitFor();
});

it('where and when is settled for the site', async () => {
  const { app } = await visit();
  await press(app, 'Edit scan settings');
  await dialogOf(app).getByLabel('United States (US)').check();
  await dialogOf(app).getByLabel('Comments and replies').uncheck();
  await field(app, 'Scheduled scan of all pages').selectOption('Every week');
  await field(app, 'Critical or higher').selectOption({ label: 'Restricted (restricted)' });
  await dialogOf(app).getByLabel('Use Atlassian Guard').check();
  await submit(app, 'Save');
  await noDialog(app);
  await app.getByText('Critical or higher: at least Restricted').waitFor();
  expect(await stored()).toMatchObject({
    regions: ['US'],
    targets: { comments: false, body: true },
    triggers: { onPublish: true, schedule: 'weekly' },
    rules: [{ severity: 'critical', levelId: levelNamed(site, 'Restricted').levelId }],
    redaction: { guard: true },
  });
});

it('a custom detector is made, corrected where it is wrong, edited and removed', async () => {
  const { app } = await visit();
  await press(app, 'Create custom detector');
  await submit(app, 'Create custom detector');
  await dialogOf(app).getByText('Enter a value.').first().waitFor();
  await field(app, 'Name').fill(CUSTOM.name);
  await field(app, 'Pattern').fill('(?=PRJ)[0-9]+');
  await field(app, 'Samples that match').fill('PRJ-123456\nPRJ-12');
  await field(app, 'Samples that don’t match').fill('PRJ-12');
  await submit(app, 'Create custom detector');
  await dialogOf(app)
    .getByText(/Must be a valid RE2 regular expression/)
    .waitFor();
  await field(app, 'Pattern').fill(CUSTOM.pattern);
  await submit(app, 'Create custom detector');
  await dialogOf(app)
    .getByText(/Line 2 must match the pattern/)
    .waitFor();
  await field(app, 'Samples that match').fill('PRJ-123456');
  await submit(app, 'Create custom detector');
  await noDialog(app);
  await find(app, 'project');
  await rowOf(app, CUSTOM.name).waitFor();

  await act(app, CUSTOM.name, 'Edit definition');
  await field(app, 'Name').fill('Code of a project');
  await submit(app, 'Save');
  await noDialog(app);
  expect((await stored()).custom).toMatchObject([{ ...CUSTOM, name: 'Code of a project' }]);

  await act(app, 'Code of a project', 'Remove');
  await submit(app, 'Cancel');
  await act(app, 'Code of a project', 'Remove');
  await submit(app, 'Remove');
  await noDialog(app);
  expect((await stored()).custom).toEqual([]);
});

describe('a detector scheme', () => {
  const { ENG, HR } = DEMO_SPACES;
  const byRow = (app: Frame, name: string) =>
    app.getByRole('row').filter({ has: app.getByRole('rowheader', { name }) });
  const hasFocus = (app: Frame, text: string) =>
    app
      .locator(':focus')
      .filter({ hasText: new RegExp(`^${text}$`) })
      .waitFor();
  const aScheme = async (name: string, more: object = {}) => {
    await elsewhere('createDetectorScheme', { name, detectors: {}, ...more });
    return (await stored()).schemes.find((one) => one.name === name)?.schemeId ?? '';
  };
  async function findSpace(app: Frame, text: string): Promise<void> {
    await app.getByLabel('Find a space').fill(text);
    await app.getByRole('table', { name: 'Spaces found' }).waitFor();
  }

  it('is made, given to a space, changed detector by detector, and the space shows what holds there', async () => {
    const { app, page } = await visit();
    await app.getByText('There are no detector schemes yet').waitFor();
    await press(app, 'Create detector scheme');
    await submit(app, 'Create detector scheme');
    await dialogOf(app).getByText('Enter a name.').waitFor();
    await field(app, 'Name').fill('Engineering');
    await dialogOf(app).getByLabel('Scheme regions').check();
    await dialogOf(app).getByLabel('United States (US)').check();
    await field(app, 'Minimum confidence').fill('0,8');
    await page.keyboard.press('Enter');
    await noDialog(app);
    await hasFocus(app, 'Create detector scheme');
    await byRow(app, 'Engineering').getByText('Not used', { exact: true }).waitFor();
    expect(await app.getByText('Some pages are outdated').count()).toBe(0);

    await app.getByText('No spaces use a detector scheme. Find a space to select one.').waitFor();
    await findSpace(app, 'engin');
    await press(app, 'Edit settings for Engineering');
    await field(app, 'Detector scheme').selectOption({ label: 'Engineering' });
    await submit(app, 'Save');
    await noDialog(app);
    const inSpace = app.getByRole('table', { name: 'Spaces found' }).getByRole('row').nth(1);
    await inSpace.getByText('Regions: United States (US)').waitFor();
    await inSpace.getByText('Minimum confidence: 0.8').waitFor();
    const before = (await inSpace.getByText(/^[0-9]+ of [0-9]+ detectors$/).textContent()) ?? '';
    await app.getByText('affects detection in 1 space.').waitFor();

    await press(app, 'View detectors in Engineering');
    await hasFocus(app, 'Catalogue');
    await find(app, 'us-ssn');
    await act(app, SSN, 'Edit settings');
    await dialogOf(app).getByText(`Settings for ${SSN} in Engineering`).waitFor();
    await field(app, 'Status').selectOption('Off');
    await submit(app, 'Save');
    await noDialog(app);
    await rowOf(app, SSN).getByText('Changed by scheme').waitFor();
    const one = (count: string) => Number(/^[0-9]+/.exec(count)?.[0]);
    await inSpace.getByText(before.replace(/^[0-9]+/, String(one(before) - 1))).waitFor();
    await app.getByLabel('Show settings for').selectOption('Whole site');
    await rowOf(app, SSN).getByText('On', { exact: true }).waitFor();

    const { schemes, spaces, detectors, catalogue } = await stored();
    expect({ schemes, spaces, detectors }).toMatchObject({
      schemes: [
        { name: 'Engineering', regions: ['US'], minConfidence: 0.8, detectors: { 'us-ssn': { enabled: false } } },
      ],
      spaces: { [ENG]: schemes[0]?.schemeId },
      detectors: {},
    });
    // What the page says of the space is what a scan of its pages goes by.
    const { policy, custom } = effectiveDetection(await stored(), ENG);
    const isOn = ({ detectorId, enabled, regions }: (typeof catalogue)[number]) =>
      (policy.detectors[detectorId]?.enabled ?? enabled) &&
      (regions.length === 0 || policy.regions === undefined || regions.some((each) => policy.regions?.includes(each)));
    expect(custom).toEqual([]);
    expect(one(before) - 1).toBe(catalogue.filter(isOn).length);

    await press(app, 'Go to Scans');
    await app.getByRole('heading', { name: 'Scans', exact: true }).waitFor();
  });

  it('of which somebody else changed something meanwhile keeps what was typed, and the change', async () => {
    const schemeId = await aScheme('Engineering');
    const { app } = await visit();
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
  });

  it('is removed with a word about the spaces that have it, which are as the site then', async () => {
    const schemeId = await aScheme('Engineering', { minConfidence: 0.9 });
    for (const spaceId of [ENG, HR]) await elsewhere('changeSpaceDetection', { spaceId, schemeId });
    const { app } = await visit();
    await press(app, 'Remove Engineering');
    for (const name of ['Engineering', 'Human Resources']) {
      await dialogOf(app).getByRole('listitem').filter({ hasText: name }).waitFor();
    }
    await submit(app, 'Remove');
    await noDialog(app);
    await app.getByText('There are no detector schemes yet').waitFor();
    await app.getByText('affects detection in 2 spaces.').waitFor();
    await hasFocus(app, 'Detector schemes');
    expect(await stored()).toMatchObject({ schemes: [], spaces: {} });
  });

  it('that is gone is not mistaken for the site where one of its detectors is edited', async () => {
    const schemeId = await aScheme('Engineering');
    const { app } = await visit();
    await press(app, 'View detectors in Engineering');
    await find(app, 'us-ssn');
    await act(app, SSN, 'Edit settings');
    await field(app, 'Status').selectOption('Off');
    await elsewhere('removeDetectorScheme', { schemeId });
    await submit(app, 'Save');
    await dialogOf(app).getByText('Another admin changed the detection settings').waitFor();
    await submit(app, 'Save');
    await dialogOf(app).getByText('This detector scheme doesn’t exist. Another admin may have removed it.').waitFor();
    expect(await stored()).toMatchObject({ detectors: {}, schemes: [] });
  });
});

it('a text is tried on the test bench, and nothing of it is stored', async () => {
  await elsewhere('createDetector', CUSTOM);
  const { app } = await visit();
  const before = everythingStored(site);
  await app.getByLabel('Text', { exact: true }).fill('Social security number 536-90-4399, PRJ-123456');
  await press(app, 'Test detectors');
  const findings = app.getByRole('table', { name: 'Findings in the text' });
  await findings.getByRole('row').filter({ hasText: SSN }).waitFor();
  await findings.getByRole('row').filter({ hasText: CUSTOM.name }).waitFor();
  await app.getByText('2 findings').waitFor();
  expect(await findings.textContent()).not.toContain('536-90');
  expect(everythingStored(site)).toEqual(before);
  await app.getByLabel('Text', { exact: true }).fill('Nothing of interest.');
  await press(app, 'Test detectors');
  await app.getByText('No findings.').waitFor();
  await findings.waitFor({ state: 'detached' });
});

it('what cannot be loaded is said, and tried again', async () => {
  site.host.faults.add({ target: 'confluence', status: 503, times: 2 });
  const { app } = await visit();
  await app.getByText('We couldn’t load the detectors').waitFor();
  await press(app, 'Try again');
  await app.getByRole('heading', { name: 'Catalogue' }).waitFor();
});
