import { keyUseName } from '../../keys/key-use-store';
import type { Confluence } from '../../platform/confluence';
import type { Log } from '../../platform/log';
import type { Row, RowName, Storage, ValueWrite } from '../../platform/storage';
import { type Charge, type Cost, counterNames } from '../../quota/counters';
import { metered } from '../../quota/host-points';
import { openCharge, type QuotaContext, settleCharge } from '../../quota/limiter';
import type { Quotas } from '../../quota/policies';
import type { Problem } from '../problem';
import { type RestResult, withHeaders } from '../response';
import { holdWrites } from './held-writes';
import type { IdempotentCall } from './idempotency-key';
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
  /** Of the request, where it carries an Idempotency-Key. */
  readonly once: Row | undefined;
}

const ABSENT: Row = { revision: 'absent', value: undefined };

/**
 * One call, the same for every key.
 * @param once the row of the request's Idempotency-Key
 * @param patient for what the answer depends on; without quotas and a key it depends on none of it
 * @throws StorageUnavailableError
 */
export async function readKeyBooks(
  keyId: string,
  quotas: Quotas | 'off',
  once: IdempotentCall | undefined,
  { patient, brief }: { readonly patient: Storage; readonly brief: Storage },
): Promise<KeyBooks> {
  const counters = quotas === 'off' ? [] : counterNames(keyId);
  const marks: RowName[] = once === undefined ? [] : [{ entity: 'idempotency', key: once.rowKey }];
  const read = async (storage: Storage): Promise<KeyBooks> => {
    const [use = ABSENT, ...rows] = await storage.readMany([keyUseName(keyId), ...marks, ...counters]);
    return { use, once: rows[marks.length - 1], counters: rows.slice(marks.length) };
  };
  if (counters.length > 0 || marks.length > 0) return read(patient);
  return read(brief).catch((failure: unknown) => ({ counters: [], once: undefined, use: { failure } }));
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
  const [outcome, counted] = await Promise.allSettled([run(holdWrites(storage, admitted)), ended]);
  if (counted.status === 'rejected') throw counted.reason;
  const { headers, isNoted } = counted.value;
  const answer = outcome.status === 'fulfilled' ? outcome.value : toProblem(outcome.reason);
  return { outcome: withHeaders(answer, headers), isNoted };
}
