import { hasEnded } from './run-kind';
import { type PlacedRun, standingOf } from './placed-run';

/** The states of jobs, scans and redactions in the API. The last four are those of an ended run. */
export const SHOWN_STATES = ['queued', 'waiting', 'running', 'succeeded', 'partial', 'failed', 'cancelled'] as const;

export type ShownState = (typeof SHOWN_STATES)[number];

/** True for the states of a run that has not ended. */
export function isOpenState(state: ShownState): boolean {
  return state === 'queued' || state === 'waiting' || state === 'running';
}

/**
 * A run that waits for its first turn is queued. One that waits for anything else, or has started before, is waiting.
 * @param ended its state if it has ended
 */
export function shownStateOf(run: PlacedRun, ended: ShownState): ShownState {
  const { record } = run;
  if (hasEnded(record)) return ended;
  const { paused, waiting } = standingOf(run);
  const isQueued = record.state === 'queued';
  if (paused !== undefined || (waiting !== undefined && !(isQueued && waiting.code === 'WAITS_FOR_TURN')))
    return 'waiting';
  return isQueued ? 'queued' : 'running';
}
