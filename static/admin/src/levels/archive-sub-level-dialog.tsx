import { showSuccess } from '../ui/success-flag';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { Level, SubLevel } from '../../../../src/classification/model';
import { ask } from '../operations';
import { texts } from '../texts';
import { ArchiveFrame } from './archive-frame';
import { useConfigurationChange } from '../configuration/use-configuration-change';

interface ArchiveSubLevelDialogProps {
  readonly list: LevelList;
  readonly level: Level;
  readonly subLevel: SubLevel;
  readonly onChanged: (list: LevelList) => void;
  readonly onClose: () => void;
}

/** Loads nothing first, because keys cannot be limited to a sub-level, and no index counts its pages. */
export default function ArchiveSubLevelDialog({
  list,
  level,
  subLevel,
  onChanged,
  onClose,
}: ArchiveSubLevelDialogProps) {
  const { levelId } = level;
  const { subLevelId } = subLevel;
  const t = texts.levels.subLevels;
  const change = useConfigurationChange({ list, onChanged });
  const all = change.base.levels.flatMap(({ subLevels }) => subLevels);
  const now = all.find((one) => one.subLevelId === subLevelId) ?? subLevel;

  const archive = async () => {
    const sent = await change.send((rev) => ask('archiveSubLevel', { rev, levelId, subLevelId }));
    if (sent.outcome === 'refused') change.setFailure(sent.error);
    if (sent.outcome !== 'done') return;
    showSuccess({
      id: `sub-level-archived-${subLevelId}`,
      title: t.archived,
      description: texts.levels.archiving.doneBody(now.name),
    });
    onClose();
  };

  return (
    <ArchiveFrame
      title={texts.levels.archiving.title(now.name)}
      change={change}
      isArchived={now.status === 'ARCHIVED'}
      isReady
      onArchive={() => void change.runOnce(archive)}
      onClose={onClose}
    >
      <ul>
        {t.archiveEffects(level.name).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </ArchiveFrame>
  );
}
