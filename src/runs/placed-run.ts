import { type Line, type PlaceInLine, placeInLine, type Waiting } from './line';
import type { Paused } from './paused';
import { hasEnded, type Run, type RunRecord } from './run-kind';

/** A run as every door shows it. A door cannot show a run whose line was not read (docs/adr/0089). */
export interface PlacedRun<R extends RunRecord = RunRecord> extends Run<R> {
  /** Undefined for an ended run, and if the line cannot be read. */
  readonly place: PlaceInLine | undefined;
}

/** The members of every view of a run. No view can omit a member. Undefined means that it does not apply. */
export interface Standing {
  /** It cannot do its work on this site for now. */
  readonly paused: Paused | undefined;
  /** Why it waits, and until when. */
  readonly waiting: Waiting | undefined;
}

export function placedIn<R extends RunRecord>(line: Line, { runId, record }: Run<R>, now: Date): PlacedRun<R> {
  return { runId, record, place: hasEnded(record) ? undefined : placeInLine(line, runId, now) };
}

export function standingOf({ record, place }: PlacedRun): Standing {
  return { paused: record.data.paused, waiting: place?.waiting };
}
