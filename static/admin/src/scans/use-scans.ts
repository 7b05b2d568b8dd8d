import { useCallback } from 'react';
import type { ScanView } from '../../../../src/admin/runs/scans';
import { ask, type Outcome } from '../operations';
import { usePolling } from '../use-polling';
import { useLoad } from '../use-load';

/** How often to poll the progress while a scan is open. */
const POLL_EVERY_MS = 2_000;

export const hasEnded = ({ state }: ScanView) => state !== 'queued' && state !== 'running';

/** All scans, kept up to date while one is open. */
export function useScans() {
  const { load, reload, setValue } = useLoad(useCallback(readScans, []));
  const scans = load.state === 'ready' ? load.value : undefined;
  const hasOpenScan = scans?.some((scan) => !hasEnded(scan)) === true;

  const onAnswer = useCallback(
    (answer: Outcome<readonly ScanView[]>) => {
      // Keeps the last list. The next attempt may succeed.
      if (answer.ok) setValue(answer.value);
    },
    [setValue],
  );
  usePolling(hasOpenScan ? 'all' : undefined, readScans, onAnswer, POLL_EVERY_MS);

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
