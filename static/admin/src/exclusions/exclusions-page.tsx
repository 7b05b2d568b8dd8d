import Button from '@atlaskit/button/new';
import { lazy, Suspense, useState } from 'react';
import type { ExclusionList, ExclusionView } from '../../../../src/admin/exclusions';
import { texts } from '../texts';
import { EmptyState } from '../ui/empty-state';
import { PageHeader } from '../ui/page-header';
import { useLoad } from '../use-load';
import { ExclusionsBrowser } from './exclusions-browser';
import { readExclusions, withNames } from './names';
import './exclusions.css';
import { Loaded } from '../ui/loaded';

// Dialogs are loaded when they open.
const AddDialog = lazy(() => import('./add-dialog'));
const RemoveDialog = lazy(() => import('./remove-dialog'));

type OpenDialog = { readonly dialog: 'add' } | { readonly dialog: 'remove'; readonly exclusion: ExclusionView };

/** The exclusions of the site. */
export default function ExclusionsPage() {
  const { load, reload, setValue } = useLoad(readExclusions);
  const [open, setOpen] = useState<OpenDialog>();
  const { exclusions: t } = texts;
  const take = (list: ExclusionList) => void withNames(list).then(setValue);
  const onClose = () => setOpen(undefined);
  const add = (
    <Button appearance="primary" onClick={() => setOpen({ dialog: 'add' })}>
      {t.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.title} intro={t.intro} actions={add} />
      <Loaded load={load} failed={t.failed} onRetry={reload}>
        {(value) =>
          value.exclusions.length === 0 ? (
            <EmptyState title={t.none} body={t.noneBody} />
          ) : (
            <ExclusionsBrowser value={value} onRemove={(exclusion) => setOpen({ dialog: 'remove', exclusion })} />
          )
        }
      </Loaded>
      <Suspense fallback={null}>
        {open?.dialog === 'add' && <AddDialog onAdded={take} onClose={onClose} />}
        {open?.dialog === 'remove' && load.state === 'ready' && (
          <RemoveDialog exclusion={open.exclusion} names={load.value.names} onRemoved={take} onClose={onClose} />
        )}
      </Suspense>
    </>
  );
}
