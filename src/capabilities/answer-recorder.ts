import type { Storage } from '../platform/storage';
import { type NewAnswer, type ProbeName, recordAnswers } from './answers';

/**
 * Records answers from calls that happen anyway. A process remembers what it has recorded, so that the same state costs
 * nothing until the next day.
 */
export interface AnswerRecorder {
  /** At most one read and one write, and only for a new state. It never throws. */
  record(storage: Storage, installationId: string, answer: NewAnswer, now: Date): Promise<void>;
  /** True once a day in a process, for a probe that must be started. */
  isDue(installationId: string, probe: ProbeName, now: Date): boolean;
}

/** A process rarely serves more than one site. */
const MAX_REMEMBERED = 1_000;
/** A state that keeps changing is recorded this often on a day. */
const MAX_A_DAY = 4;

export function createAnswerRecorder(): AnswerRecorder {
  const remembered = new Map<string, { readonly state: NewAnswer['state']; readonly count: number }>();
  /** True if this process has not remembered the state today. */
  const remember = (installationId: string, { probe, state }: NewAnswer, now: Date): boolean => {
    const key = [probe, installationId, now.toISOString().slice(0, 10)].join(' ');
    const last = remembered.get(key);
    if (last !== undefined && (last.state === state || last.count >= MAX_A_DAY)) return false;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(key, { state, count: (last?.count ?? 0) + 1 });
    return true;
  };
  return {
    record: async (storage, installationId, answer, now) => {
      // Before the write, so that concurrent calls do not repeat it. An answer that was not stored is recorded by another process.
      if (remember(installationId, answer, now)) await recordAnswers(storage, [answer], now);
    },
    isDue: (installationId, probe, now) => remember(installationId, { probe, state: 'not-tried' }, now),
  };
}
