import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { readPeppers } from '../platform/secrets';
import { readRateLimits } from '../platform/variables';
import { createScanEventTrigger } from './page-scans';
import { createRedactionQueueConsumer } from './redactions';
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
export const scanEventTrigger = createScanEventTrigger(dependencies);
export const scanQueueConsumer = scanRuns.consumeQueue;
export const hourlyScanTrigger = scanRuns.runHourly;

/** The handler of redactions in manifest.yml. */
export const redactionQueueConsumer = createRedactionQueueConsumer(dependencies);
