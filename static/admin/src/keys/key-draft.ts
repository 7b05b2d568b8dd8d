import type { SpaceName } from '../../../../src/admin/spaces/spaces';
import type { KeySettings } from '../../../../src/keys/key-settings';
import type { KeyView } from '../../../../src/keys/key-view';
import { dayFromToday } from '../dates';
import type { Names } from '../names';
import { texts } from '../texts';
import { defaultExpiry, isPossibleExpiry } from './expiry';

/** A key in the form. */
export interface KeyDraft {
  readonly name: string;
  readonly expiresOn: string;
  readonly classificationScope: KeySettings['classificationScope'];
  readonly detectionScope: KeySettings['detectionScope'];
  readonly hasLevelLimit: boolean;
  readonly levelLimit: readonly string[];
  readonly hasSpaceLimit: boolean;
  readonly spaces: readonly SpaceName[];
}

export type DraftErrors = Partial<Record<'name' | 'expiresOn' | 'scopes' | 'levels' | 'spaces', string>>;

const LONG_LIFETIME_DAYS = 183;

export function newDraft(): KeyDraft {
  return {
    name: '',
    expiresOn: defaultExpiry(),
    classificationScope: 'read',
    detectionScope: 'none',
    hasLevelLimit: false,
    levelLimit: [],
    hasSpaceLimit: false,
    spaces: [],
  };
}

export function draftOf(key: KeyView, names: Names): KeyDraft {
  return {
    name: key.name,
    expiresOn: key.expiresOn,
    classificationScope: key.classificationScope,
    detectionScope: key.detectionScope,
    hasLevelLimit: key.levelLimit.length > 0,
    levelLimit: key.levelLimit,
    hasSpaceLimit: key.spaceLimit.length > 0,
    spaces: key.spaceLimit.map((id) => names.spaces.get(id) ?? { id, key: id, name: id }),
  };
}

/** The draft as settings for the resolver. */
export function settingsOf(draft: KeyDraft): KeySettings {
  return {
    name: draft.name,
    classificationScope: draft.classificationScope,
    detectionScope: draft.detectionScope,
    levelLimit: draft.hasLevelLimit ? [...draft.levelLimit] : [],
    spaceLimit: draft.hasSpaceLimit ? draft.spaces.map(({ id }) => id) : [],
  };
}

/** Checks the draft without the resolver. An empty limit means no limit, so it must not be sent by mistake. */
export function checkDraft(draft: KeyDraft): DraftErrors {
  const { missing } = texts.form;
  return {
    ...(draft.name.trim() === '' ? { name: missing.name } : {}),
    ...(isPossibleExpiry(draft.expiresOn) ? {} : { expiresOn: missing.expiresOn }),
    ...(draft.classificationScope === 'none' && draft.detectionScope === 'none' ? { scopes: missing.scopes } : {}),
    ...(draft.hasLevelLimit && draft.levelLimit.length === 0 ? { levels: missing.levels } : {}),
    ...(draft.hasSpaceLimit && draft.spaces.length === 0 ? { spaces: missing.spaces } : {}),
  };
}

type Settings = {
  readonly [Name in keyof KeySettings]: KeySettings[Name] extends string[] ? readonly string[] : KeySettings[Name];
};

/** The settings that differ. */
export function differences(before: Settings, after: Settings): (keyof KeySettings)[] {
  const names = ['name', 'classificationScope', 'detectionScope', 'levelLimit', 'spaceLimit'] as const;
  const text = (value: Settings[keyof Settings]) =>
    typeof value === 'string' ? value : JSON.stringify([...value].sort());
  return names.filter((name) => text(before[name]) !== text(after[name]));
}

/** Warns if a key may have more access than it needs. */
export function warningsOf(draft: KeyDraft): string[] {
  const { warnings } = texts.form;
  const changes = (rank: KeySettings['classificationScope']) => rank === 'write' || rank === 'manage';
  const changesPages = changes(draft.classificationScope) || changes(draft.detectionScope);
  return [
    ...(draft.classificationScope === 'manage' ? [warnings.manage] : []),
    ...(changes(draft.classificationScope) && changes(draft.detectionScope) ? [warnings.bothScopes] : []),
    ...(changesPages && !draft.hasSpaceLimit ? [warnings.everywhere] : []),
    ...(draft.expiresOn > dayFromToday(LONG_LIFETIME_DAYS) ? [warnings.longLived] : []),
  ];
}

/** Common uses. They set the scopes and limits, not the name. Their names contain every scope. */
export const PRESETS = {
  automation: {
    classificationScope: 'write',
    detectionScope: 'none',
    hasSpaceLimit: true,
  },
  readOnly: {
    classificationScope: 'read',
    detectionScope: 'read',
    hasSpaceLimit: false,
  },
  levels: {
    classificationScope: 'manage',
    detectionScope: 'none',
    hasSpaceLimit: false,
  },
} as const satisfies Record<keyof typeof texts.form.preset, Partial<KeyDraft>>;

/** The preset with the same scopes and limits. */
export function presetOf(draft: KeyDraft): keyof typeof PRESETS | undefined {
  return (['automation', 'readOnly', 'levels'] as const).find((name) => {
    const { classificationScope, detectionScope, hasSpaceLimit } = PRESETS[name];
    return (
      draft.classificationScope === classificationScope &&
      draft.detectionScope === detectionScope &&
      draft.hasSpaceLimit === hasSpaceLimit
    );
  });
}
