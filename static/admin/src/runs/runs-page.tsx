import type { Query } from '../address-part';
import { ask } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { PageHeader } from '../ui/page-header';
import { Loaded } from '../ui/loaded';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../use-load';
import { useOpenDialog } from '../use-open-dialog';
import { CancelRunDialog } from './cancel-run-dialog';
import { DailyCheck } from './daily-check';
import { MirrorSection } from './mirror-section';
import { RunsList } from './runs-list';
import { useRuns } from './use-runs';

/** The heading that gets the focus after a row is canceled and removed. */
const FOCUS_IDS = { cancel: 'runs-list' } as const;

const cancelIn = ({ dialog, runId }: Query) =>
  dialog === 'cancel' && runId !== undefined ? { dialog, runId } : undefined;

const readLevels = () => ask('listLevels', {});

/** The running and waiting jobs, scans and redactions, and the work that runs by itself. */
export default function RunsPage() {
  const { runs: t } = texts;
  const { load: levels, reload: reloadLevels } = useLoad(readLevels);
  const { load, reload, put, refreshFailure } = useRuns();
  const { open, show, close } = useOpenDialog(cancelIn, FOCUS_IDS);
  const canceled = load.state === 'ready' ? load.value.runs.find(({ runId }) => runId === open?.runId) : undefined;
  return (
    <>
      <PageHeader title={t.title} intro={t.intro} />
      <section aria-labelledby="runs-list">
        <h2 id="runs-list" tabIndex={-1}>
          {t.list.title}
        </h2>
        {load.state === 'loading' && <Skeleton />}
        {load.state === 'failed' && <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />}
        {refreshFailure !== undefined && (
          <Failure title={t.notUpdated} error={refreshFailure} onRetry={() => void reload()} />
        )}
        {load.state === 'ready' && (
          <RunsList runs={load.value.runs} onCancel={(run) => show({ dialog: 'cancel', runId: run.runId })} />
        )}
      </section>
      <Loaded load={levels} failed={texts.mirror.failed} onRetry={reloadLevels} rows={2}>
        {(value) => <MirrorSection levels={value.levels} />}
      </Loaded>
      <DailyCheck />
      {canceled !== undefined && <CancelRunDialog run={canceled} onCanceled={put} onClose={close} />}
    </>
  );
}
