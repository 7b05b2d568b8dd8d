import { type Dependencies, openPlatform, SYSTEM } from '../quota/invocation';
import { consumeProbe } from '../site-check/queue-probes';
import type { EventHandler } from './invocation';
import { asSite } from './background';
import { createConsumer, QUEUES } from './queue-consumer';

/** The platform's limit is 25 s. */
const LIMIT_MS = 20_000;

/** Returns the consumer of the queue `probes`. */
export function createProbeQueueConsumer(dependencies: Dependencies): EventHandler {
  return createConsumer(QUEUES.probes, dependencies.log, (event) =>
    asSite(dependencies, openPlatform(dependencies, LIMIT_MS), (paid) => consumeProbe(paid, event)),
  );
}

export const probeQueueConsumer = createProbeQueueConsumer(SYSTEM);
