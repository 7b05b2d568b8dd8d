import type { Cost, Standing } from '../../quota/counters';
import type { Admission } from '../../quota/limiter';
import { POLICIES, type Policy, POLICY_NAMES, type Quotas } from '../../quota/policies';
import { Problem } from '../problem';

/** What callers are told of the rate limits: draft-ietf-httpapi-ratelimit-headers. Never X-RateLimit-*, which is the platform's. */

type Headers = Readonly<Record<string, string>>;

const CONTENDED_RETRY_SECONDS = 1;

/**
 * On every answer to a key that is good: what the quotas are, and how it stands with the key's own.
 * @param cost what the request asks for
 */
export function rateLimitHeaders(
  quotas: Quotas,
  standings: readonly Standing[],
  cost: Cost,
  exceeded?: Policy,
): Headers {
  const isShown = ({ policy }: Standing) =>
    policy === 'key' || policy === exceeded || (policy === 'key-write' && cost[policy] !== undefined);
  return {
    'RateLimit-Policy': POLICY_NAMES.map(
      (policy) => `"${policy}";q=${quotas[policy]};w=${POLICIES[policy].windowSeconds}`,
    ).join(', '),
    RateLimit: standings
      .filter(isShown)
      .map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`)
      .join(', '),
  };
}

/** What a request that was not admitted is answered; its headers are all of those above as well. */
export function rateLimited(quotas: Quotas, refused: Exclude<Admission, { outcome: 'admitted' }>, cost: Cost): Problem {
  if (refused.outcome === 'contended') {
    return new Problem('RATE_LIMITED', {
      detail: 'Too many requests came at the same moment. Nothing was counted; send it again.',
      headers: {
        ...rateLimitHeaders(quotas, refused.standings, cost),
        'Retry-After': String(CONTENDED_RETRY_SECONDS),
        'RateLimit-Reason': 'contention',
      },
    });
  }
  const { policy, standings } = refused;
  const seconds =
    standings.find((standing) => standing.policy === policy)?.resetSeconds ?? POLICIES[policy].windowSeconds;
  return new Problem('RATE_LIMITED', {
    detail: detailOf(policy, quotas[policy], cost[policy] ?? 0),
    headers: {
      ...rateLimitHeaders(quotas, standings, cost, policy),
      'Retry-After': String(seconds),
      'RateLimit-Reason': `${policy}-quota`,
    },
  });
}

const WHOSE: Readonly<Record<Policy, string>> = {
  key: 'requests of this key',
  'key-write': 'pages that this key sets',
  site: 'requests of all keys of the site',
  host: "points that the app's calls to Confluence cost",
};

function detailOf(policy: Policy, quota: number, cost: number): string {
  const per = `${quota} ${WHOSE[policy]} in ${POLICIES[policy].windowSeconds} seconds`;
  return cost > quota
    ? `The quota is ${per}, and this request alone takes ${cost}: send it in smaller parts.`
    : `The quota is ${per}. Nothing was counted; wait as long as Retry-After says.`;
}
