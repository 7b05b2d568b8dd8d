import { LICENSE_ROW } from '../../capabilities/license';
import { keyUseName } from '../../keys/key-use-store';
import type { Confluence, UnpaidConfluence } from '../../platform/confluence';
import type { Log } from '../../platform/log';
import { ABSENT_ROW, type Row, type RowName, type Storage, type ValueWrite } from '../../platform/storage';
import { type Charge, type Cost, unitsWithin } from '../../quota/counters';
import { metered, openPointBudget, pointsOfPages, unmetered } from '../../quota/host-points';
import { countersOf, openCharge, type QuotaContext, commitCharge, commitRefund, rowsOf } from '../../quota/limiter';
import { Problem } from '../problem';
import { type RestResult, withHeaders } from '../response';
import { holdWrites } from '../../quota/held-writes';
import type { IdempotentCall } from './idempotency-key';
import { type ProvenCall, writeNote } from './key-use';
import { rateLimited, rateLimitHeaders } from './rate-limits';

/**
 * A request with a valid key runs concurrently with its count, because each takes a call. It has no effect and returns
 * no response before it is counted.
 */

/** The stored data about a key besides its record. Read for any caller; reveals nothing to a caller without the key. */
export interface KeyBooks {
  readonly counters: readonly Row[];
  readonly use: Row | { readonly failure: unknown };
  /** The row of the request's Idempotency-Key, if it has one. */
  readonly once: Row | undefined;
  /** The row of the app's license, if the request asked for it. */
  readonly license: Row | undefined;
}

/** The charge of a request. */
export const keyCharge = (ownerId: string) => ({ payer: { kind: 'requests', ownerId }, hasOwnQuotas: true }) as const;

/** Other rows to read with the books. */
interface ReadWithBooks {
  /** The row of the request's Idempotency-Key. */
  readonly once: IdempotentCall | undefined;
  /** True for a request that may need a license. */
  readonly license: boolean;
}

/**
 * Takes one call, the same for every key.
 * @param patient for reads that the response depends on: quotas or an Idempotency-Key. Without either, `brief` is used.
 * @throws StorageUnavailableError
 */
export async function readKeyBooks(
  keyId: string,
  quotas: QuotaContext['quotas'] | 'off',
  also: ReadWithBooks,
  { patient, brief }: { readonly patient: Storage; readonly brief: Storage },
): Promise<KeyBooks> {
  const counters = quotas === 'off' ? [] : rowsOf({ quotas, ...keyCharge(keyId) });
  const marks: RowName[] = also.once === undefined ? [] : [{ entity: 'idempotency', key: also.once.rowKey }];
  const licenses: RowName[] = also.license ? [LICENSE_ROW] : [];
  const read = async (storage: Storage): Promise<KeyBooks> => {
    const [use = ABSENT_ROW, ...rows] = await storage.readMany([keyUseName(keyId), ...marks, ...licenses, ...counters]);
    const before = marks.length + licenses.length;
    return {
      use,
      once: rows[marks.length - 1],
      license: also.license ? rows[before - 1] : undefined,
      counters: rows.slice(before),
    };
  };
  if (counters.length > 0 || marks.length > 0) return read(patient);
  return read(brief).catch((failure: unknown) => ({
    counters: [],
    once: undefined,
    license: undefined,
    use: { failure },
  }));
}

/** The count, or the record of use, of a running request. */
interface Counting {
  /** Resolves when the request may take effect, or rejects with the problem to return instead. */
  readonly admit: () => Promise<unknown>;
  /** Confluence with paid calls, which counts the points that exceed those counted with the request. */
  readonly meter: (confluence: UnpaidConfluence) => Confluence;
  /** The number of pages, at most `most`, for which a read has points. Others may use them before. */
  readonly pagesWithin: (most: number) => number;
  /** False if the mirror event of the cost must not be pushed. Rejects like `admit`. */
  readonly mirrorRoom: () => Promise<boolean>;
  /** @throws Problem 429 if there are no points to read that many pages */
  readonly requirePages: (count: number) => void;
  /** Resolves when everything has ended. Call it after the request has run. */
  readonly end: () => Promise<{ readonly headers: Readonly<Record<string, string>>; readonly isNoted: boolean }>;
}

/** Without quotas, only the use of the key is written, and the request does not wait for it. */
export function noteAlone(call: ProvenCall, due: ValueWrite | undefined, storage: Storage, log: Log): Counting {
  const isNoted = due === undefined ? Promise.resolve(true) : writeNote(call, due, { storage, log });
  return {
    admit: () => Promise.resolve(),
    meter: unmetered,
    pagesWithin: (most) => most,
    mirrorRoom: () => Promise.resolve(true),
    requirePages: () => undefined,
    end: async () => ({ headers: {}, isNoted: await isNoted }),
  };
}

/** The cost of a request, and when it is counted. */
export interface Price {
  readonly cost: Cost;
  /** Points of a check of the creator, which are not part of the cost. */
  readonly checkPoints: number;
  /**
   * True: counted with the first call to Confluence, when its points are known; without a call, after the request has
   * run.
   */
  readonly isDeferred: boolean;
}

/**
 * Counts the cost of the request and records the use of the key, in one transaction. Unused points are returned.
 * @throws Problem 429 immediately if the counters that were read already exceed the quota
 */
export function countAndNote(
  context: QuotaContext & { readonly log: Log; readonly requestId: string },
  rows: readonly Row[],
  { cost, checkPoints, isDeferred }: Price,
  due: ValueWrite | undefined,
): Counting {
  const { quotas, requestId } = context;
  const values = due === undefined ? [] : [due];
  let counters = countersOf(context, rows);
  const settle = async (opened: Charge, wanted: Cost, notes: readonly ValueWrite[]) => {
    const admission = await commitCharge(context, opened, wanted, notes);
    if (admission.outcome !== 'admitted') throw rateLimited(quotas.current, admission, wanted);
    ({ counters } = admission.receipt);
    return admission;
  };
  const openOrRefuse = (wanted: Cost) => {
    const opened = openCharge(context, counters, wanted);
    if (opened.outcome === 'exceeded') throw rateLimited(quotas.current, opened, wanted);
    return opened;
  };

  const opened = openOrRefuse(cost);
  let counted: ReturnType<typeof settle> | undefined;
  /** Counts the request once, with the points of its first calls if there are any. */
  const count = (points: number) => {
    const wanted = { ...cost, host: (cost.host ?? 0) + points };
    counted ??= settle(points === 0 ? opened : openOrRefuse(wanted), wanted, values);
    return counted;
  };
  const pay = async (points: number): Promise<void> => {
    if (counted === undefined) {
      await count(points);
      return;
    }
    await counted;
    await settle(openOrRefuse({ host: points }), { host: points }, []);
  };
  const check = (points: number) => {
    const wanted = counted === undefined ? { ...cost, host: points } : { host: points };
    const asked = openCharge(context, counters, wanted);
    if (asked.outcome !== 'exceeded') return;
    const refusal = rateLimited(quotas.current, asked, wanted);
    // A request that was refused before its count is not counted.
    counted ??= Promise.reject(refusal);
    counted.catch(() => undefined);
    throw refusal;
  };
  const budget = openPointBudget((cost.host ?? 0) + checkPoints, { check, pay });
  if (!isDeferred) void count(0).catch(() => undefined);

  return {
    admit: () => count(0),
    meter: (confluence) => metered(confluence, budget, 'concurrently'),
    pagesWithin: (most) => {
      const room = unitsWithin(counters, { host: 1 }, pointsOfPages(most), quotas.current, context.now, context.payer);
      return Math.min(most, Math.max(0, room + budget.left() - 1));
    },
    mirrorRoom: async () => (await count(0)).receipt.hasMirrorRoom,
    requirePages: (count) => {
      const missing = pointsOfPages(count) - budget.left();
      if (missing > 0) check(missing);
    },
    end: async () => {
      const { quotaStates, receipt } = await count(0);
      const unused = Math.min(budget.left(), cost.host ?? 0);
      if (unused > 0) await commitRefund(context, { ...receipt, counters }, { host: unused }, requestId);
      return { headers: rateLimitHeaders(quotas.current, quotaStates, cost), isNoted: true };
    },
  };
}

interface Ended {
  readonly outcome: RestResult | Problem;
  readonly isNoted: boolean;
}

/**
 * Runs a request concurrently with its count.
 * @returns the response, after all concurrent work has ended
 * @throws Problem 429, StorageUnavailableError: the request was not counted, whatever its result
 */
export async function runCounted(
  { admit, end }: Pick<Counting, 'admit' | 'end'>,
  storage: Storage,
  run: (storage: Storage) => Promise<RestResult>,
  toProblem: (error: unknown) => Problem,
): Promise<Ended> {
  const [outcome] = await Promise.allSettled([run(holdWrites(storage, admit))]);
  const { headers, isNoted } = await end();
  const answer = outcome.status === 'fulfilled' ? outcome.value : toProblem(outcome.reason);
  // A request that was refused while it ran reports the exceeded quota itself.
  const isRefusal = answer instanceof Problem && answer.code === 'RATE_LIMITED';
  return { outcome: isRefusal ? answer : withHeaders(answer, headers), isNoted };
}
