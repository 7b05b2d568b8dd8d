import type { EventHandler } from './invocation';

/** The consumer of the queue `native-levels`: keeps the levels of Confluence's own classification in step. */
export const nativeQueueConsumer: EventHandler = () => Promise.resolve(undefined);
