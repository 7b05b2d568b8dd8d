import type { Pause } from '../../src/platform/pause';

/** The time of a site that only the test and the pauses of the app move. */
export interface SimulatedTime {
  readonly now: () => Date;
  readonly advance: (milliseconds: number) => void;
  /** Takes no real time. When all else waits too, the time moves to the end of the pause that ends first. */
  readonly pause: Pause;
}

/** The app makes its next call within fewer turns of the event loop. */
const QUIET_TURNS = 25;

export function simulatedTime(start: string): SimulatedTime {
  let nowMs = Date.parse(start);
  let pauses: { readonly endsAtMs: number; readonly end: () => void }[] = [];
  let isMoving = false;
  const move = async () => {
    isMoving = true;
    while (pauses.length > 0) {
      for (let turns = 0; turns < QUIET_TURNS; turns += 1) await new Promise(setImmediate);
      nowMs = Math.max(nowMs, Math.min(...pauses.map(({ endsAtMs }) => endsAtMs)));
      const ended = pauses.filter(({ endsAtMs }) => endsAtMs <= nowMs);
      pauses = pauses.filter(({ endsAtMs }) => endsAtMs > nowMs);
      for (const { end } of ended) end();
    }
    isMoving = false;
  };
  return {
    now: () => new Date(nowMs),
    advance: (milliseconds) => void (nowMs += milliseconds),
    pause: (milliseconds) =>
      new Promise((end) => {
        pauses.push({ endsAtMs: nowMs + Math.ceil(milliseconds), end });
        if (!isMoving) void move();
      }),
  };
}
