import Button from '@atlaskit/button/new';
import { view } from '@forge/bridge';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { KeyWithUse } from '../../../../src/admin/keys/keys';
import type { CreatedKey } from '../../../../src/admin/keys/issue-key';
import type { KeyView } from '../../../../src/keys/key-view';
import { focusIfLost } from '../focus-if-lost';
import type { Names } from '../names';
import type { Query } from '../address-part';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { Loaded } from '../ui/loaded';
import { PageHeader } from '../ui/page-header';
import { oneOf } from '../address-part';
import { useLoad } from '../use-load';
import { useOpenDialog } from '../use-open-dialog';
import { CreatedKeyDialog } from './created-key-dialog';
import { ExpiryNotice } from './expiry-notice';
import { KeysBrowser } from './keys-browser';
import { readNames } from './names';

// Dialogs are loaded when they open.
const CreateDialog = lazy(() => import('./create-dialog'));
const DetailsDialog = lazy(() => import('./details-dialog'));
const EditDialog = lazy(() => import('./edit-dialog'));
const LeakDialog = lazy(() => import('./leak-dialog'));
const RotateDialog = lazy(() => import('./rotate-dialog'));
const RevertDialog = lazy(() => import('./revert-dialog'));
const RevokeDialog = lazy(() => import('./revoke-dialog'));

interface KeysAndNames {
  readonly keys: readonly KeyWithUse[];
  readonly names: Names;
  /** The current user, to show what they can do. The resolver checks permissions itself. */
  readonly accountId: string | undefined;
}

type KeyDialog = { readonly dialog: (typeof KEY_DIALOGS)[number]; readonly keyId: string };
type OpenDialog = { readonly dialog: 'create' } | KeyDialog;

const CREATE = 'create-key';

/** `leak`: everything to do about a leaked key. Alerts link to it: page 'keys', query { dialog: 'leak', keyId }. */
const KEY_DIALOGS = ['details', 'edit', 'rotate', 'revert', 'revoke', 'leak'] as const;

/** The dialog in the address. A key alone opens its details. */
function openDialogIn({ dialog = 'details', keyId }: Query): OpenDialog | undefined {
  if (dialog === 'create') return { dialog };
  const ofKey = oneOf(KEY_DIALOGS, dialog);
  return ofKey === undefined || keyId === undefined ? undefined : { dialog: ofKey, keyId };
}

export default function KeysPage() {
  const { load, reload, update } = useLoad(readKeys);
  const { open, show, close } = useOpenDialog(openDialogIn);
  const [made, setMade] = useMadeKey();
  const showDetails = (keyId: string) => show({ dialog: 'details', keyId });
  /** The list can lag behind a change. The response to the change does not. */
  const keep = (...changed: readonly KeyView[]) => {
    update((loaded) => withKeys(loaded, changed));
    void readNames(changed, []).then((names) => update((loaded) => withNames(loaded, names)));
  };
  const isEmpty = load.state === 'ready' && load.value.keys.length === 0;
  const create = (
    <Button
      id={CREATE}
      appearance="primary"
      isDisabled={load.state !== 'ready'}
      onClick={() => show({ dialog: 'create' })}
    >
      {texts.keys.create}
    </Button>
  );

  return (
    <>
      <PageHeader title={texts.keys.title} intro={texts.keys.intro} actions={isEmpty ? undefined : create} />
      <Loaded load={load} failed={texts.keys.failed} onRetry={reload}>
        {(loaded) => (
          <>
            <ExpiryNotice keys={loaded.keys} onShow={showDetails} />
            <KeysBrowser
              {...loaded}
              create={create}
              actions={{
                onShow: showDetails,
                onEdit: ({ keyId }) => show({ dialog: 'edit', keyId }),
                onRotate: ({ keyId }) => show({ dialog: 'rotate', keyId }),
                onRevoke: ({ keyId }) => show({ dialog: 'revoke', keyId }),
                onLeak: ({ keyId }) => show({ dialog: 'leak', keyId }),
              }}
            />
            <Suspense fallback={null}>
              {made !== undefined && <CreatedKeyDialog {...made} onClose={() => setMade(undefined)} />}
              {open?.dialog === 'create' && (
                <CreateDialog
                  names={loaded.names}
                  onCreated={(created) => {
                    setMade({ created });
                    close();
                    keep(created);
                  }}
                  onClose={close}
                />
              )}
              {open !== undefined && open.dialog !== 'create' && (
                <DialogOfKey
                  key={open.keyId}
                  loaded={loaded}
                  open={open}
                  onOpen={show}
                  onMade={(madeKey) => {
                    setMade(madeKey);
                    close();
                  }}
                  onChanged={keep}
                  onClose={close}
                />
              )}
            </Suspense>
          </>
        )}
      </Loaded>
    </>
  );
}

/** A new value is shown once. It is never in the address. */
interface MadeKey {
  readonly created: CreatedKey;
  readonly note?: string;
}

/** When the dialog of a new key closes, the focus returns to the button, also if the first key replaced the empty list. */
function useMadeKey() {
  const [made, setMade] = useState<MadeKey>();
  const wasMade = useRef(false);
  useEffect(() => {
    if (wasMade.current && made === undefined) focusIfLost(document.getElementById(CREATE));
    wasMade.current = made !== undefined;
  }, [made]);
  return [made, setMade] as const;
}

interface DialogOfKeyProps {
  readonly loaded: KeysAndNames;
  readonly open: KeyDialog;
  readonly onOpen: (open: OpenDialog) => void;
  readonly onMade: (made: MadeKey) => void;
  readonly onChanged: (...changed: readonly KeyView[]) => void;
  readonly onClose: () => void;
}

function DialogOfKey({
  loaded: { keys, names, accountId },
  open,
  onOpen,
  onMade,
  onChanged,
  onClose,
}: DialogOfKeyProps) {
  const { dialog, keyId } = open;
  const onShow = (shownId: string) => onOpen({ dialog: 'details', keyId: shownId });
  const value = keys.find((key) => key.keyId === keyId);
  if (dialog === 'details') {
    return (
      <DetailsDialog
        keyId={keyId}
        name={value?.name}
        levels={names.levels}
        onOpen={(next) => onOpen({ dialog: next, keyId })}
        onShow={onShow}
        onClose={onClose}
      />
    );
  }
  // The key of a link may not exist.
  if (value === undefined) return null;
  switch (dialog) {
    case 'revert':
      return <RevertDialog keyId={keyId} title={texts.revert.title(value.name)} onClose={onClose} />;
    case 'rotate':
      return (
        <RotateDialog
          value={value}
          names={names}
          accountId={accountId}
          onRotated={({ created, old }, note) => {
            onChanged(created, old);
            onMade({ created, note });
          }}
          onLoaded={onChanged}
          onShow={onShow}
          onClose={onClose}
        />
      );
    case 'edit':
      return (
        <EditDialog
          value={value}
          names={names}
          isCreator={value.createdBy === accountId}
          onChanged={onChanged}
          onClose={onClose}
        />
      );
    case 'leak':
      return (
        <LeakDialog
          value={value}
          keys={keys}
          names={names}
          onRevoked={onChanged}
          onCreate={() => onOpen({ dialog: 'create' })}
          onClose={onClose}
        />
      );
    case 'revoke':
      return <RevokeDialog value={value} keys={keys} onRevoked={onChanged} onClose={onClose} />;
  }
}

async function readKeys(): Promise<Outcome<KeysAndNames>> {
  const [keys, levels, context] = await Promise.all([
    ask('listKeys', {}),
    ask('listLevels', {}),
    view.getContext().catch(() => undefined),
  ]);
  if (!keys.ok) return keys;
  if (!levels.ok) return levels;
  const accountId = context?.accountId;
  const names = await readNames(keys.value.keys, levels.value.levels, accountId);
  return { ok: true, value: { keys: keys.value.keys, names, accountId } };
}

function withKeys(loaded: KeysAndNames, changed: readonly KeyView[]): KeysAndNames {
  const others = loaded.keys.filter((key) => changed.every(({ keyId }) => keyId !== key.keyId));
  const kept = changed.map((key) => ({ ...lastUseOf(loaded.keys, key.keyId), ...withoutSecret(key) }));
  return { ...loaded, keys: [...others, ...kept] };
}

function withNames(loaded: KeysAndNames, { accounts, spaces }: Names): KeysAndNames {
  const names = {
    ...loaded.names,
    accounts: new Map([...loaded.names.accounts, ...accounts]),
    spaces: new Map([...loaded.names.spaces, ...spaces]),
  };
  return { ...loaded, names };
}

/** The response to a change does not contain the last use. */
function lastUseOf(keys: readonly KeyWithUse[], keyId: string): Pick<KeyWithUse, 'lastUsedAt' | 'lastUsedUnknown'> {
  const { lastUsedAt, lastUsedUnknown } = keys.find((key) => key.keyId === keyId) ?? {};
  return {
    ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
    ...(lastUsedUnknown === undefined ? {} : { lastUsedUnknown }),
  };
}

/** The response to creating a key contains its secret value, which the page must not keep. */
function withoutSecret(value: KeyView & { readonly key?: string }): KeyView {
  const { key: _key, ...rest } = value;
  return rest;
}
