import { putRow } from '../support/stored-rows';
import { openSite, type Site } from '../support/site';

/** `GET /v1/health`: what monitoring reads about the site. */

const START = new Date('2026-11-23T09:00:00.000Z');
const later = (minutes: number) => new Date(START.getTime() + minutes * 60_000);

let now: Date;
let site: Site;
let key: string;
beforeEach(async () => {
  now = START;
  site = openSite({ now: () => now });
  ({ key } = await site.createKey({ classificationScope: 'none', detectionScope: 'read' }));
});
afterEach(() => site.close());

interface Health {
  readonly status: string;
  readonly parts: readonly { readonly name: string; readonly status: string; readonly since: string | null }[];
}
const read = async (): Promise<Health> => (await site.rest('GET', '/v1/health', { key })).body;
const partOf = ({ parts }: Health, wanted: string) => parts.find(({ name }) => name === wanted);

function putAnswers(answers: Readonly<Record<string, { readonly state: string; readonly since: string }>>) {
  const data = {
    answers: Object.fromEntries(Object.entries(answers).map(([name, one]) => [name, { ...one, at: one.since }])),
  };
  return putRow(site, 'probe', 'answers', { v: 1, rev: 1, data });
}

it('the health check is ok on a new site, for a key with any scope, and may be reused for a minute', async () => {
  const answer = await site.rest('GET', '/v1/health', { key });
  expect(answer.body).toMatchObject({ status: 'ok', checkedAt: START.toISOString() });
  expect(answer.body.parts.filter(({ status }: { status: string }) => status !== 'ok')).toEqual([]);
  expect(answer.header('Cache-Control')).toBe('private, max-age=60');
});

it('a schedule that no longer runs degrades it, from its last run', async () => {
  await site.host.background.runSchedule('every-five-minutes');
  now = later(19);
  expect((await read()).status).toBe('ok');
  now = later(21);
  const health = await read();
  expect(health.status).toBe('degraded');
  expect(partOf(health, 'schedules')).toEqual({ name: 'schedules', status: 'degraded', since: START.toISOString() });
});

it('a failed probe degrades its part since the first failure, unless the app has another way', async () => {
  await putAnswers({
    'storage-condition': { state: 'fails', since: later(-5).toISOString() },
    'act-as-person.consumer': { state: 'fails', since: later(-20).toISOString() },
    queue: { state: 'fails', since: later(-10).toISOString() },
  });
  const health = await read();
  expect(partOf(health, 'storage')?.since).toBe(later(-5).toISOString());
  expect(partOf(health, 'site-check')?.since).toBe(later(-20).toISOString());

  await putAnswers({
    'native-levels': { state: 'fails', since: START.toISOString() },
    'storage-index': { state: 'fails', since: START.toISOString() },
    'web-options': { state: 'fails', since: START.toISOString() },
  });
  expect((await read()).status).toBe('ok');
});

it('an inactive license degrades it since then', async () => {
  const at = START.toISOString();
  const value = { license: 'inactive', since: later(-60).toISOString(), answeredAt: at, askedAt: at };
  await putRow(site, 'config', 'license', { v: 1, rev: 1, value });
  expect(partOf(await read(), 'license')).toMatchObject({ status: 'degraded', since: later(-60).toISOString() });
});

it('an erasure that makes no progress for a day degrades it', async () => {
  const data = { cause: 'closed', rows: 0 };
  const row = { v: 1, rev: 1, state: 'running', requestedAt: START.toISOString(), data };
  await putRow(site, 'erasure', 'A'.repeat(22), row);
  now = later(24 * 60);
  expect(partOf(await read(), 'erasures')).toMatchObject({ status: 'degraded', since: START.toISOString() });
});

it('rows that cannot be read count as no answer, never as an error', async () => {
  await putRow(site, 'probe', 'answers', { v: 9, rev: 1, data: 'x' });
  await putRow(site, 'config', 'schedules', { v: 9, rev: 1 });
  await putRow(site, 'config', 'license', { v: 9, rev: 1 });
  expect((await read()).status).toBe('ok');
});
