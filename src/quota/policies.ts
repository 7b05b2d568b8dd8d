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
  /** Points for all calls of the site to Confluence. */
  host: { owner: 'site', windowSeconds: 3_600 },
  /**
   * Page events that the app handles. A new page causes two, and costs 15 units of storage that is read and 8 that are written at most, so at
   * most half of the units of a minute are used, and the others remain for people (docs/adr/0101).
   */
  'page-event': { owner: 'site', windowSeconds: 10 },
  /**
   * Queue events for the properties of pages that people and keys change or open. Without room for one, the property is written later, and
   * nothing is refused. With the events that page events push, they are at most 322 of the 500 that Forge takes in a minute
   * (docs/adr/0113).
   */
  'mirror-event': { owner: 'site', windowSeconds: 10 },
} as const;

export type Policy = keyof typeof POLICIES;

export const POLICY_NAMES = [
  'key',
  'key-write',
  'key-check',
  'site',
  'host',
  'page-event',
  'mirror-event',
] as const satisfies readonly Policy[];

/**
 * The kinds of work that use points of the site, and the percentage of `host` that no other kind can take. The rest is for the kind that
 * needs it first (docs/adr/0111).
 */
export const KINDS = {
  /** Requests of keys, by key. */
  requests: { percent: 25, isShared: true },
  /** Jobs, scans and redactions that a key or a person started, by key or person. */
  work: { percent: 18, isShared: true },
  /** Work of the app itself: events, schedules, scans on publish. */
  site: { percent: 11, isShared: false },
  /** Measures who can see pages. Its part keeps it going, and leaves the points of `site` to scans (docs/adr/0128). */
  exposure: { percent: 3, isShared: false },
  /** People on pages, in spaces, in the admin area and through actions, by person. */
  people: { percent: 14, isShared: true },
  /** Reports on pages, which cost much and which each viewer of the page causes, by person. */
  reports: { percent: 6, isShared: true },
  /** All viewers without a login, as one. They never use the rest, because nothing limits their number. */
  visitors: { percent: 8, isShared: false },
} as const;

export type Kind = keyof typeof KINDS;

export const KIND_NAMES = [
  'requests',
  'work',
  'site',
  'exposure',
  'people',
  'reports',
  'visitors',
] as const satisfies readonly Kind[];

/** The points that a kind can always use: a percentage of a quota or of a part of it. */
export function reserveOf(kind: Kind, points: number): number {
  return Math.floor((points * KINDS[kind].percent) / 100);
}

/** The points that a kind can use while no other kind uses more than its reserve. */
export function mostOf(kind: Kind, points: number): number {
  if (kind === 'visitors') return reserveOf(kind, points);
  return KIND_NAMES.reduce((left, other) => (other === kind ? left : left - reserveOf(other, points)), points);
}

/** The part of a key in the points of the site. It is part of `host` and not configurable. */
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
  /** A fifth of what Atlassian gives to all sites of an app together. */
  host: 13_000,
  'page-event': 44,
  'mirror-event': 24,
};

/** The quotas of the vendor, which are the defaults if the setting is invalid. */
export function quotasOf(text: string | undefined): Quotas | 'off' {
  const quotas = parseQuotas(text);
  return quotas === 'unreadable' ? DEFAULT_QUOTAS : quotas;
}

/** The maximum for one window. For the part of a key: the amount that all keys have together if nothing else uses points. */
export function quotaOf(name: QuotaName, quotas: Quotas): number {
  return name === HOST_SHARE ? mostOf('requests', quotas.host) : quotas[name];
}

export function windowSecondsOf(name: QuotaName): number {
  return POLICIES[name === HOST_SHARE ? 'host' : name].windowSeconds;
}

/** The largest value of a quota. */
export const MAX_QUOTA = 1_000_000;

const quota = z.int().min(1).max(MAX_QUOTA);

const configured = z.strictObject({
  key: quota.default(DEFAULT_QUOTAS.key),
  'key-write': quota.default(DEFAULT_QUOTAS['key-write']),
  'key-check': quota.default(DEFAULT_QUOTAS['key-check']),
  site: quota.default(DEFAULT_QUOTAS.site),
  host: quota.default(DEFAULT_QUOTAS.host),
  /** A session in a live doc whose author is asked costs most. */
  'page-event': quota.min(5).default(DEFAULT_QUOTAS['page-event']),
  /** Each row of counters has a part. */
  'mirror-event': quota.min(12).default(DEFAULT_QUOTAS['mirror-event']),
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
