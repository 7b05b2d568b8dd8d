/** The queue in manifest.yml, and its events. */
export const PRIVACY_QUEUE = 'privacy';

/** Starts a report that is due, and continues reports and erasures that stopped. */
export const WATCH_BODY = { task: 'watch' } as const;

export function reportBody(step: number): Readonly<Record<string, string>> {
  return { task: 'report', step: String(step) };
}

export function eraseBody(erasureId: string, step: number): Readonly<Record<string, string>> {
  return { task: 'erase', erasureId, step: String(step) };
}

/** A chain of events that push each other may have 1,000. The watch continues the work with a new chain. */
export const STEPS_PER_CHAIN = 500;

/** Work that made no step for this long has lost its event. */
export const STALLED_MS = 20 * 60_000;
