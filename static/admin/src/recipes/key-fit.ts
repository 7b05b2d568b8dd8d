import type { SpaceName } from '../../../../src/admin/spaces/spaces';
import type { Level } from '../../../../src/classification/model';
import type { KeyView } from '../../../../src/keys/key-view';
import { daysLeft, formatDay, formatMoment } from '../dates';
import type { KeyDraft } from '../keys/key-draft';
import { texts } from '../texts';
import { UNCLASSIFIED } from '../unclassified';
import { levelIdsOf, type RecipeDraft, spacesOf } from './recipe-draft';
import { levelPath } from '../level-path';

/** Checks whether a key has the access that a rule needs, and no more. */

export interface Needs {
  /** The names of the levels that the rule sets, by ID. */
  readonly levels: ReadonlyMap<string, string>;
  /** Empty: all spaces. */
  readonly spaces: readonly SpaceName[];
  /** True if the pages cannot have a level yet when the rule runs. */
  readonly isForNewPages: boolean;
}

export function needsOf(draft: RecipeDraft, levels: readonly Level[]): Needs {
  return {
    levels: new Map(levelIdsOf(draft).map((levelId) => [levelId, levelPath({ levelId }, levels)])),
    spaces: spacesOf(draft),
    isForNewPages: draft.trigger === 'published',
  };
}

/** The settings of a new key, limited to what the rule needs. */
export function keyDraftFor(draft: RecipeDraft): Partial<KeyDraft> {
  const spaces = spacesOf(draft);
  return {
    classificationScope: 'write',
    detectionScope: 'none',
    hasLevelLimit: true,
    levelLimit: [UNCLASSIFIED, ...levelIdsOf(draft)],
    hasSpaceLimit: spaces.length > 0,
    spaces,
  };
}

export interface KeyFit {
  /** The reasons why the API would reject the requests of the rule. */
  readonly problems: readonly string[];
  /** Missing access, excess access, and an early expiry. */
  readonly warnings: readonly string[];
}

/** Enough time to replace a key. */
const SOON_DAYS = 30;

export function isUsable({ status }: KeyView): boolean {
  return status === 'active' || status === 'grace';
}

export function checkKeyFit(key: KeyView, needs: Needs, now: Date): KeyFit {
  const { fit } = texts.recipes;
  const problems: string[] = [];
  const warnings: string[] = [];

  if (key.classificationScope === 'none' || key.classificationScope === 'read') problems.push(fit.scope);
  if (key.classificationScope === 'manage') warnings.push(fit.manage);
  if (key.detectionScope !== 'none') warnings.push(fit.detection);

  if (key.levelLimit.length === 0) warnings.push(fit.anyLevel);
  else {
    const outside = [...needs.levels].filter(([levelId]) => !key.levelLimit.includes(levelId)).map(([, name]) => name);
    if (outside.length > 0) problems.push(fit.levels(outside));
    if (!key.levelLimit.includes(UNCLASSIFIED)) {
      (needs.isForNewPages ? problems : warnings).push(needs.isForNewPages ? fit.newPages : fit.noUnclassified);
    }
  }

  if (key.spaceLimit.length === 0) {
    if (needs.spaces.length > 0) warnings.push(fit.anySpace);
  } else if (needs.spaces.length === 0) warnings.push(fit.someSpaces);
  else {
    const outside = needs.spaces.filter(({ id }) => !key.spaceLimit.includes(id)).map(({ name }) => name);
    if (outside.length > 0) problems.push(fit.spaces(outside));
    if (key.spaceLimit.some((spaceId) => needs.spaces.every(({ id }) => id !== spaceId))) warnings.push(fit.moreSpaces);
  }

  if (key.graceUntil !== undefined) warnings.push(fit.grace(formatMoment(key.graceUntil)));
  else if (daysLeft(key.expiresAt, now) <= SOON_DAYS) warnings.push(fit.expires(formatDay(key.expiresOn)));
  return { problems, warnings };
}

/** Suitable keys first, then by expiry, latest first. */
export function rankKeys(
  keys: readonly KeyView[],
  needs: Needs,
  now: Date,
): readonly { readonly key: KeyView; readonly fit: KeyFit }[] {
  return keys
    .filter(isUsable)
    .map((key) => ({ key, fit: checkKeyFit(key, needs, now) }))
    .sort(
      (a, b) =>
        Number(a.fit.problems.length > 0) - Number(b.fit.problems.length > 0) ||
        a.fit.warnings.length - b.fit.warnings.length ||
        b.key.expiresAt.localeCompare(a.key.expiresAt) ||
        a.key.keyId.localeCompare(b.key.keyId),
    );
}

/** A complete key, as users copy it. */
const KEY = /^pclsk_([0-9a-hjkmnp-tv-z]{16})_[0-9A-Za-z]{49}$/;

/** @returns undefined if the text is not a complete key */
export function keyIdIn(value: string): string | undefined {
  return KEY.exec(value)?.[1];
}
