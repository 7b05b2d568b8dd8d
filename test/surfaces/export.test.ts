import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import { DEMO_PAGES, DEMO_SPACES, EDITOR, OUTSIDER, VIEWER } from '../../local/demo';
import { createSurfaceFunctions } from '../../src/surfaces/resolver';
import { systemRandom } from '../../src/platform/random';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { settle, levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { aPage, storeLevel } from '../support/wiki-pages';

/** Pages with macros, exported to PDF and Word. */

const { $schema: _draft4, ...adfSchema } = JSON.parse(
  readFileSync(require.resolve('@atlaskit/adf-schema/dist/json-schema/v1/full.json'), 'utf8'),
);
const isAdf = new Ajv({ strict: false }).compile(adfSchema);

let site: Site;
beforeEach(async () => {
  site = openSite();
  await storeLevel(site, architecture, levelNamed(site, 'Restricted').levelId, ENG);
});
afterEach(() => {
  site.close();
});

const { architecture, welcome, engRestricted, payroll } = DEMO_PAGES;
const { ENG } = DEMO_SPACES;
const TYPES = ['pdf', 'word', 'other'] as const;

/** The text of a valid document. */
async function exported(moduleKey: string, at: object, type: (typeof TYPES)[number] = 'pdf'): Promise<string> {
  const document = await site.exportMacro(moduleKey, type, { pageId: architecture, as: VIEWER.email, ...at });
  isAdf(document);
  expect(isAdf.errors).toBeNull();
  return JSON.stringify(document);
}

const NO_LEVEL = 'The classification level isn’t available in this export.';
const NO_REPORT = 'The classification report isn’t available in this export.';

describe.each(TYPES)('an export to %s', (type) => {
  it('has the level of the page', async () => {
    expect(await exported('level-macro', {}, type)).toContain('"type":"status","attrs":{"text":"Restricted"');
    expect(await exported('level-macro', { pageId: welcome, as: 'anonymous' }, type)).toContain('Not classified');
  });

  it('has the report as the exporting person sees it', async () => {
    const config = { source: 'query', query: `id in (${welcome}, ${architecture}, ${engRestricted}, ${payroll})` };
    const titleOf = async (id: string) =>
      ((await (await site.wiki('GET', `/api/v2/pages/${id}`)).json()) as { title: string }).title;
    const [secret, open] = [await titleOf(architecture), await titleOf(welcome)];
    const seen = await exported('report-macro', { config, pageId: welcome }, type);
    expect(seen).toContain(secret);
    expect(seen).toContain('Restricted');
    expect(seen).toContain('Includes only pages that the person who exported it could view.');
    const outside = await exported('report-macro', { config, pageId: welcome, as: OUTSIDER.email }, type);
    expect(outside).toContain(open);
    expect(outside).not.toContain(secret);
    expect(outside).not.toContain('Restricted');
  });

  it('has a neutral text where the person cannot see the page or the source', async () => {
    expect(await exported('level-macro', { pageId: engRestricted }, type)).toContain(NO_LEVEL);
    expect(await exported('level-macro', { as: OUTSIDER.email }, type)).toContain(NO_LEVEL);
    const config = { source: 'below', pageId: engRestricted };
    expect(await exported('report-macro', { config, pageId: welcome }, type)).toContain(NO_REPORT);
    expect(await exported('report-macro', { config: { source: 'nothing' }, pageId: welcome }, type)).toContain(
      NO_REPORT,
    );
  });
});

it('a place where classification is off has no level and no report', async () => {
  await settle(site, { surfaces: { ...NO_SURFACE_SETTINGS, offSpaceIds: [ENG] } });
  for (const macro of ['level-macro', 'report-macro']) {
    const text = await exported(macro, {});
    expect(text).toContain('Classification is off in this space.');
    expect(text).not.toContain('Restricted');
  }
});

it('an exported report names its first pages, and says that there are more', async () => {
  for (let index = 0; index < 1_005; index += 1) await aPage(site, { spaceId: DEMO_SPACES.HR });
  const config = { source: 'space', spaceKey: 'HR' };
  const text = await exported('report-macro', { config, pageId: welcome, as: EDITOR.email });
  expect(text).toMatch(/The report has more pages\. This export shows the first \d+\./);
});

it('a report without pages says so', async () => {
  const config = { source: 'query', query: 'label = no-such-label' };
  expect(await exported('report-macro', { config })).toContain('The report has no pages that you can view.');
});

it('the account is the one of the platform, not one in the payload', async () => {
  const config = { source: 'query', query: `id = ${payroll}` };
  const context = { accountId: EDITOR.accountId, principal: { accountId: EDITOR.accountId } };
  const text = await exported('report-macro', {
    config,
    pageId: welcome,
    as: OUTSIDER.email,
    forged: context as never,
  });
  expect(text).toContain('The report has no pages that you can view.');
});

it.each([
  [undefined, undefined],
  [null, null],
  ['text', 5],
  [{ context: { extension: { content: { id: [] } } } }, { principal: 'x', installContext: {} }],
  [{ extension: 'x', context: [], extensionPayload: 3 }, { principal: { accountId: 4 } }],
])('arguments of another shape, %j and %j, give neutral texts', async (payload, context) => {
  const functions = createSurfaceFunctions({
    clock: () => new Date(),
    random: systemRandom,
    log: () => undefined,
    peppers: () => undefined,
    rateLimits: () => 'off',
    operationLimitMs: 20_000,
  });
  expect(JSON.stringify(await functions.exportLevelMacro(payload, context))).toContain(NO_LEVEL);
  expect(JSON.stringify(await functions.exportReportMacro(payload, context))).toContain(NO_REPORT);
  expect((await functions.bylineProperties(payload, context)).title).toBe('Classification');
});
