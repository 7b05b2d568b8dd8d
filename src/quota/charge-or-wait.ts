import type { Clock } from '../platform/clock';
import type { Pause } from '../platform/pause';
import type { Random } from '../platform/random';
import type { Storage } from '../platform/storage';
import { type Cost, counterNames } from './counters';
import { openCharge, settleCharge } from './limiter';
import { POLICIES, type Quotas } from './policies';

/** For work that nobody waits for: where a quota is used up, it is put off. */

export interface ChargeContext {
  readonly storage: Pick<Storage, 'readMany' | 'commit' | 'placehold'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  readonly quotas: Quotas | 'off';
}

/** Waiting for as long as a trigger can ask for. */
export const MAX_WAIT_SECONDS = 900;
const CONTENDED_SECONDS = 5;

/**
 * Counts what a step is going to cost.
 * @param keyId a person has the quotas of a key, by the id of the account
 * @returns after how many seconds to ask again, where it may not go on
 * @throws StorageUnavailableError: then it is not known whether it was counted
 */
export async function chargeOrWait(
  { quotas, storage, random, pause, clock }: ChargeContext,
  keyId: string,
  cost: Cost,
): Promise<number | undefined> {
  if (quotas === 'off') return undefined;
  const quota = { storage, random, pause, quotas, now: clock(), keyId };
  const opened = openCharge(quota, await storage.readMany(counterNames(keyId)), cost);
  const admission = opened.outcome === 'exceeded' ? opened : await settleCharge(quota, opened, cost);
  if (admission.outcome === 'admitted') return undefined;
  if (admission.outcome === 'contended') return CONTENDED_SECONDS;
  const { policy, standings } = admission;
  const reset = standings.find((standing) => standing.policy === policy)?.resetSeconds;
  return Math.min(reset ?? POLICIES[policy].windowSeconds, MAX_WAIT_SECONDS);
}
