import type { Location } from '../../detection/finding';
import type { FindingRecord } from '../model';
import { type Exclusion, type ExclusionMatch, type ExclusionScope, isActive } from './model';

/**
 * Whether a finding is excluded is asked when it is read, and stands in no row of it: so an exclusion holds as soon as it is
 * made, and what it hid is back as soon as it is removed, or over. Pure.
 */

/** What of a finding decides. */
export interface Excludable {
  readonly detectorId: string;
  readonly fingerprint: string;
  /** The one that exclusions may have from before docs/adr/0029. */
  readonly formerFingerprint?: string | undefined;
  readonly location: Pick<Location, 'field' | 'kind'>;
  /** What its scan has noted for exclusions (marks.ts). */
  readonly domainHashes?: readonly string[] | undefined;
  readonly matchedPatterns?: readonly string[] | undefined;
}

/** What of its page decides. What is not known is in no scope: in doubt a finding is open. */
export interface ExcludablePage {
  readonly pageId: string;
  readonly spaceId?: string | undefined;
  /**
   * The level that the page has. Where a level is to be set, that one: an exclusion for pages of a level must not help to
   * take the level away.
   */
  readonly levelId?: string | undefined;
  /** See page-labels.ts. */
  readonly labels?: ReadonlySet<string> | undefined;
}

/** @returns of all exclusions that hold the one that is told: the most specific, of those the last made */
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

/** Of a row. */
export function excludableOf({ detectorId, fingerprint, data }: FindingRecord): Excludable {
  const { location, domainHashes, matchedPatterns, formerFingerprint } = data;
  return { detectorId, fingerprint, formerFingerprint, location, domainHashes, matchedPatterns };
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

/** Whatever its page is. */
export function isMeant({ exclusionId, match }: Exclusion, finding: Excludable): boolean {
  if ('detectorId' in match && match.detectorId !== undefined && match.detectorId !== finding.detectorId) return false;
  switch (match.by) {
    case 'fingerprint': {
      const { fingerprint, formerFingerprint = fingerprint } = finding;
      const excluded = setOf(match.fingerprints);
      return excluded.has(fingerprint) || excluded.has(formerFingerprint);
    }
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

/** Thousands of findings are compared with thousands of values. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function setOf(fingerprints: readonly string[]): ReadonlySet<string> {
  const set = sets.get(fingerprints) ?? new Set(fingerprints);
  sets.set(fingerprints, set);
  return set;
}

const MATCHES: readonly ExclusionMatch['by'][] = ['fingerprint', 'pattern', 'domain', 'location', 'detector'];
const SCOPES: readonly ExclusionScope['of'][] = ['page', 'label', 'level', 'space', 'site'];

/** What is about less comes first; of scopes the same, what says more about the value. */
function rankOf({ match, scope }: Exclusion): number {
  return SCOPES.indexOf(scope.of) * MATCHES.length + MATCHES.indexOf(match.by);
}
