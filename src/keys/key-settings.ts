import * as z from 'zod';
import { type ApiKeyRecord, rank } from './model';
import { hasNoKey, NO_KEY, plainName } from './plain-text';

/** The settings of a key that a person can choose when they create or edit it. */

const keyName = plainName(100);

/** Space ids or space keys, as a person enters them. */
const spaces = z
  .array(
    z
      .string({ error: 'must be text' })
      .regex(/^~?[A-Za-z0-9_.:-]{1,255}$/, { error: 'must be space IDs or space keys' })
      .refine(hasNoKey, { error: NO_KEY }),
  )
  .max(200, { error: 'must have at most 200 entries' });

/** Levels by UUID or key, as a person enters them, and `unclassified`. */
const levels = z
  .array(
    z
      .string({ error: 'must be text' })
      .regex(/^[0-9A-Za-z-]{1,64}$/, { error: 'must be UUIDs or keys of levels, or unclassified' })
      .refine(hasNoKey, { error: NO_KEY }),
    { error: 'must be a list of levels' },
  )
  .max(50, { error: 'must have at most 50 entries' });

const settings = z.strictObject({
  name: keyName,
  classificationScope: rank,
  detectionScope: rank,
  levelLimit: levels,
  spaceLimit: spaces,
});

/** The last day, in UTC, on which the key works. */
export const expiresOnInput = z.iso.date({ error: 'must be a date in the form YYYY-MM-DD' });

export const newKeyInput = settings.extend({
  expiresOn: expiresOnInput,
  detectionScope: rank.default('none'),
  classificationScope: rank.default('none'),
  levelLimit: levels.default([]),
  spaceLimit: spaces.default([]),
});

export const keyChangesInput = settings.partial();

export type KeySettings = Pick<ApiKeyRecord, keyof typeof settings.shape>;

export function settingsOf(record: ApiKeyRecord): KeySettings {
  const { name, classificationScope, detectionScope, levelLimit, spaceLimit } = record;
  return { name, classificationScope, detectionScope, levelLimit, spaceLimit };
}

/** Limits are sets, sorted and without duplicates. */
export function asSet(entries: readonly string[]): string[] {
  return [...new Set(entries)].sort();
}
