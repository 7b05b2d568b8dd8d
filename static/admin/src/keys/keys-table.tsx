import type { KeyWithUse } from '../../../../src/admin/keys/keys';
import { formatDay, formatInstant, formatMoment } from '../dates';
import { accountName, levelName, type Names, spaceName } from '../names';
import { texts } from '../texts';
import type { Sort } from '../sort';
import { Menu } from '../ui/menu';
import { Table } from '../ui/table';
import { KeyLink } from './key-link';
import { type Column, KEY_ACTIONS } from './key-list';
import { LastUsed } from './last-used';
import { StatusLozenge } from './status-lozenge';

/** The actions on a key. */
export interface KeyActions {
  readonly onShow: (keyId: string) => void;
  readonly onEdit: (value: KeyWithUse) => void;
  readonly onRotate: (value: KeyWithUse) => void;
  readonly onRevoke: (value: KeyWithUse) => void;
  readonly onLeak: (value: KeyWithUse) => void;
}

interface KeysTableProps {
  readonly keys: readonly KeyWithUse[];
  readonly names: Names;
  readonly accountId: string | undefined;
  readonly sort: Sort<Column>;
  readonly onSort: (sort: Sort<Column>) => void;
  readonly actions: KeyActions;
}

export function KeysTable({ keys, names, accountId, sort, onSort, actions }: KeysTableProps) {
  const { caption, columns } = texts.keys;
  return (
    <Table
      caption={caption}
      headings={[
        { column: 'name', label: columns.name },
        { column: 'status', label: columns.status },
        columns.scopes,
        columns.limits,
        { column: 'creator', label: columns.creator },
        { column: 'created', label: columns.created, isDescendingFirst: true },
        { column: 'expires', label: columns.expires },
        { column: 'lastUsed', label: columns.lastUsed, isDescendingFirst: true },
        columns.actions,
      ]}
      sort={sort}
      onSort={onSort}
      className="keys-table"
    >
      {keys.map((value) => (
        <KeyRow
          key={value.keyId}
          value={value}
          names={names}
          isMine={value.createdBy === accountId}
          actions={actions}
        />
      ))}
    </Table>
  );
}

interface KeyRowProps {
  readonly value: KeyWithUse;
  readonly names: Names;
  readonly isMine: boolean;
  readonly actions: KeyActions;
}

function KeyRow({ value, names, isMine, actions }: KeyRowProps) {
  const { columns } = texts.keys;
  const items = actionsOn(value, actions);
  return (
    <tr>
      <th scope="row" data-label={columns.name}>
        <button type="button" className="link key-name" onClick={() => actions.onShow(value.keyId)}>
          {value.name}
        </button>
        <code className="key-id line">pclsk_{value.keyId}_…</code>
        {value.rotatedTo !== undefined && (
          <KeyLink label={texts.keys.replacedBy} keyId={value.rotatedTo} onShow={actions.onShow} />
        )}
        {value.rotatedFrom !== undefined && (
          <KeyLink label={texts.keys.replaces} keyId={value.rotatedFrom} onShow={actions.onShow} />
        )}
      </th>
      <td data-label={columns.status}>
        <StatusLozenge value={value} />
        {value.status === 'grace' && value.graceUntil !== undefined && (
          <span className="line note">{texts.keys.until(formatInstant(value.graceUntil))}</span>
        )}
      </td>
      <td className="scopes" data-label={columns.scopes}>
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
      <td data-label={columns.lastUsed}>
        <LastUsed value={value} />
      </td>
      <td data-label={columns.actions}>
        <Menu label={texts.keys.actionsOf(value.name)} items={items} />
      </td>
    </tr>
  );
}

function actionsOn(value: KeyWithUse, { onEdit, onRotate, onRevoke, onLeak }: KeyActions) {
  const run = { edit: onEdit, rotate: onRotate, revoke: onRevoke, leak: onLeak };
  return KEY_ACTIONS[value.status].map((action) => ({
    label: texts.keys[action],
    onSelect: () => run[action](value),
  }));
}

interface LimitProps {
  readonly none: string;
  readonly some: (count: number) => string;
  readonly entries: readonly string[];
}

/** Names a few, and counts the others. */
const MAX_NAMED = 2;

function Limit({ none, some, entries }: LimitProps) {
  if (entries.length === 0) return <span className="line subtle">{none}</span>;
  return (
    <span className="line" title={entries.join(', ')}>
      {entries.length <= MAX_NAMED ? entries.join(', ') : some(entries.length)}
    </span>
  );
}
