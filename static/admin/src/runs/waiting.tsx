import type { PlaceInLine, Waiting } from '../../../../src/runs/line';
import type { Standing } from '../../../../src/runs/placed-run';
import { formatInstant } from '../dates';
import { runsTexts } from '../texts/runs';

const { list: t } = runsTexts.runs;

/** The state of an open run, as Background work and the list of scans show it. */
export function openStateText({ state, waiting }: PlaceInLine): string {
  if (state === 'unreadable') return t.unreadable;
  return waiting === undefined ? t.running : waitingText(waiting);
}

/** Why a run waits, and until when, as every place of the admin area and of pages shows it. */
export function waitingText({ reason, nextAttemptAt, ahead = { own: 0, others: 0 } }: Waiting): string {
  if (nextAttemptAt !== undefined) return t.waitingUntil(formatInstant(nextAttemptAt), reason);
  return t.waitingForTurn(ahead.own + ahead.others, reason);
}

export function WaitingNote({ waiting }: Pick<Standing, 'waiting'>) {
  return waiting === undefined ? null : <p className="note">{waitingText(waiting)}</p>;
}
