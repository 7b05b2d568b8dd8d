import type { Storage } from '../platform/storage';
import { type NewAnswer, recordAnswers } from './answers';

/**
 * Records answers from calls that happen anyway. A process remembers what it has recorded, so that the same state costs
 * nothing until the next day.
 */
export interface AnswerRecorder {
  /** At most one read and one write, and only for a new state. It never throws. */
  record(storage: Storage, installationId: string, answer: NewAnswer, now: Date): Promise<void>;
}

/** A process rarely serves more than one site. */
const MAX_REMEMBERED = 1_000;
/** A state that keeps changing is recorded this often on a day. */
const MAX_A_DAY = 4;

export function createAnswerRecorder(): AnswerRecorder {
  const remembered = new Map<string, { readonly state: NewAnswer['state']; readonly count: number }>();
  return {
    record: async (storage, installationId, answer, now) => {
      const { probe, state } = answer;
      const key = [probe, installationId, now.toISOString().slice(0, 10)].join(' ');
      const last = remembered.get(key);
      if (last !== undefined && (last.state === state || last.count >= MAX_A_DAY)) return;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      // Before the write, so that concurrent calls do not repeat it. An answer that was not stored is recorded by another process.
      remembered.set(key, { state, count: (last?.count ?? 0) + 1 });
      await recordAnswers(storage, [answer], now);
    },
  };
}
