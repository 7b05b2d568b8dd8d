import { DEMO_SPACES } from '../../local/demo';
import { SYSTEM } from '../../src/audit/event';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { levelNamed, type LevelName, settle } from '../support/levels';
import { expectWhole, truthOf } from '../support/page-truth';
import { openSite, type Site } from '../support/site';
import { putRow } from '../support/stored-rows';
import { expectOk, storeLevel } from '../support/wiki-pages';

/** The findings of a page set the level that the site has configured for them, and never a less sensitive one. */

const CARD = 'Card number: 4539 1488 0343 6467.';
const TOKEN = ['ghp', 'R7vX2kQ9mZ4tB8nC6wL1yD3fG5hJ0pS7aE2u'].join('_');

let site: Site;
beforeEach(async () => {
  site = openSite({ queryLagMs: 0 });
  const rules = [
    { severity: 'critical', levelId: levelNamed(site, 'Highly Restricted').levelId },
    { severity: 'medium', levelId: levelNamed(site, 'Internal').levelId },
  ];
  const detectors = { 'card-pan': { severity: 'medium' }, 'github-token': { severity: 'critical' } };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, detectors, rules } });
});
afterEach(() => site.close());

async function publish(text: string): Promise<string> {
  const body = { representation: 'storage', value: `<p>${text}</p>` };
  const page = { spaceId: DEMO_SPACES.ENG, status: 'current', title: crypto.randomUUID(), body };
  return ((await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string }).id;
}

const handleEvents = () => site.host.background.settle();

function levelOf(pageId: string): string | undefined {
  const names: readonly LevelName[] = ['Highly Restricted', 'Restricted', 'Internal', 'Public'];
  const { record } = truthOf(site.host, pageId);
  return names.find((name) => levelNamed(site, name).levelId === record?.levelId);
}

it.each([
  ['nothing', 'Nothing to see.', undefined, undefined],
  ['a finding of the severity', CARD, undefined, 'Internal'],
  ['another finding of a higher severity', `${CARD} Use ${TOKEN} for it.`, undefined, 'Highly Restricted'],
  ['a finding and a less sensitive level', CARD, 'Public', 'Internal'],
  ['a finding and a more sensitive level', CARD, 'Restricted', 'Restricted'],
] as const)('a page with %s', async (_name, text, before, expected) => {
  const pageId = await publish(text);
  if (before !== undefined) await storeLevel(site, pageId, levelNamed(site, before).levelId);
  const { history } = truthOf(site.host, pageId);
  await handleEvents();
  expect(levelOf(pageId)).toBe(expected);
  const truth = truthOf(site.host, pageId);
  if (expected === before) {
    expect(truth.history).toEqual(history);
    return;
  }
  expect(truth.record).toMatchObject({ classifierId: SYSTEM, method: 'DETECTION' });
  expect(truth.history.at(-1)?.justification).toMatch(
    /^Sensitive data was found on the page: .*Payment card number \(1\).*\. Findings of severity .* require at least /,
  );
  expect(JSON.stringify(truth)).not.toContain(TOKEN);
  if (before === undefined) expectWhole(truth);
});

it('a page gets the nearest more sensitive level if its space may not use that of the rule', async () => {
  const schemeId = '11111111-2222-4333-8444-555555555555';
  const levelIds = [levelNamed(site, 'Restricted').levelId, levelNamed(site, 'Public').levelId];
  const spaces = { [DEMO_SPACES.ENG]: { schemeId } };
  await settle(site, { schemes: [{ schemeId, name: 'Engineering', levelIds }], spaces });
  const pageId = await publish(CARD);
  await handleEvents();
  expect(levelOf(pageId)).toBe('Restricted');
});

it('a page gets the level of the rule in a scan of many pages too', async () => {
  const config = { ...DEFAULT_CONFIG, triggers: { onPublish: false, schedule: 'off' } };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: config });
  const pageId = await publish(CARD);
  await handleEvents();
  const levelId = levelNamed(site, 'Internal').levelId;
  const value = { ...config, rules: [{ severity: 'low', levelId }] };
  await putRow(site, 'config', 'detection', { v: 1, rev: 2, value });
  const { key } = await site.createKey({ detectionScope: 'manage' });
  const request = { key, body: { pageIds: [pageId] }, headers: { 'Idempotency-Key': 'one' } };
  expect((await site.rest('POST', '/v1/detection/scan', request)).status).toBe(202);
  await handleEvents();
  expect(levelOf(pageId)).toBe('Internal');
});
