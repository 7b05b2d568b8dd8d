import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Levels } from '../classification/level-store';
import { offSpaceIdsOf } from '../classification/settings';
import type { LabelSync } from '../configuration/governance';
import { labelsOfLevels } from './label-sync';
import { membersOfLevel } from './level-property';
import type { MirrorKey } from './mirror-key';

/** The part of the configuration that the properties of pages depend on. A change of it requires a walk. */

/** The pages of a walk. */
export const walkScope = z.union([
  z.literal('all'),
  z.strictObject({ levelId: z.string() }),
  z.strictObject({ spaceId: z.string() }),
]);
export type WalkScope = z.infer<typeof walkScope>;

export const mirroredConfiguration = z.strictObject({
  /** The part that the properties of all pages depend on. */
  all: z.string(),
  /** A hash by level id. */
  levels: z.record(z.string(), z.string()),
  offSpaceIds: z.array(z.string()),
});
export type MirroredConfiguration = z.infer<typeof mirroredConfiguration>;

/** Increase it if this version of the app writes other values for the same pages. */
const FORMAT = 1;

export function mirroredConfigurationOf(levels: Levels, key: MirrorKey, sync: LabelSync): MirroredConfiguration {
  const labels = labelsOfLevels(levels, sync);
  return {
    all: `${FORMAT} ${key.version}`,
    levels: Object.fromEntries(
      levels.all.map((level) => {
        const subLevels = level.subLevels.map(({ subLevelId, name }) => `${subLevelId} ${name}`).sort();
        const label = labels.get(level.levelId);
        const members = [level.name, subLevels, Object.entries(membersOfLevel(level, levels))];
        const text = JSON.stringify(label === undefined ? members : [...members, label]);
        return [level.levelId, createHash('sha256').update(text).digest('base64url').slice(0, 22)];
      }),
    ),
    offSpaceIds: [...offSpaceIdsOf(levels.settings)],
  };
}

/** Returns the pages whose properties differ between two configurations. No page has a level that is new. */
export function scopeOfChange(before: MirroredConfiguration, after: MirroredConfiguration): WalkScope | 'nothing' {
  if (before.all !== after.all) return 'all';
  const levelIds = Object.keys(before.levels).filter((levelId) => before.levels[levelId] !== after.levels[levelId]);
  const spaceIds = [...new Set([...before.offSpaceIds, ...after.offSpaceIds])].filter(
    (spaceId) => before.offSpaceIds.includes(spaceId) !== after.offSpaceIds.includes(spaceId),
  );
  const [levelId] = levelIds;
  const [spaceId] = spaceIds;
  if (levelIds.length + spaceIds.length > 1) return 'all';
  if (levelId !== undefined) return { levelId };
  return spaceId === undefined ? 'nothing' : { spaceId };
}

/** Returns a scope with the pages of both. */
export function unite(one: WalkScope, other: WalkScope): WalkScope {
  return JSON.stringify(one) === JSON.stringify(other) ? one : 'all';
}

export function isSameConfiguration(one: MirroredConfiguration, other: MirroredConfiguration): boolean {
  const textOf = ({ all, levels, offSpaceIds }: MirroredConfiguration) =>
    JSON.stringify([all, Object.entries(levels).sort(), offSpaceIds]);
  return textOf(one) === textOf(other);
}
