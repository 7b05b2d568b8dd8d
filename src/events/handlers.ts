import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { readRateLimits } from '../platform/variables';
import { createEvents } from './app';
import { createPageLife } from './page-life';

const dependencies = { clock: systemClock, random: systemRandom, log: consoleLog, rateLimits: readRateLimits };
const pageLife = createPageLife(dependencies);

/** The handlers in manifest.yml for page events and the work that follows from them. */
export const pageEventTrigger = pageLife.handleEvent;
export const pageQueueConsumer = pageLife.consumeQueue;
export const dailyPageTrigger = pageLife.reconcileDaily;

/** The handlers in manifest.yml for the queue of jobs and the scheduled triggers. */
export const { jobQueueConsumer, fiveMinuteTrigger, dailyTrigger } = createEvents(dependencies);
