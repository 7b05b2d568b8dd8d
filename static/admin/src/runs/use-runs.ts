import { useCallback, useState } from 'react';
import type { RunList } from '../../../../src/admin/runs/runs';
import { ask, type OperationError, type Outcome } from '../operations';
import { usePolling } from '../use-polling';
import { useLoad } from '../use-load';

const REFRESH_EVERY_MS = 3_000;

const readRuns = () => ask('listRuns', {});

/** All background work, kept up to date while the page is open. */
export function useRuns() {
  const { load, reload, setValue } = useLoad(readRuns);
  const [refreshFailure, setRefreshFailure] = useState<OperationError>();
  const put = useCallback(
    (list: RunList) => {
      setRefreshFailure(undefined);
      setValue(list);
    },
    [setValue],
  );
  const onAnswer = useCallback(
    (answer: Outcome<RunList>) => (answer.ok ? put(answer.value) : setRefreshFailure(answer.error)),
    [put],
  );
  usePolling(load.state === 'ready' ? 'all' : undefined, readRuns, onAnswer, REFRESH_EVERY_MS);
  return { load, reload, put, refreshFailure };
}
