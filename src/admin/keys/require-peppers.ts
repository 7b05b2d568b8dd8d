import type { Peppers } from '../../platform/secrets';
import type { AdminRequest } from '../operation';
import { Refusal } from '../result';

const MISSING = 'The app’s PEPPER_V1 variable is missing or invalid. To set it, see the deployment guide.';

/** @throws Refusal PEPPER_MISSING */
export function requirePeppers({ peppers: readPeppers }: Pick<AdminRequest, 'peppers'>, message = MISSING): Peppers {
  const peppers = readPeppers();
  if (peppers !== undefined) return peppers;
  throw new Refusal('PEPPER_MISSING', message);
}
