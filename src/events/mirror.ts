import { readLicense } from '../capabilities/license';
import type { Levels } from '../classification/level-store';
import { checkShare } from '../mirror/check-share';
import { followConfiguration } from '../mirror/follow-configuration';
import { mirrorKeyOf } from '../mirror/mirror-key';
import { collectMirrors } from '../mirror/push-mirror';
import { stepWalk } from '../mirror/step-walk';
import { writeSwitches } from '../mirror/switches';
import { pushStep } from '../mirror/walk';
import { hasNoPoints, type MirrorContext, writeMirrors } from '../mirror/write-mirrors';
import { openStorage } from '../people/open-storage';
import { awaitAll } from '../platform/await-all';
import { systemClock } from '../platform/clock';
import { openConfluence } from '../platform/confluence';
import { Deadline } from '../platform/deadline';
import { consoleLog } from '../platform/log';
import { systemPause } from '../platform/pause';
import { openPush, type Push } from '../platform/queue';
import { systemRandom } from '../platform/random';
import { readPeppers } from '../platform/secrets';
import { readRateLimits } from '../platform/variables';
import { openBackgroundPoints } from '../quota/charge-or-wait';
import { quotasOf } from '../quota/policies';
import { type DetectionDependencies, type EventHandler, installationIdOf, reasonOf } from './invocation';
import { requirePeppers } from './open-scan';
import { createConsumer, type MirrorQueueEvent, QUEUES } from './queue-consumer';

/** Writes the properties that mirror the levels of pages, as the app, within the points for background work. */

/** The limit of the platform is the one in manifest.yml. */
const LIMIT_MS = 240_000;
/** About as many points as a batch of pages costs. Unused points are returned. */
const POINTS_AT_A_TIME = 25;

export function createMirrorQueueConsumer(dependencies: DetectionDependencies): EventHandler {
  const { clock, random, log, rateLimits, pause = systemPause, hostLimitMs, storageLimitMs } = dependencies;
  return createConsumer(QUEUES.mirror, log, async (body, context) => {
    const installationId = installationIdOf(context);
    const key = mirrorKeyOf(requirePeppers(dependencies), installationId);
    const deadline = new Deadline(LIMIT_MS);
    const storage = openStorage(deadline, clock, storageLimitMs);
    const quotas = quotasOf(rateLimits());
    const points = openBackgroundPoints({ storage, clock, random, pause, log, quotas }, undefined, {
      block: POINTS_AT_A_TIME,
    });
    const confluence = points.meter(openConfluence(deadline, hostLimitMs));
    const requestId = random.uuid();
    const push = openPush(deadline);
    const opened = { storage, confluence, clock, random, log, requestId, installationId, key, push };
    return runTask(opened, body).finally(points.close);
  });
}

async function runTask(
  context: MirrorContext & { readonly push: Push },
  body: MirrorQueueEvent,
): Promise<'done' | 'contended'> {
  switch (body.task) {
    case 'pages': {
      const { pageIds, verify } = body;
      const isVerified = verify === 'true';
      const written = await writeMirrors(context, pageIds, { verify: isVerified, asksForSpaces: !isVerified });
      await compareWithNativeLevels(context, written.levels, pageIds);
      const { failure } = written;
      if (failure !== undefined) throw failure;
      return 'done';
    }
    case 'walk':
      await stepWalk(context, body);
      return 'done';
    case 'check':
      await checkShare(context, body);
      return 'done';
    case 'configuration': {
      const walk = await followConfiguration(context);
      if (walk !== undefined) await pushStep(context, walk);
      return writeSwitches(context);
    }
  }
}

/**
 * Compares changed pages with Confluence's own classification, where the site follows it. The daily comparison finds pages that
 * could not be compared.
 */
async function compareWithNativeLevels(
  context: MirrorContext & { readonly push: Push },
  levels: Levels,
  pageIds: readonly string[],
): Promise<void> {
  if (levels.settings.followsNativeLevels !== true) return;
  if ((await readLicense(context.storage, context.clock())) === 'inactive') return;
  const [{ comparePage }, { levelFloorReader }] = await awaitAll([
    import('../native-levels/compare-page'),
    import('../findings/required-level/level-floor'),
  ]);
  const { push, log, requestId } = context;
  const mirrors = collectMirrors();
  const comparing = { ...context, levels, readFloor: levelFloorReader({ ...context, levels }), ...mirrors };
  for (const pageId of pageIds) {
    try {
      await comparePage(comparing, pageId);
    } catch (error) {
      log('native-levels.not-compared', { requestId, reason: reasonOf(error) });
      if (hasNoPoints(error)) break;
    }
  }
  await mirrors.pushAll({ push, log, requestId });
}

/** The consumer of the queue `mirror`. */
export const mirrorQueueConsumer = createMirrorQueueConsumer({
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  rateLimits: readRateLimits,
  peppers: () => readPeppers(),
});
