import * as z from 'zod';
import { PATTERN_LIMITS } from '../../detection/custom/pattern-limits';
import { LOCATION_KINDS } from '../../detection/text/flat-text';
import { FIELDS } from '../model';

/** Which findings are not to be shown as open, where, and why: entity `config`, row `detection-exclusions`. Shapes as stored. */

/** Of a site, each; `values`, `reasonCharacters` and `domainCharacters` of one exclusion. */
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

const instant = z.iso.datetime({ precision: 3 });
const confluenceId = z.string().regex(/^[1-9][0-9]{0,18}$/);
const detectorId = z.string().min(1).max(100);

/** Left out: of any detector. */
const ofDetector = { detectorId: detectorId.optional() };

const match = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('fingerprint'),
    /** Each is of one value of one detector. */
    fingerprints: z.array(z.string().min(16).max(100)).min(1).max(EXCLUSION_LIMITS.values),
  }),
  z.strictObject({ by: z.literal('detector'), detectorId }),
  /** Of values, in the language of RE2. Scans note what it matches: what was found before it was made does not count. */
  z.strictObject({
    by: z.literal('pattern'),
    pattern: z.string().min(1).max(EXCLUSION_LIMITS.patternCharacters),
    ...ofDetector,
  }),
  /** Email addresses of this domain and of its subdomains. */
  z.strictObject({
    by: z.literal('domain'),
    domain: z.string().min(1).max(EXCLUSION_LIMITS.domainCharacters),
    /** What findings know it by. */
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
  /** Pages that have this level now. */
  z.strictObject({ of: z.literal('level'), levelId: z.uuid() }),
]);

const exclusion = z.strictObject({
  exclusionId: z.uuid(),
  match,
  scope,
  reason: z.string().min(1).max(EXCLUSION_LIMITS.reasonCharacters),
  /** The person, or the one who made the key. */
  createdBy: z.string(),
  createdAt: instant,
  /** From then on it excludes nothing; left out = never. */
  expiresAt: instant.optional(),
  /** Of fingerprints and hashes: the version of the key that they were made with. */
  keyVersion: z.string().optional(),
});

export const exclusionsRecord = z.strictObject({ v: z.literal(1), rev: z.int().min(1), value: z.array(exclusion) });

export type ExclusionMatch = z.infer<typeof match>;
export type ExclusionScope = z.infer<typeof scope>;
export type Exclusion = z.infer<typeof exclusion>;

/** The page to which it is limited. Only those who can see the page may learn of the exclusion. */
export function pageNamedBy({ scope: place }: Pick<Exclusion, 'scope'>): string | undefined {
  return place.of === 'page' ? place.pageId : undefined;
}

/** The space to which it is limited. Only those who can see the space may learn of the exclusion. */
export function spaceNamedBy({ scope: place }: Pick<Exclusion, 'scope'>): string | undefined {
  return place.of === 'space' ? place.spaceId : undefined;
}

/** It is over at the instant itself. */
export function isActive({ expiresAt }: Pick<Exclusion, 'expiresAt'>, now: Date): boolean {
  return expiresAt === undefined || Date.parse(expiresAt) > now.getTime();
}

/**
 * `expired`: it is over. `outdated`: it has fingerprints, or a hash, of a key that the site no longer uses, so that it means nothing
 * of what is found from now on.
 */
export const EXCLUSION_STATES = ['active', 'expired', 'outdated'] as const;
export type ExclusionState = (typeof EXCLUSION_STATES)[number];

/** @param keyVersion of the key of fingerprints that is used now; undefined = there is none, so that nothing is found */
export function stateOf(exclusion: Exclusion, now: Date, keyVersion: string | undefined): ExclusionState {
  if (!isActive(exclusion, now)) return 'expired';
  return exclusion.keyVersion === undefined || exclusion.keyVersion === (keyVersion ?? exclusion.keyVersion)
    ? 'active'
    : 'outdated';
}

/** What of a new exclusion says which key it is for. */
export function keyedBy({ by }: ExclusionMatch, keyVersion: string | undefined): Pick<Exclusion, 'keyVersion'> {
  const isKeyed = by === 'fingerprint' || by === 'domain';
  return isKeyed && keyVersion !== undefined ? { keyVersion } : {};
}
