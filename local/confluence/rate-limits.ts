import type { PlatformSwitches } from '../forge/assumptions';

/**
 * Confluence's limits for the calls of an app. People who call Confluence themselves have no limit here.
 * https://developer.atlassian.com/cloud/confluence/rate-limiting/
 */

export interface RateLimits {
  /** The response to a call above a limit, which has no effect and costs nothing. Undefined: the call is admitted. */
  refuse(pathname: string): Response | undefined;
  /** Counts what an admitted call returned, and adds the headers of the limits. */
  count(method: string, pathname: string, response: Response): Promise<Response>;
}

export interface RateLimitOptions {
  readonly now: () => Date;
  readonly assumptions: PlatformSwitches;
  /** Default: those of all sites of an app together. */
  readonly pointsPerHour?: number;
  /** With the switch `burst-limit`. Default: the smallest that was observed. */
  readonly callsPerSecond?: number;
}

const POINTS_PER_HOUR = 65_000;
/** Not published. About 20 parallel calls were refused (atlassian/atlassian-mcp-server, issue 171). */
const CALLS_PER_SECOND = 20;
const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;

/** These objects cost two points, and all others one. */
const IDENTITIES = /\/(users?|groups?|permissions?|role-assignments|space-roles)(\/|-|$)/;
/** Content that can contain its ancestors, and people and groups. */
const WITH_IDENTITIES = /\/rest\/api\/content\/(search|.+\/restriction)/;
/** Atlassian says only that these have lower limits. */
const TIGHTER = /\/(search|users?|groups?|permissions?|restrictions?)(\/|-|$)/;

/** Windows start at full hours in UTC, as documented, and at full seconds. */
export function createRateLimits(options: RateLimitOptions): RateLimits {
  const { now, assumptions, pointsPerHour = POINTS_PER_HOUR, callsPerSecond = CALLS_PER_SECOND } = options;
  const points = { window: 0, used: 0 };
  const calls = { window: 0, used: 0 };
  const usedIn = (counter: typeof points, windowMs: number): number => {
    const window = Math.floor(now().getTime() / windowMs);
    if (counter.window !== window) Object.assign(counter, { window, used: 0 });
    return counter.used;
  };
  const refusal = (reason: string, limit: number, windowMs: number): Response => {
    const leftMs = windowMs - (now().getTime() % windowMs);
    return Response.json(
      { code: 429, message: 'Rate limit exceeded' },
      {
        status: 429,
        headers: {
          'Retry-After': String(Math.ceil(leftMs / SECOND_MS)),
          'RateLimit-Reason': reason,
          'X-RateLimit-Limit': String(limit),
          'X-RateLimit-Remaining': '0',
          'X-RateLimit-Reset': new Date(now().getTime() + leftMs).toISOString(),
        },
      },
    );
  };
  return {
    refuse: (pathname) => {
      if (usedIn(points, HOUR_MS) >= pointsPerHour)
        return refusal('confluence-quota-global-based', pointsPerHour, HOUR_MS);
      const weight = TIGHTER.test(pathname) ? 2 : 1;
      if (assumptions.has('burst-limit') && usedIn(calls, SECOND_MS) + weight > callsPerSecond)
        return refusal('confluence-burst-based', callsPerSecond, SECOND_MS);
      points.used += 1;
      calls.used += weight;
      return undefined;
    },
    count: async (method, pathname, response) => {
      const isRead = method === 'GET' && response.status === 200;
      const text = isRead ? await response.text() : '';
      const nested = isRead && WITH_IDENTITIES.test(pathname) ? nestedPoints(JSON.parse(text)) : 0;
      points.used += isRead ? objectsIn(text) * (IDENTITIES.test(pathname) ? 2 : 1) + nested : 0;
      const counted = isRead ? new Response(text, response) : response;
      // The file that a download redirects to.
      if (response.status === 302) points.used += 1;
      counted.headers.set('RateLimit-Policy', `"global-app-quota";q=${pointsPerHour};w=3600`);
      const left = Math.max(0, pointsPerHour - usedIn(points, HOUR_MS));
      const leftSeconds = Math.ceil((HOUR_MS - (now().getTime() % HOUR_MS)) / SECOND_MS);
      // The response has the remaining points only after most of them are used.
      if (left * 5 < pointsPerHour) {
        counted.headers.set('RateLimit', `"global-app-quota";r=${left};t=${leftSeconds}`);
        counted.headers.set('X-RateLimit-NearLimit', 'true');
      }
      return counted;
    },
  };
}

/** One for each ancestor, and two for each person and group of a restriction. Atlassian does not say if ancestors count. */
function nestedPoints(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + nestedPoints(one), 0);
  return Object.entries(value).reduce((sum, [name, inner]) => {
    if (name === 'ancestors' && Array.isArray(inner)) return sum + inner.length + nestedPoints(inner);
    if (name === 'user' || name === 'group') return sum + 2 * objectsIn(JSON.stringify(inner));
    return sum + nestedPoints(inner);
  }, 0);
}

/** The entries of a list, or one object. */
function objectsIn(text: string): number {
  if (!text.startsWith('{"results":') && !text.startsWith('[')) return 1;
  const body = JSON.parse(text) as { results: unknown[] } | unknown[];
  return Array.isArray(body) ? body.length : body.results.length;
}
