import Button from '@atlaskit/button/new';
import type { KeyView } from '../../../../src/keys/key-view';
import { formatDay, formatMoment } from '../dates';
import { accountName, levelName, type Names, spaceName } from '../names';
import { texts } from '../texts';
import type { Column, Selection } from './key-list';
import { StatusLozenge } from './status-lozenge';

interface KeysTableProps {
  readonly keys: readonly KeyView[];
  readonly names: Names;
  readonly accountId: string | undefined;
  readonly selection: Selection;
  readonly onSort: (column: Column) => void;
  readonly onEdit: (value: KeyView) => void;
  readonly onRevoke: (value: KeyView) => void;
}

export function KeysTable({ keys, names, accountId, selection, onSort, onEdit, onRevoke }: KeysTableProps) {
  const sortable = { selection, onSort };
  return (
    <table className="table">
      <caption className="visually-hidden">{texts.keys.caption}</caption>
      <thead>
        <tr>
          <SortableHeader column="name" {...sortable} />
          <SortableHeader column="status" {...sortable} />
          <th scope="col">{texts.keys.columns.scopes}</th>
          <th scope="col">{texts.keys.columns.limits}</th>
          <SortableHeader column="creator" {...sortable} />
          <SortableHeader column="created" {...sortable} />
          <SortableHeader column="expires" {...sortable} />
          <th scope="col">{texts.keys.columns.actions}</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((value) => (
          <KeyRow
            key={value.keyId}
            value={value}
            names={names}
            isMine={value.createdBy === accountId}
            onEdit={onEdit}
            onRevoke={onRevoke}
          />
        ))}
      </tbody>
    </table>
  );
}

interface SortableHeaderProps {
  readonly column: Column;
  readonly selection: Selection;
  readonly onSort: (column: Column) => void;
}

function SortableHeader({ column, selection, onSort }: SortableHeaderProps) {
  const isSorted = selection.column === column;
  const direction = selection.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" {...(isSorted ? { 'aria-sort': direction } : {})}>
      <button type="button" className="sort" onClick={() => onSort(column)}>
        {texts.keys.columns[column]}
        <span className={`sort-mark${isSorted ? ` sort-${direction}` : ''}`} aria-hidden="true" />
      </button>
    </th>
  );
}

interface KeyRowProps {
  readonly value: KeyView;
  readonly names: Names;
  readonly isMine: boolean;
  readonly onEdit: (value: KeyView) => void;
  readonly onRevoke: (value: KeyView) => void;
}

function KeyRow({ value, names, isMine, onEdit, onRevoke }: KeyRowProps) {
  const { columns } = texts.keys;
  const isUsable = value.status === 'active' || value.status === 'grace';
  return (
    <tr>
      <th scope="row" data-label={columns.name}>
        <span className="key-name">{value.name}</span>
        <code className="key-id">pclsk_{value.keyId}_…</code>
      </th>
      <td className="nowrap" data-label={columns.status}>
        <StatusLozenge value={value} />
      </td>
      <td data-label={columns.scopes}>
        <span className="line">
          {texts.keys.classification}: {texts.ranks[value.classificationScope]}
        </span>
        <span className="line subtle">
          {texts.keys.detection}: {texts.ranks[value.detectionScope]}
        </span>
      </td>
      <td data-label={columns.limits}>
        <Limit
          none={texts.keys.allLevels}
          some={texts.keys.levels}
          entries={value.levelLimit.map((entry) => levelName(names, entry))}
        />
        <Limit
          none={texts.keys.allSpaces}
          some={texts.keys.spaces}
          entries={value.spaceLimit.map((entry) => spaceName(names, entry))}
        />
      </td>
      <td data-label={columns.creator}>
        {accountName(names, value.createdBy)}
        {isMine && <span className="subtle"> ({texts.keys.you})</span>}
      </td>
      <td className="nowrap" data-label={columns.created}>
        {formatMoment(value.createdAt)}
      </td>
      <td className="nowrap" data-label={columns.expires}>
        {formatDay(value.expiresOn)}
      </td>
      <td data-label={columns.actions}>
        {isUsable && (
          <div className="row-actions">
            <Button
              spacing="compact"
              appearance="subtle"
              aria-label={texts.keys.editNamed(value.name)}
              onClick={() => onEdit(value)}
            >
              {texts.keys.edit}
            </Button>
            <Button
              spacing="compact"
              appearance="subtle"
              aria-label={texts.keys.revokeNamed(value.name)}
              onClick={() => onRevoke(value)}
            >
              {texts.keys.revoke}
            </Button>
          </div>
        )}
      </td>
    </tr>
  );
}

interface LimitProps {
  readonly none: string;
  readonly some: (count: number) => string;
  readonly entries: readonly string[];
}

/** Few are named, many are counted. */
const NAMED_AT_MOST = 2;

function Limit({ none, some, entries }: LimitProps) {
  if (entries.length === 0) return <span className="line subtle">{none}</span>;
  return (
    <span className="line" title={entries.join(', ')}>
      {entries.length <= NAMED_AT_MOST ? entries.join(', ') : some(entries.length)}
    </span>
  );
}
