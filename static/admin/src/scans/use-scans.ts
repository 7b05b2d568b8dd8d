import { useCallback } from 'react';
import type { ScanView } from '../../../../src/admin/scans';
import { ask, type Outcome } from '../operations';
import { useFollowing } from '../use-following';
import { useLoad } from '../use-load';

/** How often to poll the progress while a scan is open. */
const LOOK_EVERY_MS = 2_000;

export const isOver = ({ state }: ScanView) => state !== 'queued' && state !== 'running';

/** All scans, kept up to date while one is open. */
export function useScans() {
  const { load, reload, setValue } = useLoad(useCallback(readScans, []));
  const scans = load.state === 'ready' ? load.value : undefined;
  const isUnderWay = scans?.some((scan) => !isOver(scan)) === true;

  const take = useCallback(
    (answer: Outcome<readonly ScanView[]>) => {
      // Keeps the last list. The next attempt may succeed.
      if (answer.ok) setValue(answer.value);
    },
    [setValue],
  );
  useFollowing(isUnderWay ? 'all' : undefined, readScans, take, LOOK_EVERY_MS);

  /** Adds or replaces a scan. */
  const put = (scan: ScanView) => {
    const others = (scans ?? []).filter(({ scanId }) => scanId !== scan.scanId);
    const all = [scan, ...others];
    setValue(all.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)));
  };
  return { load, reload, put };
}

async function readScans(): Promise<Outcome<readonly ScanView[]>> {
  const answer = await ask('listScans', {});
  return answer.ok ? { ok: true, value: answer.value.scans } : answer;
}
