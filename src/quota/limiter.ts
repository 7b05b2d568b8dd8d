import type { Log } from '../platform/log';
import type { Pause } from '../platform/pause';
import type { Random } from '../platform/random';
import { pauseMs, retryOnConflict } from '../platform/retry-on-conflict';
import type { Row, RowName, Storage, ValueWrite } from '../platform/storage';
import {
  type Charge,
  charge,
  type Cost,
  type Counter,
  counterNames,
  counterWrite,
  refund,
  readCounters,
  type QuotaState,
  type Payer,
  THE_SITE,
} from './counters';
import type { QuotaName, Quotas } from './policies';
import { QUOTAS_ROW, type SiteQuotas } from './site-quotas';

/** Admits or refuses requests. Counts are in storage, because processes end at any time and serve many sites. */

export type Admission =
  | { readonly outcome: 'admitted'; readonly quotaStates: readonly QuotaState[]; readonly receipt: Receipt }
  | { readonly outcome: 'exceeded'; readonly policy: QuotaName; readonly quotaStates: readonly QuotaState[] }
  /** Too many concurrent requests. Nothing was charged. */
  | { readonly outcome: 'contended'; readonly quotaStates: readonly QuotaState[] };

/** The counters and windows of a charge, for returning unused units. */
export interface Receipt extends Pick<Extract<Charge, { outcome: 'charged' }>, 'windows' | 'hasMirrorRoom'> {
  /** As stored after the charge, unless another request has charged since. */
  readonly counters: readonly Counter[];
}

export interface QuotaContext {
  readonly storage: Pick<Storage, 'readMany' | 'commit' | 'placehold'>;
  readonly random: Random;
  readonly pause: Pause;
  readonly quotas: SiteQuotas;
  readonly now: Date;
  readonly payer: Payer;
  /** True: the cost has quotas of the owner, which are in rows of its own. */
  readonly hasOwnQuotas: boolean;
}

type ChargeRows = Pick<QuotaContext, 'quotas' | 'payer' | 'hasOwnQuotas'>;

const MAX_ATTEMPTS = 10;

/** The rows that a charge reads: the counters, and the quotas of the site with those of the first charge of an invocation. */
export function rowsOf({ quotas, payer, hasOwnQuotas }: ChargeRows): readonly RowName[] {
  const counters = counterNames(hasOwnQuotas ? payer.ownerId : undefined);
  return quotas.isKnown ? counters : [...counters, QUOTAS_ROW];
}

/** Parses the counters of a charge, and the quotas of the site. @param rows in the order of `rowsOf` */
export function countersOf({ quotas, payer, hasOwnQuotas }: ChargeRows, rows: readonly Row[]): readonly Counter[] {
  const names = counterNames(hasOwnQuotas ? payer.ownerId : undefined);
  if (!quotas.isKnown) quotas.learn(rows[names.length]);
  return readCounters(names, rows);
}

/** @returns `exceeded`, or the counters to commit for the charge */
export function openCharge(
  context: QuotaContext,
  counters: readonly Counter[],
  cost: Cost,
  start = chance(context.random),
): Charge {
  return charge(counters, cost, context.quotas.current, context.now, start, context.payer);
}

/**
 * Commits an opened charge. After a conflict it reads the counters and charges again.
 * @param values written together with the first successful charge, and only with it
 * @throws StorageUnavailableError; the cost may have been charged, and the request must not continue
 */
export async function commitCharge(
  context: QuotaContext,
  opened: Charge,
  cost: Cost,
  values: readonly ValueWrite[] = [],
): Promise<Admission> {
  let current = opened;
  const outcome = await retryOnConflict(async (attempt): Promise<Admission | 'conflict'> => {
    if (attempt > 1 && current.outcome === 'charged') {
      const { counters, isUnexplained } = await readAgain(context, current.changed);
      current = openCharge(context, counters, cost, isUnexplained ? current.start : chance(context.random));
    }
    if (current.outcome !== 'charged') return current;
    const { changed, after, quotaStates, windows, hasMirrorRoom } = current;
    const isFree = changed.length + values.length === 0;
    if (!isFree && (await context.storage.commit(changed.map(counterWrite), [], values)) === 'conflict')
      return 'conflict';
    return { outcome: 'admitted', quotaStates, receipt: { counters: after, windows, hasMirrorRoom } };
  }, retriesOf(context));
  return outcome === 'conflict' ? { outcome: 'contended', quotaStates: current.quotaStates } : outcome;
}

/**
 * Returns the unused part of a charge, as far as it still counts. If that fails, it stays charged until its window ends, and the
 * log says so.
 * @param requestId for the log; undefined = background work
 */
export async function commitRefund(
  context: QuotaContext & { readonly log: Log },
  receipt: Receipt,
  unused: Cost,
  requestId?: string,
): Promise<void> {
  const outcome = await refundUnused(context, receipt, unused).catch(() => 'unknown' as const);
  if (outcome === 'refunded') return;
  const { host: points, 'key-write': writes } = unused;
  context.log('rate-limits.not-given-back', { requestId, points, writes });
}

/** @throws StorageUnavailableError; the units may have been returned */
async function refundUnused(
  context: QuotaContext,
  { counters, windows }: Pick<Receipt, 'counters' | 'windows'>,
  unused: Cost,
): Promise<'refunded' | 'contended'> {
  const outcome = await retryOnConflict(async (attempt) => {
    const known = attempt === 1 ? counters : await readCountersNow(context);
    const changed = refund(known, unused, windows, context.payer);
    if (changed.length === 0) return 'refunded';
    const committed = await context.storage.commit(changed.map(counterWrite), []);
    return committed === 'conflict' ? committed : 'refunded';
  }, retriesOf(context));
  return outcome === 'conflict' ? 'contended' : outcome;
}

/** Pauses for a random time, so that requests that conflicted do not conflict again. */
function retriesOf({ pause, random }: QuotaContext) {
  return {
    maxAttempts: MAX_ATTEMPTS,
    beforeRetry: (failedAttempt: number) => pause(pauseMs(failedAttempt, chance(random) / 65_536)),
  };
}

export async function readCountersNow(
  context: ChargeRows & { readonly storage: Pick<Storage, 'readMany'> },
): Promise<readonly Counter[]> {
  const { quotas, hasOwnQuotas, storage } = context;
  const rows = hasOwnQuotas ? undefined : quotas.ahead;
  quotas.ahead = undefined;
  return countersOf(context, rows ?? (await storage.readMany(rowsOf(context))));
}

/**
 * The quotas that apply. If no counters were read before, it reads those of the next charge, so it costs no further call.
 * @throws StorageUnavailableError
 */
export async function readQuotas({
  quotas,
  storage,
}: {
  readonly quotas: SiteQuotas | 'off';
  readonly storage: Pick<Storage, 'readMany'>;
}): Promise<Quotas | 'off'> {
  if (quotas === 'off') return quotas;
  if (!quotas.isKnown) {
    quotas.ahead = await storage.readMany(rowsOf({ quotas, ...OF_SITE }));
    quotas.learn(quotas.ahead.at(-1));
  }
  return quotas.current;
}

/** Every charge without quotas of its owner reads the same rows. */
const OF_SITE = { payer: THE_SITE, hasOwnQuotas: false } as const;

/** Creates absent rows if they are the only reason for a conflict, so that conditions can refer to them (docs/adr/0005). */
async function readAgain(
  context: QuotaContext,
  wanted: readonly Counter[],
): Promise<{ readonly counters: readonly Counter[]; readonly isUnexplained: boolean }> {
  const stored = await readCountersNow(context);
  const isAsBefore = ({ key, revision }: Counter) =>
    stored.some((counter) => counter.key === key && counter.revision === revision);
  const absent = wanted.filter(({ revision }) => revision === 'absent');
  const isUnexplained = absent.length > 0 && wanted.every(isAsBefore);
  if (!isUnexplained) return { counters: stored, isUnexplained };
  for (const { key } of absent) await context.storage.placehold('rate-limit', key);
  return { counters: await readCountersNow(context), isUnexplained };
}

function chance(random: Random): number {
  const [high = 0, low = 0] = random.bytes(2);
  return high * 256 + low;
}
