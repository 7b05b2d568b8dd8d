import { showFlag } from '@forge/bridge';
import Button from '@atlaskit/button/new';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import type { ExposureRow, ExposureView } from '../../../../src/admin/pages/exposure';
import type { AdminOperations } from '../../../../src/admin/contract';
import { localToday } from '../dates';
import { ask } from '../operations';
import '../overview/overview.css';
import { texts } from '../texts';
import { ExportPanel } from '../ui/export-panel';
import { Loaded } from '../ui/loaded';
import { PageHeader } from '../ui/page-header';
import { Section } from '../ui/section';
import { showSuccess } from '../ui/success-flag';
import { useAddressState } from '../use-address-state';
import { useExport } from '../use-export';
import { useLoad } from '../use-load';
import { Exceptions } from './exceptions';
import './exposure.css';
import { FILTER, inputOf } from './filter';
import { PagesList } from './pages-list';
import { SpacesTable } from './spaces-table';
import { Summary } from './summary';

// Loaded when it opens.
const ExceptionDialog = lazy(() => import('./exception-dialog'));

/** Who can view the pages, compared with the rules of their levels. */
export default function ExposurePage() {
  const { exposure: t } = texts;
  const { load, reload, setValue } = useLoad(useCallback(() => ask('getExposure', {}), []));
  const exporting = useExport();
  const button = useRef<HTMLButtonElement>(null);
  const [filter] = useAddressState(FILTER);
  const startExport = () =>
    exporting.start({
      read: (cursor) => ask('exportExposure', { filter: inputOf(filter), ...(cursor === undefined ? {} : { cursor }) }),
      fileName: t.list.exportName(localToday()),
    });
  return (
    <>
      <PageHeader
        title={t.title}
        intro={t.intro}
        actions={
          <Button ref={button} isLoading={exporting.state.state === 'running'} onClick={startExport}>
            {t.list.export}
          </Button>
        }
      />
      {exporting.state.state !== 'idle' && (
        <ExportPanel
          state={exporting.state}
          summary=""
          unreadable={t.list.exportUnreadable}
          onResume={exporting.resume}
          onEnd={() => {
            exporting.end();
            button.current?.focus();
          }}
        />
      )}
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={8}>
        {(view) => <ExposureParts view={view} onChanged={setValue} />}
      </Loaded>
    </>
  );
}

interface ExposurePartsProps {
  readonly view: ExposureView;
  readonly onChanged: (view: ExposureView) => void;
}

function ExposureParts({ view, onChanged }: ExposurePartsProps) {
  const { exposure: t } = texts;
  const [filter, setFilter] = useAddressState(FILTER);
  const [excepted, setExcepted] = useState<ExposureRow>();
  return (
    <>
      <Section id="exposure-levels" title={t.byLevel}>
        <Summary summary={view} />
      </Section>
      <Section id="exposure-spaces" title={t.spaces.title}>
        <SpacesTable view={view} onRefresh={(spaceId) => void measureAgain({ spaceId })} />
      </Section>
      <Section id="exposure-pages" title={t.list.title} intro={t.list.intro}>
        <PagesList
          {...{ view, filter }}
          onFilter={setFilter}
          onRefresh={(pageId) => void measureAgain({ pageIds: [pageId] })}
          onExcept={setExcepted}
        />
      </Section>
      <Exceptions {...{ view, onChanged }} />
      {excepted !== undefined && (
        <Suspense fallback={null}>
          <ExceptionDialog {...{ view, onChanged }} page={excepted} onClose={() => setExcepted(undefined)} />
        </Suspense>
      )}
    </>
  );
}

async function measureAgain(what: AdminOperations['refreshExposure']['input']) {
  const { list: t } = texts.exposure;
  const answer = await ask('refreshExposure', what);
  if (answer.ok) showSuccess({ id: 'exposure-marked', title: t.marked, description: t.markedBody });
  else showFlag({ id: 'exposure-marked', type: 'error', title: t.notMarked, description: answer.error.message });
}
