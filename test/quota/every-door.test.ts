import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { DEMO_PAGES, EDITOR } from '../../local/demo';
import type { PlatformCall } from '../../local/forge/platform-calls';
import { ADMIN_CONTRACT } from '../../src/admin/contract';
import { SURFACE_CONTRACT } from '../../src/surfaces/contract';
import { SPACE_CONTRACT } from '../../src/surfaces/space/contract';
import { ACTION_EFFECTS } from '../actions/all-actions';
import { bodyFor, firstLevel, routeRequests, withSamples } from '../rest/route-requests';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { levelNamed, settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf, stopScans } from '../support/stored-rows';
import { PAYLOADS } from '../surfaces/payloads';

/**
 * Every operation of every door, from the tables of operations: without points, no call to Confluence is made, and with points, each
 * is charged to its kind of work. A new operation is covered without a change here.
 */

let site: Site;
let limits = 'off';
let key: string;
let all: readonly Operation[];
let calls = 0;
const pageId = DEMO_PAGES.runbooks;
/** One point is less than every kind of person or key can have, and is used up for the app itself. */
const NONE = { host: 1 };
const NO_CHECKS = { 'key-check': 1 };

beforeAll(async () => {
  const intercept = (call: PlatformCall, proceed: () => Promise<Response>): Promise<Response> => {
    if (call.target === 'confluence') calls += 1;
    return proceed();
  };
  // Without the meter of storage, because all operations run in one instant.
  const now = () => new Date('2026-11-21T09:30:00.000Z');
  site = openSite({ meter: 'off', now, rateLimits: () => limits, intercept });
  await settle(site, { surfaces: { ...NO_SURFACE_SETTINGS, bylineNames: 'viewer' } });
  await stopScans(site);
  ({ key } = await site.createKey({ detectionScope: 'manage' }));
  all = await operations(key);
});
afterAll(() => site.close());

/** @returns the points that each kind has used */
function points(): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { value } of rowsOf(site, 'rate-limit')) {
    const { host } = (value.used ?? {}) as { host?: { owners?: Record<string, number> } };
    for (const [owner, used] of Object.entries(host?.owners ?? {})) {
      const kind = owner.slice(0, owner.indexOf(':'));
      sums[kind] = (sums[kind] ?? 0) + used;
    }
  }
  return sums;
}

async function callsDuring(run: () => Promise<unknown>): Promise<number> {
  const before = calls;
  await run();
  return calls - before;
}

const facts = () => {
  const id = randomUUID();
  const { levelId } = levelNamed(site, 'Internal');
  return { findingId: id, exclusionId: id, redactionId: id, jobId: id, undoableId: id, pageId, levelId };
};

type Operation = readonly [name: string, run: () => Promise<unknown>];

/** All operations, as people, keys and viewers without a login run them. */
async function operations(key: string): Promise<readonly Operation[]> {
  const level = await firstLevel(site, key);
  const frames = (Object.keys(PAYLOADS) as (keyof typeof PAYLOADS)[]).flatMap((name) =>
    [EDITOR.email, 'anonymous'].map((as): readonly [string, () => Promise<unknown>] => {
      const at = name in SPACE_CONTRACT ? { spaceKey: 'OPEN' } : { pageId };
      const module = name in SPACE_CONTRACT ? 'space-classification' : 'level-byline';
      return [
        `${name} of ${as}`,
        () => site.surface(module, name, PAYLOADS[name](facts()), { ...at, as }).catch(() => undefined),
      ];
    }),
  );
  expect(Object.keys(PAYLOADS).length).toBe(Object.keys(SURFACE_CONTRACT).length - 1);
  const config = { source: 'query', query: 'type = page' };
  return [
    ...frames,
    ['byline', () => site.byline('level-byline-by-language', { pageId, as: EDITOR.email })],
    ['byline without login', () => site.byline('level-byline-by-language', { pageId, as: 'anonymous' })],
    ['report', () => site.surface('report-macro', 'openReport', {}, { pageId, as: EDITOR.email, config })],
    ['check of a report', () => site.surface('report-macro', 'checkReport', { config }, { pageId, as: EDITOR.email })],
    ['exported level', () => site.exportMacro('level-macro', 'pdf', { pageId, as: EDITOR.email })],
    ['exported report', () => site.exportMacro('report-macro', 'pdf', { pageId, as: EDITOR.email, config })],
    ...Object.keys(ADMIN_CONTRACT).map((name) => [`admin ${name}`, () => site.admin(name, {})] as const),
    ...Object.keys(ACTION_EFFECTS).map(
      (name) =>
        [`action ${name}`, () => site.action(name, { pageId, level: 'Internal' }, { as: EDITOR.email })] as const,
    ),
    ...routeRequests().map(
      (request) =>
        [
          request.name,
          () => {
            const body = bodyFor(request, level);
            const headers = Object.keys(request.headers).map((name): [string, string] => [name, `"${randomUUID()}"`]);
            const options = { key, headers: Object.fromEntries(headers), ...(body === undefined ? {} : { body }) };
            return site.rest(request.method, withSamples(request.route.path, { pageId }), options);
          },
        ] as const,
    ),
  ];
}

it.each(['vendor', 'site admin'])('no operation calls Confluence without points of the %s', async (setBy) => {
  limits = JSON.stringify(setBy === 'vendor' ? { ...NO_CHECKS, ...NONE } : NO_CHECKS);
  if (setBy === 'site admin') await putRow(site, 'config', 'quotas', { v: 1, rev: 1, value: NONE });
  // The checks of a creator have a quota of their own, which is used up after this one.
  expect((await site.rest('GET', '/v1/level', { key })).status).toBe(setBy === 'vendor' ? 200 : 429);
  const made: string[] = [];
  for (const [name, run] of all) if ((await callsDuring(run)) > 0) made.push(name);
  limits = 'off';
  await putRow(site, 'config', 'quotas', { v: 1, rev: 2, value: {} });
  expect(all.length).toBeGreaterThan(250);
  expect(made).toEqual([]);
});

it('each call is charged to the kind of work that makes it', async () => {
  const runs = new Map(all);
  limits = '{"host": 100000}';
  for (const [name, kind] of [
    [`openPopup of ${EDITOR.email}`, 'people'],
    [`openBanner of ${EDITOR.email}`, 'people'],
    [`openLevel of ${EDITOR.email}`, 'people'],
    [`listHistory of ${EDITOR.email}`, 'people'],
    [`listMyPages of ${EDITOR.email}`, 'people'],
    ['check of a report', 'people'],
    ['report', 'reports'],
    ['openPopup of anonymous', 'visitors'],
    ['openBanner of anonymous', 'visitors'],
    ['openLevel of anonymous', 'visitors'],
    ['exported level', 'people'],
    ['admin getOverview', 'people'],
    ['admin getNavigationCounts', 'people'],
    ['action check-page', 'people'],
    ['GET /v1/page-level/by-page/:pageId', 'requests'],
  ] as const) {
    const before = points();
    const made = await callsDuring(async () => {
      const run = runs.get(name);
      if (run === undefined) throw new Error(`there is no operation ${name}`);
      await run();
    });
    const after = points();
    const grown = Object.keys(after).filter((one) => (after[one] ?? 0) > (before[one] ?? 0));
    expect([name, grown.sort()]).toEqual([name, name === 'report' ? ['people', 'reports'] : [kind]]);
    expect([name, made > 0, (after[kind] ?? 0) - (before[kind] ?? 0) >= (name === 'report' ? 1 : made)]).toEqual([
      name,
      true,
      true,
    ]);
  }
  limits = 'off';
});

it('only the budgets of src/quota open Confluence', () => {
  const root = join(__dirname, '../..');
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const users = files
    .map((file) => `src/${file}`)
    .filter((file) => /\bopenUnpaid\(|\bopenConfluence\(|\bunmetered\b/.test(readFileSync(join(root, file), 'utf8')));
  expect(users.sort()).toEqual([
    'src/platform/confluence.ts',
    'src/quota/charge-or-wait.ts',
    'src/quota/confluence-limit.ts',
    'src/quota/host-points.ts',
    'src/quota/invocation.ts',
    'src/rest/middleware/admission.ts',
  ]);
});
