import type { RunView } from '../../../../src/admin/runs';
import { formatInstant } from '../dates';
import { texts } from '../texts';

/** The state of an open run, as Background work and the list of scans show it. */
export function openStateText({
  state,
  position,
  nextAttemptAt,
  waiting,
}: Pick<RunView, 'state' | 'position' | 'nextAttemptAt' | 'waiting'>): string {
  const { list: t } = texts.runs;
  if (state === 'unreadable') return t.unreadable;
  if (nextAttemptAt !== undefined && position === undefined)
    return t.pausedUntil(formatInstant(nextAttemptAt), waiting?.reason ?? '');
  return position === undefined ? t.running : t.waiting(position);
}
