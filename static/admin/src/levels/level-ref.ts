/** A level, or one of its sub-levels. */
export interface LevelRef {
  readonly levelId: string;
  readonly subLevelId?: string;
}

/** Ids are unique among levels and sub-levels together. */
export const idOf = ({ levelId, subLevelId }: LevelRef) => subLevelId ?? levelId;

/** The IDs of the elements of a level that can take the focus. */
export const focusIds = {
  name: (id: string) => `name-${id}`,
  up: (id: string) => `up-${id}`,
  down: (id: string) => `down-${id}`,
  archivedLevels: 'archived-levels',
  archivedSubLevels: (levelId: string) => `archived-sub-levels-${levelId}`,
} as const;
