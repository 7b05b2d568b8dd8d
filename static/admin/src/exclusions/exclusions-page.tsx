import Button from '@atlaskit/button/new';
import { lazy, Suspense, useState } from 'react';
import type { ExclusionList } from '../../../../src/admin/findings/exclusions';
import { useNavigation } from '../navigation';
import { RaiseOffer } from '../preview/raise-offer';
import { StartScan } from '../scans/start-scan';
import { texts } from '../texts';
import { EmptyState } from '../ui/empty-state';
import { Message } from '../ui/message';
import { PageHeader } from '../ui/page-header';
import type { Query } from '../address-part';
import { useLoad } from '../use-load';
import { useOpenDialog } from '../use-open-dialog';
import { ExclusionsBrowser } from './exclusions-browser';
import { readExclusions, withNames } from './names';
import './exclusions.css';
import { Loaded } from '../ui/loaded';

// Dialogs are loaded when they open.
const AddDialog = lazy(() => import('./add-dialog'));
const RemoveDialog = lazy(() => import('./remove-dialog'));

/** The dialog in the address of the page. */
function openDialogIn({ dialog, exclusionId }: Query) {
  if (dialog === 'add') return { dialog } as const;
  return dialog === 'remove' && exclusionId !== undefined ? ({ dialog, exclusionId } as const) : undefined;
}

/** The exclusions of the site. */
export default function ExclusionsPage() {
  const { load, reload, setValue } = useLoad(readExclusions);
  const { goTo } = useNavigation();
  const { open, show, close } = useOpenDialog(openDialogIn);
  const { exclusions: t } = texts;
  const [saved, setSaved] = useState({ changes: 0, needsScan: false });
  const take = (list: ExclusionList, needsScan = false) => {
    void withNames(list).then(setValue);
    setSaved((before) => ({ changes: before.changes + 1, needsScan: before.needsScan || needsScan }));
  };
  const all = load.state === 'ready' ? load.value.exclusions : [];
  const removed =
    open?.dialog === 'remove' ? all.find(({ exclusionId }) => exclusionId === open.exclusionId) : undefined;
  // The empty list has its own button.
  const isEmpty = load.state === 'ready' && load.value.exclusions.length === 0;
  const add = (
    <Button appearance="primary" onClick={() => show({ dialog: 'add' })}>
      {t.add}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t.title}
        intro={t.intro}
        actions={isEmpty ? undefined : add}
        terms={['fingerprint', 'outdated', 'pepper']}
      />
      {saved.needsScan && (
        <Message kind="information" title={t.dialog.needsScan}>
          <p>{t.dialog.needsScanBecause}</p>
          <StartScan />
        </Message>
      )}
      {saved.changes > 0 && <RaiseOffer key={saved.changes} />}
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
            <ExclusionsBrowser value={value} onRemove={({ exclusionId }) => show({ dialog: 'remove', exclusionId })} />
          )
        }
      </Loaded>
      <Suspense fallback={null}>
        {open?.dialog === 'add' && <AddDialog onAdded={take} onClose={close} />}
        {removed !== undefined && load.state === 'ready' && (
          <RemoveDialog exclusion={removed} names={load.value.names} onRemoved={take} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
