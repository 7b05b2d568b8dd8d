import { MIRROR_QUEUE } from '../mirror/push-mirror';
import { readAppVersion } from '../platform/app-version';
import type { Context } from '../platform/context';
import type { Platform } from '../quota/invocation';
import { startInstalledProbes } from '../site-check/start-installed-probes';
import { followVersion, versionEvent } from '../upkeep/installation';

/**
 * The first work of each version. The platform reports installations and major versions with an event, and no other
 * version, so the five-minute trigger also compares the version that runs with the stored one.
 */

type PaidPlatform = Platform & Pick<Context, 'confluence'>;

/**
 * Runs the first work of a version, unless it is done.
 * @param event the account of the event that reports the version. Each event starts the probes, because only it has the
 * account, and the trigger may have been faster. Undefined: no event reports it, and the probes start with the version
 * @throws as `followVersion`
 */
export async function prepareVersion(
  platform: PaidPlatform,
  version: string,
  event?: { readonly accountId: string | undefined },
): Promise<'done' | 'contended'> {
  const startProbes = () => startInstalledProbes({ ...platform, event });
  const outcome = await followVersion(
    {
      ...platform,
      requestId: platform.random.uuid(),
      prepareVersion: async () => {
        // The new version may write other properties for the same levels.
        await platform.push.push(MIRROR_QUEUE, { task: 'configuration' });
        if (event === undefined) await startProbes();
      },
    },
    version,
  );
  if (event !== undefined && outcome === 'done') await startProbes();
  return outcome;
}

/** The same for the version that runs. Costs one read if its work is done. A conflict is left to the next run. */
export async function prepareRunningVersion(platform: PaidPlatform): Promise<void> {
  const { data } = versionEvent.safeParse({ app: { version: readAppVersion() } });
  if (data === undefined) platform.log('version.unknown', {});
  else await prepareVersion(platform, data.app.version);
}
