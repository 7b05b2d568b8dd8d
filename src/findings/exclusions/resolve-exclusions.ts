import type * as z from 'zod';
import { readDetection } from '../../detection/configuration/configuration-store';
import { loadIsBuiltIn } from '../../detection/configuration/detector-catalog';
import type { DetectionConfig } from '../../detection/configuration/model';
import { domainHashOf } from '../../detection/report/fingerprint';
import { awaitAll } from '../../platform/await-all';
import type { Storage } from '../../platform/storage';
import type { FingerprintKey } from '../fingerprint-key';
import { type NamedFindingsReader, readNamedFindings } from '../lists/named-findings';
import { exclusionsOfFindings } from './edit-exclusions';
import type { matchInput } from './exclusion-fields';
import type { Exclusion, ExclusionMatch, ExclusionScope } from './model';
import type { PlannedExclusion } from './plan-exclusion';

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
  { readonly outcome: 'resolved'; readonly meant: readonly Pick<Exclusion, 'match' | 'scope'>[] } | NotFound | Refused;

interface Refused {
  readonly outcome: 'refused';
  readonly field: 'detectorId' | 'pattern';
  /** Continues after the name of the member of `match`. */
  readonly message: string;
}

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
  const match = await resolveMatch(planned.match, config, author.fingerprintKey);
  return 'outcome' in match ? match : { outcome: 'resolved', meant: [{ match, scope }] };
}

/** The detector must exist on this site, and the pattern must be usable. */
async function resolveMatch(
  input: z.output<typeof matchInput>,
  config: DetectionConfig,
  key: () => FingerprintKey,
): Promise<ExclusionMatch | Refused> {
  if ('detectorId' in input && input.detectorId !== undefined) {
    const { detectorId } = input;
    const isCustom = config.custom.some((one) => one.detectorId === detectorId);
    if (!isCustom && !(await loadIsBuiltIn())(detectorId))
      return { outcome: 'refused', field: 'detectorId', message: 'must be the ID of a detector on this site' };
  }
  switch (input.by) {
    case 'fingerprint':
      return { by: input.by, fingerprints: [...new Set(input.fingerprints)].sort() };
    case 'domain':
      return { ...input, hash: domainHashOf(key().bytes, input.domain) };
    case 'pattern': {
      const { compilePattern } = await import('../../detection/custom/compile-pattern');
      const compiled = compilePattern(input.pattern);
      return compiled.outcome === 'refused' ? { ...compiled, field: 'pattern' } : input;
    }
    case 'detector':
    case 'location':
      return input;
  }
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
