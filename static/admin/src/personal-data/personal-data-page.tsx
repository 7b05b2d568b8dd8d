import { lazy, Suspense } from 'react';
import type { PersonalDataView } from '../../../../src/admin/site/personal-data';
import { texts } from '../texts';
import { Loaded } from '../ui/loaded';
import { PageHeader } from '../ui/page-header';
import { useLoad } from '../use-load';
import { useOpenDialog } from '../use-open-dialog';
import { usePolling } from '../use-polling';
import { ErasuresSection } from './erasures-section';
import { ExportSection } from './export-section';
import { FOCUS_IDS, openDialogIn } from './open-dialog';
import { readPersonalData, withAccounts } from './read-personal-data';
import { RegisterSection } from './register-section';

// Dialogs are loaded when they open.
const RequestDialog = lazy(() => import('./request-dialog'));
const DecisionDialog = lazy(() => import('./decision-dialog'));

const REFRESH_EVERY_MS = 5_000;

/** The people whose account IDs are stored, their report to Atlassian, exports and erasures. */
export default function PersonalDataPage() {
  const { personalData: t } = texts;
  const { load, reload, refresh, setValue } = useLoad(readPersonalData);
  const { open, show, close } = useOpenDialog(openDialogIn, FOCUS_IDS);
  const take = (view: PersonalDataView) => void withAccounts(view).then(setValue);
  usePolling(
    load.state === 'ready' && isWorking(load.value) ? 'working' : undefined,
    readPersonalData,
    (answer) => {
      if (answer.ok) setValue(answer.value);
    },
    REFRESH_EVERY_MS,
  );
  return (
    <>
      <PageHeader title={t.title} intro={t.intro} />
      <Loaded load={load} failed={t.failed} onRetry={reload}>
        {(data) => {
          const erasureId = open === undefined || open.dialog === 'request' ? undefined : open.erasureId;
          const erasure = data.erasures.find((one) => one.erasureId === erasureId);
          return (
            <>
              <RegisterSection view={data} />
              <ExportSection />
              <ErasuresSection data={data} onOpen={show} />
              <Suspense fallback={null}>
                {open?.dialog === 'request' && <RequestDialog onChanged={take} onClose={close} />}
                {open !== undefined && open.dialog !== 'request' && erasure !== undefined && (
                  <DecisionDialog
                    key={open.dialog}
                    decision={open.dialog}
                    data={data}
                    erasure={erasure}
                    onChanged={take}
                    onFailed={() => void refresh()}
                    onClose={close}
                  />
                )}
              </Suspense>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function isWorking({ report, erasures }: PersonalDataView): boolean {
  return report.isRunning || erasures.some(({ state }) => state === 'running');
}
