import { LICENSE_INACTIVE, parseLicense } from '../../capabilities/license';
import { ABSENT_ROW, type Row } from '../../platform/storage';
import { Problem } from '../problem';
import type { Route } from '../route';

/**
 * Refuses changes while the app has no active license. The table of effects is a part of the bundle of its own, which only
 * a site without a license loads.
 * @param row undefined: it was not read
 * @throws Problem 402
 */
export async function requireLicense(
  { operationId }: Pick<Route, 'operationId'>,
  row: Row = ABSENT_ROW,
  now: Date,
): Promise<void> {
  if (parseLicense(row, now) !== 'inactive') return;
  const { needsLicense, REST_EFFECTS } = await import('../../capabilities/effects');
  if (needsLicense(REST_EFFECTS, operationId)) throw new Problem(LICENSE_INACTIVE);
}
