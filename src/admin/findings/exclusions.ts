import * as z from 'zod';
import { findLevel, readLevels } from '../../classification/level-store';
import { findVisiblePages } from '../../classification/pages-lookup';
import { findVisibleSpaces, lookUpSpace } from '../../classification/space-lookup';
import {
  addExclusions,
  EXCLUSIONS,
  type NewExclusion,
  removeExclusion as remove,
  toExclusions,
} from '../../findings/exclusions/change-exclusions';
import { excludedBy } from '../../findings/exclusions/excluded-by';
import { expiresAt, findingIds, matchInput, reason, scopeInput } from '../../findings/exclusions/exclusion-fields';
import { type Exclusions, readExclusions } from '../../findings/exclusions/exclusion-store';
import {
  type Exclusion,
  type ExclusionMatch,
  type ExclusionScope,
  type ExclusionState,
  keyedBy,
  pageNamedBy,
  spaceNamedBy,
  stateOf,
} from '../../findings/exclusions/model';
import { readFindingConditions } from '../../findings/finding-conditions';
import type { ConditionsChange } from '../../findings/preview/preview-configuration';
import { planExclusion } from '../../findings/exclusions/plan-exclusion';
import { type ExclusionsAuthor, resolveExclusions } from '../../findings/exclusions/resolve-exclusions';
import { type FingerprintKey, fingerprintKeyOf } from '../../findings/fingerprint-key';
import { HostError } from '../../platform/confluence';
import { awaitAll } from '../../platform/await-all';
import { changeAsAdmin } from '../change-as-admin';
import { narrowedBy, readExcludables } from './exclusion-effects';
import type { SamplePreview } from '../detection/preview-on-sample';
import { requirePeppers } from '../keys/require-peppers';
import { namedFindingsReaderOf, readVisibility } from '../visible-pages';
import { id, noInput, operation } from '../input';
import type { AdminRequest } from '../operation';
import { invalidInput, Refusal } from '../result';

/** Exclusions. Each has a place and a reason, and its findings are not shown as open. */

type ShownMatch =
  | Exclude<ExclusionMatch, { by: 'fingerprint' | 'domain' }>
  | { readonly by: 'fingerprint'; readonly values: number }
  | { readonly by: 'domain'; readonly domain: string };

type ShownScope =
  | Exclude<ExclusionScope, { of: 'page' | 'space' }>
  | { readonly of: 'page'; readonly pageId?: string | undefined }
  | { readonly of: 'space'; readonly spaceId?: string | undefined };

export interface ExclusionView {
  readonly exclusionId: string;
  /**
   * Omitted, with the place and the reason, if the exclusion is limited to a page or space that the admin cannot see
   * or that no longer exists.
   */
  readonly match?: ShownMatch;
  readonly scope: ShownScope;
  readonly reason?: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt?: string | undefined;
  readonly state: ExclusionState;
}

export interface ExclusionList {
  /** The most recently created first. */
  readonly exclusions: readonly ExclusionView[];
}

export const listExclusions = operation(noInput, async (request): Promise<ExclusionList> => {
  return toList(request, await readExclusions(request.storage));
});

/** Either findings, whose values are excluded, or an explicit match. */
const meant = {
  findingIds: findingIds.optional(),
  match: matchInput.optional(),
  /** With findings, `page` and `space` have no id, because those of each finding apply. */
  scope: scopeInput(id),
};

export const addExclusionInput = z.strictObject({ ...meant, reason, expiresAt: expiresAt.optional() });

/** Adds one exclusion for each page or space, either all of them or none. */
export const addExclusion = operation(
  addExclusionInput,
  async (request, { reason: why, expiresAt: until, ...input }) => {
    if (until !== undefined && Date.parse(until) <= request.now.getTime())
      throw invalidInput([{ field: 'expiresAt', message: 'must be in the future' }]);
    const wanted = (await resolveMeant(request, input)).map((one): NewExclusion => ({
      ...one,
      reason: why,
      ...(until === undefined ? {} : { expiresAt: until }),
      ...keyedBy(one.match, keyVersionOf(request)),
    }));
    const { random, now, accountId } = request;
    const added = toExclusions(wanted, { random, now, createdBy: accountId });
    const exclusions = await changeAsAdmin(request, EXCLUSIONS, undefined, addExclusions(added, now));
    return { ...(await toList(request, exclusions)), added: added.map(({ exclusionId }) => exclusionId) };
  },
);

const removeExclusionInput = z.strictObject({ exclusionId: z.uuid() });

/** The findings that it excluded are open again immediately. */
export const removeExclusion = operation(removeExclusionInput, async (request, { exclusionId }) => {
  const change = remove(exclusionId, request.now);
  return toList(request, await changeAsAdmin(request, EXCLUSIONS, undefined, change));
});

export const previewExclusionInput = z.strictObject(meant);

export interface ExclusionPreview {
  /** The number of the most recently found open findings that it would exclude, on pages that the admin can see. */
  readonly excluded: number;
  /** false: there are more. */
  readonly isComplete: boolean;
  /** True if only pages that are scanned afterwards are known to match. */
  readonly needsScan: boolean;
  /** The effect of a pattern on a sample of pages. Omitted: without a pattern, the stored findings are enough. */
  readonly onSample?: SamplePreview;
}

export const previewExclusion = operation(previewExclusionInput, async (request, input): Promise<ExclusionPreview> => {
  const made = await resolveUnsaved(request, input);
  const { now } = request;
  const [one] = made.length === 1 ? made : [];
  const filter = { status: 'open', ...(one === undefined ? {} : narrowedBy(one)) } as const;
  const question = { filter, status: 'open', levelIds: undefined, after: undefined } as const;
  const pattern = made.find(({ match }) => match.by === 'pattern');
  const [{ findings, isComplete }, onSample] = await awaitAll([
    readExcludables(request, question, made),
    pattern === undefined ? undefined : previewPattern(request, pattern),
  ] as const);
  return {
    excluded: findings.filter(({ finding, page }) => excludedBy(finding, page, made, now) !== undefined).length,
    isComplete,
    needsScan: pattern !== undefined,
    ...(onSample === undefined ? {} : { onSample }),
  };
});

/** The conditions before and after an exclusion is added. @throws Refusal that identifies the wrong member; HostError */
export async function changeOfExclusion(request: AdminRequest, input: MeantInput): Promise<ConditionsChange> {
  const made = await resolveUnsaved(request, input);
  return changeOfExclusions(request, (all) => [...all, ...made]);
}

/** The conditions before and after an exclusion is removed. */
export function changeOfRemoval(request: AdminRequest, exclusionId: string): Promise<ConditionsChange> {
  return changeOfExclusions(request, (all) => all.filter((one) => one.exclusionId !== exclusionId));
}

async function changeOfExclusions(
  { storage }: AdminRequest,
  edit: (all: readonly Exclusion[]) => readonly Exclusion[],
): Promise<ConditionsChange> {
  const { exclusions, ...conditions } = await readFindingConditions(storage);
  const { all } = exclusions;
  return { before: { ...conditions, exclusions: all }, after: { ...conditions, exclusions: edit(all) } };
}

async function resolveUnsaved(request: AdminRequest, input: MeantInput): Promise<readonly Exclusion[]> {
  const { now, random, accountId } = request;
  return (await resolveMeant(request, input)).map((one) => {
    return { exclusionId: random.uuid(), ...one, reason: '', createdBy: accountId, createdAt: now.toISOString() };
  });
}

async function previewPattern(request: AdminRequest, made: Exclusion): Promise<SamplePreview> {
  return (await import('../detection/preview-pattern')).previewPatternExclusion(request, made);
}

type Meant = Pick<Exclusion, 'match' | 'scope'>;
type MeantInput = z.output<typeof previewExclusionInput>;

/** @throws Refusal that identifies the wrong member; HostError */
async function resolveMeant(request: AdminRequest, input: MeantInput): Promise<readonly Meant[]> {
  const planned = planExclusion(input);
  if (planned.outcome === 'refused') throw invalidInput([planned]);
  const resolved = await resolveExclusions(authorOf(request), planned);
  switch (resolved.outcome) {
    case 'resolved':
      return resolved.meant;
    case 'refused':
      throw invalidInput([{ field: `match.${resolved.field}`, message: resolved.message }]);
    case 'scope-not-found':
      throw invalidInput([NO_SUCH_PLACE[resolved.of]]);
    case 'findings-not-found':
      throw new Refusal(
        'FINDING_NOT_FOUND',
        `Some findings (${resolved.indexes.length}) no longer exist, or you can’t view their pages. Nothing was changed.`,
      );
  }
}

function authorOf(request: AdminRequest): ExclusionsAuthor {
  const { storage, confluence, accountId, installationId } = request;
  return {
    ...namedFindingsReaderOf(request),
    storage,
    fingerprintKey: () => requireFingerprintKey(request),
    isSpaceVisible: async (spaceId) => (await lookUpSpace(confluence, accountId, spaceId)) === 'visible',
    isPageVisible: async (pageId) => (await readVisibility(request, [pageId], 0, 'all'))(pageId),
    findLevelId: async (levelId) => findLevel(await readLevels(storage, installationId), levelId)?.levelId,
  };
}

const NO_SUCH_PLACE = {
  space: { field: 'scope.spaceId', message: 'must be a space that you can view' },
  page: { field: 'scope.pageId', message: 'must be a page that you can view' },
  level: { field: 'scope.levelId', message: 'must be an existing level' },
} as const;

function findFingerprintKey({ peppers: readPeppers, installationId }: AdminRequest): FingerprintKey | undefined {
  const peppers = readPeppers();
  return peppers && fingerprintKeyOf(peppers, installationId);
}

function keyVersionOf(request: AdminRequest): string | undefined {
  return findFingerprintKey(request)?.version;
}

/** @throws Refusal PEPPER_MISSING */
export function requireFingerprintKey(request: AdminRequest): FingerprintKey {
  return fingerprintKeyOf(requirePeppers(request), request.installationId);
}

/**
 * Exclusions for hidden pages and spaces stay listed, so that any admin can remove them, but their contents are
 * omitted.
 */
async function toList(request: AdminRequest, { all }: Exclusions): Promise<ExclusionList> {
  const { confluence, accountId, now } = request;
  const keyVersion = keyVersionOf(request);
  const [visible, visibleSpaces] = await awaitAll([
    findVisiblePages(
      confluence,
      accountId,
      all.flatMap((one) => pageNamedBy(one) ?? []),
      'all',
    ),
    findVisibleSpaces(
      confluence,
      accountId,
      all.flatMap((one) => spaceNamedBy(one) ?? []),
    ),
  ] as const);
  if (visible === 'inactive') throw new HostError('failure', 'Confluence no longer knows the admin');
  const exclusions = all.map((one): ExclusionView => {
    const { match, scope, reason: why, keyVersion: _key, ...known } = one;
    const pageId = pageNamedBy(one);
    const shown = { ...known, state: stateOf(one, now, keyVersion) };
    const spaceId = spaceNamedBy(one);
    if (pageId !== undefined && !visible.has(pageId)) return { ...shown, scope: { of: 'page' } };
    if (spaceId !== undefined && !visibleSpaces.has(spaceId)) return { ...shown, scope: { of: 'space' } };
    return { ...shown, match: shownOf(match), scope, reason: why };
  });
  return { exclusions: exclusions.reverse() };
}

function shownOf(match: ExclusionMatch): ShownMatch {
  switch (match.by) {
    case 'fingerprint':
      return { by: match.by, values: match.fingerprints.length };
    case 'domain':
      return { by: match.by, domain: match.domain };
    case 'detector':
    case 'pattern':
    case 'location':
      return match;
  }
}
