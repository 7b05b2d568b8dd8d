import { SYSTEM } from '../quota/invocation';
import { createDelayRecorder } from '../site-check/page-event-delay';
import { createEvents } from './app';
import { createPageEvents } from './page-events';

const pageEvents = createPageEvents({ ...SYSTEM, delays: createDelayRecorder() });

/** The handlers in manifest.yml for page events and the work that follows from them. */
export const pageEventTrigger = pageEvents.handleEvent;
export const pageQueueConsumer = pageEvents.consumeQueue;
export const dailyPageTrigger = pageEvents.reconcileDaily;

/** The handlers in manifest.yml for the queue of jobs and the scheduled triggers. */
export const { jobQueueConsumer, fiveMinuteTrigger, dailyTrigger } = createEvents(SYSTEM);
