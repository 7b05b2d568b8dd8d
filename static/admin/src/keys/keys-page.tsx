import Button from '@atlaskit/button/new';
import { view } from '@forge/bridge';
import { lazy, Suspense, useState } from 'react';
import type { KeyWithUse } from '../../../../src/admin/keys';
import type { KeyView } from '../../../../src/keys/key-view';
import type { Names } from '../names';
import { useNavigation } from '../navigation';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { Loaded } from '../ui/loaded';
import { PageHeader } from '../ui/page-header';
import { useLoad } from '../use-load';
import { ExpiryNotice } from './expiry-notice';
import { KeysBrowser } from './keys-browser';
import { readNames } from './names';

// Dialogs are loaded when they open.
const CreateDialog = lazy(() => import('./create-dialog'));
const DetailsDialog = lazy(() => import('./details-dialog'));
const EditDialog = lazy(() => import('./edit-dialog'));
const RotateDialog = lazy(() => import('./rotate-dialog'));
const RevertDialog = lazy(() => import('./revert-dialog'));
const RevokeDialog = lazy(() => import('./revoke-dialog'));

interface KeysAndNames {
  readonly keys: readonly KeyWithUse[];
  readonly names: Names;
  /** The current user, to show what they can do. The resolver checks permissions itself. */
  readonly accountId: string | undefined;
}

type OpenDialog =
  { readonly dialog: 'create' } | { readonly dialog: 'edit' | 'rotate' | 'revert' | 'revoke'; readonly value: KeyView };

export default function KeysPage() {
  const { load, reload, update } = useLoad(readKeys);
  const [open, setOpen] = useState<OpenDialog>();
  const { goTo } = useNavigation();

  const show = (keyId: string) => {
    setOpen(undefined);
    goTo('keys', { keyId });
  };
  /** The list can lag behind a change. The response to the change does not. */
  const keep = (...changed: readonly KeyView[]) => {
    update((loaded) => withKeys(loaded, changed));
    void readNames(changed, []).then((names) => update((loaded) => withNames(loaded, names)));
  };

  return (
    <>
      <PageHeader
        title={texts.keys.title}
        intro={texts.keys.intro}
        actions={
          <Button
            appearance="primary"
            isDisabled={load.state !== 'ready'}
            onClick={() => setOpen({ dialog: 'create' })}
          >
            {texts.keys.create}
          </Button>
        }
      />
      <Loaded load={load} failed={texts.keys.failed} onRetry={reload}>
        {(loaded) => (
          <>
            <ExpiryNotice keys={loaded.keys} onShow={show} />
            <KeysBrowser
              {...loaded}
              actions={{
                onShow: show,
                onEdit: (value) => setOpen({ dialog: 'edit', value }),
                onRotate: (value) => setOpen({ dialog: 'rotate', value }),
                onRevoke: (value) => setOpen({ dialog: 'revoke', value }),
              }}
            />
            <Dialogs loaded={loaded} open={open} onOpen={setOpen} onShow={show} onChanged={keep} />
          </>
        )}
      </Loaded>
    </>
  );
}

interface DialogsProps {
  readonly loaded: KeysAndNames;
  readonly open: OpenDialog | undefined;
  readonly onOpen: (open: OpenDialog | undefined) => void;
  readonly onShow: (keyId: string) => void;
  readonly onChanged: (...changed: readonly KeyView[]) => void;
}

function Dialogs({ loaded: { keys, names, accountId }, open, onOpen, onShow, onChanged }: DialogsProps) {
  const { query, goTo } = useNavigation();
  // The details are part of the URL: users can link to them and go back to them.
  const { keyId: shownId } = query;
  const close = () => onOpen(undefined);
  return (
    <Suspense fallback={null}>
      {shownId !== undefined && open === undefined && (
        <DetailsDialog
          key={shownId}
          keyId={shownId}
          name={keys.find(({ keyId }) => keyId === shownId)?.name}
          levels={names.levels}
          onShow={onShow}
          onRevert={(value) => onOpen({ dialog: 'revert', value })}
          onClose={() => goTo('keys')}
        />
      )}
      {open?.dialog === 'create' && <CreateDialog names={names} onCreated={onChanged} onClose={close} />}
      {open?.dialog === 'edit' && (
        <EditDialog
          value={open.value}
          names={names}
          isCreator={open.value.createdBy === accountId}
          onChanged={onChanged}
          onClose={close}
        />
      )}
      {open?.dialog === 'rotate' && (
        <RotateDialog
          value={open.value}
          names={names}
          accountId={accountId}
          onRotated={({ created, old }) => onChanged(created, old)}
          onLoaded={onChanged}
          onShow={onShow}
          onClose={close}
        />
      )}
      {open?.dialog === 'revert' && <RevertDialog keyId={open.value.keyId} name={open.value.name} onClose={close} />}
      {open?.dialog === 'revoke' && (
        <RevokeDialog value={open.value} keys={keys} onRevoked={onChanged} onClose={close} />
      )}
    </Suspense>
  );
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
