import { changeProbeRow, type NewAnswer, withAnswers } from '../capabilities/answers';
import type { Storage } from '../platform/storage';

/**
 * The greatest delay of the page events of a day. A process writes it only when the delay is in a worse class than all
 * before it on this day, so at most four times a day.
 */
export interface DelayRecorder {
  /** @param eventTime as in the event; an unreadable one is ignored. It never throws. */
  record(storage: Storage, installationId: string, eventTime: string, now: Date): Promise<void>;
}

/** A later event is not a loss, because the daily runs find every page. But scans and floors are late until then. */
const WORKS_WITHIN_MS = 600_000;
const CLASSES: readonly (readonly [withinMs: number, detail: string])[] = [
  [60_000, 'within-1-minute'],
  [WORKS_WITHIN_MS, 'within-10-minutes'],
  [3_600_000, 'within-1-hour'],
  [Infinity, 'over-1-hour'],
];

export function createDelayRecorder(): DelayRecorder {
  const worst = new Map<string, number>();
  return {
    record: async (storage, installationId, eventTime, now) => {
      const delayMs = now.getTime() - Date.parse(eventTime);
      if (Number.isNaN(delayMs)) return;
      const rank = CLASSES.findIndex(([withinMs]) => delayMs <= withinMs);
      const day = now.toISOString().slice(0, 10);
      const key = `${day} ${installationId}`;
      if ((worst.get(key) ?? -1) >= rank) return;
      if (worst.size > 1_000) worst.clear();
      worst.set(key, rank);
      const state = delayMs <= WORKS_WITHIN_MS ? 'works' : 'fails';
      await recordWorst(storage, { probe: 'page-events', state, detail: CLASSES[rank]?.[1] }, rank, now);
    },
  };
}

/** Another process may have seen a greater delay today. */
async function recordWorst(storage: Storage, answer: NewAnswer, rank: number, now: Date): Promise<void> {
  try {
    await changeProbeRow(storage, ({ answers }) => {
      const known = answers.get(answer.probe);
      const isOfToday = known?.at.slice(0, 10) === now.toISOString().slice(0, 10);
      const knownRank = CLASSES.findIndex(([, detail]) => detail === known?.detail);
      if (isOfToday && knownRank >= rank) return undefined;
      return { row: { answers: withAnswers(answers, [answer], now) } };
    });
  } catch {
    // Another process records it.
  }
}
