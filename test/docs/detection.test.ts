import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEMO_SPACES } from '../../local/demo';
import { CATEGORIES } from '../../src/detection/detector';
import { done } from '../admin/ask';
import { type ServedSite, serveSite } from '../support/browser';
import { itWith } from '../support/interpreters';
import { rowsOf } from '../support/stored-rows';
import { expectOk } from '../support/wiki-pages';

/** The commands of docs/detection.md have the described effects. Settings that later commands need are made first. */

const [guide = '', reference = ''] = ['detection', 'detection-reference'].map((name) =>
  readFileSync(join(__dirname, `../../docs/${name}.md`), 'utf8'),
);
const examples = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, example = '']) => example);

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.stop());

itWith('bash', 'curl')('every example is answered as the text around it says', async () => {
  const { baseUrl } = await done<{ baseUrl: string }>(site, 'getBaseAddress', {});
  const { key } = await site.createKey({ detectionScope: 'manage' });
  const env: Record<string, string> = { BASE_URL: baseUrl, KEY: key, SPACE_ID: DEMO_SPACES.ENG };
  const textOf = async (example: string) => {
    const { stdout } = await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${example}`], {
      env: { ...process.env, ...env },
      timeout: 240_000,
    });
    return stdout;
  };
  const run = async (example: string) => JSON.parse(await textOf(example));
  const [
    overdue = '',
    assign = '',
    assignMany = '',
    askOwner = '',
    found = '',
    exported = '',
    excludeOnPage = '',
    excludeDomain = '',
    removeExclusion = '',
    scan = '',
    coverage = '',
    tryRedaction = '',
    redact = '',
    readRedaction = '',
    listRedactions = '',
    cleanHistory = '',
    list = '',
    change = '',
    setSite = '',
    makeScheme = '',
    setSpace = '',
    makeCustom = '',
    findHosts = '',
    analyze = '',
    ...others
  ] = examples;
  expect(others).toEqual([]);

  const { results: detectors } = await run(list);
  expect(detectors.map(({ detectorId }: { detectorId: string }) => detectorId)).toContain('card-pan');
  expect(await run(change)).toMatchObject({ minConfidence: 0.8, severity: 'critical', settings: { enabled: null } });
  expect(await run(setSite)).toMatchObject({
    regions: ['GB', 'US'],
    triggers: { schedule: 'weekly' },
    rules: [{ severity: 'critical', level: { levelKey: 'restricted' } }],
  });
  const { schemeId } = await run(makeScheme);
  env.SCHEME_ID = schemeId;
  expect(await run(setSpace)).toEqual({ spaceId: DEMO_SPACES.ENG, schemeId });
  expect(await run(makeCustom)).toMatchObject({ name: 'Project code', proximity: 50, confidence: 0.8 });
  const { detectorId: ownHosts } = await run(findHosts);
  const hosts = 'db1.prod.internal, https://wiki.int.acme.example/start, www.acme.example';
  expect(await run(analyze.replace('My card is 4539 1488 0343 6467.', hosts))).toMatchObject({
    findings: [{ detectorId: 'internal-hostname' }, { detectorId: ownHosts }],
  });
  expect(await run(analyze)).toMatchObject({ findings: [{ detectorId: 'card-pan', band: 'high' }], partial: false });
  expect(await run(overdue)).toEqual({ results: [], _links: {} });
  expect(await run(found)).toEqual({ results: [], _links: {} });
  expect(await textOf(exported)).toMatch(/^"detectionId","foundAt",[^\n]+\r\n$/);
  expect(await run(scan)).toMatchObject({ state: 'queued', of: 'site' });

  expect(await run(coverage)).toEqual({ results: [], _links: {} });

  const page = {
    spaceId: DEMO_SPACES.OPEN,
    status: 'current',
    title: 'A card',
    body: { representation: 'storage', value: '<p>Card number 4539 1488 0343 6467</p>' },
  };
  const { id } = (await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string };
  await site.host.background.settle();
  env.DETECTION_ID = rowsOf(site, 'detection').find(({ value }) => value['pageId'] === id)?.key ?? '';
  expect(await run(assign)).toMatchObject({ dueOn: '2027-01-31', comment: 'Ask the team first.', ownerId: null });
  expect(await run(assignMany)).toMatchObject({
    results: [{ status: 200, changed: true }],
    summary: { ok: 1, failed: 0 },
  });
  // The key's creator asks.
  expect(await run(askOwner)).toMatchObject({ outcome: 'asked' });
  const pageScope = { of: 'page', pageId: id };
  expect(await run(excludeOnPage)).toMatchObject({ results: [{ scope: pageScope, match: { by: 'fingerprint' } }] });
  const { results: made } = await run(excludeDomain);
  expect(made).toMatchObject([{ scope: { of: 'space' }, expiresAt: '2099-01-31T00:00:00.000Z', state: 'active' }]);
  env.EXCLUSION_ID = made[0].exclusionId;
  // Its response has no body.
  expect(await run(`${removeExclusion}echo '{"removed": true}'`)).toEqual({ removed: true });
  expect(await run(`curl --silent --header "x-api-key: $KEY" "$BASE_URL/v1/exclusion"`)).toMatchObject({
    results: [{ scope: pageScope }],
  });
  expect(await run(tryRedaction)).toMatchObject({ state: 'queued', dryRun: true, total: 1 });
  const { redactionId } = await run(redact);
  env.REDACTION_ID = redactionId;
  await site.host.background.settle();
  expect(await run(readRedaction)).toMatchObject({
    state: 'succeeded',
    results: [{ detectionId: env.DETECTION_ID, pageId: id, status: 'redacted' }],
    pages: [{ versionBefore: 1, versionAfter: 2, historyExposed: true }],
  });
  expect((await run(listRedactions)).results).toMatchObject([
    { redactionId, state: 'succeeded' },
    { dryRun: true, state: 'succeeded' },
  ]);
  env.REDACTION_ID = (await run(cleanHistory)).redactionId;
  await site.host.background.settle();
  expect(await run(readRedaction)).toMatchObject({
    results: [{ status: 'redacted' }],
    pages: [{ versionsDeleted: [{ version: 1 }], historyExposed: false }],
  });
});

it('the reference of detection has every category of detectors', () => {
  expect(CATEGORIES.filter((one) => !reference.includes(`\n| ${one} |`))).toEqual([]);
});

it('the detection guide names private addresses that are findings by their form, and those that are not', async () => {
  const rule = /^- \*\*Private IP addresses\*\*[\s\S]*?(?=^- )/m.exec(reference)?.[0] ?? '';
  const [byForm = '', near = '', preset = ''] = rule.split(/(?<=\)\.) |(?<=are near\.) /);
  const addressesIn = (text: string) =>
    [...text.matchAll(/`(\d+\.\d+\.\d+\.\d+)`/g)].map(([, address = '']) => address);
  expect([byForm, near, preset].map((text) => addressesIn(text).length)).toEqual([2, 1, 3]);
  const { key } = await site.createKey({ detectionScope: 'manage' });
  const found = async (text: string) => {
    const { body } = await site.rest('POST', '/v1/detection/analyze', { key, body: { text } });
    expect(body).toHaveProperty('findings');
    return (body as { findings: { detectorId: string }[] }).findings.length;
  };
  for (const address of addressesIn(rule)) {
    expect([address, await found(`We use ${address} today.`)]).toEqual([address, byForm.includes(address) ? 1 : 0]);
    const expected = preset.includes(address) ? 0 : 1;
    expect([address, await found(`The server is ${address} today.`)]).toEqual([address, expected]);
  }
});
