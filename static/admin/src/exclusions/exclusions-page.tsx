import Button from '@atlaskit/button/new';
import { lazy, Suspense, useState } from 'react';
import type { DescribedExclusion } from '../../../../src/admin/describe-exclusions';
import type { ExclusionList, ExclusionView } from '../../../../src/admin/exclusions';
import { useNavigation } from '../navigation';
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

type OpenDialog =
  | { readonly dialog: 'add' }
  | {
      readonly dialog: 'remove';
      readonly exclusion: ExclusionView;
      readonly described: DescribedExclusion | undefined;
    };

/** The exclusions of the site. */
export default function ExclusionsPage() {
  const { load, reload, setValue } = useLoad(readExclusions);
  const { goTo } = useNavigation();
  const [open, setOpen] = useState<OpenDialog>();
  const { exclusions: t } = texts;
  const take = (list: ExclusionList) => void withNames(list).then(setValue);
  const onClose = () => setOpen(undefined);
  // The empty list has its own button.
  const isEmpty = load.state === 'ready' && load.value.exclusions.length === 0;
  const add = (
    <Button appearance="primary" onClick={() => setOpen({ dialog: 'add' })}>
      {t.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.title} intro={t.intro} actions={isEmpty ? undefined : add} />
      <Loaded load={load} failed={t.failed} onRetry={reload}>
        {(value) =>
          value.exclusions.length === 0 ? (
            <EmptyState title={t.none} body={t.noneBody}>
              <div className="presets">
                {add}
                <Button onClick={() => goTo('detections')}>{t.toFindings}</Button>
              </div>
            </EmptyState>
          ) : (
            <ExclusionsBrowser
              value={value}
              onRemove={(exclusion, described) => setOpen({ dialog: 'remove', exclusion, described })}
            />
          )
        }
      </Loaded>
      <Suspense fallback={null}>
        {open?.dialog === 'add' && <AddDialog onAdded={take} onClose={onClose} />}
        {open?.dialog === 'remove' && load.state === 'ready' && (
          <RemoveDialog
            exclusion={open.exclusion}
            described={open.described}
            names={load.value.names}
            onRemoved={take}
            onClose={onClose}
          />
        )}
      </Suspense>
    </>
  );
}
