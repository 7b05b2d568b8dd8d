import Button from '@atlaskit/button/new';
import { view } from '@forge/bridge';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { KeyWithUse } from '../../../../src/admin/keys';
import type { KeyView } from '../../../../src/keys/key-view';
import type { Names } from '../names';
import { useNavigation } from '../navigation';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { PageHeader } from '../ui/page-header';
import { Skeleton } from '../ui/skeleton';
import { ExpiryNotice } from './expiry-notice';
import { KeysBrowser } from './keys-browser';
import { readNames } from './names';

// What is behind a click comes when it is clicked.
const CreateDialog = lazy(() => import('./create-dialog'));
const DetailsDialog = lazy(() => import('./details-dialog'));
const EditDialog = lazy(() => import('./edit-dialog'));
const RotateDialog = lazy(() => import('./rotate-dialog'));
const RevertDialog = lazy(() => import('./revert-dialog'));
const RevokeDialog = lazy(() => import('./revoke-dialog'));

interface Loaded {
  readonly keys: readonly KeyWithUse[];
  readonly names: Names;
  /** Who looks at it; only to be helpful, for the resolver knows by itself. */
  readonly accountId: string | undefined;
}

type Load =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: OperationError }
  | { readonly state: 'ready'; readonly loaded: Loaded };

type Open =
  | { readonly dialog: 'none' }
  | { readonly dialog: 'create' }
  | { readonly dialog: 'edit' | 'rotate' | 'revert' | 'revoke'; readonly value: KeyView };

export function KeysPage() {
  const [load, setLoad] = useState<Load>({ state: 'loading' });
  const [open, setOpen] = useState<Open>({ dialog: 'none' });
  const { query, goTo } = useNavigation();
  /** Whose details are shown. It is part of the address: they can be linked to, and the browser goes back to them. */
  const { keyId: shownId } = query;

  const reload = useCallback(async () => {
    setLoad({ state: 'loading' });
    setLoad(await readEverything());
  }, []);
  useEffect(() => {
    void reload();
  }, [reload]);

  const close = () => setOpen({ dialog: 'none' });
  const show = (keyId: string) => {
    close();
    goTo('keys', { keyId });
  };

  const change = (to: (loaded: Loaded) => Loaded) =>
    setLoad((latest) => (latest.state === 'ready' ? { state: 'ready', loaded: to(latest.loaded) } : latest));
  /** A list may lag behind a change; the answer to the change does not. */
  const keep = (...changed: readonly KeyView[]) => {
    change((loaded) => {
      const others = loaded.keys.filter((key) => changed.every(({ keyId }) => keyId !== key.keyId));
      const kept = changed.map((key) => ({ ...lastUseOf(loaded.keys, key.keyId), ...withoutSecret(key) }));
      return { ...loaded, keys: [...others, ...kept] };
    });
    void readNames(changed, []).then(({ accounts, spaces }) =>
      change((loaded) => ({
        ...loaded,
        names: {
          ...loaded.names,
          accounts: new Map([...loaded.names.accounts, ...accounts]),
          spaces: new Map([...loaded.names.spaces, ...spaces]),
        },
      })),
    );
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
      {load.state === 'loading' && <Skeleton />}
      {load.state === 'failed' && (
        <Failure title={texts.keys.failed} error={load.error} onRetry={() => void reload()} />
      )}
      {load.state === 'ready' && (
        <>
          <ExpiryNotice keys={load.loaded.keys} onShow={show} />
          <KeysBrowser
            {...load.loaded}
            actions={{
              onShow: show,
              onEdit: (value) => setOpen({ dialog: 'edit', value }),
              onRotate: (value) => setOpen({ dialog: 'rotate', value }),
              onRevoke: (value) => setOpen({ dialog: 'revoke', value }),
            }}
          />
          <Suspense fallback={null}>
            {shownId !== undefined && open.dialog === 'none' && (
              <DetailsDialog
                key={shownId}
                keyId={shownId}
                name={load.loaded.keys.find(({ keyId }) => keyId === shownId)?.name}
                levels={load.loaded.names.levels}
                onShow={show}
                onRevert={(value) => setOpen({ dialog: 'revert', value })}
                onClose={() => goTo('keys')}
              />
            )}
            {open.dialog === 'create' && <CreateDialog names={load.loaded.names} onCreated={keep} onClose={close} />}
            {open.dialog === 'edit' && (
              <EditDialog
                value={open.value}
                names={load.loaded.names}
                isCreator={open.value.createdBy === load.loaded.accountId}
                onChanged={keep}
                onClose={close}
              />
            )}
            {open.dialog === 'rotate' && (
              <RotateDialog
                value={open.value}
                names={load.loaded.names}
                accountId={load.loaded.accountId}
                onRotated={({ created, old }) => keep(created, old)}
                onSeen={keep}
                onShow={show}
                onClose={close}
              />
            )}
            {open.dialog === 'revert' && (
              <RevertDialog keyId={open.value.keyId} name={open.value.name} onClose={close} />
            )}
            {open.dialog === 'revoke' && (
              <RevokeDialog value={open.value} keys={load.loaded.keys} onRevoked={keep} onClose={close} />
            )}
          </Suspense>
        </>
      )}
    </>
  );
}

async function readEverything(): Promise<Load> {
  const [keys, levels, context] = await Promise.all([
    ask('listKeys', {}),
    ask('listLevels', {}),
    view.getContext().catch(() => undefined),
  ]);
  if (!keys.ok) return { state: 'failed', error: keys.error };
  if (!levels.ok) return { state: 'failed', error: levels.error };
  const accountId = context?.accountId;
  const names = await readNames(keys.value.keys, levels.value.levels, accountId);
  return { state: 'ready', loaded: { keys: keys.value.keys, names, accountId } };
}

/** The answer to a change says nothing of it. */
function lastUseOf(keys: readonly KeyWithUse[], keyId: string): Pick<KeyWithUse, 'lastUsedAt' | 'lastUsedUnknown'> {
  const { lastUsedAt, lastUsedUnknown } = keys.find((key) => key.keyId === keyId) ?? {};
  return {
    ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
    ...(lastUsedUnknown === undefined ? {} : { lastUsedUnknown }),
  };
}

/** The answer to making a key holds its value, which the page must not keep. */
function withoutSecret(value: KeyView & { readonly key?: string }): KeyView {
  const { key: _key, ...rest } = value;
  return rest;
}
