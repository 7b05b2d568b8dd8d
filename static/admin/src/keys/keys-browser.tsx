import type { ReactNode } from 'react';
import type { KeyWithUse } from '../../../../src/admin/keys/keys';
import { accountName, type Names } from '../names';
import { texts } from '../texts';
import { Browser, useBrowsing } from '../ui/browser';
import { EmptyState } from '../ui/empty-state';
import { Select } from '../ui/select';
import { SELECTION, SHOWN_STATUSES, selectKeys } from './key-list';
import { type KeyActions, KeysTable } from './keys-table';

const KEYS_ON_A_PAGE = 20;

interface KeysBrowserProps {
  readonly keys: readonly KeyWithUse[];
  readonly names: Names;
  readonly accountId: string | undefined;
  readonly actions: KeyActions;
  /** The primary action of the page. */
  readonly create: ReactNode;
}

/** The searchable table of keys. */
export function KeysBrowser({ keys, names, accountId, actions, create }: KeysBrowserProps) {
  const browsing = useBrowsing(SELECTION);
  const { selection, select } = browsing;

  if (keys.length === 0) {
    return (
      <EmptyState title={texts.keys.empty} body={texts.keys.emptyBody}>
        {create}
      </EmptyState>
    );
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
          sort={selection.sort}
          onSort={(sort) => select({ sort })}
          actions={actions}
        />
      )}
    </Browser>
  );
}
