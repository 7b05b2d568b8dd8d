import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { invoke, type Installation, type InvocationOptions, siteAri } from './forge/runtime';
import { type Confluence, createConfluence } from './confluence';
import { FaultPlan } from './forge/faults';
import { type Manifest, readManifest } from './forge/manifest';
import { type Intercept, platformFetch, type PlatformOptions } from './forge/platform-calls';
import { createStorage, type ForgeStorage, parseEntityDefinitions } from './forge/storage';
import { Trace, TraceLog } from './forge/trace';
import {
  isTooLarge,
  platformError,
  toEvent,
  toWireResponse,
  type WireRequest,
  type WireResponse,
} from './forge/web-trigger';

/** A site with the app installed: everything that Forge and Confluence do for it, in this process. */

/** The app's functions, as src/index.ts or its built bundle exports them. */
export interface App {
  readonly rest: (event: unknown, context: unknown) => Promise<unknown>;
  readonly admin: (request: never, context: Record<string, unknown>) => Promise<unknown>;
}

export interface HostOptions {
  readonly app: App;
  /** Where the data lives; undefined = in memory. */
  readonly dataDir?: string;
  /** A name for the site; hosts with different names are different installations. */
  readonly siteName?: string;
  readonly siteUrl?: () => string;
  readonly now?: () => Date;
  readonly latencyMs?: Readonly<Record<'kvs' | 'confluence', number>>;
  readonly impersonation?: boolean;
  /** How long a query may miss a write. */
  readonly queryLagMs?: number;
  /** Whether storage refuses more requests and units a minute than the platform allows. */
  readonly meter?: boolean;
  /** false: a condition NOT_EXISTS does not hold for a row that is not there, which is not established on a real site. */
  readonly notExistsHoldsForAbsentRow?: boolean;
  /** Stands in the way of every platform call, for tests. */
  readonly intercept?: Intercept;
}

export interface LocalHost {
  readonly manifest: Manifest;
  readonly installation: Installation;
  readonly confluence: Confluence;
  readonly storage: ForgeStorage;
  readonly faults: FaultPlan;
  readonly traces: TraceLog;
  /** Answers a request to the web trigger `api`. Never rejects. */
  callWebTrigger(request: WireRequest): Promise<WireResponse>;
  /** Invokes the function behind the web trigger with an event as it is. Never rejects. */
  invokeWebTrigger(event: unknown): Promise<WireResponse>;
  /** Invokes an operation of the admin resolver as an account. Rejects as the real bridge does where the resolver throws. */
  invokeResolver(
    operation: string,
    payload: unknown,
    accountId: string,
  ): Promise<{ readonly result: unknown; readonly requestId: string }>;
  close(): void;
}

const WEB_TRIGGER_LIMIT_MS = 55_000;
const RESOLVER_LIMIT_MS = 25_000;
const EXPIRY_LAG_MS = 48 * 3_600_000;
const DATABASE = 'site.db';

export function createLocalHost(options: HostOptions): LocalHost {
  const now = options.now ?? (() => new Date());
  const siteUrl = options.siteUrl ?? (() => 'http://127.0.0.1:8080');
  const database = openDatabase(options.dataDir);
  const manifest = readManifest();
  const installation = installationNamed(options.siteName ?? 'local', manifest.appId);
  const confluence = createConfluence({ database, baseUrl: siteUrl, now });
  const storage = createStorage({
    database,
    entities: parseEntityDefinitions(manifest.raw),
    now,
    queryLagMs: options.queryLagMs ?? 0,
    meter: options.meter ?? false,
    expiryLagMs: EXPIRY_LAG_MS,
    notExistsHoldsForAbsentRow: options.notExistsHoldsForAbsentRow ?? true,
  });
  const faults = new FaultPlan();
  const traces = new TraceLog();
  const platform: PlatformOptions = {
    manifest,
    storage,
    confluence,
    faults,
    latencyMs: options.latencyMs ?? { kvs: 0, confluence: 0 },
    impersonation: options.impersonation ?? true,
    siteUrl,
    intercept: options.intercept,
  };
  const context = {
    installContext: siteAri(installation),
    installation: { ari: installationAri(installation), contexts: [siteAri(installation)] },
  };

  const invokeWebTrigger = async (event: unknown): Promise<WireResponse> => {
    const trace = new Trace();
    const run: InvocationOptions = {
      installation,
      functionKey: 'rest',
      moduleKey: 'api',
      moduleType: 'webtrigger',
      timeoutMs: WEB_TRIGGER_LIMIT_MS,
      fetch: platformFetch(platform, { installation, trace }),
    };
    try {
      const result = await within(
        WEB_TRIGGER_LIMIT_MS,
        invoke(run, () => options.app.rest(event, context)),
      );
      const response = toWireResponse(result);
      const [requestId] = response.headers['X-Request-Id'] ?? [];
      if (requestId !== undefined) traces.keep(requestId, trace);
      return response;
    } catch (error) {
      console.error('The web trigger function threw, which on Forge is a 424:', error);
      return platformError(424, 'Failed Dependency');
    }
  };

  return {
    manifest,
    installation,
    confluence,
    storage,
    faults,
    traces,
    invokeWebTrigger,
    callWebTrigger: (request) =>
      isTooLarge(request)
        ? Promise.resolve(platformError(413, 'Payload Too Large'))
        : invokeWebTrigger(toEvent(request)),
    invokeResolver: async (operation, payload, accountId) => {
      const trace = new Trace();
      const run: InvocationOptions = {
        installation,
        functionKey: 'admin',
        moduleKey: 'administration',
        moduleType: 'confluence:globalSettings',
        timeoutMs: RESOLVER_LIMIT_MS,
        accountId,
        fetch: platformFetch(platform, { installation, accountId, trace }),
      };
      const request = {
        call: { functionKey: operation, payload },
        context: { accountId, moduleKey: 'administration', extension: { type: 'confluence:globalSettings' } },
      };
      const backend = { ...context, principal: { accountId } };
      const result = await within(
        RESOLVER_LIMIT_MS,
        invoke(run, () => options.app.admin(request as never, backend)),
      );
      const requestId = crypto.randomUUID();
      traces.keep(requestId, trace);
      return { result, requestId };
    },
    close: () => database.close(),
  };
}

/** Removes what a site has stored; the next start makes the demo site anew. The variables stay. */
export function removeData(dataDir: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, DATABASE + suffix), { force: true });
}

function openDatabase(dataDir: string | undefined): Database.Database {
  if (dataDir === undefined) return new Database(':memory:');
  mkdirSync(dataDir, { recursive: true });
  return new Database(join(dataDir, DATABASE));
}

/** Ids that look like Forge's and are the same at every start. */
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

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the function took longer than ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
