import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import { format } from 'node:util';

/**
 * The two globals that the real @forge packages rely on: `__forge_runtime__` and `__forge_fetch__`. Both look up the
 * running invocation, so that one process can serve several installations concurrently, as a warm process on Forge
 * does.
 */

/** The destinations that `@forge/*` names for a call. */
export interface ForgeTarget {
  readonly type: string;
  readonly provider?: string;
  readonly remote?: string;
  readonly accountId?: string;
}

export interface ForgeFetchInit {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal | null;
}

/** Answers a platform call of the app. A rejection is a broken connection. */
export type ForgeFetch = (target: ForgeTarget, path: string, init: ForgeFetchInit) => Promise<Response>;

/** The site that the app is installed on, in Forge's form. */
export interface Installation {
  readonly cloudId: string;
  readonly appId: string;
  readonly environmentId: string;
  readonly installationId: string;
}

export interface InvocationOptions {
  readonly installation: Installation;
  readonly functionKey: string;
  readonly moduleKey: string;
  readonly moduleType: string;
  readonly timeoutMs: number;
  /** The version of the app that runs. */
  readonly appVersion: string;
  /** Default: `DEVELOPMENT`. */
  readonly environmentType?: string;
  /** The user who invoked the function. A web trigger has none. */
  readonly accountId?: string;
  readonly fetch: ForgeFetch;
  /** How much the clock of the machine that runs the invocation is ahead of the platform's. Default: 0. */
  readonly clockSkewMs?: number;
}

/** The platform ended the process of an invocation because it used too much memory. */
export class OutOfMemoryError extends Error {}

interface Invocation {
  readonly runtime: object;
  readonly fetch: ForgeFetch;
  readonly clockSkewMs: number;
  readonly options: InvocationOptions;
  readonly logged: Logged;
}

/** The log of an invocation. */
interface Logged {
  readonly startedAt: number;
  lines: number;
  bytes: number;
  dropped: number;
}

/** Forge's limits for the log of an invocation. */
const LINES_PER_MINUTE = 100;
const LOG_BYTES = 200 * 1024;

const running = new AsyncLocalStorage<Invocation>();

/** `ari:cloud:confluence::site/<cloudId>`: the `installContext` of every handler. */
export function siteAri(installation: Installation): string {
  return `ari:cloud:confluence::site/${installation.cloudId}`;
}

/**
 * Defines both globals. `@forge/api` keeps what it finds when it is first loaded, so this runs when the module is
 * loaded, and the app's code is imported afterwards.
 */
function defineGlobals(): void {
  Object.defineProperty(globalThis, '__forge_runtime__', {
    configurable: true,
    get: () => running.getStore()?.runtime,
  });
  Object.defineProperty(globalThis, '__forge_fetch__', {
    configurable: true,
    value: (target: ForgeTarget, path: string, init: ForgeFetchInit = {}) => {
      const invocation = running.getStore();
      if (!invocation) throw new Error('A Forge API was called outside of an invocation');
      return invocation.fetch(target, path, init);
    },
  });
}
defineGlobals();

/** Counts a line of the running invocation. @returns false if the platform drops it: 100 lines for each started minute, 200 KB in all */
export function keepsLogLine(line: string): boolean {
  const logged = running.getStore()?.logged;
  if (logged === undefined) return true;
  const minutes = Math.floor((Date.now() - logged.startedAt) / 60_000) + 1;
  const bytes = logged.bytes + Buffer.byteLength(line);
  if (logged.lines >= minutes * LINES_PER_MINUTE || bytes > LOG_BYTES) {
    logged.dropped += 1;
    return false;
  }
  Object.assign(logged, { lines: logged.lines + 1, bytes });
  return true;
}

/** The console of the app, which the platform collects. */
for (const name of ['debug', 'error', 'info', 'log', 'warn'] as const) {
  const write = console[name].bind(console);
  console[name] = (...parts: unknown[]) => {
    if (keepsLogLine(format(...parts))) write(...parts);
  };
}

/**
 * Runs a function of the app as one invocation.
 * @param onDropped gets the number of log lines that the platform dropped, if there are any
 */
export async function invoke<T>(
  options: InvocationOptions,
  run: () => Promise<T>,
  onDropped: (lines: number) => void = () => undefined,
): Promise<T> {
  const { fetch, clockSkewMs = 0 } = options;
  const logged: Logged = { startedAt: Date.now(), lines: 0, bytes: 0, dropped: 0 };
  try {
    return await running.run({ runtime: makeRuntime(options), fetch, clockSkewMs, options, logged }, run);
  } finally {
    if (logged.dropped > 0) onDropped(logged.dropped);
  }
}

/** The running invocation, to continue it in another process. Undefined: none is running. */
export function currentInvocation(): InvocationOptions | undefined {
  return running.getStore()?.options;
}

/** The skew of the running invocation, for the clock of an app that runs in simulated time. */
export function clockSkewMs(): number {
  return running.getStore()?.clockSkewMs ?? 0;
}

function makeRuntime(options: InvocationOptions): object {
  const { installation } = options;
  const endsAt = Date.now() + options.timeoutMs;
  const timer = { stop() {} };
  return {
    proxy: { token: 'local', url: 'http://localhost', host: 'localhost' },
    contextAri: siteAri(installation),
    container: { region: 'local', runtime: 'nodejs22.x', handler: `index.${options.functionKey}` },
    appContext: {
      appId: installation.appId,
      appVersion: options.appVersion,
      environmentId: installation.environmentId,
      environmentType: options.environmentType ?? 'DEVELOPMENT',
      invocationId: randomUUID(),
      installationId: installation.installationId,
      functionKey: options.functionKey,
      moduleKey: options.moduleKey,
      moduleType: options.moduleType,
      installation: {
        ari: `ari:cloud:ecosystem::installation/${installation.installationId}`,
        contexts: [siteAri(installation)],
      },
    },
    ...(options.accountId === undefined ? {} : { aaid: options.accountId }),
    lambdaContext: { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => endsAt - Date.now() },
    tracing: { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') },
    realtime: {},
    metrics: {
      counter: () => ({ incr() {}, incrBy() {}, decr() {}, decrBy() {} }),
      timing: () => ({ measure: () => timer }),
      gauge: () => ({ set() {} }),
    },
    featureFlags: () => false,
  };
}
