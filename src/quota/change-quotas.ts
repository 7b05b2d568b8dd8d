import * as z from 'zod';
import { difference } from '../audit/details';
import type { ConfigurationEdit, ConfigurationKind } from '../configuration/change-configuration';
import { definedOf } from '../platform/defined-of';
import type { Storage } from '../platform/storage';
import { MAX_QUOTA, type Quotas } from './policies';
import { LEAST_QUOTAS, OWN_QUOTA_NAMES, type OwnQuotaName, type OwnQuotas, QUOTAS_ROW } from './site-quotas';

/** How a site admin sets the quotas of the site. */

export interface StoredQuotas {
  /** 0: they were never changed. */
  readonly revision: number;
  readonly own: OwnQuotas;
}

const value = z.union([z.int(), z.literal('maximum')], { error: 'must be a whole number' }).optional();

/** The quotas to change. `maximum`: the vendor's. */
export const quotasChange = z.strictObject({ key: value, 'key-write': value, site: value, host: value });

type QuotasChange = z.infer<typeof quotasChange>;

/**
 * The values that the site can have. If the vendor allows less than the least value, it is the only one. While the vendor counts nothing,
 * the site can have any value, which applies when the vendor counts again.
 */
export function limitsOf(name: OwnQuotaName, maximum: Quotas | 'off'): { readonly min: number; readonly max: number } {
  const max = maximum === 'off' ? MAX_QUOTA : maximum[name];
  return { min: Math.min(LEAST_QUOTAS[name], max), max };
}

/** The quotas that the site cannot have, with their errors. */
export function findWrongQuotas(change: QuotasChange, maximum: Quotas | 'off') {
  return OWN_QUOTA_NAMES.flatMap((name) => {
    const { min, max } = limitsOf(name, maximum);
    const wanted = change[name] ?? 'maximum';
    const isAllowed = wanted === 'maximum' || (wanted >= min && wanted <= max);
    return isAllowed ? [] : [{ name, message: `must be ${min} to ${max}` }];
  });
}

type QuotasRefusal = 'CONFIGURATION_TOO_LARGE';

export const QUOTAS_CONFIGURATION: ConfigurationKind<
  StoredQuotas,
  QuotasRefusal,
  'QUOTAS_CHANGED' | 'CONFIGURATION_TOO_LARGE'
> = {
  rowKey: QUOTAS_ROW.key,
  read: readOwnQuotas,
  valueOf: ({ own }) => own,
  tooLarge: 'CONFIGURATION_TOO_LARGE',
  refusals: {
    CHANGED: {
      code: 'QUOTAS_CHANGED',
      problem: 'PRECONDITION_FAILED',
      detail: 'Another admin changed the limits. Reload the page, then try again.',
    },
    CONFIGURATION_TOO_LARGE: {
      code: 'CONFIGURATION_TOO_LARGE',
      problem: 'CONFIGURATION_FULL',
      detail: 'The settings are too large.',
    },
  },
};

/** @throws StorageUnavailableError */
export async function readOwnQuotas(storage: Pick<Storage, 'read'>): Promise<StoredQuotas> {
  const { revision, value: own = {} } = await QUOTAS_ROW.read(storage);
  return { revision: revision === 'absent' ? 0 : revision, own };
}

/** Pure. */
export function editQuotas(change: QuotasChange) {
  return (current: StoredQuotas): ConfigurationEdit<StoredQuotas, QuotasRefusal> => {
    const of = (name: OwnQuotaName) => {
      const wanted = change[name] ?? current.own[name];
      return wanted === 'maximum' ? undefined : wanted;
    };
    const own = definedOf({ key: of('key'), 'key-write': of('key-write'), site: of('site'), host: of('host') });
    const changed = difference(current.own, own);
    return changed === undefined
      ? { outcome: 'unchanged' }
      : { outcome: 'changed', next: { ...current, own }, ...changed };
  };
}
