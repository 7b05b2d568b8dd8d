import type { Row } from '../../src/platform/storage';
import {
  type Charge,
  charge,
  type Cost,
  type Counter,
  counterNames,
  counterWrite,
  refund,
  readCounters,
  type Payer,
  type Windows,
} from '../../src/quota/counters';
import { DEFAULT_QUOTAS, type QuotaName, type Quotas } from '../../src/quota/policies';
import { SiteQuotas } from '../../src/quota/site-quotas';

/** Counters as storage keeps them. */

const NOON = Date.parse('2026-06-15T12:00:00.000Z');
export const at = (seconds: number) => new Date(NOON + seconds * 1_000);
const ABSENT: Row = { revision: 'absent', value: undefined };
export const ONLY: Payer = { kind: 'requests', ownerId: '0123456789q4n2m5' };
export const NAMES = counterNames(ONLY.ownerId);

/** The rows of some keys and the site, updated like in storage, one request after the other. */
export class Books {
  readonly #rows = new Map<string, Row>();

  rows(): readonly Row[] {
    return NAMES.map(({ key }) => this.#rows.get(key) ?? ABSENT);
  }

  put(key: string, row: Row): void {
    this.#rows.set(key, row);
  }

  /** @param payer on the rows of the only key by default */
  charge(cost: Cost, now: Date, quotas: Quotas, start = 0, payer: Payer = ONLY): Charge {
    const charged = charge(this.#counters(payer), cost, quotas, now, start, payer);
    if (charged.outcome === 'charged') this.#write(charged.changed);
    return charged;
  }

  refund(unused: Cost, windows: Windows, payer: Payer = ONLY): void {
    this.#write(refund(this.#counters(payer), unused, windows, payer));
  }

  /** The counted points of the site. */
  points(): number {
    return [...this.#rows.values()].reduce((sum, { value }) => sum + pointsIn(value), 0);
  }

  #counters(payer: Payer): readonly Counter[] {
    const names = counterNames(payer.ownerId);
    return readCounters(
      names,
      names.map(({ key }) => this.#rows.get(key) ?? ABSENT),
    );
  }

  #write(changed: readonly Counter[]): void {
    for (const counter of changed) {
      const { key, value, expected } = counterWrite(counter);
      if (expected !== (this.#rows.get(key) ?? ABSENT).revision)
        throw new Error(`${key} is not written upon what was read`);
      this.#rows.set(key, { revision: Number(value.rev), value });
    }
  }
}

function pointsIn(value: unknown): number {
  const { used } = (value ?? { used: {} }) as { used: { host?: { count: number } } };
  return used.host?.count ?? 0;
}

export const quotas = (some: Partial<Quotas>): Quotas => ({ ...DEFAULT_QUOTAS, ...some });
/** The quotas of a site whose admin set none. */
export const siteQuotas = (some: Partial<Quotas> = {}) => new SiteQuotas(quotas(some), () => undefined);
export const standingOf = ({ quotaStates }: Charge, policy: QuotaName) =>
  quotaStates.find((one) => one.policy === policy);
export const remaining = (charged: Charge, policy: QuotaName = 'key') => standingOf(charged, policy)?.remaining;
export const ONE: Cost = { key: 1, 'key-write': 1, site: 1, host: 2 };
