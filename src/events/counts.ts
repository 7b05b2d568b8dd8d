import { checkCounts } from '../counts/check-counts';
import { followChanges } from '../counts/follow-changes';
import { openStorage } from '../people/open-storage';
import { systemClock } from '../platform/clock';
import { openConfluence } from '../platform/confluence';
import { Deadline } from '../platform/deadline';
import { consoleLog } from '../platform/log';
import { systemPause } from '../platform/pause';
import { openPush } from '../platform/queue';
import { systemRandom } from '../platform/random';
import { readRateLimits } from '../platform/variables';
import { openBackgroundPoints } from '../quota/charge-or-wait';
import { quotasOf } from '../quota/policies';
import { type EventDependencies, type EventHandler, installationIdOf } from './invocation';
import { createConsumer, QUEUES } from './queue-consumer';

/** Brings the counters of the overview up to date. */

/** The limit of the platform is the one in manifest.yml. */
const LIMIT_MS = 240_000;

export function createCountQueueConsumer(dependencies: EventDependencies): EventHandler {
  const { clock, random, log, rateLimits, pause = systemPause, hostLimitMs, storageLimitMs } = dependencies;
  return createConsumer(QUEUES.counts, log, (body, context) => {
    const deadline = new Deadline(LIMIT_MS);
    const storage = openStorage(deadline, clock, storageLimitMs);
    const opened = { storage, clock, push: openPush(deadline), installationId: installationIdOf(context) };
    if (body.task === 'follow') return followChanges(opened);
    const quotas = quotasOf(rateLimits());
    const points = openBackgroundPoints({ storage, clock, random, pause, log, quotas }, undefined);
    const confluence = points.meter(openConfluence(deadline, hostLimitMs));
    return checkCounts({ ...opened, confluence, random, log }, body.step).finally(points.close);
  });
}

/** The consumer of the queue `counts`. */
export const countQueueConsumer = createCountQueueConsumer({
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  rateLimits: readRateLimits,
});
