import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { readPeppers } from '../platform/secrets';
import { readRateLimits } from '../platform/variables';
import { createPageScans } from './page-scans';
import { createRedactions } from './redactions';
import { createScanRuns } from './scan-runs';

const dependencies = {
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  rateLimits: readRateLimits,
  peppers: () => readPeppers(),
};
const scanRuns = createScanRuns(dependencies);

/** The handlers of page scans in manifest.yml. */
export const scanTold = createPageScans(dependencies).told;
export const scanWork = scanRuns.worked;
export const scanHourly = scanRuns.hourly;

/** The handler of redactions in manifest.yml. */
export const redactionWork = createRedactions(dependencies).worked;
