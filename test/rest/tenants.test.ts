import { createAdmin } from '../../src/admin/resolver';
import { defaultLevels } from '../../src/classification/default-levels';
import { siteAri } from '../../local/forge/runtime';
import type { App } from '../../local/host';
import { systemRandom } from '../../src/platform/random';
import { createRest } from '../../src/rest/app';
import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { seededRandom } from '../../local/forge/seeded-random';
import { pickFrom } from '../access/situations';
import { PEPPER } from '../keys/key-records';
import { storedKeyUse } from '../support/key-use';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { everythingStored } from '../support/stored-rows';
import { runsOf } from '../support/sample';

/**
 * Tests that one warm process serves several sites concurrently. The same app serves both sites of these tests, and
 * they share people, spaces, page ids and even the pepper. Only the installation differs.
 */

/** In each lane of each site. */
const OPERATIONS = runsOf(250);
const LANES = 2;

const PAGES = [
  DEMO_PAGES.architecture,
  DEMO_PAGES.architectureEvents,
  DEMO_PAGES.runbooks,
  DEMO_PAGES.runbookDatabase,
  DEMO_PAGES.incidents,
  DEMO_PAGES.welcome,
  DEMO_PAGES.officeGuide,
  DEMO_PAGES.glossary,
] as const;

/** One app for all sites, as in a warm process of Forge. */
function anApp(): App {
  const dependencies = {
    clock: () => new Date(),
    random: systemRandom,
    log: () => undefined,
    peppers: () => [PEPPER] as const,
    rateLimits: () => 'off',
  };
  return {
    rest: createRest({ ...dependencies, requestLimitMs: 20_000, hostLimitMs: 8_000, storageLimitMs: 5_000 }),
    admin: createAdmin({ ...dependencies, operationLimitMs: 20_000 }),
  };
}

interface Tenant {
  readonly site: Site;
  readonly levelIds: readonly string[];
  readonly keys: { readonly key: string; readonly keyId: string }[];
  /** The expected level of every page, according to the responses. */
  readonly expected: Map<string, string>;
}

async function aTenant(app: App, siteName: string): Promise<Tenant> {
  const site = openSite({ app, siteName });
  const levelIds = defaultLevels(siteAri(site.host.installation)).map(({ levelId }) => levelId);
  const keys = [await site.createKey(), await site.createKey({ spaceLimit: [DEMO_SPACES.ENG, DEMO_SPACES.OPEN] })];
  return { site, levelIds, keys, expected: new Map() };
}

const OFTEN = ['set', 'read', 'options', 'levels', 'foreign key', 'foreign level'] as const;
const OPERATION_NAMES = [...OFTEN, ...OFTEN, ...OFTEN, ...OFTEN, 'key', 'list'] as const;

/** A series of operations at one site, each checked; the series of several sites and lanes run interleaved. */
async function work(own: Tenant, other: Tenant, lane: number, operations: number): Promise<Record<string, number>> {
  const { site, levelIds, keys, expected } = own;
  const random = seededRandom(lane + (own.levelIds[0]?.charCodeAt(0) ?? 0));
  // Each lane has its own pages, so that the expected level of a page is known.
  const pages = PAGES.filter((_page, index) => index % LANES === lane);
  const counts: Record<string, number> = {};
  for (let count = 0; count < operations; count += 1) {
    const name = pickFrom(OPERATION_NAMES, random);
    counts[name] = (counts[name] ?? 0) + 1;
    const { key } = pickFrom(keys, random);
    const pageId = pickFrom(pages, random);
    const levelId = pickFrom(levelIds, random);
    const set = (levelId: string, withKey = key) =>
      site.rest('POST', '/v1/page-level', { key: withKey, body: { pageId, levelId } });
    switch (name) {
      case 'set': {
        const { status, body } = await set(levelId);
        expect([status, body.levelId, body.changed]).toEqual([201, levelId, expected.get(pageId) !== levelId]);
        expect(keys.map(({ keyId }) => keyId)).toContain(body.apiKeyId);
        expected.set(pageId, levelId);
        break;
      }
      case 'read': {
        const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key });
        expect(body.levelId ?? body.code).toBe(expected.get(pageId) ?? 'PAGE_NOT_CLASSIFIED');
        break;
      }
      case 'options': {
        const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}/levels`, { key });
        expect(body.currentLevelId).toBe(expected.get(pageId) ?? null);
        expect(body.levels.map((level: { levelId: string }) => level.levelId)).toEqual(levelIds);
        break;
      }
      case 'levels': {
        const { body } = await site.rest('GET', '/v1/level', { key });
        expect(body.results.map((level: { levelId: string }) => level.levelId)).toEqual(levelIds);
        break;
      }
      case 'foreign key':
        expectUnknownKey(await set(levelId, pickFrom(other.keys, random).key));
        break;
      case 'foreign level':
        expect((await set(pickFrom(other.levelIds, random))).body.code).toBe('LEVEL_NOT_FOUND');
        break;
      case 'key': {
        const made = await site.createKey({ name: `Lane ${lane}` });
        expect((await site.admin('revokeKey', { keyId: made.keyId })).ok).toBe(true);
        expect((await set(levelId, made.key)).body.code).toBe('API_KEY_REVOKED');
        break;
      }
      case 'list': {
        const { value } = await site.admin('listKeys', {});
        const foreign = new Set(other.keys.map(({ keyId }) => keyId));
        expect(value.keys.filter(({ keyId }: { keyId: string }) => foreign.has(keyId))).toEqual([]);
      }
    }
  }
  return counts;
}

/** Refused by the id tag, before any lookup. */
function expectUnknownKey({ status, body, calls }: RestAnswer): void {
  expect([status, body.code, calls]).toEqual([401, 'API_KEY_INVALID', []]);
}

async function workInterleaved(one: Tenant, two: Tenant, operations: number) {
  const lanes = Array.from({ length: LANES }, (_unused, lane) => lane);
  return Promise.all(lanes.flatMap((lane) => [work(one, two, lane, operations), work(two, one, lane, operations)]));
}

it(`the app keeps two sites apart in ${OPERATIONS * LANES * 2} concurrent operations`, async () => {
  const app = anApp();
  const [one, two] = [await aTenant(app, 'one'), await aTenant(app, 'two')];
  const counts = await workInterleaved(one, two, OPERATIONS);
  for (const name of OPERATION_NAMES) {
    expect(counts.reduce((sum, count) => sum + (count[name] ?? 0), 0)).toBeGreaterThan(OPERATIONS / 12);
  }
  for (const [own, other] of [
    [one, two],
    [two, one],
  ] as const) {
    const rows = everythingStored(own.site);
    const levels = rows.filter(({ entity }) => entity === 'page-level');
    expect(new Map(levels.map(({ key, value }) => [key, (JSON.parse(value) as { levelId: string }).levelId]))).toEqual(
      new Map([...own.expected].sort()),
    );
    const foreign = [...other.levelIds, ...other.keys.map(({ keyId }) => keyId), other.site.host.installation.cloudId];
    const text = JSON.stringify(rows);
    expect(foreign.filter((id) => text.includes(id))).toEqual([]);
    for (const { keyId } of own.keys) {
      expect(storedKeyUse(own.site, keyId)).toMatchObject({ lastUsedAt: expect.any(String) as string });
    }
  }
  one.site.close();
  two.site.close();
});
