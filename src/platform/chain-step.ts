import type { Storage } from './storage';
import { URI_NAMESPACE, uuidV5 } from './uuid-v5';

/**
 * A chain of queue events, each of which pushes the next. The platform may deliver each twice, so every step has an
 * identity that follows from the step before. A repeated step does nothing once the first one has ended, and steps that
 * run concurrently push the same next step. So a chain stays one chain (docs/adr/0090).
 */

/** Longer than the platform retries an event. */
const KEPT_DAYS = 2;

/**
 * Runs a step unless it was done before. One read and one write.
 * @param step its identity
 * @param run gets the identity of the next step. Running it twice is harmless. `no-next`: it had nothing to do, or nothing
 * to do yet. Another event with this identity, which may have been pushed for later, runs it again
 * @throws StorageUnavailableError, and what `run` throws: the platform delivers the event again
 */
export async function runChainStep<Outcome>(
  storage: Pick<Storage, 'readValue' | 'writeValue'>,
  step: string,
  run: (next: string) => Promise<'done' | 'no-next' | Outcome>,
): Promise<'done' | 'no-next' | Outcome> {
  const id = uuidV5(URI_NAMESPACE, step);
  const key = `chain-step#${id}`;
  if ((await storage.readValue(key)) !== undefined) return 'done';
  const outcome = await run(id);
  // After the push of the next step, so that a lost reply never stops the chain.
  if (outcome === 'done') await storage.writeValue({ key, value: { v: 1 }, keepDays: KEPT_DAYS });
  return outcome;
}
