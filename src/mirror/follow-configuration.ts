import { SYSTEM } from '../audit/event';
import { readLevels } from '../classification/level-store';
import { retryOnConflict, unlessContended } from '../platform/retry-on-conflict';
import { awaitAll } from '../platform/await-all';
import { readLabelSync } from './label-sync';
import {
  isSameConfiguration,
  type MirroredConfiguration,
  mirroredConfigurationOf,
  scopeOfChange,
  unite,
  type WalkScope,
} from './mirrored-configuration';
import type { MirrorKey } from './mirror-key';
import { pushStoredStep, type WalkContext } from '../walks/walk';
import { isOpen, newWalk, type Walk, WALK_ROW } from './walk';

interface FollowContext extends Pick<WalkContext, 'storage' | 'clock' | 'random'> {
  readonly installationId: string;
  readonly key: MirrorKey;
}

/**
 * Stores the configuration before the first property is written, so that every later change of it starts a walk. Without a
 * property, no change needs one.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function storeFirstConfiguration(context: FollowContext): Promise<void> {
  const { storage } = context;
  const outcome = await retryOnConflict(async () => {
    const { revision, value } = await WALK_ROW.read(storage);
    if (value.configuration !== undefined) return 'done';
    const configuration = await readMirroredConfiguration(context);
    return WALK_ROW.save(storage, revision, { ...value, configuration });
  });
  unlessContended(outcome);
}

/**
 * Compares the configuration with the one of the last walk, and starts a walk over the pages whose properties differ. An open
 * walk is replaced by one over the pages of both, which stays paused if the open one is. Before the first property, there is
 * nothing to compare.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function followConfiguration(context: FollowContext & WalkContext): Promise<void> {
  const { storage } = context;
  const outcome = await retryOnConflict(async () => {
    const { revision, value } = await WALK_ROW.read(storage);
    const before = value.configuration;
    const configuration = await readMirroredConfiguration(context);
    if (before === undefined || isSameConfiguration(before, configuration)) return undefined;
    const changed = scopeOfChange(before, configuration);
    const walk = changed === 'nothing' ? undefined : walkFor(context, changed, value.walk);
    const saved = await WALK_ROW.save(storage, revision, { ...value, configuration, ...(walk && { walk }) });
    return saved === 'conflict' ? saved : walk;
  });
  // On a conflict, another follower came first at every attempt. The sweep compares again.
  if (outcome !== undefined && outcome !== 'conflict') await pushStoredStep(context, 'mirror', outcome);
}

async function readMirroredConfiguration({
  storage,
  installationId,
  key,
}: FollowContext): Promise<MirroredConfiguration> {
  const [levels, sync] = await awaitAll([readLevels(storage, installationId), readLabelSync(storage)] as const);
  return mirroredConfigurationOf(levels, key, sync);
}

function walkFor(context: FollowContext, changed: WalkScope, current: Walk | undefined): Walk {
  const start = { startedBy: SYSTEM, cause: 'configuration' } as const;
  if (!isOpen(current)) return newWalk(context, { ...start, scope: changed });
  return { ...newWalk(context, { ...start, scope: unite(current.scope, changed) }), state: current.state };
}
