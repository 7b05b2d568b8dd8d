import { ask } from '../operations';
import { texts } from '../texts';
import { Loaded } from '../ui/loaded';
import { PageHeader } from '../ui/page-header';
import { useLoad } from '../use-load';
import { usePolling } from '../use-polling';
import { KeptSection } from './kept-section';
import { LastRemoval } from './last-removal';

const REFRESH_EVERY_MS = 5_000;

const readStoredData = () => ask('getStoredData', {});

/** The stored data, how long it is kept, and the last removal. */
export default function StoredDataPage() {
  const { storedData: t } = texts;
  const { load, reload, setValue } = useLoad(readStoredData);
  const running = load.state === 'ready' ? load.value.removal : undefined;
  usePolling(
    running?.startedAt,
    readStoredData,
    (answer) => {
      if (answer.ok) setValue(answer.value);
    },
    REFRESH_EVERY_MS,
  );
  return (
    <>
      <PageHeader title={t.title} intro={t.intro} />
      <Loaded load={load} failed={t.failed} onRetry={reload}>
        {(view) => (
          <>
            <KeptSection view={view} onChanged={setValue} />
            <LastRemoval view={view} />
          </>
        )}
      </Loaded>
    </>
  );
}
