import type { Location } from '../../detection/finding';
import type { FindingRecord } from '../model';
import { type Exclusion, type ExclusionMatch, type ExclusionScope, isActive } from './model';

/**
 * Evaluates exclusions when a finding is read. The result is not stored with the finding, so an exclusion applies as
 * soon as it is created, and its findings are open again as soon as it is removed or has expired. Pure.
 */

/** The members of a finding that determine whether it is excluded. */
export interface Excludable {
  readonly detectorId: string;
  readonly fingerprint: string;
  readonly location: Pick<Location, 'field' | 'kind'>;
  /** Marks that the scan stored for exclusions (marks.ts). */
  readonly domainHashes?: readonly string[] | undefined;
  readonly matchedPatterns?: readonly string[] | undefined;
}

/**
 * The members of the page that determine whether a finding is excluded. An unknown member matches no scope, because in
 * doubt a finding is open.
 */
export interface ExcludablePage {
  readonly pageId: string;
  readonly spaceId?: string | undefined;
  /**
   * The current level of the page, or the level to be set, because an exclusion for pages of a level must not help to
   * remove that level.
   */
  readonly levelId?: string | undefined;
  /** See page-labels.ts. */
  readonly labels?: ReadonlySet<string> | undefined;
}

/** @returns the most specific exclusion that applies; among equally specific ones, the newest */
export function excludedBy(
  finding: Excludable,
  page: ExcludablePage,
  exclusions: readonly Exclusion[],
  now: Date,
): Exclusion | undefined {
  const [first] = exclusions
    .filter((one) => isIn(one.scope, page) && isMeant(one, finding) && isActive(one, now))
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.createdAt < b.createdAt ? 1 : -1));
  return first;
}

/** The members of a stored finding that exclusions need. */
export function excludableOf({ detectorId, fingerprint, data }: FindingRecord): Excludable {
  const { location, domainHashes, matchedPatterns } = data;
  return { detectorId, fingerprint, location, domainHashes, matchedPatterns };
}

function isIn(scope: ExclusionScope, { pageId, spaceId, levelId, labels }: ExcludablePage): boolean {
  switch (scope.of) {
    case 'site':
      return true;
    case 'space':
      return scope.spaceId === spaceId;
    case 'page':
      return scope.pageId === pageId;
    case 'label':
      return labels?.has(scope.label) === true;
    case 'level':
      return scope.levelId === levelId;
  }
}

/** Ignores the page of the finding. */
export function isMeant({ exclusionId, match }: Exclusion, finding: Excludable): boolean {
  if ('detectorId' in match && match.detectorId !== undefined && match.detectorId !== finding.detectorId) return false;
  switch (match.by) {
    case 'fingerprint':
      return setOf(match.fingerprints).has(finding.fingerprint);
    case 'detector':
      return true;
    case 'pattern':
      return finding.matchedPatterns?.includes(exclusionId) === true;
    case 'domain':
      return finding.domainHashes?.includes(match.hash) === true;
    case 'location': {
      const { field, kind } = finding.location;
      return (match.field ?? field) === field && (match.kind ?? kind) === kind;
    }
  }
}

/** Caches sets, because thousands of findings are compared with thousands of values. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function setOf(fingerprints: readonly string[]): ReadonlySet<string> {
  const set = sets.get(fingerprints) ?? new Set(fingerprints);
  sets.set(fingerprints, set);
  return set;
}

const MATCHES: readonly ExclusionMatch['by'][] = ['fingerprint', 'pattern', 'domain', 'location', 'detector'];
const SCOPES: readonly ExclusionScope['of'][] = ['page', 'label', 'level', 'space', 'site'];

/** Narrower scopes come first; within the same scope, the more specific match comes first. */
function rankOf({ match, scope }: Exclusion): number {
  return SCOPES.indexOf(scope.of) * MATCHES.length + MATCHES.indexOf(match.by);
}
