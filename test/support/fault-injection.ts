import type { Intercept, PlatformCall } from '../../local/forge/platform-calls';

/** Breaks one call of the app to the platform, chosen by its index among the calls of a request. */

export interface Fault {
  readonly name: string;
  /** True if the call takes effect despite the fault. */
  readonly effect: boolean;
  /** The response that the app gets, which is an HTTP status, a broken connection, none at all, or an unusable 200. */
  readonly response: 'refused' | 'failed' | 'quota' | 'conflict' | 'lost' | 'timeout' | 'garbage';
  answer(call: PlatformCall, proceed: () => Promise<Response>): Promise<Response>;
}

/** Seconds, as in the platform's Retry-After of a 429. */
export const RETRY_AFTER = 7;

const STATUSES = [
  [429, 'quota'],
  [409, 'conflict'],
  [400, 'refused'],
  [500, 'failed'],
  [503, 'failed'],
] as const;

const GARBAGE = {
  'an error page': '<!doctype html><title>Something went wrong</title>',
  'half a body': '{"key":"x","value":{"v":1,',
  'an empty object': '{}',
  'an error object': '{"code":"INTERNAL_SERVER_ERROR","message":"Something went wrong"}',
  'an array': '[]',
} as const;

const never = new Promise<never>(() => undefined);

export const FAULTS: readonly Fault[] = [false, true].flatMap((effect): readonly Fault[] => {
  const when = effect ? 'after the effect' : 'before the effect';
  const faulty = (
    name: string,
    response: Fault['response'],
    reply: (call: PlatformCall) => Promise<Response> | Response,
  ): Fault => ({
    name: `${name}, ${when}`,
    effect,
    response,
    answer: async (call, proceed) => {
      if (effect) await proceed();
      return reply(call);
    },
  });
  return [
    ...STATUSES.map(([status, response]) => faulty(`${status}`, response, ({ target }) => errorAnswer(target, status))),
    ...Object.entries(GARBAGE).map(([what, body]) => faulty(`200 with ${what}`, 'garbage', () => new Response(body))),
    faulty('connection lost', 'lost', () => Promise.reject(new TypeError('fetch failed'))),
    faulty('no answer', 'timeout', () => never),
  ];
});

function errorAnswer(target: PlatformCall['target'], status: number): Response {
  const body =
    target === 'kvs' ? { code: `STATUS_${status}`, message: 'refused' } : { errors: [{ status, title: 'refused' }] };
  return Response.json(body, { status, headers: { 'Retry-After': String(RETRY_AFTER) } });
}

/** Every function of the clock except those that set and measure limits. */
const REAL = [
  'Date',
  'hrtime',
  'nextTick',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
] as const;

/** Any response from memory arrives within fewer turns of the event loop. */
const QUIET_TURNS = 200;

/**
 * Runs a caller of something that never responds. While nothing else happens, the clock jumps to the next timeout that
 * is set, without real waiting. By default, a limit for several calls restarts with each of them.
 * @param stopsClock no other time passes, however busy the machine is: a limit for several calls includes the jumps only
 * @throws if no timeout ends it
 */
export async function withoutWaiting<T>(request: () => Promise<T>, { stopsClock = false } = {}): Promise<T> {
  const turn = setImmediate;
  const quiet = async () => {
    for (let turns = 0; turns < QUIET_TURNS; turns += 1) await new Promise((go) => turn(go));
    return 'quiet' as const;
  };
  jest.useFakeTimers({ doNotFake: stopsClock ? [...REAL] : [...REAL, 'performance'] });
  try {
    const answer = request();
    for (let limits = 0; limits < 20; limits += 1) {
      const first = await Promise.race([answer.then(() => 'answered' as const), quiet()]);
      if (first === 'answered') return await answer;
      jest.advanceTimersToNextTimer();
    }
    throw new Error('nothing ends the request');
  } finally {
    jest.useRealTimers();
  }
}

export interface FaultInjector {
  /** Pass this to openSite. */
  readonly intercept: Intercept;
  /** The calls since the last `arm`. */
  readonly calls: readonly PlatformCall[];
  /** Breaks the calls with these indexes (0 = the next call), each once; replaces earlier faults. */
  arm(...faults: readonly (readonly [place: number, fault: Fault])[]): void;
}

export function createFaultInjector(): FaultInjector {
  let armed: readonly (readonly [number, Fault])[] = [];
  let calls: PlatformCall[] = [];
  return {
    intercept: (call, proceed) => {
      const fault = armed.find(([place]) => place === calls.length)?.[1];
      calls.push(call);
      return fault === undefined ? proceed() : fault.answer(call, proceed);
    },
    get calls() {
      return calls;
    },
    arm: (...faults) => {
      armed = faults;
      calls = [];
    },
  };
}

export function faultNamed(name: string): Fault {
  const fault = FAULTS.find((candidate) => candidate.name === name);
  if (fault === undefined) throw new Error(`no fault ${name}`);
  return fault;
}
