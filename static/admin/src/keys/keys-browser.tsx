import Button from '@atlaskit/button/new';
import { useState } from 'react';
import type { KeyWithUse } from '../../../../src/admin/keys';
import { accountName, type Names } from '../names';
import { texts } from '../texts';
import { EmptyState } from '../ui/empty-state';
import { Select } from '../ui/select';
import { TextInput } from '../ui/text-input';
import { EVERYTHING, SHOWN_STATUSES, selectKeys, type Selection } from './key-list';
import { type KeyActions, KeysTable } from './keys-table';
import { Pager } from '../ui/pager';

const KEYS_ON_A_PAGE = 20;

interface KeysBrowserProps {
  readonly keys: readonly KeyWithUse[];
  readonly names: Names;
  readonly accountId: string | undefined;
  readonly actions: KeyActions;
}

/** Search, filters, the table and its pages. */
export function KeysBrowser({ keys, names, accountId, actions }: KeysBrowserProps) {
  const [selection, setSelection] = useState<Selection>(EVERYTHING);
  const [page, setPage] = useState(0);
  const select = (change: Partial<Selection>) => {
    setSelection({ ...selection, ...change });
    setPage(0);
  };

  if (keys.length === 0) {
    return <EmptyState title={texts.keys.empty} body={texts.keys.emptyBody} />;
  }

  const matching = selectKeys(keys, selection, names);
  const pages = Math.max(1, Math.ceil(matching.length / KEYS_ON_A_PAGE));
  const current = Math.min(page, pages - 1);
  const from = current * KEYS_ON_A_PAGE;
  const creators = [...new Set(keys.map(({ createdBy }) => createdBy))];

  return (
    <>
      <search className="toolbar">
        <div className="toolbar-search">
          <TextInput
            type="search"
            aria-label={texts.keys.search}
            placeholder={texts.keys.searchHint}
            value={selection.text}
            onChange={(value) => select({ text: value })}
          />
        </div>
        <Select
          label={texts.keys.status}
          value={selection.status}
          options={[
            { value: '', label: texts.keys.anyStatus },
            ...SHOWN_STATUSES.map((status) => ({ value: status, label: texts.status[status] })),
          ]}
          onChange={(value) => select({ status: SHOWN_STATUSES.find((status) => status === value) ?? '' })}
        />
        <Select
          label={texts.keys.creator}
          value={selection.creator}
          options={[
            { value: '', label: texts.keys.anyCreator },
            ...creators.map((creator) => ({ value: creator, label: accountName(names, creator) })),
          ]}
          onChange={(creator) => select({ creator })}
        />
      </search>
      {matching.length === 0 ? (
        <EmptyState title={texts.keys.noMatch} body={texts.keys.noMatchBody}>
          <Button onClick={() => select(EVERYTHING)}>{texts.keys.clear}</Button>
        </EmptyState>
      ) : (
        <KeysTable
          keys={matching.slice(from, from + KEYS_ON_A_PAGE)}
          names={names}
          accountId={accountId}
          selection={selection}
          onSort={(column) =>
            select({ column, isDescending: column === selection.column ? !selection.isDescending : false })
          }
          actions={actions}
        />
      )}
      <Pager from={from} size={KEYS_ON_A_PAGE} total={matching.length} onPage={setPage} />
    </>
  );
}
