import { readLicense } from '../capabilities/license';
import type { Levels } from '../classification/level-store';
import { followConfiguration } from '../mirror/follow-configuration';
import { mirrorKeyOf } from '../mirror/mirror-key';
import { writeSwitches } from '../mirror/switches';
import { hasNoPoints, type MirrorContext, type MirrorsWritten, writeMirrors } from '../mirror/write-mirrors';
import { awaitAll } from '../platform/await-all';
import { type Dependencies, SYSTEM } from '../quota/invocation';
import { type Background, inBackground } from './background';
import { type EventHandler, reasonOf } from './invocation';
import { requirePeppers } from './open-scan';
import { createConsumer, type MirrorQueueEvent, QUEUES } from './queue-consumer';

/** Writes the properties that mirror the levels of pages, as the app, within the points for background work. */

/** The limit of the platform is the one in manifest.yml. */
const LIMIT_MS = 240_000;
/** The points of a batch of pages without a property: a list, and one call for each of them. No rest is left to return. */
const pointsOf = (body: MirrorQueueEvent): number => (body.task === 'pages' ? 1 + 2 * body.pageIds.length : 1);

type Opened = MirrorContext & Omit<Background, 'charge'>;

export function createMirrorQueueConsumer(dependencies: Dependencies): EventHandler {
  return createConsumer(QUEUES.mirror, dependencies.log, (body, context) =>
    inBackground(dependencies, context, { limitMs: LIMIT_MS, block: pointsOf(body) }, (background) => {
      const key = mirrorKeyOf(requirePeppers(dependencies), background.installationId);
      return runTask({ ...background, key }, body);
    }),
  );
}

async function runTask(context: Opened, body: MirrorQueueEvent): Promise<'done' | 'contended'> {
  switch (body.task) {
    case 'pages': {
      const { failure } = await mirrorPages(context, body.pageIds, { isVerified: body.verify === 'true' });
      if (failure !== undefined) throw failure;
      return 'done';
    }
    case 'configuration':
      await followConfiguration(context);
      return writeSwitches(context);
  }
}

/**
 * Writes the properties of pages, and compares the pages with Confluence's own classification.
 * @param pages isVerified: the properties are read even if they are known to be current, because a user may have altered them
 * @returns the first failure. The sweep tries these pages again
 */
export async function mirrorPages(
  context: Opened,
  pageIds: readonly string[],
  { isVerified }: { readonly isVerified: boolean },
): Promise<Pick<MirrorsWritten, 'failure'>> {
  const written = await writeMirrors(context, pageIds, { verify: isVerified, asksForSpaces: !isVerified });
  await compareWithNativeLevels(context, written.levels, pageIds);
  return written;
}

/**
 * Compares changed pages with Confluence's own classification, where the site follows it. The daily comparison finds pages that
 * could not be compared.
 */
async function compareWithNativeLevels(context: Opened, levels: Levels, pageIds: readonly string[]): Promise<void> {
  if (levels.settings.followsNativeLevels !== true) return;
  if ((await readLicense(context.storage, context.clock())) === 'inactive') return;
  const [{ comparePage }, { levelFloorReader }] = await awaitAll([
    import('../native-levels/compare-page'),
    import('../findings/required-level/level-floor'),
  ]);
  const { log, requestId } = context;
  const comparing = { ...context, levels, readFloor: levelFloorReader({ ...context, levels }) };
  for (const pageId of pageIds) {
    try {
      await comparePage(comparing, pageId);
    } catch (error) {
      log('native-levels.not-compared', { requestId, reason: reasonOf(error) });
      if (hasNoPoints(error)) break;
    }
  }
}

/** The consumer of the queue `mirror`. */
export const mirrorQueueConsumer = createMirrorQueueConsumer(SYSTEM);
