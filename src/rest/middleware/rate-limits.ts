import type { Cost, QuotaState } from '../../quota/counters';
import type { Admission } from '../../quota/limiter';
import {
  HOST_SHARE,
  POLICIES,
  type Policy,
  POLICY_NAMES,
  QUOTA_NAMES,
  quotaOf,
  type QuotaName,
  type Quotas,
  windowSecondsOf,
} from '../../quota/policies';
import { Problem } from '../problem';

/**
 * The rate-limit headers of draft-ietf-httpapi-ratelimit-headers. Never X-RateLimit-*, which belongs to the platform.
 */

type Headers = Readonly<Record<string, string>>;

const CONTENDED_RETRY_SECONDS = 1;

/**
 * Sent with every response to a valid key: the quotas, and what remains of the key's own.
 * @param cost the cost of the request
 */
export function rateLimitHeaders(
  quotas: Quotas,
  quotaStates: readonly QuotaState[],
  cost: Cost,
  exceeded?: QuotaName,
): Headers {
  const shown: readonly QuotaName[] = [
    'key',
    ...POLICY_NAMES.filter((policy) => POLICIES[policy].owner === 'key' && cost[policy] !== undefined),
    ...(exceeded === undefined ? [] : [exceeded]),
  ];
  return {
    'RateLimit-Policy': QUOTA_NAMES.filter((name) => !name.endsWith('-event'))
      .map((name) => `"${name}";q=${quotaOf(name, quotas)};w=${windowSecondsOf(name)}`)
      .join(', '),
    RateLimit: quotaStates
      .filter(({ policy }) => shown.includes(policy))
      .map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`)
      .join(', '),
  };
}

/** The problem for a request that was not admitted. Its headers include all of the above. */
export function rateLimited(quotas: Quotas, refused: Exclude<Admission, { outcome: 'admitted' }>, cost: Cost): Problem {
  if (refused.outcome === 'contended') {
    return new Problem('RATE_LIMITED', {
      detail: 'Too many requests arrived at the same time. This request was not counted: retry.',
      headers: {
        ...rateLimitHeaders(quotas, refused.quotaStates, cost),
        'Retry-After': String(CONTENDED_RETRY_SECONDS),
        'RateLimit-Reason': 'contention',
      },
    });
  }
  const { policy, quotaStates } = refused;
  // The request succeeds only when every quota has room for it.
  const full = quotaStates.filter((one) => one.policy === policy || one.remaining < (cost[unitOf(one.policy)] ?? 0));
  const seconds = full.length === 0 ? windowSecondsOf(policy) : Math.max(...full.map((one) => one.resetSeconds));
  return new Problem('RATE_LIMITED', {
    detail: detailOf(policy, quotaOf(policy, quotas), cost[unitOf(policy)] ?? 0),
    headers: {
      ...rateLimitHeaders(quotas, quotaStates, cost, policy),
      'Retry-After': String(seconds),
      'RateLimit-Reason': `${policy}-quota`,
    },
  });
}

function unitOf(policy: QuotaName): Policy {
  return policy === HOST_SHARE ? 'host' : policy;
}

const WHOSE: Readonly<Record<Exclude<QuotaName, typeof HOST_SHARE>, string>> = {
  key: 'requests of this key',
  'key-write': 'changes by this key',
  'key-check': "requests of this key that ask Confluence only whether the key's creator is active",
  site: 'requests of all keys of the site',
  host: "points that the app's calls to Confluence cost",
  'page-event': 'page events that the app handles',
  'mirror-event': 'events for the properties of pages',
};

function detailOf(name: QuotaName, quota: number, cost: number): string {
  const window = `in ${windowSecondsOf(name)} seconds`;
  const per =
    name === HOST_SHARE
      ? `One key can use half of the points that other keys left of their part of the site's quota for calls to Confluence, and more as the hour passes: ${quota} ${window} if the others use none`
      : `The quota is ${quota} ${WHOSE[name]} ${window}`;
  return cost > quota
    ? `${per}. This request alone takes ${cost}: send it in smaller parts.`
    : `${per}. Wait as long as Retry-After says.`;
}
