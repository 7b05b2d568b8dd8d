import * as z from 'zod';
import { PATTERN_LIMITS } from '../../detection/custom/pattern-limits';
import { LOCATION_KINDS } from '../../detection/text/flat-text';
import { confluenceId } from '../../platform/confluence-id';
import { FIELDS } from '../model';
import { storedDocument } from '../../platform/stored-document';
import { instant } from '../../platform/instant';

/**
 * Exclusions determine which findings are not shown as open, where, and why. Entity `config`, row
 * `detection-exclusions`. Shapes as stored.
 */

/** Limits per site, except `values`, `reasonCharacters` and `domainCharacters`, which apply to one exclusion. */
export const EXCLUSION_LIMITS = {
  exclusions: 500,
  patterns: 50,
  labels: 5,
  values: 1_000,
  patternCharacters: PATTERN_LIMITS.characters,
  labelCharacters: 255,
  domainCharacters: 253,
  reasonCharacters: 500,
} as const;

const detectorId = z.string().min(1).max(100);

/** Omitted: any detector. */
const ofDetector = { detectorId: detectorId.optional() };

const match = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('fingerprint'),
    /** Each fingerprint identifies one value of one detector. */
    fingerprints: z.array(z.string().min(16).max(100)).min(1).max(EXCLUSION_LIMITS.values),
  }),
  z.strictObject({ by: z.literal('detector'), detectorId }),
  /**
   * An RE2 pattern for values. Scans store which patterns a value matches, so findings from before the pattern do not
   * match until the next scan of their page.
   */
  z.strictObject({
    by: z.literal('pattern'),
    pattern: z.string().min(1).max(EXCLUSION_LIMITS.patternCharacters),
    ...ofDetector,
  }),
  /** Email addresses of this domain and of its subdomains. */
  z.strictObject({
    by: z.literal('domain'),
    domain: z.string().min(1).max(EXCLUSION_LIMITS.domainCharacters),
    /** The hash of the domain that findings store. */
    hash: z.string().min(16).max(100),
  }),
  z
    .strictObject({
      by: z.literal('location'),
      field: z.enum(FIELDS).optional(),
      kind: z.enum(LOCATION_KINDS).optional(),
      ...ofDetector,
    })
    .refine(({ field, kind }) => field !== undefined || kind !== undefined),
]);

const scope = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('site') }),
  z.strictObject({ of: z.literal('space'), spaceId: confluenceId }),
  z.strictObject({ of: z.literal('page'), pageId: confluenceId }),
  /** Pages with this label; lower case. */
  z.strictObject({ of: z.literal('label'), label: z.string().min(1).max(EXCLUSION_LIMITS.labelCharacters) }),
  /** Pages that currently have this level. */
  z.strictObject({ of: z.literal('level'), levelId: z.uuid() }),
]);

const exclusion = z.strictObject({
  exclusionId: z.uuid(),
  match,
  scope,
  reason: z.string().min(1).max(EXCLUSION_LIMITS.reasonCharacters),
  /** The user, or the creator of the API key. */
  createdBy: z.string(),
  createdAt: instant,
  /** The exclusion ends at this time. Omitted: never. */
  expiresAt: instant.optional(),
  /** For fingerprints and hashes: the version of the key that created them. */
  keyVersion: z.string().optional(),
});

export const EXCLUSIONS_ROW = storedDocument(z.array(exclusion), {
  key: 'detection-exclusions',
  unreadable: 'refused',
});

export type ExclusionMatch = z.infer<typeof match>;
export type ExclusionScope = z.infer<typeof scope>;
export type Exclusion = z.infer<typeof exclusion>;

/** The page that the exclusion is limited to. Only users who can see the page may learn of the exclusion. */
export function pageNamedBy({ scope: place }: Pick<Exclusion, 'scope'>): string | undefined {
  return place.of === 'page' ? place.pageId : undefined;
}

/** The space that the exclusion is limited to. Only users who can see the space may learn of the exclusion. */
export function spaceNamedBy({ scope: place }: Pick<Exclusion, 'scope'>): string | undefined {
  return place.of === 'space' ? place.spaceId : undefined;
}

/** An exclusion is no longer active at the instant of its expiry. */
export function isActive({ expiresAt }: Pick<Exclusion, 'expiresAt'>, now: Date): boolean {
  return expiresAt === undefined || Date.parse(expiresAt) > now.getTime();
}

/**
 * `expired`: the exclusion has ended. `outdated`: its fingerprints or its hash belong to a key that the site no longer
 * uses, so it matches no new findings.
 */
export const EXCLUSION_STATES = ['active', 'expired', 'outdated'] as const;
export type ExclusionState = (typeof EXCLUSION_STATES)[number];

/**
 * @param keyVersion the version of the current fingerprint key; undefined = the site has no key, and scans find nothing
 */
export function stateOf(exclusion: Exclusion, now: Date, keyVersion: string | undefined): ExclusionState {
  if (!isActive(exclusion, now)) return 'expired';
  return exclusion.keyVersion === undefined || exclusion.keyVersion === (keyVersion ?? exclusion.keyVersion)
    ? 'active'
    : 'outdated';
}

/** The key version to store with a new exclusion. */
export function keyedBy({ by }: ExclusionMatch, keyVersion: string | undefined): Pick<Exclusion, 'keyVersion'> {
  const isKeyed = by === 'fingerprint' || by === 'domain';
  return isKeyed && keyVersion !== undefined ? { keyVersion } : {};
}
