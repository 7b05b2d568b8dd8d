import type { LevelList } from '../../../../src/admin/levels/change-levels';
import { ask } from '../operations';
import { readDifferences } from './differences';
import { texts } from '../texts';
import { useChange } from './use-change';

interface ConfigurationChangeOptions {
  /** The levels and settings when the dialog opened. */
  readonly list: LevelList;
  readonly onChanged: (list: LevelList) => void;
}

/** A change of levels or settings. */
export function useConfigurationChange(options: ConfigurationChangeOptions) {
  return useChange({
    ...options,
    conflict: 'LEVELS_CHANGED',
    conflictTitle: texts.configuration.conflict.title,
    read: () => ask('listLevels', {}),
    compare: readDifferences,
  });
}

export type ConfigurationChange = ReturnType<typeof useConfigurationChange>;
