import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { readPeppers } from '../platform/secrets';
import { readRateLimits } from '../platform/variables';
import { createDelayRecorder } from '../site-check/page-event-delay';
import { createEvents } from './app';
import { createPageEvents } from './page-events';

const dependencies = {
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  rateLimits: readRateLimits,
  peppers: () => readPeppers(),
};
const pageEvents = createPageEvents({ ...dependencies, delays: createDelayRecorder() });

/** The handlers in manifest.yml for page events and the work that follows from them. */
export const pageEventTrigger = pageEvents.handleEvent;
export const pageQueueConsumer = pageEvents.consumeQueue;
export const dailyPageTrigger = pageEvents.reconcileDaily;

/** The handlers in manifest.yml for the queue of jobs and the scheduled triggers. */
export const { jobQueueConsumer, fiveMinuteTrigger, dailyTrigger } = createEvents(dependencies);
