import * as z from 'zod';
import { isAtLeast, type Rank } from '../access/scope';
import { maskKeys } from './key-format';
import { type ApiKeyRecord, levelLimit, rank } from './model';
import { plainName } from './plain-text';

/** What a person chooses when making or editing a key. Everything else about a key is not theirs to set. */

const keyName = plainName(100);

/** Space ids or space keys, as a person knows them. */
const spaces = z
  .array(
    z
      .string({ error: 'must be text' })
      .regex(/^~?[A-Za-z0-9_.:-]{1,255}$/, { error: 'must be space ids or space keys' })
      .refine((name) => maskKeys(name) === name, { error: 'must not contain an API key' }),
  )
  .max(200, { error: 'may have 200 entries at most' });

const settings = z.strictObject({
  name: keyName,
  classificationScope: rank,
  detectionScope: rank,
  levelLimit: levelLimit,
  spaceLimit: spaces,
});

/** The last day, in UTC, on which the key works. */
export const expiresOnInput = z.iso.date({ error: 'must be a date in the form YYYY-MM-DD' });

export const newKeyInput = settings.extend({
  expiresOn: expiresOnInput,
  detectionScope: rank.default('none'),
  classificationScope: rank.default('none'),
  levelLimit: levelLimit.default([]),
  spaceLimit: spaces.default([]),
});

export const keyChangesInput = settings.partial();

export type KeySettings = Pick<ApiKeyRecord, keyof typeof settings.shape>;

export function settingsOf(record: ApiKeyRecord): KeySettings {
  const { name, classificationScope, detectionScope, levelLimit, spaceLimit } = record;
  return { name, classificationScope, detectionScope, levelLimit, spaceLimit };
}

export const SETTING_NAMES = Object.keys(settings.shape) as readonly (keyof KeySettings)[];

const DAY_MS = 86_400_000;
export const MIN_LIFETIME_DAYS = 1;
export const MAX_LIFETIME_DAYS = 365;

/**
 * The instant from which a key is rejected: the midnight, UTC, that ends its last day.
 * @returns undefined where the last day is not 1 to 365 days ahead
 */
export function expiryInstant(expiresOn: string, now: Date): string | undefined {
  const lastDay = Date.parse(`${expiresOn}T00:00:00.000Z`);
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const lifetimeDays = (lastDay - today) / DAY_MS;
  if (!(lifetimeDays >= MIN_LIFETIME_DAYS && lifetimeDays <= MAX_LIFETIME_DAYS)) return undefined;
  return new Date(lastDay + DAY_MS).toISOString();
}

/** The last day on which a key works, from the instant that is stored. */
export function lastDayOf(expiresAt: string): string {
  return new Date(Date.parse(expiresAt) - DAY_MS).toISOString().slice(0, 10);
}

/** Would the key be able to do anything after the change that it cannot do before? */
export function widens(before: KeySettings, after: KeySettings): boolean {
  const raises = (from: Rank, to: Rank) => !isAtLeast(from, to);
  const opens = (from: readonly string[], to: readonly string[]) =>
    from.length > 0 && (to.length === 0 || to.some((entry) => !from.includes(entry)));
  return (
    raises(before.classificationScope, after.classificationScope) ||
    raises(before.detectionScope, after.detectionScope) ||
    opens(before.levelLimit, after.levelLimit) ||
    opens(before.spaceLimit, after.spaceLimit)
  );
}

/** Limits are sets: sorted, each entry once. */
export function asSet(entries: readonly string[]): string[] {
  return [...new Set(entries)].sort();
}
