import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { readPeppers } from '../platform/secrets';
import { readRateLimits } from '../platform/variables';
import { createEvents } from './app';
import { createPageLife } from './page-life';
import { createPageScans } from './page-scans';
import { createRedactions } from './redactions';
import { createScanRuns } from './scan-runs';

const dependencies = { clock: systemClock, random: systemRandom, log: consoleLog, rateLimits: readRateLimits };
const pageLife = createPageLife(dependencies);

/** What manifest.yml names for what Confluence tells of pages, and for what follows from it. */
export const pageTold = pageLife.told;
export const pageWork = pageLife.worked;
export const pageDaily = pageLife.daily;

/** What it names for the queue of jobs, and for scheduled triggers. */
export const { jobs, everyFiveMinutes, everyDay } = createEvents(dependencies);

/** What it names for what is to be looked at on pages. */
const scanDependencies = { ...dependencies, peppers: () => readPeppers() };
const scanRuns = createScanRuns(scanDependencies);
export const scanTold = createPageScans(scanDependencies).told;
export const scanWork = scanRuns.worked;
export const scanHourly = scanRuns.hourly;

/** What it names for values that are taken out of pages. */
export const redactionWork = createRedactions(scanDependencies).worked;
