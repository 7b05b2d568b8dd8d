import { removeMirrors } from '../mirror/remove-mirrors';
import { monotonicMs } from '../platform/clock';
import { openPoints } from '../quota/charge-or-wait';
import { THE_SITE } from '../quota/counters';
import { type Dependencies, openPlatform, openQuotas, SYSTEM } from '../quota/invocation';
import { versionEvent } from '../upkeep/installation';
import { asSite } from './background';
import { type EventHandler, handleOrRetry, reasonOf, TRIGGER_DONE } from './invocation';
import { prepareVersion } from './prepare-version';

/** The app was installed or got a new major version, or will be uninstalled. */

export interface Lifecycle {
  /** Handles `avi:forge:installed:app` and `avi:forge:upgraded:app`. */
  readonly lifecycleTrigger: EventHandler;
  /** The platform invokes it once before the app is uninstalled, and ignores the result. */
  readonly preUninstall: EventHandler;
}

interface LifecycleDependencies extends Dependencies {
  /** The time in milliseconds in which properties are deleted before an uninstallation. */
  readonly uninstallBudgetMs?: number;
}

const LIMIT_MS = 50_000;
/** The platform ends the function after 55 s. The rest of the time is for counting what remains. */
const UNINSTALL_BUDGET_MS = 40_000;
const POINTS_AT_A_TIME = 50;

export function createLifecycle(dependencies: LifecycleDependencies): Lifecycle {
  const { clock, log, uninstallBudgetMs = UNINSTALL_BUDGET_MS } = dependencies;
  return {
    lifecycleTrigger: (event) => {
      const { data } = versionEvent.safeParse(event);
      if (data === undefined) {
        log('lifecycle.malformed-event', {});
        return Promise.resolve(undefined);
      }
      const { installerAccountId, upgraderAccountId } = data;
      const { version } = data.app;
      const accountId = installerAccountId ?? upgraderAccountId;
      return handleOrRetry(log, 'lifecycle.failed', { version }, () =>
        asSite(dependencies, openPlatform(dependencies, LIMIT_MS), (paid) =>
          prepareVersion(paid, version, { accountId }),
        ),
      );
    },
    preUninstall: async () => {
      const endsAtMs = monotonicMs() + uninstallBudgetMs;
      const platform = openPlatform(dependencies, LIMIT_MS);
      const quotas = openQuotas(dependencies);
      const points = openPoints({ ...platform, quotas }, THE_SITE, { block: POINTS_AT_A_TIME });
      try {
        const mayContinue = () => monotonicMs() < endsAtMs;
        const context = { ...platform, confluence: points.meter(platform.unpaid), now: clock(), mayContinue };
        log('uninstall.properties', { ...(await removeMirrors(context)) });
      } catch (error) {
        log('uninstall.failed', { reason: reasonOf(error) });
      }
      return TRIGGER_DONE;
    },
  };
}

export const { lifecycleTrigger, preUninstall } = createLifecycle(SYSTEM);
