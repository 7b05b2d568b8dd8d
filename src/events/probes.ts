import { openStorage } from '../people/open-storage';
import { openConfluence } from '../platform/confluence';
import { Deadline } from '../platform/deadline';
import { SYSTEM } from '../quota/invocation';
import { consumeProbe } from '../site-check/queue-probes';
import type { EventDependencies, EventHandler } from './invocation';
import { createConsumer, QUEUES } from './queue-consumer';

/** The platform's limit is 25 s. */
const LIMIT_MS = 20_000;

/** Returns the consumer of the queue `probes`. */
export function createProbeQueueConsumer({ clock, log }: Pick<EventDependencies, 'clock' | 'log'>): EventHandler {
  return createConsumer(QUEUES.probes, log, (event) => {
    const deadline = new Deadline(LIMIT_MS);
    return consumeProbe({ storage: openStorage(deadline, clock), confluence: openConfluence(deadline), clock }, event);
  });
}

export const probeQueueConsumer = createProbeQueueConsumer(SYSTEM);
