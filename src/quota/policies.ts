import * as z from 'zod';

/** Request quotas per aligned time window. */

export const POLICIES = {
  /** Requests of a key. */
  key: { owner: 'key', windowSeconds: 60 },
  /** Pages that a key changes or tries to change: 1 per request, or 1 per entry of a bulk request. */
  'key-write': { owner: 'key', windowSeconds: 60 },
  /**
   * Requests of a key that only ask Confluence whether the creator is active; for a viewer, the checks of bylines by language.
   * Their points are not part of `host`.
   */
  'key-check': { owner: 'key', windowSeconds: 3_600 },
  /** Requests of all keys of the site. */
  site: { owner: 'site', windowSeconds: 60 },
  /** Points for calls to Confluence, for all keys of the site. */
  host: { owner: 'site', windowSeconds: 3_600 },
  /**
   * Page events that the app handles. A new page causes two, and costs 15 units of storage that is read and 8 that are written at most, so at
   * most half of the units of a minute are used, and the others remain for people (docs/adr/0101).
   */
  'page-event': { owner: 'site', windowSeconds: 10 },
} as const;

export type Policy = keyof typeof POLICIES;

export const POLICY_NAMES = [
  'key',
  'key-write',
  'key-check',
  'site',
  'host',
  'page-event',
] as const satisfies readonly Policy[];

/** The share of a key in the points of the site. It is part of `host` and not configurable. */
export const HOST_SHARE = 'host-share';

/** Every quota that can refuse a request or postpone background work. */
export type QuotaName = Policy | typeof HOST_SHARE;

export const QUOTA_NAMES = [...POLICY_NAMES, HOST_SHARE] as const satisfies readonly QuotaName[];

export type Quotas = Readonly<Record<Policy, number>>;

export const DEFAULT_QUOTAS: Quotas = {
  key: 120,
  'key-write': 60,
  'key-check': 1_000,
  site: 600,
  host: 6_000,
  'page-event': 44,
};

/** The quotas for background work. Invalid settings are logged only by requests. */
export function quotasOf(text: string | undefined): Quotas | 'off' {
  const quotas = parseQuotas(text);
  return quotas === 'unreadable' ? DEFAULT_QUOTAS : quotas;
}

/** The maximum for one window. For a share: the amount if no other key or user uses points. */
export function quotaOf(name: QuotaName, quotas: Quotas): number {
  return name === HOST_SHARE ? Math.floor(quotas.host / 2) : quotas[name];
}

export function windowSecondsOf(name: QuotaName): number {
  return POLICIES[name === HOST_SHARE ? 'host' : name].windowSeconds;
}

const quota = z.int().min(1).max(1_000_000);

const configured = z.strictObject({
  key: quota.default(DEFAULT_QUOTAS.key),
  'key-write': quota.default(DEFAULT_QUOTAS['key-write']),
  'key-check': quota.default(DEFAULT_QUOTAS['key-check']),
  site: quota.default(DEFAULT_QUOTAS.site),
  host: quota.default(DEFAULT_QUOTAS.host),
  'page-event': quota.default(DEFAULT_QUOTAS['page-event']),
});

/**
 * Parses `off`, or JSON with any of the quotas, for example `{"site": 1200}`.
 * @returns `unreadable` if it is neither; the defaults then apply, so that a typo does not remove the limits
 */
export function parseQuotas(text: string | undefined): Quotas | 'off' | 'unreadable' {
  if (text === undefined) return DEFAULT_QUOTAS;
  if (text.trim() === 'off') return 'off';
  try {
    const parsed = configured.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : 'unreadable';
  } catch {
    return 'unreadable';
  }
}
