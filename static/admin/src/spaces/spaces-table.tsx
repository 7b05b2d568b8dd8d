import Button from '@atlaskit/button/new';
import type { ReactNode } from 'react';
import type { SpaceName } from '../../../../src/admin/spaces/spaces';
import { texts } from '../texts';
import { Table } from '../ui/table';

/** A space without a name has only an ID. */
export type ListedSpace = Pick<SpaceName, 'id'> & Partial<SpaceName>;

/** The columns of the table, and the edit action. */
export interface SpaceColumns {
  readonly columns: readonly { readonly label: string; readonly cell: (spaceId: string) => ReactNode }[];
  readonly onEdit: (spaceId: string, name: string) => void;
}

interface SpacesTableProps extends SpaceColumns {
  readonly caption: string;
  readonly spaces: readonly ListedSpace[];
}

/** The settings of spaces, including those from the site. */
export function SpacesTable({ caption, spaces, columns, onEdit }: SpacesTableProps) {
  const { spaces: t } = texts;
  return (
    <Table
      caption={caption}
      headings={[t.space, ...columns.map(({ label }) => label), t.actions]}
      className="section-table"
    >
      {spaces.map(({ id, key, name = id }) => (
        <tr key={id}>
          <th scope="row">
            {name}
            <span className="line note">{key ?? t.unknown}</span>
          </th>
          {columns.map(({ label, cell }) => (
            <td data-label={label} key={label}>
              {cell(id)}
            </td>
          ))}
          <td data-label={t.actions}>
            <div className="row-buttons">
              <Button
                spacing="compact"
                appearance="subtle"
                aria-label={t.editNamed(name)}
                onClick={() => onEdit(id, name)}
              >
                {t.edit}
              </Button>
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** A note for settings that are the same as the site. */
export function Origin({ isOwn }: { readonly isOwn: boolean }) {
  return isOwn ? null : <span className="line note">{texts.spaces.sameAsSite}</span>;
}
