import { keyUseName } from '../../keys/key-use-store';
import type { Confluence } from '../../platform/confluence';
import type { Log } from '../../platform/log';
import type { Row, Storage, ValueWrite } from '../../platform/storage';
import { type Charge, type Cost, counterNames } from '../../quota/counters';
import { metered } from '../../quota/host-points';
import { openCharge, type QuotaContext, settleCharge } from '../../quota/limiter';
import type { Quotas } from '../../quota/policies';
import { Problem } from '../problem';
import type { RestResult } from '../response';
import { type ProvenCall, writeNote } from './key-use';
import { rateLimited, rateLimitHeaders } from './rate-limits';

/**
 * Step 14: a request with a key that is good goes on beside the count of it, because both take a call; but nothing of
 * it takes effect, and nothing is answered, before it is counted.
 */

/** What is kept about a key beside its record. Read for anybody, and of no use to those who do not hold the key. */
export interface KeyBooks {
  readonly counters: readonly Row[];
  readonly use: Row | { readonly failure: unknown };
}

/**
 * One call, the same for every key.
 * @param patient for what the answer depends on; without quotas it depends on none of it
 * @throws StorageUnavailableError
 */
export async function readKeyBooks(
  keyId: string,
  quotas: Quotas | 'off',
  { patient, brief }: { readonly patient: Storage; readonly brief: Storage },
): Promise<KeyBooks> {
  const read = async (storage: Storage, names: ReturnType<typeof counterNames>): Promise<KeyBooks> => {
    const [use = { revision: 'absent', value: undefined }, ...counters] = await storage.readMany([
      keyUseName(keyId),
      ...names,
    ]);
    return { counters, use };
  };
  if (quotas !== 'off') return read(patient, counterNames(keyId));
  return read(brief, []).catch((failure: unknown) => ({ counters: [], use: { failure } }));
}

/** A request being counted, or noted, while it runs. */
interface Counting {
  /** Settles when the request may take effect, or throws what it is answered instead. */
  readonly admitted: Promise<unknown>;
  /** Confluence, with calls paid for that cost more than was counted with the request. */
  readonly meter: (confluence: Confluence) => Confluence;
  /** Settles when everything has ended. */
  readonly ended: Promise<{ readonly headers: Readonly<Record<string, string>>; readonly isNoted: boolean }>;
}

/** Without quotas: the note of the key's use alone is written, and nothing waits for it. */
export function noteAlone(call: ProvenCall, due: ValueWrite | undefined, storage: Storage, log: Log): Counting {
  const isNoted = due === undefined ? Promise.resolve(true) : writeNote(call, due, { storage, log });
  return {
    admitted: Promise.resolve(),
    meter: (confluence) => confluence,
    ended: isNoted.then((noted) => ({ headers: {}, isNoted: noted })),
  };
}

/**
 * What the request costs, and the note of the key's use, in one transaction.
 * @throws Problem 429 at once where the counters that were read show it already
 */
export function countAndNote(
  context: QuotaContext,
  counters: readonly Row[],
  cost: Cost,
  due: ValueWrite | undefined,
): Counting {
  const { quotas } = context;
  const opened = openCharge(context, counters, cost);
  if (opened.outcome === 'exceeded') throw rateLimited(quotas, opened, cost);
  const settle = async (charge: Charge, wanted: Cost, values: readonly ValueWrite[] = []) => {
    const admission = await settleCharge(context, charge, wanted, values);
    if (admission.outcome !== 'admitted') throw rateLimited(quotas, admission, wanted);
    return { headers: rateLimitHeaders(quotas, admission.standings, cost), isNoted: true };
  };
  const pay = async (host: number) => {
    await settle(openCharge(context, counters, { host }), { host });
  };
  const admitted = settle(opened, cost, due === undefined ? [] : [due]);
  return { admitted, meter: (confluence) => metered(confluence, cost.host ?? 0, pay), ended: admitted };
}

interface Ended {
  readonly outcome: RestResult | Problem;
  readonly isNoted: boolean;
}

/**
 * Runs a request beside its count.
 * @returns what it is answered, once nothing is left running
 * @throws Problem 429, StorageUnavailableError: it was not counted, whatever became of it
 */
export async function runCounted(
  { admitted, ended }: Pick<Counting, 'admitted' | 'ended'>,
  storage: Storage,
  run: (storage: Storage) => Promise<RestResult>,
  toProblem: (error: unknown) => Problem,
): Promise<Ended> {
  const [outcome, counted] = await Promise.allSettled([run(onceAdmitted(storage, admitted)), ended]);
  if (counted.status === 'rejected') throw counted.reason;
  const { headers, isNoted } = counted.value;
  if (outcome.status === 'fulfilled') {
    return { outcome: { ...outcome.value, headers: { ...outcome.value.headers, ...headers } }, isNoted };
  }
  const { code, options } = toProblem(outcome.reason);
  return { outcome: new Problem(code, { ...options, headers: { ...options.headers, ...headers } }), isNoted };
}

/** Reads at once, and writes nothing before the request is counted. */
function onceAdmitted(storage: Storage, admitted: Promise<unknown>): Storage {
  return {
    ...storage,
    commit: async (...parts) => {
      await admitted;
      return storage.commit(...parts);
    },
    placehold: async (...parts) => {
      await admitted;
      return storage.placehold(...parts);
    },
    writeValue: async (...parts) => {
      await admitted;
      return storage.writeValue(...parts);
    },
  };
}
