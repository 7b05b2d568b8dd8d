import type { LevelList } from '../../../../src/admin/levels/change-levels';
import { SchemesSection } from '../schemes/schemes-section';
import { texts } from '../texts';
import { LevelLozenge } from '../ui/level-lozenge';
import { focusIds } from './focus-ids';
import { usersInWords, usersOf } from './scheme-users';

interface LevelSchemesProps {
  readonly list: LevelList;
  readonly onCreate: () => void;
  readonly onEdit: (schemeId: string) => void;
  readonly onRemove: (schemeId: string) => void;
}

export function LevelSchemes({ list, onCreate, onEdit, onRemove }: LevelSchemesProps) {
  const { schemes: t, edit } = texts.settings;
  return (
    <SchemesSection
      id={focusIds.scheme}
      words={t}
      headings={t}
      schemes={list.settings.schemes}
      columns={[
        {
          label: t.levels,
          cell: ({ levelIds }) => (
            <ul className="settings-levels">
              {list.levels
                .filter(({ levelId }) => levelIds.includes(levelId))
                .map((level) => (
                  <li key={level.levelId}>
                    <LevelLozenge name={level.name} color={level.color} />
                  </li>
                ))}
            </ul>
          ),
        },
        { label: t.usedBy, cell: ({ schemeId }) => usersInWords(usersOf(list.settings, schemeId)) },
      ]}
      actions={[
        { label: edit, named: t.editNamed, onClick: onEdit },
        { label: t.remove, named: t.removeNamed, onClick: onRemove },
      ]}
      onCreate={onCreate}
    />
  );
}
