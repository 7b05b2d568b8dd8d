import type { Level, LevelOfPage } from '../../../../src/classification/model';
import { levelPath } from '../level-path';
import { texts } from '../texts';
import { LevelLozenge } from '../ui/level-lozenge';

interface ShownDefaultProps {
  readonly levels: readonly Level[];
  readonly level: LevelOfPage | 'none';
}

/** A default level in its color. */
export function ShownDefault({ levels, level }: ShownDefaultProps) {
  if (level === 'none') return texts.settings.noDefault;
  const color = levels.find(({ levelId }) => levelId === level.levelId)?.color ?? 'GREY';
  return <LevelLozenge name={levelPath(level, levels)} color={color} />;
}
