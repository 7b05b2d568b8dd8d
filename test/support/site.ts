// The globals must exist before the first module of @forge is loaded.
import '../../local/forge/runtime';
import { createAnswerRecorder } from '../../src/capabilities/answer-recorder';
import { createDelayRecorder } from '../../src/site-check/page-event-delay';
import { createAdmin } from '../../src/admin/resolver';
import type { KeyView } from '../../src/keys/key-view';
import type { Log } from '../../src/platform/log';
import type { Pause } from '../../src/platform/pause';
import { systemRandom } from '../../src/platform/random';
import { readPeppers, type Peppers } from '../../src/platform/secrets';
import { createLifecycle } from '../../src/events/lifecycle';
import { createMirrorQueueConsumer } from '../../src/events/mirror';
import { createProbeQueueConsumer } from '../../src/events/probes';
import { createPageEvents } from '../../src/events/page-events';
import { createScanEventTrigger } from '../../src/events/page-scans';
import { createRedactionQueueConsumer } from '../../src/events/redactions';
import { createScanRuns } from '../../src/events/scan-runs';
import { createWalkQueueConsumer } from '../../src/events/walks';
import { createEvents } from '../../src/events/app';
import { createActions } from '../../src/actions/functions';
import { createSurfaceFunctions, createSurfaces } from '../../src/surfaces/resolver';
import { createRest } from '../../src/rest/app';
import { newPepper } from '../../local/forge/variables';
import type { ActionCall } from '../../local/forge/actions';
import type { OnContent, SurfaceExtension } from '../../local/forge/surfaces';
import type { TracedCall } from '../../local/forge/trace';
import { clockSkewMs, keepsLogLine } from '../../local/forge/runtime';
import { TRIGGER_PATH, type WireResponse } from '../../local/forge/web-trigger';
import { type App, createLocalHost, type HostOptions, type LocalHost } from '../../local/host';
import { expectContract } from './contract';
import { recordUse } from './record-use';

/** An in-memory site with the real app on it, through the real @forge packages. Every test above unit level uses it. */

export interface SiteOptions extends Omit<HostOptions, 'app' | 'now'> {
  /**
   * The time that the app and its platform see; may change between requests. Default: the real time, and no meter of storage, because
   * the result of a test would depend on the speed of the machine.
   */
  readonly now?: () => Date;
  readonly peppers?: () => Peppers | undefined;
  readonly log?: Log;
  /** The value of the variable RATE_LIMITS, from the next request on. Default: `off`. */
  readonly rateLimits?: () => string | undefined;
  readonly requestLimitMs?: number;
  readonly hostLimitMs?: number;
  readonly storageLimitMs?: number;
  readonly keyUseLimitMs?: number;
  /** The pauses of the app. Default: they take no time, see simulated-time.ts. */
  readonly pause?: Pause;
  /** The pauses of requests to the API. Default: those of the app. */
  readonly restPause?: Pause;
  /** The pauses of actions. Default: those of the app. */
  readonly actionPause?: Pause;
  /** Timeout of a whole operation of the admin resolver. */
  readonly operationLimitMs?: number;
  /**
   * True if calls record what they show about the platform, as in a deployed app, which costs one more read and write a
   * process.
   */
  readonly recordsAnswers?: boolean;
  /** Another build of the app. Default: its sources, with the dependencies of these options. */
  readonly app?: App;
  /** Functions in the manifest of these options, in addition to those of the app. */
  readonly functions?: Readonly<Record<string, (argument: never, context: never) => Promise<unknown>>>;
}

export interface RestAnswer {
  readonly status: number;
  readonly headers: WireResponse['headers'];
  /** The first value of a header, ignoring the case of its name. */
  header(name: string): string | undefined;
  readonly text: string;
  /** The JSON of the body; undefined if it is empty or a file. */
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests check any response
  readonly requestId: string;
  /** The platform calls of the request. */
  readonly calls: readonly TracedCall[];
}

export interface RestOptions {
  readonly key?: string;
  /** An object is sent as JSON with its content type; a string is sent unchanged, without a content type. */
  readonly body?: object | string;
  /** Added to the headers from `key` and `body`. An alternating list of names and values may repeat a name. */
  readonly headers?: Readonly<Record<string, string>> | readonly string[];
}

export interface KeyRequest {
  readonly as?: string;
  readonly name?: string;
  readonly expiresOn?: string;
  readonly classificationScope?: string;
  readonly detectionScope?: string;
  readonly levelLimit?: readonly string[];
  readonly spaceLimit?: readonly string[];
}

/** The viewer and the place of a module. Without a page or a space, it is in the Apps menu. */
export interface SurfaceRequest extends Omit<OnContent, 'contentId' | 'spaceKey'> {
  /** The email address of the viewer, or `anonymous`. Default: admin@example.com. */
  readonly as?: string;
  readonly pageId?: string;
  readonly spaceKey?: string;
  readonly locale?: string;
  readonly localId?: string;
  /** Members that replace those of the true context, as a forged front end could. */
  readonly forged?: Partial<SurfaceExtension>;
}

/** The call of an action. */
export interface ActionRequest extends Omit<ActionCall, 'actionKey' | 'accountId' | 'inputs'> {
  /** The email address of the person, or `anonymous`. Default: admin@example.com. */
  readonly as?: string;
}

export interface Site {
  readonly host: LocalHost;
  /**
   * Timeout of a request, from the next one on. Keep it short only while the platform does not respond, or the test
   * fails on a slow machine.
   */
  readonly limits: { requestLimitMs: number };
  /**
   * Sends a request to the API. `path` starts with `/v1` and may have a query, or is a URL that the API returned. The
   * response is validated against the OpenAPI document.
   */
  rest(method: string, path: string, options?: RestOptions): Promise<RestAnswer>;
  /** Creates a key through the admin resolver; by default admin@example.com, manage, no limits, 90 days. */
  createKey(request?: KeyRequest): Promise<KeyView & { readonly key: string }>;
  /** Calls any operation of the admin resolver as a user: `{ok, value | error}`. */
  admin(operation: string, payload: unknown, email?: string): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
  /**
   * Calls an operation of a module, as the frame of that module does: `{ok, value | error}`. @throws
   * SurfaceRefusal if Confluence does not show the module to this viewer
   */
  surface(moduleKey: string, operation: string, payload: unknown, at: SurfaceRequest): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
  /** Like `surface`, with the platform calls of the operation. */
  surfaceCalls(
    moduleKey: string,
    operation: string,
    payload: unknown,
    at: SurfaceRequest,
  ): Promise<{ readonly result: any; readonly calls: readonly TracedCall[] }>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
  /** Calls the function of a module for its byline text. */
  byline(moduleKey: string, at: SurfaceRequest & { readonly form?: 'documented' | 'observed' }): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
  /** Calls the function of a macro for exported pages: Atlassian document format. */
  exportMacro(moduleKey: string, exportType: 'pdf' | 'word' | 'other', at: SurfaceRequest): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
  /** Calls an action as a rule, Rovo's agent or an MCP client does. Returns its outputs, or `{errors: [{message}]}`. */
  action(actionKey: string, inputs: Readonly<Record<string, unknown>>, at?: ActionRequest): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
  /** Like `action`, with the platform calls. */
  actionCalls(
    actionKey: string,
    inputs: Readonly<Record<string, unknown>>,
    at?: ActionRequest,
  ): Promise<{ readonly result: any; readonly calls: readonly TracedCall[] }>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
  /** Sends a request to the simulated Confluence as a user; path below /wiki. */
  wiki(method: string, path: string, body?: object, email?: string): Promise<Response>;
  /** PATCH /local/users: deactivates a user, grants or removes admin rights. */
  setUser(email: string, change: object): Promise<void>;
  /** @throws if an invocation logged more than the platform keeps */
  close(): void;
}

/** The path of the base URL. */
const BASE = `${TRIGGER_PATH}/compliance/api`;

const quiet: Log = () => undefined;

export function openSite(options: SiteOptions = {}): Site {
  recordUse('sites');
  const pepper = { version: '1', bytes: Buffer.from(newPepper(), 'hex') };
  const peppers = options.peppers ?? (() => readPeppers({ PEPPER_V1: pepper.bytes.toString('hex') }));
  const now = options.now ?? (() => new Date());
  const rateLimits = options.rateLimits ?? (() => 'off');
  const clock = () => new Date(now().getTime() + clockSkewMs());
  const pause = options.pause ?? (() => new Promise(setImmediate));
  const write = options.log ?? quiet;
  const log: Log = (event, fields) => {
    if (keepsLogLine(JSON.stringify({ event, ...fields }))) write(event, fields);
  };
  const dependencies = { clock, random: systemRandom, log, peppers, rateLimits, pause };
  const {
    pause: _s,
    peppers: _p,
    log: _l,
    rateLimits: _r,
    requestLimitMs = 20_000,
    hostLimitMs = 8_000,
    storageLimitMs = 5_000,
    keyUseLimitMs = 5_000,
    operationLimitMs = 20_000,
    recordsAnswers: _a,
    restPause = pause,
    actionPause = pause,
    app,
    functions = {},
    ...hostOptions
  } = options;
  const recording = options.recordsAnswers === true ? { answers: createAnswerRecorder() } : {};
  const delays = options.recordsAnswers === true ? { delays: createDelayRecorder() } : {};
  const pageEvents = createPageEvents({ ...dependencies, ...delays });
  const scanRuns = createScanRuns(dependencies);
  const limits = { requestLimitMs };
  const host = createLocalHost({
    seed: typeof jest === 'undefined' ? 0 : jest.getSeed(),
    meter: options.now === undefined ? 'off' : 'on',
    ...hostOptions,
    now,
    app: app ?? {
      rest: createRest({
        ...dependencies,
        ...recording,
        pause: restPause,
        get requestLimitMs() {
          return limits.requestLimitMs;
        },
        hostLimitMs,
        storageLimitMs,
        keyUseLimitMs,
      }),
      admin: createAdmin({ ...dependencies, operationLimitMs }),
      pageEventTrigger: pageEvents.handleEvent,
      pageQueueConsumer: pageEvents.consumeQueue,
      dailyPageTrigger: pageEvents.reconcileDaily,
      scanEventTrigger: createScanEventTrigger(dependencies),
      scanQueueConsumer: scanRuns.consumeQueue,
      redactionQueueConsumer: createRedactionQueueConsumer(dependencies),
      hourlyScanTrigger: scanRuns.runHourly,
      walkQueueConsumer: createWalkQueueConsumer(dependencies),
      mirrorQueueConsumer: createMirrorQueueConsumer(dependencies),
      probeQueueConsumer: createProbeQueueConsumer(dependencies),
      surfaces: createSurfaces({ ...dependencies, ...recording, operationLimitMs }),
      ...createSurfaceFunctions({ ...dependencies, ...recording, operationLimitMs }),
      ...createLifecycle(dependencies),
      ...createActions({ ...dependencies, ...recording, pause: actionPause, operationLimitMs }),
      ...createEvents(dependencies),
      ...functions,
    },
  });
  const accountId = (email: string) => {
    const id = host.confluence.accountIdOf(email);
    if (id === undefined) throw new Error(`no account ${email}`);
    return id;
  };

  const surfaceCall = (
    moduleKey: string,
    { as = 'admin@example.com', pageId, spaceKey, ...request }: SurfaceRequest,
  ) => {
    const { locale, localId, forged, ...place } = request;
    const viewer = host.viewer(as === 'anonymous' ? undefined : as);
    const extension = host.surfaceExtension(
      moduleKey,
      pageId !== undefined ? { contentId: pageId, ...place } : spaceKey !== undefined ? { spaceKey } : {},
    );
    if (viewer === undefined) throw new Error(`no account ${as}`);
    if (extension === undefined) throw new Error(`no module ${moduleKey}, or no page or space for it`);
    return {
      moduleKey,
      viewer,
      extension: { ...extension, ...forged },
      ...(locale === undefined ? {} : { locale }),
      ...(localId === undefined ? {} : { localId }),
    };
  };

  const site: Site = {
    host,
    limits,
    rest: async (method, path, request = {}) => {
      const wire = await host.callWebTrigger({
        method,
        target: path.startsWith(BASE) ? path : `${BASE}${path}`,
        rawHeaders: headersOf(request),
        body: Buffer.from(typeof request.body === 'object' ? JSON.stringify(request.body) : (request.body ?? '')),
      });
      expectContract(method, path.replace(BASE, '').split('?')[0] ?? '', wire, /[?&]fields=/.test(path));
      return toAnswer(wire, host);
    },
    createKey: async ({ as, ...settings } = {}) => {
      const defaults = { name: 'Test', expiresOn: inDays(now(), 90), classificationScope: 'manage' };
      const result = await site.admin('createKey', { ...defaults, ...settings }, as);
      if (result.ok !== true) throw new Error(`no key was made: ${JSON.stringify(result.error)}`);
      return result.value;
    },
    admin: async (operation, payload, email = 'admin@example.com') =>
      (await host.invokeResolver(operation, payload, accountId(email))).result,
    surface: async (...call) => (await site.surfaceCalls(...call)).result,
    surfaceCalls: async (moduleKey, operation, payload, at) => {
      const { result, requestId } = await host.invokeSurface({ ...surfaceCall(moduleKey, at), operation, payload });
      return { result, calls: host.traces.find(requestId)?.calls ?? [] };
    },
    byline: async (moduleKey, { form = 'observed', ...at }) => {
      const call = { ...surfaceCall(moduleKey, at), kind: 'dynamicProperties', form } as const;
      return (await host.invokeSurfaceFunction(call)).result;
    },
    exportMacro: async (moduleKey, exportType, at) => {
      const call = { ...surfaceCall(moduleKey, at), kind: 'adfExport', exportType } as const;
      return (await host.invokeSurfaceFunction(call)).result;
    },
    action: async (...call) => (await site.actionCalls(...call)).result,
    actionCalls: async (actionKey, inputs, { as = 'admin@example.com', ...more } = {}) => {
      const person = as === 'anonymous' ? undefined : accountId(as);
      const { result, requestId } = await host.invokeAction({ actionKey, inputs, accountId: person, ...more });
      return { result, calls: host.traces.find(requestId)?.calls ?? [] };
    },
    wiki: (method, path, body, email = 'admin@example.com') =>
      host.confluence.handle(
        new Request(`http://127.0.0.1:8080/wiki${path}`, {
          method,
          headers: { 'content-type': 'application/json' },
          body: body === undefined ? null : JSON.stringify(body),
        }),
        { kind: 'user', accountId: accountId(email) },
      ),
    setUser: async (email, change) => {
      const request = new Request(`http://127.0.0.1:8080/local/users/${email}`, {
        method: 'PATCH',
        body: JSON.stringify(change),
      });
      const response = await host.confluence.administer(request);
      if (!response.ok) throw new Error(await response.text());
    },
    close: () => {
      host.close();
      if (host.droppedLogLines() > 0) throw new Error(`the platform dropped ${host.droppedLogLines()} log lines`);
    },
  };
  return site;
}

/** The date this many days after a time, in UTC, as YYYY-MM-DD. */
function inDays(from: Date, days: number): string {
  return new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

function headersOf({ key, body, headers = {} }: RestOptions): readonly string[] {
  return [
    ...(key === undefined ? [] : ['x-api-key', key]),
    ...(typeof body === 'object' ? ['Content-Type', 'application/json'] : []),
    ...(Array.isArray(headers)
      ? (headers as readonly string[])
      : Object.entries(headers as Record<string, string>).flat()),
  ];
}

function toAnswer(wire: WireResponse, host: LocalHost): RestAnswer {
  const header = (name: string) =>
    Object.entries(wire.headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1][0];
  const requestId = header('x-request-id') ?? '';
  return {
    status: wire.status,
    headers: wire.headers,
    header,
    text: wire.body,
    // A file is text.
    body:
      wire.body === '' || header('content-type')?.startsWith('text/csv') === true ? undefined : JSON.parse(wire.body),
    requestId,
    calls: host.traces.find(requestId)?.calls ?? [],
  };
}
