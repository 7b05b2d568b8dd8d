import { readDetection } from '../../detection/configuration/configuration-store';
import { awaitAll } from '../../platform/await-all';
import type { Storage } from '../../platform/storage';
import type { FingerprintKey } from '../fingerprint-key';
import { type NamedFindingsReader, readNamedFindings } from '../lists/named-findings';
import { exclusionsOfFindings } from './edit-exclusions';
import type { Exclusion, ExclusionScope } from './model';
import type { PlannedExclusion } from './plan-exclusion';
import { resolveMatch } from './resolve-match';

/** Resolves a planned exclusion for this site, limited to the pages and spaces that its author sees. */

export interface ExclusionsAuthor extends NamedFindingsReader {
  readonly storage: Pick<Storage, 'read' | 'readMany'>;
  readonly fingerprintKey: () => FingerprintKey;
  readonly isSpaceVisible: (spaceId: string) => Promise<boolean>;
  readonly isPageVisible: (pageId: string) => Promise<boolean>;
  /** Returns the UUID of a level of the site by the name that the person gave. */
  readonly findLevelId: (level: string) => Promise<string | undefined>;
}

export type Planned = Exclude<PlannedExclusion, { outcome: 'refused' }>;

export type ResolvedExclusions =
  | { readonly outcome: 'resolved'; readonly meant: readonly Pick<Exclusion, 'match' | 'scope'>[] }
  | NotFound
  /** `message` continues after the name of the member of `match`. */
  | { readonly outcome: 'refused'; readonly field: 'detectorId' | 'pattern'; readonly message: string };

type NotFound =
  /** Positions in the list of requested findings. */
  | { readonly outcome: 'findings-not-found'; readonly indexes: readonly number[] }
  | { readonly outcome: 'scope-not-found'; readonly of: 'space' | 'page' | 'level' };

/** @throws StorageUnavailableError, CorruptRecordError, and what the functions of the author throw */
export async function resolveExclusions(author: ExclusionsAuthor, planned: Planned): Promise<ResolvedExclusions> {
  if (planned.outcome === 'of-findings') {
    const { findingIds } = planned;
    const scope = await withLevelId(author, planned.scope);
    if (scope === undefined) return NO_SUCH_LEVEL;
    const named = await readNamedFindings(author, findingIds);
    const missing = missingOf(findingIds, named);
    if (missing !== undefined) return missing;
    const findings = [...named.values()].map(({ record: { fingerprint }, page: { pageId, spaceId } }) => {
      return { pageId, spaceId, fingerprint };
    });
    return { outcome: 'resolved', meant: exclusionsOfFindings(findings, scope) };
  }
  const scope = await withLevelId(author, planned.scope);
  if (scope === undefined) return NO_SUCH_LEVEL;
  const [{ config }, missing] = await awaitAll([
    readDetection(author.storage),
    findMissingPlace(author, scope),
  ] as const);
  if (missing !== undefined) return missing;
  const resolved = await resolveMatch(planned.match, config, author.fingerprintKey);
  if (resolved.outcome === 'refused') return resolved;
  return { outcome: 'resolved', meant: [{ match: resolved.match, scope }] };
}

const NO_SUCH_LEVEL: NotFound = { outcome: 'scope-not-found', of: 'level' };

/** The space or page that a planned exclusion names, if the person cannot see it now. */
export async function findMissing(author: ExclusionsAuthor, planned: Planned): Promise<NotFound | undefined> {
  if (planned.outcome === 'of-match') return findMissingPlace(author, planned.scope);
  return missingOf(planned.findingIds, await readNamedFindings(author, planned.findingIds));
}

function missingOf(findingIds: readonly string[], named: ReadonlyMap<string, unknown>): NotFound | undefined {
  const indexes = findingIds.flatMap((findingId, index) => (named.has(findingId) ? [] : [index]));
  return indexes.length === 0 ? undefined : { outcome: 'findings-not-found', indexes };
}

async function findMissingPlace(
  { isSpaceVisible, isPageVisible }: ExclusionsAuthor,
  scope: ExclusionScope,
): Promise<NotFound | undefined> {
  const isMissing =
    (scope.of === 'space' && !(await isSpaceVisible(scope.spaceId))) ||
    (scope.of === 'page' && !(await isPageVisible(scope.pageId)));
  return isMissing ? { outcome: 'scope-not-found', of: scope.of } : undefined;
}

/** @returns undefined if the level does not exist */
async function withLevelId<S extends Planned['scope']>(
  { findLevelId }: ExclusionsAuthor,
  scope: S,
): Promise<S | undefined> {
  if (!('levelId' in scope)) return scope;
  const levelId = await findLevelId(scope.levelId);
  return levelId === undefined ? undefined : { ...scope, levelId };
}
