import { CorruptRecordError } from '../platform/corrupt-record';
import { type Line, type LineEntry, startedBy, type Started, startNext } from './line';

/** Longer than a step waits for anything. */
const LOST_AFTER_MS = 20 * 60_000;
/** A run that has not begun waits for nothing but its event. */
const LOST_BEFORE_START_AFTER_MS = 2 * 60_000;

interface RunRecord {
  readonly state: string;
  readonly data: { readonly touchedAt: string };
}

/** True if a run has not moved for so long that its event must be lost. */
export function isLost({ state, data }: RunRecord, now: Date): boolean {
  const silentMs = now.getTime() - Date.parse(data.touchedAt);
  return silentMs >= (state === 'queued' ? LOST_BEFORE_START_AFTER_MS : LOST_AFTER_MS);
}

/** The result of a check of a line: ids. */
export interface Watched {
  /** They run, and no event is on its way for them: each needs one. */
  readonly lost: readonly string[];
  /** Their turn has come: each needs an event. */
  readonly started: Started;
  /** Their records cannot be read. */
  readonly unreadable: readonly string[];
}

/**
 * Checks all that runs, one after the other, and lets those that wait take the places that are free. A record that cannot be
 * read does not keep the check from the others, and holds no place.
 * @param check `gone` = it ended, or is no longer stored
 * @param keep stores the line where it is still as it was read
 * @throws what they throw
 */
export async function watchLine(
  line: Line,
  check: (id: string) => Promise<'moving' | 'lost' | 'gone'>,
  keep: (line: Line) => Promise<'committed' | 'conflict'>,
): Promise<Watched> {
  const lost: string[] = [];
  const unreadable: string[] = [];
  const left: LineEntry[] = [];
  for (const entry of line) {
    const found = entry.state === 'waiting' ? 'moving' : await check(entry.id).catch(unreadableIfCorrupt);
    if (found === 'gone') continue;
    if (found === 'unreadable') unreadable.push(entry.id);
    if (found === 'lost' && entry.state === 'running') lost.push(entry.id);
    left.push(stateAfter(entry, found === 'unreadable'));
  }
  const after = startNext(left);
  const isChanged = JSON.stringify(after) !== JSON.stringify(line);
  // Where others changed the line, the next check does it.
  const isKept = isChanged && (await keep(after)) === 'committed';
  return { lost, unreadable, started: isKept ? startedBy(line, after) : [] };
}

/** A record that can be read again waits for a place again. */
function stateAfter(entry: LineEntry, isUnreadable: boolean): LineEntry {
  if (isUnreadable) return { ...entry, state: 'unreadable' };
  return entry.state === 'unreadable' ? { ...entry, state: 'waiting' } : entry;
}

function unreadableIfCorrupt(error: unknown): 'unreadable' {
  if (error instanceof CorruptRecordError) return 'unreadable';
  throw error;
}
