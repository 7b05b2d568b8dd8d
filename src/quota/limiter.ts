import type { Pause } from '../platform/pause';
import type { Random } from '../platform/random';
import type { Row, Storage, ValueWrite } from '../platform/storage';
import {
  type Charge,
  charge,
  type Cost,
  type Counter,
  counterNames,
  counterWrite,
  readCounters,
  type Standing,
} from './counters';
import type { Policy, Quotas } from './policies';

/** Whether a key may go on, counted in storage, because processes end without a word and serve many sites. */

export type Admission =
  | { readonly outcome: 'admitted'; readonly standings: readonly Standing[] }
  | { readonly outcome: 'exceeded'; readonly policy: Policy; readonly standings: readonly Standing[] }
  /** Too many requests at the same moment. Nothing was counted. */
  | { readonly outcome: 'contended'; readonly standings: readonly Standing[] };

export interface QuotaContext {
  readonly storage: Pick<Storage, 'readMany' | 'commit' | 'placehold'>;
  readonly random: Random;
  readonly pause: Pause;
  readonly quotas: Quotas;
  readonly now: Date;
  readonly keyId: string;
}

const MAX_ATTEMPTS = 5;
const MIN_PAUSE_MS = 5;
const PAUSE_STEP_MS = 36;

/**
 * @param rows the key's counters as they were read, in the order of `counterNames`
 * @returns `exceeded` at once, or what has to be committed for the cost to count
 */
export function openCharge(
  { quotas, now, keyId, random }: QuotaContext,
  rows: readonly Row[],
  cost: Cost,
  start = chance(random),
): Charge {
  return charge(readCounters(counterNames(keyId), rows), cost, quotas, now, start);
}

/**
 * Counts a charge that was opened. Where others counted in between, it is opened again upon what is stored then.
 * @param values written together with the first counts that hold, and only with them
 * @throws StorageUnavailableError: then it is not known whether it was counted, and nobody may go on
 */
export async function settleCharge(
  context: QuotaContext,
  opened: Charge,
  cost: Cost,
  values: readonly ValueWrite[] = [],
): Promise<Admission> {
  const { storage, random, pause } = context;
  let current = opened;
  for (let attempt = 1; current.outcome === 'charged'; attempt += 1) {
    const { changed, start, standings } = current;
    if ((await storage.commit(changed.map(counterWrite), [], values)) === 'committed') {
      return { outcome: 'admitted', standings };
    }
    if (attempt === MAX_ATTEMPTS) return { outcome: 'contended', standings };
    await pause(MIN_PAUSE_MS + (chance(random) % (attempt * PAUSE_STEP_MS)));
    const { rows, isUnexplained } = await readAgain(context, changed);
    current = openCharge(context, rows, cost, isUnexplained ? start : chance(random));
  }
  return current;
}

/** Where a conflict has no reason but that a row is absent, puts one there that a condition can hold on to (docs/adr/0005). */
async function readAgain(
  { storage, keyId }: QuotaContext,
  wanted: readonly Counter[],
): Promise<{ readonly rows: readonly Row[]; readonly isUnexplained: boolean }> {
  const names = counterNames(keyId);
  const rows = await storage.readMany(names);
  const stored = readCounters(names, rows);
  const isAsBefore = ({ key, revision }: Counter) =>
    stored.some((counter) => counter.key === key && counter.revision === revision);
  const absent = wanted.filter(({ revision }) => revision === 'absent');
  const isUnexplained = absent.length > 0 && wanted.every(isAsBefore);
  if (!isUnexplained) return { rows, isUnexplained };
  for (const { key } of absent) await storage.placehold('rate-limit', key);
  return { rows: await storage.readMany(names), isUnexplained };
}

function chance(random: Random): number {
  const [high = 0, low = 0] = random.bytes(2);
  return high * 256 + low;
}
