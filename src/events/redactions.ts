import type { Dependencies } from '../quota/invocation';
import { REDACTIONS } from '../redaction/redaction-kind';
import { pushStep } from '../runs/push-run';
import { stepsOf } from './background';
import type { EventHandler } from './invocation';
import { openScan, requirePeppers } from './open-scan';
import { createConsumer, QUEUES } from './queue-consumer';

/** The limit of the platform is set in manifest.yml. */
const LIMIT_MS = 240_000;

/** Returns the consumer of the queue `redactions`, which runs the next step of a redaction. */
export function createRedactionQueueConsumer(dependencies: Dependencies): EventHandler {
  const { log } = dependencies;
  return createConsumer(
    QUEUES.redactions,
    log,
    async ({ redactionId }, context, _failedBefore, next) => {
      const peppers = requirePeppers(dependencies);
      const { config, load } = await openScan(dependencies, context, { peppers, limitMs: LIMIT_MS });
      const scan = await load();
      const { stepRedaction } = await import('../redaction/step-redaction');
      const step = await stepRedaction({ ...scan, usesGuard: config.redaction.guard }, redactionId);
      return pushStep({ ...scan, requestId: redactionId }, REDACTIONS, redactionId, step, next);
    },
    stepsOf(dependencies),
  );
}
