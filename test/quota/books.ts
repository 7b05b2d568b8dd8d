import type { Row } from '../../src/platform/storage';
import { type Charge, charge, type Cost, counterNames, counterWrite, readCounters } from '../../src/quota/counters';
import { DEFAULT_QUOTAS, type Policy, type Quotas } from '../../src/quota/policies';

/** Counters as storage would keep them. */

const NOON = Date.parse('2026-06-15T12:00:00.000Z');
export const at = (seconds: number) => new Date(NOON + seconds * 1_000);
const ABSENT: Row = { revision: 'absent', value: undefined };
export const NAMES = counterNames('0123456789q4n2m5');

/** The rows of one key and the site, counted in as storage would, one request after the other. */
export class Books {
  readonly #rows = new Map<string, Row>();

  rows(): readonly Row[] {
    return NAMES.map(({ key }) => this.#rows.get(key) ?? ABSENT);
  }

  put(key: string, row: Row): void {
    this.#rows.set(key, row);
  }

  charge(cost: Cost, now: Date, quotas: Quotas, start = 0): Charge {
    const charged = charge(readCounters(NAMES, this.rows()), cost, quotas, now, start);
    if (charged.outcome === 'charged') {
      for (const counter of charged.changed) {
        const { key, value, expected } = counterWrite(counter);
        if (expected !== (this.#rows.get(key) ?? ABSENT).revision)
          throw new Error(`${key} is not written upon what was read`);
        this.#rows.set(key, { revision: Number(value.rev), value });
      }
    }
    return charged;
  }
}

export const quotas = (some: Partial<Quotas>): Quotas => ({ ...DEFAULT_QUOTAS, ...some });
export const standingOf = ({ standings }: Charge, policy: Policy) => standings.find((one) => one.policy === policy);
export const remaining = (charged: Charge, policy: Policy = 'key') => standingOf(charged, policy)?.remaining;
export const ONE: Cost = { key: 1, 'key-write': 1, site: 1, host: 2 };
