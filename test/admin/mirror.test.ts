import { ADMIN, ADMIN2 } from '../../local/demo';
import type { MirrorView } from '../../src/admin/levels/mirror';
import { openSite, type Site } from '../support/site';
import { everythingStored, rowsOf } from '../support/stored-rows';
import { ask, done, refusal } from './ask';

/** The admin area starts, pauses, continues and cancels the update of all pages. */

let site: Site;
/** The bodies of the events that were pushed to queues. */
let pushed: string[];
beforeEach(() => {
  pushed = [];
  site = openSite({
    queryLagMs: 0,
    intercept: ({ path, body = '' }, proceed) => {
      if (path.includes('/queue/publish/')) pushed.push(body);
      return proceed();
    },
  });
});
afterEach(() => site.close());

const read = () => done<MirrorView>(site, 'getMirror', {});
const start = async () => (await done<MirrorView>(site, 'startMirrorWalk', {})).walk?.walkId ?? '';

it('the mirror run never ran at first', async () => {
  expect(await read()).toEqual({});
});

it('the mirror run is started, paused, continued and canceled, each with an audit event', async () => {
  const walkId = await start();
  expect(await read()).toMatchObject({
    walk: {
      walkId,
      scope: 'all',
      state: 'running',
      cause: 'admin',
      startedBy: ADMIN.accountId,
      counts: { checked: 0, written: 0, failed: 0, unreachable: 0 },
    },
  });
  expect((await done<MirrorView>(site, 'pauseMirrorWalk', { walkId })).walk?.state).toBe('paused');
  expect((await done<MirrorView>(site, 'resumeMirrorWalk', { walkId }, ADMIN2.email)).walk?.state).toBe('running');
  const canceled = await done<MirrorView>(site, 'cancelMirrorWalk', { walkId });
  expect(canceled.walk).toMatchObject({ state: 'cancelled', endedAt: expect.any(String) });
  expect(await read()).toEqual(canceled);
  const { value } = await site.admin('listAudit', { subject: `mirror-walk:${walkId}` });
  expect(
    value.entries.map(({ type, actorAccountId }: Record<string, unknown>) => [type, actorAccountId]).reverse(),
  ).toEqual([
    ['mirror-walk.started', ADMIN.accountId],
    ['mirror-walk.paused', ADMIN.accountId],
    ['mirror-walk.resumed', ADMIN2.accountId],
    ['mirror-walk.cancelled', ADMIN.accountId],
  ]);
});

it('the mirror run pushes a step when it starts and when it continues', async () => {
  const walkId = await start();
  await done(site, 'pauseMirrorWalk', { walkId });
  await done(site, 'resumeMirrorWalk', { walkId });
  const step = { queueName: 'walks', payload: [{ body: { walk: 'mirror', ticket: expect.any(String) } }] };
  expect(pushed.map((body) => JSON.parse(body))).toMatchObject([step, step]);
});

it('the mirror run is open once, so a second start is refused, and can follow after the end', async () => {
  const walkId = await start();
  const before = everythingStored(site);
  expect((await refusal(site, 'startMirrorWalk', {})).code).toBe('MIRROR_WALK_OPEN');
  expect(everythingStored(site)).toEqual(before);
  await done(site, 'cancelMirrorWalk', { walkId });
  expect(await start()).not.toBe(walkId);
});

it('the mirror run starts once if two admins start it at the same time', async () => {
  const starts = await Promise.all([ADMIN, ADMIN2].map(({ email }) => ask(site, 'startMirrorWalk', {}, email)));
  expect(starts.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(rowsOf(site, 'audit')).toHaveLength(1);
});

it.each([
  ['pauseMirrorWalk', 'paused'],
  ['resumeMirrorWalk', 'running'],
  ['pauseMirrorWalk', 'ended'],
  ['resumeMirrorWalk', 'ended'],
  ['cancelMirrorWalk', 'ended'],
  ['cancelMirrorWalk', 'replaced'],
])('%s is refused if it is %s, and nothing is written', async (operation, state) => {
  const walkId = await start();
  if (state === 'paused') await done(site, 'pauseMirrorWalk', { walkId });
  if (state === 'ended' || state === 'replaced') await done(site, 'cancelMirrorWalk', { walkId });
  if (state === 'replaced') await start();
  const before = everythingStored(site);
  expect((await refusal(site, operation, { walkId })).code).toBe('MIRROR_WALK_CHANGED');
  expect((await refusal(site, operation, { walkId: 'all' })).code).toBe('INVALID_INPUT');
  expect(everythingStored(site)).toEqual(before);
});

it('the mirror run is not lost if the queue fails', async () => {
  site.host.faults.add({ target: 'gateway', match: '/queue/publish/', status: 503, times: 1 });
  await start();
  expect((await read()).walk?.state).toBe('running');
});
