import type { EventHandler } from './invocation';

/** The consumer of the queue `upkeep`: migrations of stored rows and the deletion of expired ones. */
export const upkeepQueueConsumer: EventHandler = () => Promise.resolve(undefined);
