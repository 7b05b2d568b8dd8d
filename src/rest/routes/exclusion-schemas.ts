import * as z from 'zod';
import { LOCATION_KINDS } from '../../detection/text/flat-text';
import { expiresAt, findingIds, matchInput, reason, scopeInput } from '../../findings/exclusions/exclusion-fields';
import { type Exclusion, EXCLUSION_STATES, stateOf } from '../../findings/exclusions/model';
import { FIELDS } from '../../findings/model';
import * as fields from '../fields';
import { DETECTION_EXAMPLE } from './detection-schemas';

/** Exclusions in requests and responses. */

const EXCLUSION_ID = '7c1d5f0a-4b2e-4a6f-9d3c-1e8b7a6f5c40';

export const exclusionPath = z.strictObject({
  exclusionId: z
    .uuid({ error: 'must be a UUID' })
    .meta({ description: 'The id of the exclusion.', examples: [EXCLUSION_ID], maxLength: 36 })
    .transform((id) => id.toLowerCase()),
});

export const exclusionInput = z
  .strictObject({
    detectionIds: findingIds.optional().meta({
      description: 'Excludes the values of these findings. Cannot be combined with `match`.',
    }),
    match: matchInput.optional().meta({ description: 'The findings to exclude. Required without `detectionIds`.' }),
    scope: scopeInput(fields.levelName).meta({
      description:
        'Where the exclusion applies. With `detectionIds`, omit `pageId` and `spaceId`: the request creates one exclusion for each page or space of the findings.',
    }),
    reason,
    expiresAt: expiresAt.optional(),
  })
  .meta({ id: 'CreateExclusion' });

const instant = z.iso.datetime({ precision: 3 });

export const SCOPES = ['site', 'space', 'page', 'label', 'level'] as const;

export const exclusionBody = z
  .strictObject({
    exclusionId: z.uuid(),
    match: z
      .strictObject({
        by: z.enum(['fingerprint', 'detector', 'pattern', 'domain', 'location']).meta({
          description: 'More values may be added.',
        }),
        fingerprints: z.array(z.string()).optional(),
        detectorId: z.string().optional(),
        pattern: z.string().optional(),
        domain: z.string().optional(),
        field: z.enum(FIELDS).optional(),
        kind: z.enum(LOCATION_KINDS).optional(),
      })
      .meta({ id: 'ExclusionMatch' }),
    scope: z
      .strictObject({
        of: z.enum(SCOPES).meta({ description: 'More values may be added.' }),
        spaceId: z.string().optional(),
        pageId: z.string().optional(),
        label: z.string().optional(),
        levelId: z.uuid().optional(),
      })
      .meta({ id: 'ExclusionScope' }),
    reason: z.string(),
    createdBy: z.string().meta({ description: 'The accountId of the person, or of the creator of the key.' }),
    createdAt: instant,
    expiresAt: instant.nullable(),
    state: z.enum(EXCLUSION_STATES).meta({
      description:
        '`expired`: no longer has an effect, and is deleted after a month. `outdated`: the secret of its fingerprints was removed, so it no longer matches new findings; create it again. More values may be added.',
    }),
  })
  .meta({ id: 'Exclusion', description: 'Findings that do not count as open, where, and why.' });

/** @param keyVersion the version of the current fingerprint key */
export function toExclusionBody(exclusion: Exclusion, now: Date, keyVersion: string): z.infer<typeof exclusionBody> {
  const { match, expiresAt: until, keyVersion: _key, ...rest } = exclusion;
  const { hash: _hash, ...shown } = { hash: undefined, ...match };
  return { ...rest, match: shown, expiresAt: until ?? null, state: stateOf(exclusion, now, keyVersion) };
}

export const EXCLUSION_EXAMPLE = {
  exclusionId: EXCLUSION_ID,
  match: { by: 'fingerprint' as const, fingerprints: [DETECTION_EXAMPLE.fingerprint] },
  scope: { of: 'page' as const, pageId: DETECTION_EXAMPLE.pageId },
  reason: 'A number of the test system.',
  createdBy: '712020:5b0f4c8e-9a3d-4a6e-8f1b-2c7d9e0a1b3c',
  createdAt: '2026-11-21T09:45:00.000Z',
  expiresAt: null,
  state: 'active' as const,
};
