import * as z from 'zod';

/** How much may be asked of the app in an aligned window of time (rest-api.md, section 8). */

export const POLICIES = {
  /** Requests of one key. */
  key: { owner: 'key', windowSeconds: 60 },
  /** Pages that one key changes or tries to change: 1 a request, in bulk 1 an entry. */
  'key-write': { owner: 'key', windowSeconds: 60 },
  /** Requests of one key that ask Confluence only whether the creator is active: their points are outside of `host`. */
  'key-check': { owner: 'key', windowSeconds: 3_600 },
  /** Requests of all keys of the site. */
  site: { owner: 'site', windowSeconds: 60 },
  /** Points that the app's calls to Confluence cost, of all keys of the site. */
  host: { owner: 'site', windowSeconds: 3_600 },
} as const;

export type Policy = keyof typeof POLICIES;

export const POLICY_NAMES = ['key', 'key-write', 'key-check', 'site', 'host'] as const satisfies readonly Policy[];

/** The share of one key in the points of the site: part of `host`, so it is not configured. */
export const HOST_SHARE = 'host-share';

/** Everything that can refuse a request. */
export type QuotaName = Policy | typeof HOST_SHARE;

export const QUOTA_NAMES = [...POLICY_NAMES, HOST_SHARE] as const satisfies readonly QuotaName[];

export type Quotas = Readonly<Record<Policy, number>>;

export const DEFAULT_QUOTAS: Quotas = { key: 120, 'key-write': 60, 'key-check': 1_000, site: 600, host: 6_000 };

/** The quotas for work that no caller waits for: those that cannot be read are logged when a caller asks. */
export function quotasOf(text: string | undefined): Quotas | 'off' {
  const quotas = parseQuotas(text);
  return quotas === 'unreadable' ? DEFAULT_QUOTAS : quotas;
}

/** At most, in one window: what a share admits while the others use nothing. */
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
});

/**
 * What is configured: `off`, or JSON with any of the quotas, for example `{"site": 1200}`.
 * @returns unreadable = neither; then the defaults apply, so that a slip of the pen lifts nothing
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
