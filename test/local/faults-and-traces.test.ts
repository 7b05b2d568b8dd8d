import { faultInput, FaultPlan } from '../../local/forge/faults';
import { Trace, TraceLog } from '../../local/forge/trace';
import { ADMIN } from '../../local/demo';
import { openSite } from '../support/site';

const done = () => Promise.resolve(new Response('done', { status: 200 }));

describe('injected faults', () => {
  it('affect no calls if there are none', async () => {
    expect((await new FaultPlan().call('kvs', '/x', null, done)).status).toBe(200);
  });

  it('apply to the given number of calls of the target whose path contains the text, and to no others', async () => {
    const plan = new FaultPlan();
    plan.add({ target: 'confluence', match: '/pages/', status: 503, times: 2 });
    const statuses: number[] = [];
    for (const [target, path] of [
      ['kvs', '/pages/1'],
      ['confluence', '/spaces/1'],
      ['confluence', '/pages/1'],
      ['confluence', '/pages/2?x=1'],
      ['confluence', '/pages/3'],
    ] as const) {
      statuses.push((await plan.call(target, path, null, done)).status);
    }
    expect(statuses).toEqual([200, 200, 503, 503, 200]);
    expect(plan.pending).toEqual([]);
  });

  it('prevent the effect, unless it is set to happen first', async () => {
    const plan = new FaultPlan();
    let effects = 0;
    const effect = () => {
      effects += 1;
      return done();
    };
    plan.add({ target: 'kvs', status: 500, times: 1 });
    expect((await plan.call('kvs', '/', null, effect)).status).toBe(500);
    expect(effects).toBe(0);
    plan.add({ target: 'kvs', status: 500, after: true, times: 1 });
    expect((await plan.call('kvs', '/', null, effect)).status).toBe(500);
    expect(effects).toBe(1);
    plan.add({ target: 'kvs', after: true, times: 1 });
    await expect(plan.call('kvs', '/', null, effect)).rejects.toThrow('the reply was lost');
    expect(effects).toBe(2);
  });

  it('kill the process before or after the effect', async () => {
    const happened: string[] = [];
    const plan = new FaultPlan(() => {
      happened.push('killed');
      throw new Error('killed');
    });
    const effect = () => {
      happened.push('effect');
      return done();
    };
    plan.add({ target: 'kvs', crash: true, times: 1 });
    await expect(plan.call('kvs', '/', null, effect)).rejects.toThrow('killed');
    expect(happened).toEqual(['killed']);
    plan.add({ target: 'kvs', crash: true, after: true, times: 1 });
    await expect(plan.call('kvs', '/', null, effect)).rejects.toThrow('killed');
    expect(happened).toEqual(['killed', 'effect', 'killed']);
  });

  it('only delay if nothing else is set, and stop waiting with the caller', async () => {
    const plan = new FaultPlan();
    plan.add({ target: 'kvs', delayMs: 1, times: 1 });
    expect((await plan.call('kvs', '/', null, done)).status).toBe(200);
    plan.add({ target: 'kvs', delayMs: 120_000, times: 1 });
    const abort = new AbortController();
    const waiting = plan.call('kvs', '/', abort.signal, done);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('return the given body and headers, or the error format of the target', async () => {
    const plan = new FaultPlan();
    plan.add({ target: 'confluence', status: 429, headers: { 'retry-after': '7' }, times: 1 });
    plan.add({ target: 'confluence', status: 200, body: '<html>', times: 1 });
    plan.add({ target: 'kvs', status: 429, times: 1 });
    plan.add({ target: 'kvs', status: 204, times: 1 });
    const first = await plan.call('confluence', '/', null, done);
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await first.json()).toMatchObject({ errors: [{ status: 429 }] });
    expect(await (await plan.call('confluence', '/', null, done)).text()).toBe('<html>');
    expect(await (await plan.call('kvs', '/', null, done)).json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    expect((await plan.call('kvs', '/', null, done)).status).toBe(204);
  });

  it('apply in the order in which they were added', async () => {
    const plan = new FaultPlan();
    plan.add({ target: 'kvs', status: 500, times: 1 });
    plan.add({ target: 'kvs', status: 409, times: 1 });
    expect(plan.pending.map(({ status, left }) => [status, left])).toEqual([
      [500, 1],
      [409, 1],
    ]);
    const statuses = [await plan.call('kvs', '/', null, done), await plan.call('kvs', '/', null, done)].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([500, 409]);
  });

  it('are removed, all of one target, with times: 0', async () => {
    const plan = new FaultPlan();
    plan.add({ target: 'kvs', status: 500, times: 5 });
    plan.add({ target: 'kvs', match: 'x', status: 500, times: 5 });
    plan.add({ target: 'confluence', status: 500, times: 5 });
    plan.add({ target: 'kvs', times: 0 });
    expect((await plan.call('kvs', '/x', null, done)).status).toBe(200);
    expect((await plan.call('confluence', '/', null, done)).status).toBe(500);
  });

  it.each([
    {},
    { target: 'kvs' },
    { target: 'sql', times: 1 },
    { target: 'Gateway', times: 1 },
    { target: 'kvs', times: -1 },
    { target: 'kvs', times: 1, status: 99 },
    { target: 'kvs', times: 1, delayMs: -1 },
    { target: 'kvs', times: 1, Status: 500 },
    { target: 'kvs', times: '1' },
  ])('are refused if they are written as %j', (fault) => {
    expect(faultInput.safeParse(fault).success).toBe(false);
  });
});

describe('the trace of a request', () => {
  const stagesOf = (trace: Trace) => trace.calls.map(({ path, stage }) => `${path}:${stage}`);

  it('puts concurrent calls into one stage, and calls that waited for them into the next', () => {
    const trace = new Trace();
    const endA = trace.start('kvs', 'POST', 'a');
    const endB = trace.start('kvs', 'POST', 'b');
    endA(200);
    const endC = trace.start('confluence', 'GET', 'c');
    endB(200);
    endC(200);
    trace.start('kvs', 'POST', 'd')(200);
    expect(stagesOf(trace)).toEqual(['a:1', 'b:1', 'c:2', 'd:3']);
  });

  it('assigns stages by the calls that had ended, not by their number', () => {
    const trace = new Trace();
    const endA = trace.start('kvs', 'POST', 'a');
    trace.start('kvs', 'POST', 'b')(200);
    trace.start('kvs', 'POST', 'c')(200);
    endA(200);
    trace.start('kvs', 'POST', 'd')(200);
    expect(stagesOf(trace)).toEqual(['a:1', 'b:1', 'c:2', 'd:3']);
  });

  it('has every call in the order of their starts, with target, method, path, status and times', () => {
    const trace = new Trace();
    const endA = trace.start('confluence', 'GET', '/wiki/api/v2/pages/1?include-operations=true');
    trace.start('kvs', 'POST', '/get')(404);
    endA(200);
    expect(trace.calls).toEqual([
      expect.objectContaining({
        target: 'confluence',
        method: 'GET',
        path: '/wiki/api/v2/pages/1?include-operations=true',
        status: 200,
      }),
      expect.objectContaining({ target: 'kvs', method: 'POST', path: '/get', status: 404 }),
    ]);
    for (const { startMs, endMs } of trace.calls) {
      expect(startMs).toBeGreaterThanOrEqual(0);
      expect(endMs).toBeGreaterThanOrEqual(startMs);
    }
  });

  it('shows a call that never ended as broken', () => {
    const trace = new Trace();
    trace.start('kvs', 'POST', '/get');
    expect(trace.calls[0]?.status).toBe(0);
  });

  it('is kept only for the latest requests', () => {
    const log = new TraceLog(2);
    const traces = ['a', 'b', 'c'].map((id) => {
      const trace = new Trace();
      log.keep(id, trace);
      return trace;
    });
    expect(['a', 'b', 'c', 'd'].map((id) => log.find(id))).toEqual([undefined, traces[1], traces[2], undefined]);
  });
});

describe('the gateway', () => {
  it('is a separate target: its faults apply only there, and its calls are in the trace', async () => {
    const site = openSite();
    const callsOfGetBaseAddress = async () => {
      const { requestId } = await site.host.invokeResolver('getBaseAddress', {}, ADMIN.accountId);
      return site.host.traces
        .find(requestId)
        ?.calls.map(({ target, path, status, stage }) => [target, path, status, stage]);
    };
    try {
      const admin = ['confluence', expect.stringContaining('/wiki/rest/api/user?'), 200, 1];
      site.host.faults.add({ target: 'gateway', status: 429, times: 1 });
      expect(await callsOfGetBaseAddress()).toEqual([admin, ['gateway', '/graphql', 429, 2]]);
      expect(await callsOfGetBaseAddress()).toEqual([admin, ['gateway', '/graphql', 200, 2]]);
      site.host.faults.add({ target: 'gateway', after: true, times: 1 });
      expect(await callsOfGetBaseAddress()).toEqual([admin, ['gateway', '/graphql', 0, 2]]);
      expect(site.host.faults.pending).toEqual([]);
    } finally {
      site.close();
    }
  });

  it('fails like GraphQL if nothing else is set', async () => {
    const plan = new FaultPlan();
    plan.add({ target: 'gateway', status: 500, times: 1 });
    const answer = await plan.call('gateway', '/graphql', null, done);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ data: null, errors: [{ message: expect.any(String) }] });
  });
});
