import { readManifest } from '../../local/forge/manifest';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { defaultLevels } from '../../src/classification/default-levels';
import { startReconciliation } from '../../src/classification/reconciliation';
import { NO_SETTINGS } from '../../src/classification/settings';
import { startShare } from '../../src/mirror/check-share';
import { startComparison } from '../../src/native-levels/comparison';
import { Deadline } from '../../src/platform/deadline';
import { systemRandom } from '../../src/platform/random';
import { openStorage, StorageUnavailableError } from '../../src/platform/storage';
import { startReport } from '../../src/privacy/report';
import { startRemoval } from '../../src/upkeep/remove-rows';
import type { WalkContext } from '../../src/walks/walk';
import { aStorage } from '../local/storage/harness';

/** A start that stored nothing fails, so that the platform delivers it again or a person learns of it. */

const all = defaultLevels('installation-1').map((level) => ({ ...level, nativeId: `native ${level.levelId}` }));

it.each<[string, (context: WalkContext) => Promise<void>]>([
  ['reconciliation', startReconciliation],
  ['mirror-share', (context) => startShare(context, 1)],
  ['native-levels', (context) => startComparison(context, { revision: 0, all, settings: NO_SETTINGS })],
  ['personal-data-report', startReport],
  ['removal', startRemoval],
])('the start of %s fails if other writes come first at every attempt', async (_name, start) => {
  const { app } = aStorage({ entities: parseEntityDefinitions(readManifest().raw) });
  const pushed: unknown[] = [];
  await app(async () => {
    const storage = {
      ...openStorage(new Deadline(600_000), 600_000),
      commit: () => Promise.resolve('conflict' as const),
    };
    const started = start({
      storage,
      clock: () => new Date('2026-11-23T08:00:00.000Z'),
      random: systemRandom,
      log: () => undefined,
      requestId: 'r',
      push: { push: (_queue, body) => Promise.resolve(void pushed.push(body)) },
    });
    await expect(started).rejects.toThrow(StorageUnavailableError);
  });
  expect(pushed).toEqual([]);
});
