import { EXCLUSION_LIMITS, type Exclusion, type ExclusionScope, isActive } from './model';

/** Applies an edit to the exclusions of a site. Pure. */

export type ExclusionRefusal = 'EXCLUSION_NOT_FOUND' | 'TOO_MANY_EXCLUSIONS' | 'TOO_MANY_PATTERNS' | 'TOO_MANY_LABELS';

export type ExclusionsEdit =
  | {
      readonly outcome: 'changed';
      readonly all: readonly Exclusion[];
      /** The exclusions that the edit added or removed. */
      readonly about: readonly Exclusion[];
    }
  | { readonly outcome: 'refused'; readonly reason: ExclusionRefusal };

/** Expired exclusions stay in the list for this long. */
const KEPT_MS = 30 * 86_400_000;

export function withExclusions(all: readonly Exclusion[], added: readonly Exclusion[], now: Date): ExclusionsEdit {
  const after = [...swept(all, now), ...added];
  if (after.length > EXCLUSION_LIMITS.exclusions) return { outcome: 'refused', reason: 'TOO_MANY_EXCLUSIONS' };
  if (after.filter(({ match }) => match.by === 'pattern').length > EXCLUSION_LIMITS.patterns)
    return { outcome: 'refused', reason: 'TOO_MANY_PATTERNS' };
  const labels = after.flatMap(({ scope }) => (scope.of === 'label' ? [scope.label] : []));
  if (new Set(labels).size > EXCLUSION_LIMITS.labels) return { outcome: 'refused', reason: 'TOO_MANY_LABELS' };
  return { outcome: 'changed', all: after, about: added };
}

export function withoutExclusion(all: readonly Exclusion[], exclusionId: string, now: Date): ExclusionsEdit {
  const removed = all.find((one) => one.exclusionId === exclusionId);
  if (removed === undefined) return { outcome: 'refused', reason: 'EXCLUSION_NOT_FOUND' };
  const others = all.filter((one) => one !== removed);
  return { outcome: 'changed', all: swept(others, now), about: [removed] };
}

function swept(all: readonly Exclusion[], now: Date): readonly Exclusion[] {
  const longAgo = new Date(now.getTime() - KEPT_MS);
  return all.filter((one) => isActive(one, longAgo));
}

/** A finding and the current space of its page. */
export interface NamedFinding {
  readonly pageId: string;
  readonly spaceId: string;
  readonly fingerprint: string;
}

/** The scope in which the values of findings are excluded: their own pages, their own spaces, or another scope. */
export type OwnScope = { readonly of: 'page' | 'space' } | Exclude<ExclusionScope, { of: 'page' | 'space' }>;

/**
 * Creates one exclusion for each page or space, because an exclusion of a value on one page must not apply to another
 * page.
 */
export function exclusionsOfFindings(
  findings: readonly NamedFinding[],
  own: OwnScope,
): readonly Pick<Exclusion, 'match' | 'scope'>[] {
  const scopes = new Map<string, { readonly scope: ExclusionScope; readonly fingerprints: Set<string> }>();
  for (const finding of findings) {
    const scope = scopeOf(finding, own);
    const name = JSON.stringify(scope);
    const known = scopes.get(name) ?? { scope, fingerprints: new Set() };
    known.fingerprints.add(finding.fingerprint);
    scopes.set(name, known);
  }
  return [...scopes.values()].map(({ scope, fingerprints }) => ({
    scope,
    match: { by: 'fingerprint', fingerprints: [...fingerprints].sort() },
  }));
}

function scopeOf({ pageId, spaceId }: NamedFinding, own: OwnScope): ExclusionScope {
  switch (own.of) {
    case 'page':
      return { of: 'page', pageId };
    case 'space':
      return { of: 'space', spaceId };
    default:
      return own;
  }
}
