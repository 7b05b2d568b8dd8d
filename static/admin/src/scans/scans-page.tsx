import Button from '@atlaskit/button/new';
import { useState } from 'react';
import type { ScanView } from '../../../../src/admin/scans';
import { texts } from '../texts';
import { PageHeader } from '../ui/page-header';
import { CancelScanDialog } from './cancel-scan-dialog';
import { Coverage } from './coverage';
import { CoveredPages } from './covered-pages';
import { PagesDialog } from './pages-dialog';
import { ScansList } from './scans-list';
import './scans.css';
import { StartDialog } from './start-dialog';
import { useScans } from './use-scans';
import { Loaded } from '../ui/loaded';

type Open = { readonly dialog: 'start' } | { readonly dialog: 'cancel' | 'pages'; readonly scan: ScanView };

/** The scans, the coverage and the scan results of pages. */
export default function ScansPage() {
  const { scans: t } = texts;
  const { load, reload, put } = useScans();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  /** Loads the coverage again after every scan. */
  const ended = load.state === 'ready' ? load.value.filter(({ finishedAt }) => finishedAt !== undefined).length : 0;
  // The empty list has the button itself.
  const isEmpty = load.state === 'ready' && load.value.length === 0;
  const start = (
    <Button appearance="primary" onClick={() => setOpen({ dialog: 'start' })}>
      {t.start}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.title} intro={t.intro} actions={isEmpty ? undefined : start} />
      <section className="scans-section" aria-labelledby="scans-list">
        <h2 id="scans-list">{t.list.title}</h2>
        <Loaded load={load} failed={t.failed} onRetry={reload}>
          {(value) => (
            <ScansList
              scans={value}
              start={start}
              onCancel={(scan) => setOpen({ dialog: 'cancel', scan })}
              onShowPages={(scan) => setOpen({ dialog: 'pages', scan })}
            />
          )}
        </Loaded>
      </section>
      {load.state === 'ready' && (
        <>
          <Coverage key={`coverage ${ended}`} scans={load.value} />
          <CoveredPages key={`pages ${ended}`} />
        </>
      )}
      {open?.dialog === 'start' && <StartDialog onStarted={put} onClose={close} />}
      {open?.dialog === 'pages' && <PagesDialog scanId={open.scan.scanId} onClose={close} />}
      {open?.dialog === 'cancel' && <CancelScanDialog scan={open.scan} onCancelled={put} onClose={close} />}
    </>
  );
}
