import Button from '@atlaskit/button/new';
import type { LevelList } from '../../../../src/admin/change-levels';
import type { LevelScheme } from '../../../../src/classification/model';
import { texts } from '../texts';
import { LevelLozenge } from '../ui/level-lozenge';
import { focusIds } from './place';
import { usersInWords, usersOf } from './scheme-users';
import { Section } from '../ui/section';

interface SchemesSectionProps {
  readonly list: LevelList;
  readonly onCreate: () => void;
  readonly onEdit: (schemeId: string) => void;
  readonly onRemove: (schemeId: string) => void;
}

export function SchemesSection({ list, onCreate, ...actions }: SchemesSectionProps) {
  const t = texts.settings.schemes;
  const schemes = [...list.settings.schemes].sort((a, b) => a.name.localeCompare(b.name));
  return (
    <Section
      id={focusIds.scheme}
      title={t.title}
      intro={t.intro}
      actions={<Button onClick={onCreate}>{t.create}</Button>}
    >
      {schemes.length === 0 ? (
        <p>{t.empty}</p>
      ) : (
        <table className="table section-table">
          <caption className="visually-hidden">{t.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t.name}</th>
              <th scope="col">{t.levels}</th>
              <th scope="col">{t.usedBy}</th>
              <th scope="col">{t.actions}</th>
            </tr>
          </thead>
          <tbody>
            {schemes.map((scheme) => (
              <SchemeRow key={scheme.schemeId} list={list} scheme={scheme} {...actions} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

interface SchemeRowProps extends Pick<SchemesSectionProps, 'list' | 'onEdit' | 'onRemove'> {
  readonly scheme: LevelScheme;
}

function SchemeRow({ list, scheme, onEdit, onRemove }: SchemeRowProps) {
  const t = texts.settings.schemes;
  const { schemeId, name, levelIds } = scheme;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={t.levels}>
        <ul className="settings-levels">
          {list.levels
            .filter(({ levelId }) => levelIds.includes(levelId))
            .map((level) => (
              <li key={level.levelId}>
                <LevelLozenge name={level.name} color={level.color} />
              </li>
            ))}
        </ul>
      </td>
      <td data-label={t.usedBy}>{usersInWords(usersOf(list.settings, schemeId))}</td>
      <td data-label={t.actions}>
        <div className="row-buttons">
          <Button spacing="compact" appearance="subtle" aria-label={t.editNamed(name)} onClick={() => onEdit(schemeId)}>
            {texts.settings.edit}
          </Button>
          <Button
            spacing="compact"
            appearance="subtle"
            aria-label={t.removeNamed(name)}
            onClick={() => onRemove(schemeId)}
          >
            {t.remove}
          </Button>
        </div>
      </td>
    </tr>
  );
}
