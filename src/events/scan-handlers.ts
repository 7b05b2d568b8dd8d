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

/** What manifest.yml names for scans of pages. */
export const scanTold = createPageScans(dependencies).told;
export const scanWork = scanRuns.worked;
export const scanHourly = scanRuns.hourly;

/** What it names for redactions. */
export const redactionWork = createRedactions(dependencies).worked;
