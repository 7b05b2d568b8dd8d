import { LICENSE_INACTIVE, parseLicense } from '../../capabilities/license';
import { ABSENT_ROW, type Row } from '../../platform/storage';
import { Problem } from '../problem';
import type { Route } from '../route';

/**
 * Refuses changes while the app has no active license.
 * @param row undefined: it was not read
 * @throws Problem 402
 */
export function requireLicense(route: Route, row: Row = ABSENT_ROW, now: Date): void {
  if (route.method === 'GET' || route.effect !== 'change' || parseLicense(row, now) !== 'inactive') return;
  throw new Problem(LICENSE_INACTIVE);
}
