import { createHash } from 'node:crypto';
import { compilePattern } from '../../detection/custom/compile-pattern';
import { domainHashOf } from '../../detection/report/fingerprint';
import type { ExclusionFacts } from '../../detection/finding';
import type { Exclusion } from './model';

/**
 * Marks that a page scan, which alone knows the values, stores with a finding so that exclusions by pattern and by domain can
 * match it later.
 */

const EMAIL = 'email';
/** The maximum number of parts of a domain, parent domains included. No domain in use has more. */
const MAX_PARTS = 10;

export type ExclusionFactsOf = (detectorId: string, value: string) => ExclusionFacts;

/** @param key the fingerprint key */
export function openExclusionFacts(key: Uint8Array, exclusions: readonly Exclusion[]): ExclusionFactsOf {
  const patterns = exclusions.flatMap(({ exclusionId, match }) => {
    if (match.by !== 'pattern') return [];
    const compiled = compilePattern(match.pattern);
    return compiled.outcome === 'compiled' ? [{ exclusionId, pattern: compiled.pattern }] : [];
  });
  return (detectorId, value) => {
    const matchedPatterns = patterns.filter(({ pattern }) => pattern.matcher(value).find());
    const domains = detectorId === EMAIL ? domainsOf(value) : [];
    return {
      ...(matchedPatterns.length === 0 ? {} : { matchedPatterns: matchedPatterns.map((one) => one.exclusionId) }),
      ...(domains.length === 0 ? {} : { domainHashes: domains.map((domain) => domainHashOf(key, domain)) }),
    };
  };
}

/**
 * Identifies the patterns that a scan of pages of the space must have tried. Values are never stored, so only a scan
 * can try a new pattern. Every other exclusion, and the removal of a pattern, applies to stored findings
 * (coversSettings in freshness.ts).
 * @param spaceId undefined = any space
 */
export function patternsFor(exclusions: readonly Exclusion[], spaceId: string | undefined): readonly string[] {
  return exclusions.flatMap(({ exclusionId, match, scope }) => {
    if (match.by !== 'pattern' || (scope.of === 'space' && spaceId !== undefined && scope.spaceId !== spaceId))
      return [];
    return [createHash('sha256').update(`${exclusionId} ${match.pattern}`).digest('base64url').slice(0, 8)];
  });
}

/** For example `mail.example.com`, `example.com` and `com`. */
function domainsOf(address: string): readonly string[] {
  const parts = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
    .slice(-MAX_PARTS);
  return parts.map((_part, from) => parts.slice(from).join('.'));
}
