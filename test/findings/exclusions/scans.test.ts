import { DEMO_SPACES } from '../../../local/demo';
import { DEFAULT_CONFIG } from '../../../src/detection/configuration/model';
import { excludableOf, excludedBy } from '../../../src/findings/exclusions/excluded-by';
import type { Exclusion } from '../../../src/findings/exclusions/model';
import { findingRecord } from '../../../src/findings/model';
import { anExclusion, storeExclusions } from '../../support/exclusions';
import { levelNamed } from '../../support/levels';
import { truthOf } from '../../support/page-truth';
import { openSite, type Site } from '../../support/site';
import { putRow, rowsOf } from '../../support/stored-rows';
import { expectOk, storeLevel } from '../../support/wiki-pages';

/** The data that scans store for exclusions, and how exclusions apply to it. */

const CARD = 'Card number: 4539 1488 0343 6467.';

let site: Site;
beforeEach(() => {
  site = openSite({ queryLagMs: 0 });
});
afterEach(() => site.close());

async function publish(text: string): Promise<string> {
  const body = { representation: 'storage', value: `<p>${text}</p>` };
  const page = { spaceId: DEMO_SPACES.ENG, status: 'current', title: crypto.randomUUID(), body };
  return ((await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string }).id;
}

const label = (pageId: string, name: string) =>
  expectOk(site.wiki('POST', `/rest/api/content/${pageId}/label`, [{ prefix: 'global', name }]));

const handleEvents = () => site.host.background.settle();

/** The detectors of the open findings of a page that are excluded. */
function excludedOn(pageId: string, exclusions: readonly Exclusion[]): readonly string[] {
  return rowsOf(site, 'detection')
    .map(({ value }) => findingRecord.parse(value))
    .filter((record) => record.pageId === pageId && record.status === 'open')
    .filter((record) => excludedBy(excludableOf(record), record, exclusions, new Date()) !== undefined)
    .map(({ detectorId }) => detectorId)
    .sort();
}

it('a pattern excludes the matching values, and a domain its addresses and those of its subdomains', async () => {
  const all = [
    anExclusion({ exclusionId: crypto.randomUUID(), match: { by: 'pattern', pattern: '^4539' } }),
    anExclusion({
      exclusionId: crypto.randomUUID(),
      match: { by: 'pattern', pattern: '4539', detectorId: 'email' },
    }),
  ];
  await storeExclusions(site, ...all);
  const pageId = await publish(`${CARD} Write to ann@mail.acme-corp.com or bob@acme-corp.com or eve@notacme-corp.com.`);
  await handleEvents();
  expect(excludedOn(pageId, all)).toEqual(['card-pan']);

  const hashes = rowsOf(site, 'detection')
    .map(({ value }) => findingRecord.parse(value))
    .flatMap(({ detectorId, data }) => (detectorId === 'email' ? [data.domainHashes ?? []] : []));
  const [shared] = hashes.flat().filter((hash) => hashes.flat().filter((other) => other === hash).length === 2);
  const byDomain = anExclusion({ match: { by: 'domain', domain: 'acme-corp.com', hash: shared ?? '' } });
  expect(excludedOn(pageId, [byDomain])).toEqual(['email', 'email']);
  expect(JSON.stringify(rowsOf(site, 'detection'))).not.toMatch(/acme-corp/);
});

it('a new pattern makes a page outdated, other exclusions do not', async () => {
  const pageId = await publish(CARD);
  await handleEvents();
  const hashes: unknown[] = [];
  const rescanWith = async (...all: readonly Exclusion[]) => {
    await storeExclusions(site, ...all);
    await expectOk(
      site.wiki('PUT', `/api/v2/pages/${pageId}/title`, { status: 'current', title: crypto.randomUUID() }),
    );
    await handleEvents();
    hashes.push(rowsOf(site, 'page-scan').find(({ key }) => key === pageId)?.value['configHash']);
  };
  await rescanWith();
  await rescanWith(anExclusion());
  await rescanWith(anExclusion(), anExclusion({ match: { by: 'pattern', pattern: '4539' } }));
  expect(hashes[1]).toBe(hashes[0]);
  expect(hashes[2]).not.toBe(hashes[0]);
});

it.each<[string, Partial<Exclusion>, boolean]>([
  ['its detector', { match: { by: 'detector', detectorId: 'card-pan' } }, true],
  [
    'its detector, in its space',
    { match: { by: 'detector', detectorId: 'card-pan' }, scope: { of: 'space', spaceId: DEMO_SPACES.ENG } },
    true,
  ],
  [
    'its detector, on pages with its label',
    { match: { by: 'detector', detectorId: 'card-pan' }, scope: { of: 'label', label: 'samples' } },
    true,
  ],
  [
    'its detector, on pages with another label',
    { match: { by: 'detector', detectorId: 'card-pan' }, scope: { of: 'label', label: 'sample "s"' } },
    false,
  ],
  ['its place', { match: { by: 'location', field: 'body', kind: 'text' } }, true],
  ['a pattern', { match: { by: 'pattern', pattern: '6467$' } }, true],
  ['another detector', { match: { by: 'detector', detectorId: 'email' } }, false],
  [
    'its detector, until yesterday',
    { match: { by: 'detector', detectorId: 'card-pan' }, expiresAt: '2026-01-21T10:00:00.000Z' },
    false,
  ],
])('findings excluded by %s require no level', async (_name, change, isExcluded) => {
  const { levelId } = levelNamed(site, 'Internal');
  const rules = [{ severity: 'low', levelId }];
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, rules } });
  await storeExclusions(site, anExclusion(change));
  const pageId = await publish(CARD);
  await label(pageId, 'samples');
  await storeLevel(site, pageId, levelNamed(site, 'Public').levelId);
  await handleEvents();
  expect(truthOf(site.host, pageId).record?.levelId === levelId).toBe(!isExcluded);
});
