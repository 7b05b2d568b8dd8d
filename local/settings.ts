import { resolve } from 'node:path';
import * as z from 'zod';
import { parseQuotas } from '../src/quota/policies';
import { NO_IMPERSONATION, parseSwitches, type PlatformSwitch } from './forge/assumptions';

/** Settings of the local host, read from the environment. */
export interface Settings {
  readonly port: number;
  readonly dataDir: string;
  readonly latencyMs: Readonly<Record<'kvs' | 'confluence', number>>;
  /** Differences from the usual assumptions about a real site. The host may change it while it runs. */
  readonly assumptions: Set<PlatformSwitch>;
  readonly guard: boolean;
  readonly queryLagMs: number;
  readonly searchLagMs: number;
  readonly meter: 'on' | 'off';
  /** The text of the app's variable RATE_LIMITS; undefined = the site's own variable applies. */
  readonly rateLimits: string | undefined;
}

const DEFAULT_PORT = 8080;

const milliseconds = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number);
const LATENCY = /^(kvs|confluence)=(\d{1,5})$/;

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a number', abort: true })
    .transform(Number)
    .refine((port) => port <= 65_535, { error: 'must be 65535 at most' })
    .default(DEFAULT_PORT),
  DATA_DIR: z.string().min(1).default('.local'),
  /** `25` for both targets, or `kvs=8,confluence=120`: the minimum duration of every call in milliseconds. */
  LOCAL_LATENCY: z.string().default('0').transform(readLatency),
  /** `off`: the switches without impersonation, except that of resolvers. */
  LOCAL_IMPERSONATION: z.enum(['on', 'off']).default('on'),
  /** Presets and switches of `forge/assumptions.ts`, separated by commas. */
  LOCAL_PLATFORM: z.string().default('calm').transform(readSwitches),
  /** `on`: the site has Atlassian Guard Premium. */
  LOCAL_GUARD: z.enum(['on', 'off']).default('off'),
  /** How long a query may miss a write, in milliseconds. */
  LOCAL_QUERY_LAG: milliseconds.default(200),
  /** How long Confluence's search misses a change of a content property, in milliseconds. */
  LOCAL_SEARCH_LAG: milliseconds.default(2_000),
  /** `on`: storage returns 429 above the platform's limits for requests, units, and the bytes of a key. */
  LOCAL_STORAGE_METER: z.enum(['on', 'off']).default('on'),
  /** `off`, or the quotas of the app as JSON. */
  LOCAL_RATE_LIMITS: z
    .string()
    .refine((text) => text === 'on' || parseQuotas(text) !== 'unreadable', {
      error: 'must be on, off, or JSON as {"key":120,"key-write":60,"site":600,"host":6000}',
    })
    .default('on'),
});

/** @throws an error whose message names the variable */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  }
  const { PORT, DATA_DIR, LOCAL_LATENCY, LOCAL_IMPERSONATION, LOCAL_QUERY_LAG, LOCAL_SEARCH_LAG } = parsed.data;
  const { LOCAL_PLATFORM, LOCAL_GUARD, LOCAL_STORAGE_METER, LOCAL_RATE_LIMITS } = parsed.data;
  return {
    port: PORT,
    dataDir: resolve(DATA_DIR),
    latencyMs: LOCAL_LATENCY,
    assumptions: new Set([...LOCAL_PLATFORM, ...(LOCAL_IMPERSONATION === 'on' ? [] : NO_IMPERSONATION)]),
    guard: LOCAL_GUARD === 'on',
    queryLagMs: LOCAL_QUERY_LAG,
    searchLagMs: LOCAL_SEARCH_LAG,
    meter: LOCAL_STORAGE_METER,
    rateLimits: LOCAL_RATE_LIMITS === 'on' ? undefined : LOCAL_RATE_LIMITS,
  };
}

function readSwitches(text: string, context: z.RefinementCtx): readonly PlatformSwitch[] {
  try {
    return parseSwitches(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
    return z.NEVER;
  }
}

function readLatency(text: string, context: z.RefinementCtx): Record<'kvs' | 'confluence', number> {
  if (/^\d{1,5}$/.test(text)) return { kvs: Number(text), confluence: Number(text) };
  const latency = { kvs: 0, confluence: 0 };
  for (const part of text.split(',')) {
    const [, target, ms] = LATENCY.exec(part.trim()) ?? [];
    if (target !== 'kvs' && target !== 'confluence') {
      context.addIssue({ code: 'custom', message: 'must be milliseconds, or kvs=8,confluence=120' });
      return z.NEVER;
    }
    latency[target] = Number(ms);
  }
  return latency;
}
