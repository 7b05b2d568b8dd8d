import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { readRateLimits } from '../platform/variables';
import { createEvents } from './app';
import { createPageLife } from './page-life';

const dependencies = { clock: systemClock, random: systemRandom, log: consoleLog, rateLimits: readRateLimits };
const pageLife = createPageLife(dependencies);

/** What manifest.yml names for what Confluence tells of pages, and for what follows from it. */
export const pageTold = pageLife.told;
export const pageWork = pageLife.worked;
export const pageDaily = pageLife.daily;

/** What it names for the queue of jobs, and for scheduled triggers. */
export const { jobs, everyFiveMinutes, everyDay } = createEvents(dependencies);
