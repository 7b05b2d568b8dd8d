import type { Verdict } from '../detector';
import { valueStrength } from '../passwords/strength';

/** Names of hosts for documentation and tests (RFC 2606, RFC 6761): example.org, db.example, mail.test. */
const RESERVED = /(?:^|\.)(?:example\.(?:com|org|net|edu)|example|test|invalid)$/i;

/**
 * The limit for a word as the password for such a host. It is mostly an example, but the text may be real except for
 * the host.
 */
const ON_RESERVED_HOST = 0.6;

/** Accepts a password. A word for a reserved host is not certain. */
export function passwordForHost(password: string, host: string): Verdict {
  return RESERVED.test(host) && valueStrength(password) === 'plain'
    ? { verdict: 'unknown', tags: ['sample'], confidence: ON_RESERVED_HOST }
    : { verdict: 'unknown' };
}
