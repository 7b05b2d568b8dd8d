import type { ScanView } from '../../../../src/admin/runs/scans';
import { formatDuration } from '../dates';
import { texts } from '../texts';
import { Progress } from '../ui/progress';

interface ScanProgressProps {
  readonly scan: ScanView;
  /** The accessible name of the bar. */
  readonly label: string;
}

/**
 * The progress of an open scan, in pages and percent, and the time left. Only the person who started it can see them.
 */
export function ScanProgress({
  scan: { of, turn, counts, total, secondsLeft, isAtPosts, limit },
  label,
}: ScanProgressProps) {
  const { scan: t } = texts.detections;
  const isRunning = turn?.state === 'running';
  return (
    <Progress
      label={label}
      isRunning={isRunning}
      done={counts?.pages}
      total={total}
      words={[
        counts === undefined ? texts.scans.list.noCounts : t.running(counts.pages, total, of === 'pages'),
        isAtPosts === true ? t.posts : undefined,
        secondsLeft === undefined || !isRunning ? undefined : t.left(formatDuration(secondsLeft)),
        limit === undefined || !isRunning ? undefined : t.limited(limit.perHour, limit.ofSite),
      ]}
    />
  );
}
