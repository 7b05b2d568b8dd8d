import { openStorage } from '../people/open-storage';
import { systemClock } from '../platform/clock';
import { Deadline } from '../platform/deadline';
import { consoleLog } from '../platform/log';
import { openPush } from '../platform/queue';
import { systemRandom } from '../platform/random';
import { readRateLimits } from '../platform/variables';
import { startMigrations, stepMigration } from '../upkeep/migrations';
import { startRemoval, stepRemoval } from '../upkeep/remove-rows';
import type { EventDependencies, EventHandler } from './invocation';
import { createConsumer, QUEUES } from './queue-consumer';

/** Migrations of stored rows and the removal of rows that are no longer kept. */

/** The limit of the platform is the one in manifest.yml. */
const LIMIT_MS = 240_000;

export function createUpkeepQueueConsumer(dependencies: EventDependencies): EventHandler {
  const { clock, random, log, storageLimitMs } = dependencies;
  return createConsumer(QUEUES.upkeep, log, async (body) => {
    const deadline = new Deadline(LIMIT_MS);
    const storage = openStorage(deadline, clock, storageLimitMs);
    const opened = { storage, push: openPush(deadline), clock, random, log };
    switch (body.task) {
      case 'daily':
        await startMigrations(opened);
        await startRemoval(opened);
        return 'done';
      case 'migrate':
        return stepMigration(opened, body);
      case 'remove':
        return stepRemoval(opened, body);
    }
  });
}

/** The consumer of the queue `upkeep`. */
export const upkeepQueueConsumer = createUpkeepQueueConsumer({
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  rateLimits: readRateLimits,
});
