import { openStorage } from '../people/open-storage';
import { systemClock } from '../platform/clock';
import { Deadline } from '../platform/deadline';
import { consoleLog } from '../platform/log';
import { openPush } from '../platform/queue';
import { systemRandom } from '../platform/random';
import { readRateLimits } from '../platform/variables';
import { recordParts, type UpkeepPart } from '../upkeep/failed-parts';
import { startRemoval, stepRemoval } from '../upkeep/remove-rows';
import { type EventDependencies, type EventHandler, secondsAfter } from './invocation';
import { createConsumer, QUEUES } from './queue-consumer';

/** The removal of rows that are no longer kept. */

/** The limit of the platform is the one in manifest.yml. */
const LIMIT_MS = 240_000;

export function createUpkeepQueueConsumer(dependencies: EventDependencies): EventHandler {
  const { clock, random, log, storageLimitMs } = dependencies;
  return createConsumer(QUEUES.upkeep, log, async (body, _context, failedBefore) => {
    const deadline = new Deadline(LIMIT_MS);
    const storage = openStorage(deadline, clock, storageLimitMs);
    const opened = { storage, push: openPush(deadline), clock, random, log };
    /** A part that fails is delivered again, and is a task of the admins until it ends well. */
    const attempt = async <T>(part: UpkeepPart, work: () => Promise<T>): Promise<T> => {
      const record = (outcome: 'done' | 'failed', seconds: number) =>
        recordParts(storage, new Map([[part, outcome]]), clock(), seconds);
      try {
        const outcome = await work();
        await record('done', 0);
        return outcome;
      } catch (error) {
        await record('failed', secondsAfter(error));
        throw error;
      }
    };
    switch (body.task) {
      case 'daily':
        await attempt('removal', () => startRemoval(opened));
        return 'done';
      case 'remove':
        return stepRemoval(opened, body, failedBefore);
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
