import type { KeyWithUse } from '../../../../src/admin/keys';
import { accountName, type Names } from '../names';
import { texts } from '../texts';
import { Browser, useBrowsing } from '../ui/browser';
import { EmptyState } from '../ui/empty-state';
import { Select } from '../ui/select';
import { NO_FILTERS, SHOWN_STATUSES, selectKeys, type Selection } from './key-list';
import { type KeyActions, KeysTable } from './keys-table';

const KEYS_ON_A_PAGE = 20;

interface KeysBrowserProps {
  readonly keys: readonly KeyWithUse[];
  readonly names: Names;
  readonly accountId: string | undefined;
  readonly actions: KeyActions;
}

/** The searchable table of keys. */
export function KeysBrowser({ keys, names, accountId, actions }: KeysBrowserProps) {
  const browsing = useBrowsing<Selection>(NO_FILTERS);
  const { selection, select } = browsing;

  if (keys.length === 0) {
    return <EmptyState title={texts.keys.empty} body={texts.keys.emptyBody} />;
  }

  const creators = [...new Set(keys.map(({ createdBy }) => createdBy))];

  return (
    <Browser
      words={texts.keys}
      browsing={browsing}
      matching={selectKeys(keys, selection, names)}
      size={KEYS_ON_A_PAGE}
      filters={
        <>
          <Select
            label={texts.keys.status}
            value={selection.status}
            options={[
              { value: '', label: texts.keys.anyStatus },
              ...SHOWN_STATUSES.map((status) => ({ value: status, label: texts.status[status] })),
            ]}
            onChange={(status) => select({ status })}
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
        </>
      }
    >
      {(shown) => (
        <KeysTable
          keys={shown}
          names={names}
          accountId={accountId}
          selection={selection}
          onSort={(column) =>
            select({ column, isDescending: column === selection.column ? !selection.isDescending : false })
          }
          actions={actions}
        />
      )}
    </Browser>
  );
}
