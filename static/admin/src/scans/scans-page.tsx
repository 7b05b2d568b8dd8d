import Button from '@atlaskit/button/new';
import type { Query } from '../address-part';
import { texts } from '../texts';
import { useOpenDialog } from '../use-open-dialog';
import { PageHeader } from '../ui/page-header';
import { AutomaticScans } from './automatic-scans';
import { CancelScanDialog } from './cancel-scan-dialog';
import { Coverage } from './coverage';
import { CoveredPages } from './covered-pages';
import { PagesDialog } from './pages-dialog';
import { ScansList } from './scans-list';
import './scans.css';
import { StartDialog } from './start-dialog';
import { useScans } from './use-scans';
import { Loaded } from '../ui/loaded';

/** The dialog in the address of the page. */
function openDialogIn({ dialog, scanId, onlyStale }: Query) {
  if (dialog === 'start') return { dialog, onlyStale: onlyStale ?? '' } as const;
  if (dialog !== 'cancel' && dialog !== 'pages') return undefined;
  return scanId === undefined ? undefined : ({ dialog, scanId } as const);
}

/** The scans, the coverage and the scan results of pages. */
export default function ScansPage() {
  const { scans: t } = texts;
  const { load, reload, put } = useScans();
  const { open, show, close } = useOpenDialog(openDialogIn);
  const scans = load.state === 'ready' ? load.value : [];
  const canceled = open?.dialog === 'cancel' ? scans.find(({ scanId }) => scanId === open.scanId) : undefined;
  /** Loads the coverage again after every scan. */
  const ended = load.state === 'ready' ? load.value.filter(({ finishedAt }) => finishedAt !== undefined).length : 0;
  // The empty list has the button itself.
  const isEmpty = load.state === 'ready' && load.value.length === 0;
  const start = (
    <Button appearance="primary" onClick={() => show({ dialog: 'start', onlyStale: '' })}>
      {t.start}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t.title}
        intro={t.intro}
        actions={isEmpty ? undefined : start}
        terms={['outdated', 'points']}
      />
      <AutomaticScans />
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={10}>
        {(value) => (
          <>
            <Coverage key={`coverage ${ended}`} scans={value} />
            <section className="scans-section" aria-labelledby="scans-list">
              <h2 id="scans-list">{t.list.title}</h2>
              <ScansList
                scans={value}
                start={start}
                onCancel={({ scanId }) => show({ dialog: 'cancel', scanId })}
                onShowPages={({ scanId }) => show({ dialog: 'pages', scanId })}
              />
            </section>
            <CoveredPages key={`pages ${ended}`} />
          </>
        )}
      </Loaded>
      {open?.dialog === 'start' && <StartDialog onlyStale={open.onlyStale !== ''} onStarted={put} onClose={close} />}
      {open?.dialog === 'pages' && <PagesDialog scanId={open.scanId} onClose={close} />}
      {canceled !== undefined && <CancelScanDialog scan={canceled} onCanceled={put} onClose={close} />}
    </>
  );
}
