import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BackgroundSite, type Functions, openBackgroundSite } from './host-with-functions';
import { InvocationError, InvocationErrorCode, Queue } from '@forge/events';
import { asApp, route } from '@forge/api';
import { serve } from '../../../local/server';

/** Tests the real @forge/events over the local queue, with the platform's guarantees, their limits, and refusals. */

let site: BackgroundSite;
const open = (functions: Functions, options = {}) => (site = openBackgroundSite(functions, options));
afterEach(() => site.close());

const push = (...events: Parameters<Queue['push']>) => site.asApp(() => new Queue({ key: 'work' }).push(...events));
const bodies = (count: number) => Array.from({ length: count }, (_, n) => ({ body: { n } }));

describe('a pushed event', () => {
  it('reaches the consumer with its body, queue, job and id', async () => {
    const seen: unknown[] = [];
    open({ work: async (event, context) => seen.push([event, context]) });
    const { jobId } = await push([{ body: { n: 1 } }, { body: { n: 2 }, delayInSeconds: 5 }]);
    await site.host.background.settle();
    expect(seen).toEqual([
      [
        { body: { n: 1 }, queueName: 'work', jobId, eventId: expect.any(String) },
        expect.objectContaining({ installContext: expect.stringContaining('ari:cloud:confluence::site/') }),
      ],
    ]);
    expect(await site.asApp(() => new Queue({ key: 'work' }).getStats(jobId))).toEqual({
      success: 1,
      inProgress: 1,
      failed: 0,
    });
    site.advance(5_000);
    await site.host.background.settle();
    expect(seen).toHaveLength(2);
    expect(seen[1]).toEqual([expect.objectContaining({ body: { n: 2 }, delayInSeconds: 5 }), expect.anything()]);
    expect(site.host.background.pending()).toEqual([]);
  });

  it('is not delivered after its job was canceled', async () => {
    const seen: unknown[] = [];
    open({ work: async (event) => seen.push(event) });
    const { jobId } = await push(bodies(3));
    await site.asApp(() => new Queue({ key: 'work' }).cancel(jobId));
    await site.host.background.settle();
    expect(seen).toEqual([]);
  });

  it('can be delivered twice, out of order, and early', async () => {
    const seen: number[] = [];
    open({ work: async ({ body }) => seen.push(body.n) });
    await push([{ body: { n: 1 } }, { body: { n: 2 }, delayInSeconds: 900 }]);
    const [first = '', second = ''] = site.host.background.pending().map(({ id }) => id);
    await site.host.background.deliver(second);
    await site.host.background.deliver(first);
    await site.host.background.deliver(second);
    await site.host.background.settle();
    expect(seen).toEqual([2, 1, 2]);
  });

  it('survives a restart of the host, also during its invocation', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'queue-'));
    try {
      open({ work: () => new Promise(() => undefined) }, { dataDir });
      await push(bodies(2));
      const [held] = site.host.background.pending();
      void site.host.background.deliver(held?.id ?? '');
      site.close();
      const seen: unknown[] = [];
      open({ work: async ({ body, retryContext }) => seen.push([body.n, retryContext?.retryCount]) }, { dataDir });
      await site.host.background.settle();
      expect(seen).toEqual([
        [0, 1],
        [1, undefined],
      ]);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

describe('an event whose function fails', () => {
  it('is delivered again with increasing delays, the reason and the count, for a day', async () => {
    const retries: unknown[] = [];
    open({
      work: ({ retryContext }) => {
        retries.push(retryContext && [retryContext.retryCount, retryContext.retryReason]);
        return Promise.reject(new Error('not today'));
      },
    });
    await push({ body: {} });
    const log = jest.spyOn(console, 'error').mockImplementation();
    const waits: number[] = [];
    for (let hours = 0; site.host.background.pending().length > 0 && hours < 1_000; hours += 1) {
      await site.host.background.settle();
      const [next] = site.host.background.pending();
      if (next === undefined) break;
      const wait = Date.parse(next.dueAt) - Date.parse('2026-11-21T10:00:00.000Z') - waits.reduce((a, b) => a + b, 0);
      waits.push(wait);
      site.advance(wait);
    }
    log.mockRestore();
    expect(retries.slice(0, 3)).toEqual([
      undefined,
      [1, 'FUNCTION_PLATFORM_UNKNOWN_ERROR'],
      [2, 'FUNCTION_PLATFORM_UNKNOWN_ERROR'],
    ]);
    expect(waits[1]).toBeGreaterThan(waits[0] ?? Infinity);
    expect(Math.max(...waits)).toBe(900_000);
    const total = waits.reduce((a, b) => a + b, 0);
    expect(total).toBeLessThanOrEqual(86_400_000);
    expect(total).toBeGreaterThan(85_000_000);
  });

  it('is delivered again when the function requests it', async () => {
    const seen: unknown[] = [];
    open({
      work: async ({ retryContext }) => {
        seen.push(retryContext);
        return retryContext === undefined
          ? new InvocationError({
              retryAfter: 90,
              retryReason: InvocationErrorCode.FUNCTION_UPSTREAM_RATE_LIMITED,
              retryData: { page: 7 },
            })
          : undefined;
      },
    });
    await push({ body: {} });
    expect((await site.host.background.settle())[0]?.outcome).toBe('retry');
    site.advance(89_000);
    expect(await site.host.background.settle()).toEqual([]);
    site.advance(1_000);
    expect((await site.host.background.settle())[0]?.outcome).toBe('done');
    expect(seen[1]).toEqual({
      retryCount: 1,
      retryReason: 'FUNCTION_UPSTREAM_RATE_LIMITED',
      retryData: { page: 7 },
      retentionWindow: { startTime: '2026-11-21T10:00:00.000Z', remainingTimeMs: 86_400_000 - 90_000 },
    });
  });

  it('is dropped if it requests an unknown retry', async () => {
    open({
      work: async () => ({ _retry: true, retryOptions: { retryAfter: 5_000, retryReason: 'FUNCTION_RETRY_REQUEST' } }),
    });
    await push({ body: {} });
    const log = jest.spyOn(console, 'error').mockImplementation();
    const [invocation] = await site.host.background.settle();
    log.mockRestore();
    expect(invocation).toMatchObject({ outcome: 'failed', error: expect.stringContaining('retryAfter') });
  });

  it('is stopped at its timeout, and can call nothing from then on', async () => {
    const calls: unknown[] = [];
    let late: Promise<unknown> = Promise.resolve();
    open(
      {
        work: () => {
          late = new Promise((resolve) => setTimeout(resolve, 1_100)).then(() =>
            asApp().requestConfluence(route`/wiki/api/v2/spaces`),
          );
          return late.catch((error: unknown) => calls.push(String(error)));
        },
      },
      { timeoutSeconds: 1 },
    );
    await push({ body: {} });
    const log = jest.spyOn(console, 'error').mockImplementation();
    expect((await site.host.background.settle())[0]?.outcome).toBe('retry');
    log.mockRestore();
    await expect(late).rejects.toThrow('has ended');
  });
});

describe('the queue refuses', () => {
  const refusal = (work: () => Promise<unknown>) =>
    site.asApp(work).then(
      () => 'accepted',
      (error: unknown) => (error as Error).constructor.name,
    );

  it('more than the platform accepts', async () => {
    open({}, { timeoutSeconds: 900 });
    const queue = (key: string) => new Queue({ key });
    expect(await refusal(() => queue('work').push(bodies(51)))).toBe('TooManyEventsError');
    expect(await refusal(() => queue('work').push({ body: { text: 'x'.repeat(101 * 1024) } }))).toBe(
      'PayloadTooBigError',
    );
    expect(await refusal(() => queue('work').push({ body: { text: 'x'.repeat(199.9 * 1024) } }))).toBe(
      'PayloadTooBigError',
    );
    expect(await refusal(() => queue('unknown').push({ body: {} }))).toBe('InternalServerError');
    expect(await refusal(() => queue('work').getStats('00000000-0000-4000-8000-000000000000'))).toBe(
      'JobDoesNotExistError',
    );
    for (let n = 0; n < 10; n += 1) expect(await refusal(() => queue('work').push(bodies(50)))).toBe('accepted');
    expect(await refusal(() => queue('work').push({ body: {} }))).toBe('RateLimitError');
    site.advance(60_001);
    expect(await refusal(() => queue('work').push({ body: {} }))).toBe('accepted');
  });

  it('an endless chain of invocations that push events', async () => {
    let pushes = 0;
    open({
      work: async () => {
        await new Queue({ key: 'work' }).push({ body: {} });
        pushes += 1;
      },
    });
    await push({ body: {} });
    const log = jest.spyOn(console, 'error').mockImplementation();
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await site.host.background.settle();
      site.advance(60_001);
    }
    log.mockRestore();
    expect(pushes).toBe(999);
  });

  it('more concurrent runs of a concurrency key than its limit', async () => {
    let running = 0;
    let most = 0;
    let ended = 0;
    let gate: () => void = () => undefined;
    const open5 = new Promise<void>((resolve) => (gate = resolve));
    open({
      work: async () => {
        running += 1;
        most = Math.max(most, running);
        await open5;
        running -= 1;
        ended += 1;
      },
    });
    await push(Array.from({ length: 5 }, () => ({ body: {}, concurrency: { key: 'k', limit: 2 } })));
    site.host.background.start();
    const until = async (test: () => boolean) => {
      while (!test()) await new Promise((resolve) => setImmediate(resolve));
    };
    await until(() => running === 2);
    gate();
    await until(() => ended === 5);
    expect(most).toBe(2);
  });
});

it('the platform calls of an invocation can be read by its id, and are subject to faults', async () => {
  const statuses: number[] = [];
  open({ work: async () => statuses.push((await asApp().requestConfluence(route`/wiki/api/v2/spaces`)).status) });
  await push({ body: {} });
  site.host.faults.add({ target: 'confluence', status: 503, times: 1 });
  const [invocation] = await site.host.background.settle();
  expect(statuses).toEqual([503]);
  expect(site.host.traces.find(invocation?.id ?? '')?.calls).toMatchObject([
    { target: 'confluence', path: '/wiki/api/v2/spaces', status: 503 },
  ]);
  expect(site.host.background.recent[0]).toEqual(invocation);
});

it('pending events can be listed and delivered over HTTP, and schedules run', async () => {
  const seen: unknown[] = [];
  open({ work: async ({ body }) => seen.push(body), nightly: async () => ({ statusCode: 204 }) });
  await push({ body: { n: 7 }, delayInSeconds: 60 });
  const server = await serve(site.host, 0);
  try {
    const ask = async (method: string, path: string) => {
      const response = await fetch(server.url + path, { method });
      return [response.status, await response.json()] as [number, any]; // eslint-disable-line @typescript-eslint/no-explicit-any -- whatever came
    };
    const [event] = site.host.background.pending();
    expect(await ask('GET', '/local/events')).toEqual([200, expect.objectContaining({ pending: [event] })]);
    expect(event).toMatchObject({ kind: 'queue', module: 'worker', dueAt: '2026-11-21T10:01:00.000Z', body: { n: 7 } });
    const [, invocation] = await ask('POST', `/local/events/${event?.id}`);
    expect(invocation).toMatchObject({ outcome: 'done', eventId: event?.id });
    expect(seen).toEqual([{ n: 7 }]);
    expect(await ask('GET', `/local/trace/${invocation.id}`)).toEqual([200, { calls: [] }]);
    expect(await ask('POST', '/local/schedules/nightly')).toEqual([200, expect.objectContaining({ outcome: 204 })]);
    expect(await ask('GET', '/local/schedules')).toEqual([
      200,
      expect.objectContaining({ schedules: expect.any(Array) }),
    ]);
    expect((await ask('POST', '/local/schedules/none'))[0]).toBe(404);
    expect((await ask('POST', '/local/events/none'))[0]).toBe(404);
  } finally {
    await server.close();
  }
});
