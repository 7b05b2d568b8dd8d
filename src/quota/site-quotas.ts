import * as z from 'zod';
import type { Log } from '../platform/log';
import { ABSENT_ROW, type Row } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import type { Quotas } from './policies';

/** The quotas that a site admin lowered, and the quotas that apply (docs/adr/0112). */

/**
 * The least value of each quota that a site admin can set. A bulk request of 25 pages and a scan of a page with many comments must stay
 * possible. The other quotas protect the storage and the checks of the app, so only the vendor sets them.
 */
export const LEAST_QUOTAS = { key: 10, 'key-write': 25, site: 60, host: 3_000 } as const;

export type OwnQuotaName = keyof typeof LEAST_QUOTAS;

export const OWN_QUOTA_NAMES = ['key', 'key-write', 'site', 'host'] as const satisfies readonly OwnQuotaName[];

/** The quotas that a site admin set. All others are the vendor's. */
export type OwnQuotas = { readonly [Name in OwnQuotaName]?: number | undefined };

const own = z.int().min(1).optional();

/** The vendor's quotas apply instead of an unreadable row, because they keep the app working. A change replaces the row. */
export const QUOTAS_ROW = storedDocument<OwnQuotas>(
  z.strictObject({ key: own, 'key-write': own, site: own, host: own }),
  { key: 'quotas', unreadable: 'absent' },
);

/** The smaller value of each quota, so that a site never has more than the vendor allows, whatever is stored. */
export function lowerQuotas(maximum: Quotas, own: OwnQuotas): Quotas {
  const lower = (name: OwnQuotaName) => Math.min(maximum[name], own[name] ?? maximum[name]);
  return { ...maximum, key: lower('key'), 'key-write': lower('key-write'), site: lower('site'), host: lower('host') };
}

/** The quotas of a site during one invocation, which reads them once, together with the counters of its first charge. */
export class SiteQuotas {
  isKnown = false;
  /** Before they are known, the vendor's. */
  current: Quotas;
  /** The rows of counters that the next charge uses. A later one needs newer rows. */
  ahead: readonly Row[] | undefined;

  constructor(
    /** The vendor's. */
    readonly maximum: Quotas,
    private readonly log: Log,
  ) {
    this.current = maximum;
  }

  /** @param row the row of the site's own quotas, which was read with the counters */
  learn(row: Row = ABSENT_ROW): void {
    const stored = QUOTAS_ROW.find(row);
    if (stored === undefined && row.value !== undefined) this.log('quotas.unreadable', {});
    this.current = lowerQuotas(this.maximum, stored ?? {});
    this.isKnown = true;
  }
}
