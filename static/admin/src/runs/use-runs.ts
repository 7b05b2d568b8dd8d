import { useCallback, useState } from 'react';
import type { RunList } from '../../../../src/admin/runs';
import { ask, type OperationError, type Outcome } from '../operations';
import { useFollowing } from '../use-following';
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
  const take = useCallback(
    (answer: Outcome<RunList>) => (answer.ok ? put(answer.value) : setRefreshFailure(answer.error)),
    [put],
  );
  useFollowing(load.state === 'ready' ? 'all' : undefined, readRuns, take, REFRESH_EVERY_MS);
  return { load, reload, put, refreshFailure };
}
