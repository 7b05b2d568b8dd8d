import { createHash, randomInt } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import {
  type ForgeFetch,
  invoke as invokeOn,
  type Installation,
  type InvocationOptions,
  OutOfMemoryError,
  siteAri,
} from './forge/runtime';
import { type Automation, createAutomation } from './automation';
import { type Confluence, createConfluence, createRateLimits, PRODUCT_EVENTS } from './confluence';
import { DATABASE } from './data-folder';
import { ADMIN } from './demo/accounts';
import type { DemoContent } from './demo';
import { type Background, createBackground, type RunFunction } from './forge/background';
import { FaultPlan } from './forge/faults';
import { type ActionCall, actionContext, actionModule, actionPayload } from './forge/actions';
import { requireAnswerFits, requirePayloadFits } from './forge/invocation-limits';
import { environmentType, LicenseApi, licenseContext } from './forge/license';
import { createLifecycle, type Lifecycle, LIFECYCLE_EVENTS } from './forge/lifecycle';
import { isInSpace, isOnPage, type Manifest, readManifest } from './forge/manifest';
import {
  backendContext,
  type FunctionCall,
  functionOf,
  functionPayload,
  type ResolverCall,
  type SurfaceCall,
  extensionAt,
  extensionBeside,
  extensionInRule,
  surfaceContext,
  type SurfaceExtension,
  surfaceModule,
  type SurfacePlace,
  type Viewer,
} from './forge/surfaces';
import { NO_IMPERSONATION, type PlatformSwitch } from './forge/assumptions';
import { type Intercept, platformFetch, type PlatformOptions } from './forge/platform-calls';
import {
  createStorage,
  type EntityDefinition,
  type ForgeStorage,
  parseEntityDefinitions,
  type StorageOptions,
} from './forge/storage';
import { seededRandom } from './forge/seeded-random';
import { Trace, TraceLog } from './forge/trace';
import {
  createTriggerQuota,
  isAnsweredByPlatform,
  isTooLarge,
  platformError,
  toEvent,
  toWireResponse,
  type WireRequest,
  type WireResponse,
} from './forge/web-trigger';

/** A site with the app installed, with everything that Forge and Confluence do for it in one process. */

/**
 * The app's functions, as src/index.ts or its built bundle exports them. They are these two, and the functions of the
 * queues, triggers and schedules in manifest.yml.
 */
export type App = {
  readonly rest: (event: unknown, context: unknown) => Promise<unknown>;
  readonly admin: (request: never, context: Record<string, unknown>) => Promise<unknown>;
} & Readonly<Record<string, (argument: never, context: never) => Promise<unknown>>>;

export interface HostOptions {
  readonly app: App;
  /** Default: the one of this repository. */
  readonly manifest?: Manifest;
  /** Where the data lives; undefined = in memory. */
  readonly dataDir?: string;
  /** A name for the site; hosts with different names are different installations. */
  readonly siteName?: string;
  readonly siteUrl?: () => string;
  /** The content of a new site. Default: the demo site. */
  readonly content?: DemoContent;
  readonly now?: () => Date;
  readonly latencyMs?: Readonly<Record<'kvs' | 'confluence', number>>;
  /** Differences from the usual assumptions about a real site. The host reads it at every use, so it may change. */
  readonly assumptions?: Set<PlatformSwitch>;
  /** False: the app cannot act for a person who is not present. */
  readonly impersonation?: boolean;
  /** The people for whom the platform does not let the app act while they are absent. Default: none. */
  readonly notActingFor?: ReadonlySet<string>;
  /** True if the site has Atlassian Guard Premium. Default: false. */
  readonly guard?: boolean;
  /** How long Confluence's search misses a change of a content property. Default: 0. */
  readonly searchLagMs?: number;
  /** False: a copied page takes no content properties along, unless the request says otherwise. Default: true. */
  readonly copiesProperties?: boolean;
  /** How long a query may miss a write. Each row has its own delay in each index. */
  readonly queryLagMs?: number;
  /** Confluence's limits for calls of the app. Default: those of a real site, see confluence/rate-limits.ts. */
  readonly confluenceLimits?: { readonly pointsPerHour?: number; readonly callsPerSecond?: number };
  /**
   * The limits above which storage refuses requests and units, by the time of `now`. Default: on, with the platform's. `off`: the web
   * trigger refuses no calls either.
   */
  readonly meter?: StorageOptions['meter'];
  /** False: the switch `not-exists-never-holds` is set. */
  readonly notExistsHoldsForAbsentRow?: boolean;
  /** Chooses what is lost, late, repeated and delivered next, the delay of each row in queries, and the clocks. Default: a random one. */
  readonly seed?: number;
  /** The share of the deliveries that `unordered-events` repeats. Default: 0.02. */
  readonly duplicates?: number;
  /** Intercepts every platform call, for tests. */
  readonly intercept?: Intercept;
}

export interface LocalHost {
  readonly manifest: Manifest;
  /** The switches of the options. Each change has an effect from the next use on. */
  readonly assumptions: Set<PlatformSwitch>;
  readonly installation: Installation;
  readonly now: () => Date;
  readonly confluence: Confluence;
  readonly storage: ForgeStorage;
  readonly faults: FaultPlan;
  readonly traces: TraceLog;
  /** Queues, Confluence events and scheduled triggers. Driven by hand until they are started. */
  readonly background: Background;
  /** Installation, update and removal of the app. A new site starts without an installation event. */
  readonly lifecycle: Lifecycle;
  /** Rules of Automation. Driven by hand until they are started. */
  readonly automation: Automation;
  /** The lines of the app above the platform's limits for the log of an invocation. They are lost. */
  droppedLogLines(): number;
  /** Answers a request to the web trigger `api`. Never rejects. */
  callWebTrigger(request: WireRequest): Promise<WireResponse>;
  /** Invokes the function behind the web trigger with an unchanged event. Never rejects. */
  invokeWebTrigger(event: unknown): Promise<WireResponse>;
  /**
   * Invokes an operation of the admin resolver as an account. Rejects, as the real bridge does, if the resolver throws.
   */
  invokeResolver(
    operation: string,
    payload: unknown,
    /** undefined = the platform gives no account. */
    accountId: string | undefined,
  ): Promise<InvocationResult>;
  /**
   * Invokes an operation of the resolver of a module on a page. @throws SurfaceRefusal if Confluence does not show the
   * module to this viewer, and as `invokeResolver`
   */
  invokeSurface(call: ResolverCall): Promise<InvocationResult>;
  /** Invokes the function of a module for its byline text or its exports. @throws as `invokeSurface` */
  invokeSurfaceFunction(call: FunctionCall): Promise<InvocationResult>;
  /**
   * Invokes the function of an action as a rule, Rovo's agent or an MCP client does. Does not check who lists the action.
   * @throws if manifest.yml has no such action, and as `invokeResolver`
   */
  invokeAction(call: ActionCall): Promise<InvocationResult>;
  /** The viewer with this email address, or without a login. Undefined for an unknown address. */
  viewer(email: string | undefined): Viewer | undefined;
  viewerWithId(accountId: string): Viewer;
  /**
   * The context of a module at a place, as Confluence gives it. Undefined if the page or space does not exist, or if the
   * module is not for such places. Does not check permissions, because a front end can claim any page or space.
   */
  surfaceExtension(moduleKey: string, place: SurfacePlace): SurfaceExtension | undefined;
  close(): void;
}

export interface InvocationResult {
  readonly result: unknown;
  /** For `GET /local/trace/{requestId}`. */
  readonly requestId: string;
}

const WEB_TRIGGER_LIMIT_MS = 55_000;
const RESOLVER_LIMIT_MS = 25_000;
const ACTION_LIMIT_MS = 55_000;
/** The switch `clock-skew`. */
const MAX_SKEW_MS = 2_000;
const EXPIRY_LAG_MS = 48 * 3_600_000;

/** Reading these files takes as long as the rest of creating a site, and tests create many sites. */
let ownManifest: Manifest | undefined;
const knownEntities = new WeakMap<Manifest, readonly EntityDefinition[]>();

export function createLocalHost(options: HostOptions): LocalHost {
  const now = options.now ?? (() => new Date());
  const siteUrl = options.siteUrl ?? (() => 'http://127.0.0.1:8080');
  const database = openDatabase(options.dataDir);
  const manifest = options.manifest ?? (ownManifest ??= readManifest());
  const installation = installationNamed(options.siteName ?? 'local', manifest.appId);
  requireModeledEvents(manifest);
  const assumptions = options.assumptions ?? new Set<PlatformSwitch>();
  if (options.impersonation === false) for (const one of NO_IMPERSONATION) assumptions.add(one);
  if (options.notExistsHoldsForAbsentRow === false) assumptions.add('not-exists-never-holds');
  const confluence = createConfluence({
    database,
    baseUrl: siteUrl,
    now,
    content: options.content,
    onEvent: (event, reachesApp) => {
      if (reachesApp) background.publish(event);
      automation.publish(event);
    },
    appInstalledAt: () => lifecycle.installedAt(),
    assumptions,
    hasGuard: options.guard ?? false,
    indexedProperties: manifest.contentProperties,
    searchLagMs: options.searchLagMs ?? 0,
    copiesProperties: options.copiesProperties ?? true,
  });
  const { seed = randomInt(2 ** 31) } = options;
  const storage = createStorage({
    database,
    entities: entitiesOf(manifest),
    now,
    seed,
    queryLagMs: options.queryLagMs ?? 0,
    meter: options.meter ?? 'on',
    expiryLagMs: EXPIRY_LAG_MS,
    assumptions,
  });
  const faults = new FaultPlan();
  const traces = new TraceLog();
  let isClosed = false;
  let droppedLogLines = 0;
  const { cloudId } = installation;
  const { duplicates } = options;
  const random = seededRandom(seed);
  /** Runs a function on a machine with its own clock. */
  const invoke = <T>(run: InvocationOptions, work: () => Promise<T>): Promise<T> => {
    const skewMs = assumptions.has('clock-skew') ? Math.round((2 * random() - 1) * MAX_SKEW_MS) : 0;
    return invokeOn({ ...run, environmentType: environmentType(assumptions), clockSkewMs: skewMs }, work, (lines) => {
      droppedLogLines += lines;
      console.warn(`The platform dropped ${lines} log lines of ${run.functionKey}: at most 100 a minute, and 200 KB.`);
    });
  };
  const platform: PlatformOptions = {
    manifest,
    storage,
    confluence,
    rateLimits: createRateLimits({ now, assumptions, ...options.confluenceLimits }),
    faults,
    latencyMs: options.latencyMs ?? { kvs: 0, confluence: 0 },
    assumptions,
    notActingFor: options.notActingFor ?? new Set(),
    siteUrl,
    accountStatus: (accountId) => confluence.accountStatus(accountId),
    callQueue: (path, body, chain) => background.callQueue(path, body, chain),
    license: new LicenseApi(installation.appId, assumptions, now),
    isClosed: () => isClosed,
    intercept: options.intercept,
  };
  const context = {
    installContext: siteAri(installation),
    installation: { ari: installationAri(installation), contexts: [siteAri(installation)] },
  };

  const runInBackground: RunFunction = async ({ functionKey, moduleKey, moduleType, timeoutMs, argument, chain }) => {
    const trace = new Trace();
    const invocationId = crypto.randomUUID();
    traces.keep(invocationId, trace);
    const place = moduleType === 'scheduledTrigger' ? 'schedule' : 'consumer';
    const { fetch, end } = untilEnded(platformFetch(platform, { installation, place, trace, chain }));
    const run: InvocationOptions = {
      installation,
      functionKey,
      moduleKey,
      moduleType,
      timeoutMs,
      appVersion: lifecycle.version(),
      fetch,
    };
    try {
      const work = invoke(run, async () =>
        handlerOf(options.app, manifest, functionKey)(argument as never, context as never),
      );
      return { how: 'returned', result: await within(timeoutMs, work), invocationId };
    } catch (error) {
      const isFull = error instanceof OutOfMemoryError;
      return {
        how: isFull ? 'out-of-memory' : error instanceof LateError ? 'timed-out' : 'threw',
        error,
        invocationId,
      };
    } finally {
      end();
    }
  };
  const background = createBackground({
    database,
    manifest,
    cloudId,
    now,
    assumptions,
    seed,
    duplicates,
    run: runInBackground,
    beforeDelivery: () => confluence.continueTasks(),
  });
  const lifecycle = createLifecycle({
    database,
    installation,
    background,
    storage,
    now,
    installerId: () => confluence.accountIdOf(ADMIN.email),
  });

  const withQuota = createTriggerQuota(now, options.meter !== 'off');
  const invokeWebTrigger = async (event: unknown): Promise<WireResponse> => {
    const trace = new Trace();
    const { fetch, end } = untilEnded(platformFetch(platform, { installation, place: 'web-trigger', trace }));
    const run: InvocationOptions = {
      installation,
      functionKey: 'rest',
      moduleKey: 'api',
      moduleType: 'webtrigger',
      timeoutMs: WEB_TRIGGER_LIMIT_MS,
      appVersion: lifecycle.version(),
      fetch,
    };
    try {
      const result = await within(
        WEB_TRIGGER_LIMIT_MS,
        invoke(run, () => options.app.rest(event, context)),
      );
      const response = toWireResponse(result, assumptions);
      const [requestId] = response.headers['X-Request-Id'] ?? [];
      if (requestId !== undefined) traces.keep(requestId, trace);
      return response;
    } catch (error) {
      console.error('The web trigger function threw, which on Forge is a 424:', error);
      return platformError(424, 'Failed Dependency');
    } finally {
      end();
    }
  };

  const hasAllowed = (accountId: string | undefined) =>
    !assumptions.has('no-consent-yet') || (accountId !== undefined && automation.isAllowed(accountId));
  /** Runs a function in the name of a person who waits for it. */
  const runForPerson = async (
    who: Pick<InvocationOptions, 'functionKey' | 'moduleKey' | 'moduleType' | 'accountId'>,
    argument: object,
    backend: object,
    { limitMs = RESOLVER_LIMIT_MS, hasConsent = hasAllowed(who.accountId) } = {},
  ): Promise<InvocationResult> => {
    const account = who.accountId === undefined ? {} : { accountId: who.accountId };
    const trace = new Trace();
    const calling = { installation, place: 'resolver', hasConsent, ...account, trace } as const;
    const { fetch, end } = untilEnded(platformFetch(platform, calling));
    const run: InvocationOptions = {
      ...who,
      installation,
      timeoutMs: limitMs,
      appVersion: lifecycle.version(),
      fetch,
    };
    const result = await within(
      limitMs,
      invoke(run, async () => handlerOf(options.app, manifest, who.functionKey)(argument as never, backend as never)),
    ).finally(end);
    requireAnswerFits(result);
    const requestId = crypto.randomUUID();
    traces.keep(requestId, trace);
    return { result, requestId };
  };
  /** Without a license or a login, asUser() has no person. A guest is one, and every call is refused. */
  const actingFor = (accountId: string | undefined) => {
    if (accountId === undefined) return {};
    const isRefused = confluence.impersonationRefusal(accountId) !== undefined;
    return isRefused && !confluence.isGuest(accountId) ? {} : { accountId };
  };
  const runSurface = (
    { moduleKey, viewer }: SurfaceCall,
    functionKey: string,
    moduleType: string,
    argument: object,
  ): Promise<InvocationResult> => {
    return runForPerson(
      { functionKey, moduleKey, moduleType, ...actingFor(viewer.accountId) },
      argument,
      backendContext(installation, viewer, assumptions),
    );
  };

  const viewerWithId = (accountId: string): Viewer => ({
    accountId,
    accountType: confluence.impersonationRefusal(accountId) === undefined ? 'licensed' : 'unlicensed',
  });

  const invokeAction = async (call: ActionCall): Promise<InvocationResult> => {
    const { key: moduleKey, function: functionKey } = actionModule(manifest, call);
    const { accountId, hasConsent = true } = call;
    return runForPerson(
      { functionKey, moduleKey, moduleType: 'action', ...(hasConsent ? actingFor(accountId) : {}) },
      actionPayload(installation, call, assumptions),
      actionContext(installation, call),
      { limitMs: ACTION_LIMIT_MS, hasConsent },
    );
  };
  const automation = createAutomation({ database, manifest, confluence, siteUrl, now, invokeAction });

  return {
    manifest,
    assumptions,
    installation,
    now,
    automation,
    confluence,
    storage,
    faults,
    traces,
    background,
    lifecycle,
    droppedLogLines: () => droppedLogLines,
    invokeWebTrigger,
    callWebTrigger: (request) =>
      withQuota(async () => {
        if (isAnsweredByPlatform(request, assumptions)) return platformError(405, 'Method Not Allowed');
        if (isTooLarge(request)) return platformError(413, 'Payload Too Large');
        return invokeWebTrigger(toEvent(request, assumptions));
      }),
    invokeResolver: async (operation, payload, accountId) => {
      requirePayloadFits(payload);
      const account = accountId === undefined ? {} : { accountId };
      const request = {
        call: { functionKey: operation, payload },
        context: { ...account, moduleKey: 'administration', extension: { type: 'confluence:globalSettings' } },
      };
      return runForPerson(
        {
          functionKey: 'admin',
          moduleKey: 'administration',
          moduleType: 'confluence:globalSettings',
          ...account,
        },
        request,
        { ...context, ...licenseContext(assumptions), principal: account },
      );
    },
    invokeSurface: async (call) => {
      const module = surfaceModule(manifest, call, assumptions);
      requirePayloadFits(call.payload);
      const request = {
        call: { functionKey: call.operation, payload: call.payload },
        context: surfaceContext(installation, siteUrl(), call),
      };
      return runSurface(call, module.resolver.function, module.type, request);
    },
    invokeSurfaceFunction: async (call) => {
      const module = surfaceModule(manifest, call, assumptions);
      const payload = functionPayload(installation, siteUrl(), call, assumptions);
      return runSurface(call, functionOf(module, call.kind), module.type, payload);
    },
    invokeAction,
    viewer: (email) => {
      if (email === undefined) return { accountId: undefined, accountType: 'anonymous' };
      const accountId = confluence.accountIdOf(email);
      return accountId === undefined ? undefined : viewerWithId(accountId);
    },
    viewerWithId,
    surfaceExtension: (moduleKey, place) => {
      const module = manifest.surfaces.find(({ key }) => key === moduleKey);
      if (module === undefined) return undefined;
      const baseUrl = `${siteUrl()}/wiki`;
      if (module.type === 'action') {
        return 'inputs' in place
          ? extensionInRule(baseUrl, place.inputs, place.invalidInputs)
          : extensionInRule(baseUrl, {}, []);
      }
      if (isOnPage(module.type)) {
        if (place.contentId === undefined) return undefined;
        const content = confluence.contentPlace(place.contentId);
        return content && extensionAt(module.type, baseUrl, content, place);
      }
      if (!isInSpace(module.type)) return extensionBeside(module, baseUrl, installation, undefined);
      const space = place.spaceKey === undefined ? undefined : confluence.spacePlace(place.spaceKey);
      return space && extensionBeside(module, baseUrl, installation, space);
    },
    close: () => {
      isClosed = true;
      background.close();
      automation.close();
      database.close();
    },
  };
}

function entitiesOf(manifest: Manifest): readonly EntityDefinition[] {
  const entities = knownEntities.get(manifest) ?? parseEntityDefinitions(manifest.raw);
  knownEntities.set(manifest, entities);
  return entities;
}

/**
 * @throws if manifest.yml subscribes to an event that the simulated Confluence never sends, because the app would wait
 * in vain
 */
function requireModeledEvents({ triggers }: Manifest): void {
  const unknown = triggers
    .flatMap(({ events }) => events)
    .filter((event) => !PRODUCT_EVENTS.includes(event) && !LIFECYCLE_EVENTS.some((known) => known === event));
  if (unknown.length > 0) throw new Error(`the local Confluence does not send ${unknown.join(', ')}`);
}

/** The function for `handler: index.<name>` in the manifest. @throws if it does not exist */
function handlerOf(app: App, { functions }: Manifest, functionKey: string): App[string] {
  const name = functions.find(({ key }) => key === functionKey)?.handler.split('.')[1] ?? '';
  const handler = Object.entries(app).find(([exported]) => exported === name)?.[1];
  if (handler === undefined) throw new Error(`src/index.ts exports no ${name}, which manifest.yml names`);
  return handler;
}

/** Deletes the data of a site; the next start creates the demo site again. The variables stay. */
export function removeData(dataDir: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, DATABASE + suffix), { force: true });
}

function openDatabase(dataDir: string | undefined): Database.Database {
  if (dataDir === undefined) return new Database(':memory:');
  mkdirSync(dataDir, { recursive: true });
  return new Database(join(dataDir, DATABASE));
}

/** Ids in Forge's format that stay the same across starts. */
function installationNamed(siteName: string, appAri: string): Installation {
  const id = (purpose: string) =>
    createHash('sha256')
      .update(`${siteName}:${purpose}`)
      .digest('hex')
      .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
  return {
    cloudId: id('cloud'),
    appId: appAri.slice(appAri.lastIndexOf('/') + 1),
    environmentId: id('environment'),
    installationId: id('installation'),
  };
}

function installationAri({ installationId }: Installation): string {
  return `ari:cloud:ecosystem::installation/${installationId}`;
}

/** Forge freezes an invocation when its function returns, and ends it when its time limit is reached. */
function untilEnded(fetch: ForgeFetch): { readonly fetch: ForgeFetch; readonly end: () => void } {
  let hasEnded = false;
  return {
    fetch: (...call) =>
      hasEnded ? Promise.reject(new Error('This invocation has ended; it cannot call any more')) : fetch(...call),
    end: () => (hasEnded = true),
  };
}

class LateError extends Error {}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LateError(`the function took longer than ${limitMs} ms`)), limitMs).unref();
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
