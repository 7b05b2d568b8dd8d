import { removeMirrors } from '../mirror/remove-mirrors';
import { MIRROR_QUEUE } from '../mirror/push-mirror';
import { openStorage } from '../people/open-storage';
import { monotonicMs } from '../platform/clock';
import { openConfluence } from '../platform/confluence';
import { Deadline } from '../platform/deadline';
import { systemPause } from '../platform/pause';
import { openPush } from '../platform/queue';
import { openBackgroundPoints } from '../quota/charge-or-wait';
import { SYSTEM } from '../quota/invocation';
import { quotasOf } from '../quota/policies';
import { startInstalledProbes } from '../site-check/start-installed-probes';
import { followVersion, versionEvent } from '../upkeep/installation';
import { type DetectionDependencies, type EventHandler, handleOrRetry, reasonOf, TRIGGER_DONE } from './invocation';

/** The app was installed or updated, or will be uninstalled. */

export interface Lifecycle {
  /** Handles `avi:forge:installed:app` and `avi:forge:upgraded:app`. */
  readonly lifecycleTrigger: EventHandler;
  /** The platform invokes it once before the app is uninstalled, and ignores the result. */
  readonly preUninstall: EventHandler;
}

interface LifecycleDependencies extends DetectionDependencies {
  /** The time in milliseconds in which properties are deleted before an uninstallation. */
  readonly uninstallBudgetMs?: number;
}

const LIMIT_MS = 50_000;
/** The platform ends the function after 55 s. The rest of the time is for counting what remains. */
const UNINSTALL_BUDGET_MS = 40_000;
const POINTS_AT_A_TIME = 50;

export function createLifecycle(dependencies: LifecycleDependencies): Lifecycle {
  const { clock, random, log, rateLimits, pause = systemPause, hostLimitMs, storageLimitMs } = dependencies;
  const { uninstallBudgetMs = UNINSTALL_BUDGET_MS } = dependencies;
  const open = () => {
    const deadline = new Deadline(LIMIT_MS);
    return {
      storage: openStorage(deadline, clock, storageLimitMs),
      confluence: openConfluence(deadline, hostLimitMs),
      push: openPush(deadline),
    };
  };
  return {
    lifecycleTrigger: (event) => {
      const { data } = versionEvent.safeParse(event);
      if (data === undefined) {
        log('lifecycle.malformed-event', {});
        return Promise.resolve(undefined);
      }
      const { installerAccountId, upgraderAccountId } = data;
      const { version } = data.app;
      return handleOrRetry(log, 'lifecycle.failed', { version }, () => {
        const { storage, confluence, push } = open();
        const requestId = random.uuid();
        const prepareVersion = async () => {
          // The new version may write other properties for the same levels.
          await push.push(MIRROR_QUEUE, { task: 'configuration' });
          await startInstalledProbes({ storage, push, clock, accountId: installerAccountId ?? upgraderAccountId });
        };
        return followVersion({ storage, confluence, clock, random, log, requestId, prepareVersion }, version);
      });
    },
    preUninstall: async () => {
      const endsAtMs = monotonicMs() + uninstallBudgetMs;
      const { storage, confluence } = open();
      const quotas = quotasOf(rateLimits());
      const points = openBackgroundPoints({ storage, clock, random, pause, log, quotas }, undefined, {
        block: POINTS_AT_A_TIME,
      });
      try {
        const mayContinue = () => monotonicMs() < endsAtMs;
        const context = { storage, confluence: points.meter(confluence), log, now: clock(), mayContinue };
        log('uninstall.properties', { ...(await removeMirrors(context)) });
      } catch (error) {
        log('uninstall.failed', { reason: reasonOf(error) });
      }
      return TRIGGER_DONE;
    },
  };
}

export const { lifecycleTrigger, preUninstall } = createLifecycle(SYSTEM);
