import type { RawTransaction } from './requests';

/**
 * The rows of transactions that have begun and not ended. Forge does not document what happens to two transactions at the
 * same time. DynamoDB, whose limits and error texts Forge has, refuses the second one, also for a row that it only checks.
 */
export interface InFlight {
  /** @returns the end of the transaction; undefined: a row is part of another transaction */
  begin(installationId: string, body: RawTransaction): (() => void) | undefined;
}

/** The minimum duration of a transaction: with no duration, no two transactions would meet. */
export const MIN_TRANSACTION_MS = 10;

export function createInFlight(): InFlight {
  const names = new Set<string>();
  return {
    begin(installationId, { set = [], delete: deletes = [], check = [] }) {
      const own = [...set, ...deletes, ...check].map(({ entityName, key }) =>
        JSON.stringify([installationId, entityName, key]),
      );
      if (own.some((name) => names.has(name))) return undefined;
      for (const name of own) names.add(name);
      return () => {
        for (const name of own) names.delete(name);
      };
    },
  };
}
