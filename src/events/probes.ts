import type { EventHandler } from './invocation';

/** The consumer of the queue `probes`: probes of the site check that need a consumer. */
export const probeQueueConsumer: EventHandler = () => Promise.resolve(undefined);
