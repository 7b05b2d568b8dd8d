import { DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { WAIT_REASONS } from '../../src/runs/wait-reasons';
import { openSite, type RestAnswer, type Site, type SiteOptions } from '../support/site';
import { putRow, rowOf, rowsOf, stopScans } from '../support/stored-rows';
import { expectOk } from '../support/wiki-pages';

/** Jobs, scans and redactions wait in a queue, in turns between keys, which no interruption stops. */

interface Kind {
  readonly kind: 'job' | 'scan' | 'redaction';
  readonly path: string;
  readonly idName: string;
  readonly openRow: string;
  readonly read: string;
  readonly body: (pageId: string) => object;
  /** The stored queue. */
  readonly entries: (data: unknown) => readonly unknown[];
  readonly dataOf: (entries: readonly unknown[]) => unknown;
  readonly recordKey: (id: string) => string;
}

const KINDS: readonly Kind[] = [
  {
    kind: 'job',
    path: '/v1/page-level/jobs',
    idName: 'id',
    openRow: 'open',
    read: '/v1/job/',
    body: (pageId) => ({ levelId: 'internal', pages: [{ pageId }] }),
    entries: (data) => data as readonly unknown[],
    dataOf: (entries) => entries,
    recordKey: (id) => id,
  },
  {
    kind: 'scan',
    path: '/v1/detection/scan',
    idName: 'scanId',
    openRow: 'scan:open',
    read: '/v1/detection/scan/',
    body: (pageId) => ({ pageIds: [pageId] }),
    entries: (data) => (data as { open: readonly unknown[] }).open,
    dataOf: (open) => ({ open, past: [] }),
    recordKey: (id) => `scan:${id}`,
  },
  {
    kind: 'redaction',
    path: '/v1/redaction',
    idName: 'redactionId',
    openRow: 'redaction:open',
    read: '/v1/redaction/',
    body: () => ({ detectionIds: [crypto.randomUUID()] }),
    entries: (data) => data as readonly unknown[],
    dataOf: (entries) => entries,
    recordKey: (id) => `redaction:${id}`,
  },
];

let nowMs = 0;
let site: Site;
let pageId: string;
let serial = 0;
let logged: (readonly [string, unknown])[] = [];

async function open(options: SiteOptions = {}): Promise<void> {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  logged = [];
  const log = (event: string, fields: unknown) => logged.push([event, fields]);
  site = openSite({ queryLagMs: 0, now: () => new Date(nowMs), log, ...options });
  await stopScans(site);
  const page = { spaceId: DEMO_SPACES.OPEN, status: 'current', title: `Waiting ${(serial += 1)}` };
  const body = { representation: 'storage', value: '<p>Text.</p>' };
  pageId = ((await expectOk(site.wiki('POST', '/api/v2/pages', { ...page, body }))) as { id: string }).id;
  await site.host.background.settle();
}
afterEach(() => site.close());

const newKey = async () => (await site.createKey({ detectionScope: 'manage' })).key;
const send = (of: Kind, key: string, name = `run-${(serial += 1)}`, body = of.body(pageId)): Promise<RestAnswer> =>
  site.rest('POST', of.path, { key, body, headers: { 'Idempotency-Key': name } });
async function begin(of: Kind, key: string, count = 1): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const answer = await send(of, key);
    expect([answer.status, answer.body.state]).toEqual([202, 'queued']);
    ids.push(answer.body[of.idName]);
  }
  return ids;
}
const stateOf = async (of: Kind, id: string, key: string): Promise<string> =>
  (await site.rest('GET', of.read + id, { key })).body.state;
const statesOf = (of: Kind, ids: readonly string[], key: string) => Promise.all(ids.map((id) => stateOf(of, id, key)));
const events = (of: Kind) => site.host.background.pending().filter(({ module }) => module === `${of.kind}s-consumer`);
const line = (of: Kind) =>
  of.entries(rowOf(site, 'job', of.openRow)['data']) as readonly { id: string; state: string }[];
const waiting = (of: Kind) =>
  line(of)
    .filter(({ state }) => state === 'waiting')
    .map(({ id }) => id);
const watch = () => site.host.background.runSchedule('every-five-minutes');

const isOpen = (state: string) => ['queued', 'waiting', 'running'].includes(state);

/** Runs everything until no run is open, advancing the clock while something waits. */
async function finishAll(of: Kind): Promise<void> {
  for (let rounds = 0; rounds < 200; rounds += 1) {
    await site.host.background.settle();
    const [next] = events(of);
    if (line(of).length === 0) return;
    nowMs = next === undefined ? nowMs + 300_000 : Math.max(nowMs + 1, Date.parse(next.dueAt));
    if (next === undefined) await watch();
  }
  throw new Error('the line does not come to its end');
}

describe.each(KINDS)('a $kind', (of) => {
  it('waits if its key has three running ones; one of another key gets a slot, and all finish', async () => {
    await open();
    const [one, other] = [await newKey(), await newKey()];
    const own = await begin(of, one, 5);
    const [last = ''] = await begin(of, other);
    expect(waiting(of)).toEqual(own.slice(3));
    // An event of a waiting run does nothing.
    for (const { id } of events(of).slice(3, 5)) await site.host.background.deliver(id);
    expect(await statesOf(of, own.slice(3), one)).toEqual(['queued', 'queued']);
    await site.host.background.settle();
    expect((await statesOf(of, own, one)).filter(isOpen)).toEqual([]);
    expect(isOpen(await stateOf(of, last, other))).toBe(false);
    expect(line(of)).toEqual([]);
  });

  it('is refused if its key has five, not if another key has; the same request still finds its own', async () => {
    await open();
    const [one, other] = [await newKey(), await newKey()];
    const body = of.body(pageId);
    const first = await send(of, one, 'the-same', body);
    await begin(of, one, 4);
    const refused = await send(of, one);
    expect([refused.status, refused.body.code, refused.header('Retry-After')]).toEqual([409, 'TOO_MANY_JOBS', '60']);
    expect(refused.body.detail).toContain(`This API key has 5 open ${of.kind}s`);
    const again = await send(of, one, 'the-same', body);
    expect([again.status, again.body[of.idName], again.header('Idempotent-Replayed')]).toEqual([
      202,
      first.body[of.idName],
      'true',
    ]);
    expect((await send(of, other)).status).toBe(202);
  });

  it('whose event cannot be pushed when its turn comes is pushed by the watch', async () => {
    await open();
    const key = await newKey();
    const ids = await begin(of, key, 4);
    for (const { id } of events(of).slice(3)) await site.host.background.deliver(id);
    expect(waiting(of)).toEqual(ids.slice(3));
    const [event] = events(of);
    // A job first pushes the pages whose content property it changes.
    const times = of.kind === 'job' ? 2 : 1;
    site.host.faults.add({ target: 'gateway', match: '/webhook/queue/publish', status: 500, times });
    await site.host.background.deliver(event?.id ?? '');
    expect(logged.map(([name]) => name)).toContain(`${of.kind}.not-pushed`);
    await site.host.background.settle();
    expect(await stateOf(of, ids[3] ?? '', key)).toBe('queued');
    expect(waiting(of)).toEqual([]);
    nowMs += 300_000;
    await watch();
    await site.host.background.settle();
    expect(isOpen(await stateOf(of, ids[3] ?? '', key))).toBe(false);
    expect(line(of)).toEqual([]);
  });

  it('whose event the platform refuses says why it waits, and starts with the next watch, whenever that is', async () => {
    let refusals = 5;
    await open({
      intercept: ({ path, body = '' }, proceed) => {
        const isRefused = path.includes('/queue/publish/') && body.includes(`"${of.kind}s"`) && (refusals -= 1) >= 0;
        return isRefused ? Promise.resolve(Response.json({}, { status: 429 })) : proceed();
      },
    });
    const key = await newKey();
    const ids = await begin(of, key, 4);
    const nextAttemptAt = new Date(nowMs + 300_000).toISOString();
    for (const id of ids) {
      const { body } = await site.rest('GET', of.read + id, { key });
      const waits = { code: 'EVENTS_USED_UP', reason: WAIT_REASONS.EVENTS_USED_UP, nextAttemptAt };
      expect([body.state, body.waiting]).toEqual(['queued', waits]);
    }
    expect(events(of)).toEqual([]);
    nowMs += 10_000;
    // The event of the first one is refused once more, so the fourth, which would get its place, waits too.
    await watch();
    expect(waiting(of).toSorted()).toEqual([ids[0], ids[3]].toSorted());
    await site.host.background.settle();
    nowMs += 300_000;
    await watch();
    await site.host.background.settle();
    expect((await statesOf(of, ids, key)).filter(isOpen)).toEqual([]);
    expect(line(of)).toEqual([]);
  });

  it('that waits for a revoked key leaves the queue with the next watch', async () => {
    await open();
    const { key, keyId } = await site.createKey({ detectionScope: 'manage' });
    const own = await begin(of, key, 5);
    expect(await site.admin('revokeKey', { keyId })).toMatchObject({ ok: true });
    expect(line(of)).toHaveLength(5);
    await watch();
    expect(line(of).map(({ id }) => id)).toEqual(own.slice(0, 3));
    const record = rowOf(site, 'job', of.recordKey(own[3] ?? '')) as { state: string; data: { stoppedBy: string } };
    expect([isOpen(record.state), record.data.stoppedBy]).toEqual([false, 'API_KEY_REVOKED']);
    // The running ones end with their next step.
    await site.host.background.settle();
    expect(line(of)).toEqual([]);
  });

  it('is created, runs and ends beside unreadable entries of the queue: these are logged and removed', async () => {
    await open();
    const named = '00000000-0000-4000-8000-000000000001';
    const entries = [{ id: 7 }, { id: named, owner: 'a', round: 'x', state: 'running' }, null];
    await putRow(site, 'job', of.openRow, { v: 1, rev: 1, data: of.dataOf(entries) });
    const key = await newKey();
    const [id = ''] = await begin(of, key);
    expect(line(of).map((entry) => entry.id)).toEqual([named, id]);
    expect(logged).toContainEqual([`${of.kind}.line-repaired`, { corruptEntries: 3 }]);
    await site.host.background.settle();
    expect(isOpen(await stateOf(of, id, key))).toBe(false);
    await putRow(site, 'job', of.openRow, { v: 1, rev: 9, data: of.dataOf(entries) });
    logged = [];
    await watch();
    expect(line(of)).toEqual([]);
    expect(logged).toContainEqual([`${of.kind}.line-repaired`, { corruptEntries: 3 }]);
  });

  it('whose record is unreadable gives up its slot with its next event; a site admin can cancel it', async () => {
    await open();
    const key = await newKey();
    const [id = '', other = ''] = await begin(of, key, 2);
    await putRow(site, 'job', of.recordKey(id), { v: 9, rev: 9 });
    await site.host.background.settle();
    expect(line(of)).toMatchObject([{ id, state: 'unreadable' }]);
    expect(isOpen(await stateOf(of, other, key))).toBe(false);
    const canceled = await site.admin('cancelRun', { kind: of.kind, runId: id });
    expect(canceled).toMatchObject({ ok: true, value: { runs: [] } });
    expect(line(of)).toEqual([]);
    const audit = rowsOf(site, 'audit').find(
      ({ value }) => value['subject'] === `${of.kind}:${id}` && value['type'] === 'job.cancelled',
    );
    expect(audit?.value).toMatchObject({ actorType: 'user', details: { after: { state: 'unreadable' } } });
  });

  it('waits behind five unreadable runs only until the watch detects them; a run that becomes readable returns', async () => {
    await open();
    const dead = [1, 2, 3, 4, 5].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
    const stuck = dead.map((deadId) => ({ id: deadId, round: 0, state: 'running' }));
    await putRow(site, 'job', of.openRow, { v: 1, rev: 1, data: of.dataOf(stuck) });
    for (const id of dead) await putRow(site, 'job', of.recordKey(id), { v: 2, rev: 1 });
    const key = await newKey();
    const [id = ''] = await begin(of, key);
    await site.host.background.settle();
    expect([await stateOf(of, id, key), waiting(of)]).toEqual(['queued', [id]]);
    nowMs += 300_000;
    expect((await watch()).outcome).toBe(204);
    await site.host.background.settle();
    expect(isOpen(await stateOf(of, id, key))).toBe(false);
    expect(line(of).map(({ state }) => state)).toEqual(dead.map(() => 'unreadable'));
    const [other = ''] = await begin(of, key);
    await putRow(site, 'job', of.recordKey(dead[0] ?? ''), rowOf(site, 'job', of.recordKey(other)));
    await finishAllBut(4);
    expect(line(of).map(({ id: left }) => left)).toEqual(dead.slice(1));

    async function finishAllBut(count: number): Promise<void> {
      for (let rounds = 0; rounds < 10 && line(of).length > count; rounds += 1) {
        nowMs += 300_000;
        await watch();
        await site.host.background.settle();
      }
    }
  });
});

const [JOB, SCAN] = KINDS as [Kind, Kind, Kind];

it('100 jobs of 20 keys all finish, in turns; the 101st is refused', async () => {
  // Without the meter of storage, because 100 jobs are created in one instant.
  await open({ meter: 'off' });
  const keys = await Promise.all(Array.from({ length: 20 }, newKey));
  const jobs: { readonly id: string; readonly key: number }[] = [];
  for (let round = 0; round < 5; round += 1)
    for (const [n, key] of keys.entries()) jobs.push({ id: (await begin(JOB, key))[0] ?? '', key: n });
  const another = await newKey();
  const refused = await send(JOB, another);
  expect([refused.status, refused.body.code]).toEqual([409, 'TOO_MANY_JOBS']);
  expect(refused.body.detail).toContain('The site has 100 open jobs');
  await finishAll(JOB);
  expect((await send(JOB, another)).status).toBe(202);
  for (const { id, key } of jobs) expect(await stateOf(JOB, id, keys[key] ?? '')).toBe('succeeded');
}, 120_000);

it('a job whose next step the platform refuses says why it waits, and continues with the next watch', async () => {
  let isFull = false;
  await open({
    intercept: ({ path, body = '' }, proceed) => {
      const isRefused = isFull && path.includes('/queue/publish/') && body.includes('"jobs"');
      return isRefused ? Promise.resolve(Response.json({}, { status: 429 })) : proceed();
    },
  });
  const key = await newKey();
  const pages = Array.from({ length: 260 }, (_, n) => ({ pageId: String(9_000_000 + n) }));
  const [id = ''] = [(await send(JOB, key, 'long', { levelId: 'internal', pages })).body.id];
  isFull = true;
  await site.host.background.settle();
  expect(events(JOB)).toEqual([]);
  const { body } = await site.rest('GET', JOB.read + id, { key });
  expect(body).toMatchObject({ state: 'running', waiting: { code: 'EVENTS_USED_UP' } });
  const { done } = body;
  isFull = false;
  nowMs += 1_000;
  await watch();
  expect(events(JOB)).toHaveLength(1);
  await finishAll(JOB);
  expect(done).toBeLessThan(260);
  expect((await site.rest('GET', JOB.read + id, { key })).body).toMatchObject({ state: 'failed' });
});

it('concurrent runs that are created and end lose no slot and leave no entry', async () => {
  await open();
  const keys = [await newKey(), await newKey(), await newKey()];
  for (let round = 0; round < 5; round += 1) await Promise.all(keys.map((key) => send(JOB, key)));
  const made = line(JOB);
  expect(made.filter(({ state }) => state === 'running')).toHaveLength(5);
  expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
  await Promise.all(events(JOB).map(({ id }) => site.host.background.deliver(id)));
  expect(line(JOB).filter(({ state }) => state === 'running').length).toBeLessThanOrEqual(5);
  await finishAll(JOB);
});

it('a waiting job that is canceled leaves the queue; after a running one the next starts at once', async () => {
  await open();
  const key = await newKey();
  const ids = await begin(JOB, key, 5);
  const cancel = (id = '') => site.rest('DELETE', `/v1/job/${id}`, { key });
  expect((await cancel(ids[3])).body.state).toBe('cancelled');
  expect(waiting(JOB)).toEqual([ids[4]]);
  for (const { id } of events(JOB)) await site.host.background.deliver(id);
  await begin(JOB, key, 5 - line(JOB).length);
  expect(waiting(JOB)).toHaveLength(2);
  const [ran] = line(JOB).filter(({ state }) => state === 'running');
  await cancel(ran?.id);
  expect(waiting(JOB)).toHaveLength(1);
  await finishAll(JOB);
});

it('the scheduled scan starts although every waiting place is taken', async () => {
  await open();
  const dead = Array.from({ length: 100 }, (_, n) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    owner: `key ${n % 20}`,
    round: 1 + Math.floor(n / 20),
    state: n < 5 ? 'running' : 'waiting',
  }));
  await putRow(site, 'job', 'scan:open', { v: 1, rev: 1, data: { open: dead, past: [] } });
  const { value } = rowOf(site, 'config', 'detection') as { value: object };
  await putRow(site, 'config', 'detection', {
    v: 1,
    rev: 1,
    value: { ...value, triggers: { onPublish: false, schedule: 'daily' } },
  });
  await site.host.background.runSchedule('hourly-scans');
  expect(logged).toContainEqual(['scan.scheduled', { outcome: 'created' }]);
  // None of those is stored, because the watch removes the running ones, and the others get their turns.
  for (let rounds = 0; rounds < 30 && line(SCAN).length > 0; rounds += 1) {
    nowMs += 300_000;
    await watch();
    await site.host.background.settle();
  }
  expect(line(SCAN)).toEqual([]);
});

describe('keys without remaining quota', () => {
  const limits = '{"key-write":6,"key":10000,"site":10000}';
  const manyPages = async () => {
    const pages = [pageId];
    for (let n = 0; n < 7; n += 1) {
      const page = { spaceId: DEMO_SPACES.OPEN, status: 'current', title: `Waiting ${(serial += 1)}` };
      const body = { representation: 'storage', value: '<p>Text.</p>' };
      pages.push(((await expectOk(site.wiki('POST', '/api/v2/pages', { ...page, body }))) as { id: string }).id);
    }
    return { levelId: 'internal', pages: pages.map((id) => ({ pageId: id })) };
  };
  let rateLimits: string | undefined;
  const deliverAll = async () => {
    for (const { id, dueAt } of events(JOB)) if (Date.parse(dueAt) <= nowMs) await site.host.background.deliver(id);
  };

  it('do not delay the job of a third key: their jobs release their slots, and finish once there is quota', async () => {
    rateLimits = 'off';
    await open({ rateLimits: () => rateLimits });
    const keys = [await newKey(), await newKey()];
    const body = await manyPages();
    const jobs: { readonly id: string; readonly key: string }[] = [];
    for (const key of keys)
      for (let n = 0; n < 5; n += 1)
        jobs.push({ key, id: (await send(JOB, key, `run-${(serial += 1)}`, body)).body.id });
    rateLimits = limits;
    await deliverAll();
    await deliverAll();
    await deliverAll();
    // All ten wait for quota, and none of them uses a slot.
    expect(line(JOB)).toHaveLength(10);
    expect(line(JOB).filter(({ state }) => state === 'running')).toEqual([]);
    const third = await newKey();
    const [id = ''] = await begin(JOB, third);
    await deliverAll();
    expect(await stateOf(JOB, id, third)).toBe('succeeded');
    await finishAll(JOB);
    for (const job of jobs) expect(await stateOf(JOB, job.id, job.key)).toBe('succeeded');
  });

  it('have one event for each job, for any number of watches', async () => {
    rateLimits = 'off';
    await open({ rateLimits: () => rateLimits });
    const key = await newKey();
    const body = await manyPages();
    for (let n = 0; n < 3; n += 1) await send(JOB, key, `run-${(serial += 1)}`, body);
    rateLimits = '{"key-write":1}';
    for (let minutes = 0; minutes < 40; minutes += 5) {
      await site.host.background.settle();
      await watch();
      expect(events(JOB)).toHaveLength(3);
      nowMs += 300_000;
    }
    expect(logged.map(([event]) => event)).not.toContain('job.lost');
  });
});

it('an unreadable row does not stop the watch of other kinds', async () => {
  await open();
  await putRow(site, 'job', 'open', { v: 9, rev: 1 });
  site.host.faults.add({ target: 'gateway', match: '/webhook/queue/publish', status: 500, times: 1 });
  const key = await newKey();
  const [id = ''] = await begin(SCAN, key);
  nowMs += 300_000;
  await watch();
  await site.host.background.settle();
  expect(isOpen(await stateOf(SCAN, id, key))).toBe(false);
  expect(logged).toContainEqual(['job.watch-failed', { reason: 'CorruptRecordError' }]);
});

describe('a step whose end starts the next job', () => {
  let left = Infinity;
  let side: 'before' | 'after' = 'before';
  const never = new Promise<never>(() => undefined);
  const intercept: Intercept = async (_call, proceed) => {
    if (left === Infinity) return proceed();
    left -= 1;
    if (left > 0) return proceed();
    if (left === 0 && side === 'after') await proceed();
    return never;
  };

  /** @returns whether the step makes this many calls */
  async function dieAt(point: number): Promise<boolean> {
    left = Infinity;
    await open({ intercept });
    const key = await newKey();
    const ids = await begin(JOB, key, 4);
    const [event, ...others] = events(JOB);
    left = point;
    const dead = site.host.background.deliver(event?.id ?? '').then(() => 'ended' as const);
    const idle = async () => {
      for (let turn = 0; turn < 400; turn += 1) await new Promise(setImmediate);
      return 'idle' as const;
    };
    const ended = await Promise.race([dead, idle()]);
    left = Infinity;
    if (ended !== 'ended') await site.host.background.deliver(event?.id ?? '');
    for (const { id } of others) await site.host.background.deliver(id);
    await finishAll(JOB);
    expect({ point, side, states: await statesOf(JOB, ids, key) }).toMatchObject({
      states: ids.map(() => 'succeeded'),
    });
    return ended !== 'ended';
  }

  it('may die before or after the effect of any of its calls: every job finishes', async () => {
    // The effects before a call equal those after the previous one.
    side = 'before';
    expect(await dieAt(1)).toBe(true);
    site.close();
    side = 'after';
    let point = 1;
    for (; point < 60 && (await dieAt(point)); point += 1) site.close();
    expect(point).toBeGreaterThan(10);
  });
});
