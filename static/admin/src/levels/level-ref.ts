/** A level, or one of its sub-levels. */
export interface LevelRef {
  readonly levelId: string;
  readonly subLevelId?: string;
}

/** IDs are unique across levels and sub-levels. */
export const levelRefId = ({ levelId, subLevelId }: LevelRef) => subLevelId ?? levelId;

/** The IDs of focusable elements of a level. */
export const focusIds = {
  name: (id: string) => `name-${id}`,
  up: (id: string) => `up-${id}`,
  down: (id: string) => `down-${id}`,
  archivedLevels: 'archived-levels',
  archivedSubLevels: (levelId: string) => `archived-sub-levels-${levelId}`,
} as const;
