import Button from '@atlaskit/button/new';
import type { LevelList } from '../../../../src/admin/change-levels';
import type { SpaceName } from '../../../../src/admin/spaces';
import { schemeInWords } from '../configuration/setting-words';
import { texts } from '../texts';
import { ShownDefault } from './shown-default';

interface SpacesTableProps {
  readonly caption: string;
  /** One that is not known by name has an id alone. */
  readonly spaces: readonly (Pick<SpaceName, 'id'> & Partial<SpaceName>)[];
  readonly list: LevelList;
  readonly onEdit: (spaceId: string, name: string) => void;
}

/** What holds in spaces, whether of their own or of the site. */
export function SpacesTable({ caption, spaces, list, onEdit }: SpacesTableProps) {
  const { site, spaces: t, edit, schemes } = texts.settings;
  const { settings, levels } = list;
  return (
    <table className="table settings-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t.space}</th>
          <th scope="col">{site.defaultLevel}</th>
          <th scope="col">{site.scheme}</th>
          <th scope="col">{schemes.actions}</th>
        </tr>
      </thead>
      <tbody>
        {spaces.map(({ id, key, name = id }) => {
          const own = settings.spaces[id];
          return (
            <tr key={id}>
              <th scope="row">
                {name}
                <span className="line note">{key ?? t.unknown}</span>
              </th>
              <td data-label={site.defaultLevel}>
                <ShownDefault levels={levels} level={own?.defaultLevel ?? settings.defaultLevel ?? 'none'} />
                <Origin isOwn={own?.defaultLevel !== undefined} />
              </td>
              <td data-label={site.scheme}>
                {schemeInWords(list, own?.schemeId ?? settings.schemeId ?? 'none')}
                <Origin isOwn={own?.schemeId !== undefined} />
              </td>
              <td data-label={schemes.actions}>
                <div className="settings-buttons">
                  <Button
                    spacing="compact"
                    appearance="subtle"
                    aria-label={t.editNamed(name)}
                    onClick={() => onEdit(id, name)}
                  >
                    {edit}
                  </Button>
                </div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Origin({ isOwn }: { readonly isOwn: boolean }) {
  return isOwn ? null : <span className="line note">{texts.settings.spaces.asSite}</span>;
}
