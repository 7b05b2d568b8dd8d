import { Deadline } from '../platform/deadline';
import { systemPause } from '../platform/pause';
import { openPush } from '../platform/queue';
import { quotasOf } from '../quota/policies';
import { pushStep } from '../runs/push-run';
import { type DetectionDependencies, type EventHandler, installationIdOf } from './invocation';
import { openScan, requirePeppers } from './open-scan';
import { createConsumer, QUEUES } from './queue-consumer';

/** The limit of the platform is set in manifest.yml. */
const LIMIT_MS = 240_000;

/** Returns the consumer of the queue `redactions`: runs the next step of a redaction. */
export function createRedactionQueueConsumer(dependencies: DetectionDependencies): EventHandler {
  const { log, pause = systemPause, rateLimits } = dependencies;
  return createConsumer(QUEUES.redactions, log, async ({ redactionId }, context) => {
    const installationId = installationIdOf(context);
    const peppers = requirePeppers(dependencies);
    const deadline = new Deadline(LIMIT_MS);
    const { config, load } = await openScan(dependencies, { peppers, installationId, deadline });
    const scan = await load();
    const { stepRedaction } = await import('../redaction/step-redaction');
    const step = await stepRedaction(
      { ...scan, pause, quotas: quotasOf(rateLimits()), usesGuard: config.redaction.guard },
      redactionId,
    );
    await pushStep({ push: openPush(deadline), log, requestId: redactionId }, 'redaction', redactionId, step);
    return 'done';
  });
}
