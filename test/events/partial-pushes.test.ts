import { DEMO_PAGES, DEMO_SPACES, EDITOR } from '../../local/demo';
import { kindOf } from '../../local/forge/background/partial-pushes';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { levelNamed, settle } from '../support/levels';
import { truthOf } from '../support/page-truth';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { aPage, expectOk, move } from '../support/wiki-pages';

/** A queue can refuse an event with a 202. The first event of each kind is refused here, and one of ten others. */

const TOKEN = ['ghp', 'R7vX2kQ9mZ4tB8nC6wL1yD3fG5hJ0pS7aE2u'].join('_');
const QUARTER_MS = 900_000;

let nowMs: number;
let site: Site;
/** The answers to the pushes of each kind of event, in their order. */
let answers: Map<string, number[]>;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  answers = new Map();
  site = openSite({
    queryLagMs: 0,
    seed: jest.getSeed(),
    now: () => new Date(nowMs),
    assumptions: new Set(['partial-pushes'] as const),
    intercept: async ({ path, body = 'null' }, proceed) => {
      const response = await proceed();
      if (!path.includes('/queue/publish/')) return response;
      const { queueName, payload } = JSON.parse(body) as { queueName: string; payload: { body: object }[] };
      for (const event of payload) {
        const kind = kindOf(queueName, { ...event.body });
        answers.set(kind, [...(answers.get(kind) ?? []), response.status]);
      }
      return response;
    },
  });
  const rules = [{ severity: 'critical' as const, levelId: levelNamed(site, 'Restricted').levelId }];
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, rules } });
  await settle(site, { mentions: true });
});
afterEach(() => site.close());

/** A day with all of its schedules. */
async function passDay(): Promise<void> {
  const log = jest.spyOn(console, 'error').mockImplementation();
  const run = (...keys: readonly string[]) => Promise.all(keys.map((key) => site.host.background.runSchedule(key)));
  await run('daily-reconciliation', 'daily-key-expiry');
  for (let quarter = 0; quarter < 96; quarter += 1) {
    await run('every-five-minutes', ...(quarter % 4 === 0 ? ['hourly-scans'] : []));
    await site.host.background.settle();
    nowMs += QUARTER_MS;
  }
  log.mockRestore();
}

const levelOf = (pageId: string) => truthOf(site.host, pageId).record?.levelId;

it('everything that the app pushes arrives, or is found again', async () => {
  const { key } = await site.createKey({ classificationScope: 'manage', detectionScope: 'manage' });
  const internal = levelNamed(site, 'Internal').levelId;
  const found = await aPage(site, { text: `Use ${TOKEN} for it.` });
  const unclassified = await aPage(site, { by: EDITOR.email });
  const root = await aPage(site);
  const child = await aPage(site, { parentId: root });
  const { id } = (await expectOk(site.wiki('POST', '/rest/api/space', { key: 'GONE', name: 'Gone' }))) as {
    id: number;
  };
  const gone = await aPage(site, { spaceId: String(id) });
  await passDay();
  const restricted = levelNamed(site, 'Restricted').levelId;
  expect(levelOf(found)).toBe(restricted);

  const headers = { 'Idempotency-Key': 'once' };
  const pages = [DEMO_PAGES.officeGuide, child, gone].map((pageId) => ({ pageId }));
  const job = { key, headers, body: { levelId: internal, pages } };
  expect((await site.rest('POST', '/v1/page-level/jobs', job)).status).toBe(202);
  const scan = { key, headers, body: { spaceId: DEMO_SPACES.ENG } };
  expect((await site.rest('POST', '/v1/detection/scan', scan)).status).toBe(202);
  await passDay();
  expect(pages.map(({ pageId }) => levelOf(pageId))).toEqual([internal, internal, internal]);
  expect(rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'job.finished')).not.toEqual([]);

  await move(site, root, 'OPEN');
  await expectOk(site.wiki('DELETE', '/rest/api/space/GONE'));
  await passDay();
  expect(truthOf(site.host, child).record?.spaceId).toBe(DEMO_SPACES.OPEN);
  expect(levelOf(gone)).toBeUndefined();
  const scans = rowsOf(site, 'page-scan').filter(({ key: pageId }) => [child, gone].includes(pageId));
  expect(scans.map(({ key: pageId, value }) => [pageId, value['state'], value['spaceId']])).toEqual([
    [child, 'complete', DEMO_SPACES.OPEN],
    [gone, 'gone', String(id)],
  ]);
  const comments = await expectOk(site.wiki('GET', `/api/v2/pages/${unclassified}/footer-comments`));
  expect((comments as { results: unknown[] }).results).toHaveLength(1);

  // Each kind of event was refused, and then pushed again. A probe is not, because its refusal is an answer of the site check.
  const isRepaired = (statuses: readonly number[]) => statuses[0] === 202 && statuses.includes(201);
  const lost = [...answers].flatMap(([kind, statuses]) => (isRepaired(statuses) ? [] : [kind]));
  expect(lost.filter((kind) => !kind.startsWith('probes'))).toEqual([]);
  const queues = new Set([...answers.keys()].map((kind) => kind.split(' ')[0]));
  expect([...queues].sort()).toEqual(['jobs', 'mirror', 'page-life', 'probes', 'scans', 'walks']);
});
