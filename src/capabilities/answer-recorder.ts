import type { Storage } from '../platform/storage';
import { type NewAnswer, recordAnswers } from './answers';

/**
 * Records answers from calls that happen anyway. A process remembers what it has recorded, so that the same answer costs
 * nothing until the next day.
 */
export interface AnswerRecorder {
  /** At most one read and one write, and only for a new answer. It never throws. */
  record(storage: Storage, installationId: string, answer: NewAnswer, now: Date): Promise<void>;
}

/** A process rarely serves more than one site. */
const MAX_REMEMBERED = 1_000;

export function createAnswerRecorder(): AnswerRecorder {
  const remembered = new Map<string, string>();
  return {
    record: async (storage, installationId, answer, now) => {
      const key = `${answer.probe} ${installationId}`;
      const text = [answer.state, answer.detail, now.toISOString().slice(0, 10)].join(' ');
      if (remembered.get(key) === text) return;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      // Before the write, so that concurrent calls do not repeat it. An answer that was not stored is recorded by another process.
      remembered.set(key, text);
      await recordAnswers(storage, [answer], now);
    },
  };
}
