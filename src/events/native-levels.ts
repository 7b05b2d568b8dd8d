import { readLicense } from '../capabilities/license';
import { readLevels } from '../classification/level-store';
import { levelFloorReader } from '../findings/required-level/level-floor';
import { collectMirrors } from '../mirror/push-mirror';
import { runDaily, stepComparison } from '../native-levels/comparison';
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

/** Keeps the levels of pages and Confluence's own classification in step, within the points for background work. */

/** The limit of the platform is the one in manifest.yml. */
const LIMIT_MS = 240_000;
/** Unused points are returned. */
const POINTS_AT_A_TIME = 25;

export function createNativeQueueConsumer(dependencies: EventDependencies): EventHandler {
  const { clock, random, log, rateLimits, pause = systemPause, hostLimitMs, storageLimitMs } = dependencies;
  return createConsumer(QUEUES.nativeLevels, log, async ({ task }, context) => {
    const deadline = new Deadline(LIMIT_MS);
    const storage = openStorage(deadline, clock, storageLimitMs);
    // Without a license, neither side changes. The daily run continues the comparison when it is back.
    if ((await readLicense(storage, clock())) === 'inactive') return 'done';
    const levels = await readLevels(storage, installationIdOf(context));
    const points = openBackgroundPoints(
      { storage, clock, random, pause, log, quotas: quotasOf(rateLimits()) },
      undefined,
      { block: POINTS_AT_A_TIME },
    );
    const confluence = points.meter(openConfluence(deadline, hostLimitMs));
    const push = openPush(deadline);
    const requestId = random.uuid();
    const mirrors = collectMirrors();
    const readFloor = levelFloorReader({ storage, confluence, clock, levels });
    const { pushMirror } = mirrors;
    const opened = { storage, confluence, clock, random, requestId, levels, readFloor, pushMirror, push };
    const work = task === 'daily' ? runDaily(opened) : stepComparison(opened);
    return work.finally(async () => {
      await points.close();
      await mirrors.pushAll({ push, log, requestId });
    });
  });
}

/** The consumer of the queue `native-levels`. */
export const nativeQueueConsumer = createNativeQueueConsumer({
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  rateLimits: readRateLimits,
});
