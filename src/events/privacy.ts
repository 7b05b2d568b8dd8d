import type { EventHandler } from './invocation';

/** The consumer of the queue `privacy`: the weekly report of account ids, and erasures. */
export const privacyQueueConsumer: EventHandler = () => Promise.resolve(undefined);
