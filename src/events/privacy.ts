import { openStorage } from '../people/open-storage';
import { systemClock } from '../platform/clock';
import { Deadline } from '../platform/deadline';
import { consoleLog } from '../platform/log';
import { reportAccounts } from '../platform/personal-data';
import { openPush } from '../platform/queue';
import { systemRandom } from '../platform/random';
import { readPeppers } from '../platform/secrets';
import { readRateLimits } from '../platform/variables';
import { stepErasure, watchErasures } from '../privacy/erase';
import { stepReport, watchReport } from '../privacy/report';
import { type DetectionDependencies, type EventHandler, installationIdOf } from './invocation';
import { requirePeppers } from './open-scan';
import { createConsumer, QUEUES } from './queue-consumer';

/** The weekly report of account ids, and erasures. */

/** The limit of the platform is the one in manifest.yml. */
const LIMIT_MS = 240_000;

export function createPrivacyQueueConsumer(dependencies: DetectionDependencies): EventHandler {
  const { clock, random, log, storageLimitMs } = dependencies;
  return createConsumer(QUEUES.privacy, log, async (body, context) => {
    const deadline = new Deadline(LIMIT_MS);
    const opened = {
      storage: openStorage(deadline, clock, storageLimitMs),
      push: openPush(deadline),
      clock,
      random,
      log,
      requestId: random.uuid(),
      installationId: installationIdOf(context),
      peppers: requirePeppers(dependencies),
      leftMs: () => deadline.leftMs(),
    };
    switch (body.task) {
      case 'watch':
        await watchErasures(opened);
        await watchReport(opened);
        return 'done';
      case 'report':
        return stepReport({ ...opened, report: (accounts) => reportAccounts(deadline, accounts) }, body.step);
      case 'erase':
        return stepErasure(opened, body);
    }
  });
}

/** The consumer of the queue `privacy`. */
export const privacyQueueConsumer = createPrivacyQueueConsumer({
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  rateLimits: readRateLimits,
  peppers: () => readPeppers(),
});
