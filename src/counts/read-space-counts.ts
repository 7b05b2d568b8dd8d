import type { Peppers } from '../platform/secrets';
import { readAhead, type RowReader } from '../platform/read-ahead';
import { NO_COUNTERS, type SpaceNumbers } from './numbers';
import { parsePosition, POSITION_ROW } from './position';
import { DETECTOR_ROWS, openNumbers } from './read-counts';
import { parseShard, shardKeyOf, shardName } from './shards';

/** The counters of one space, for its admins. */

export interface SpaceCounts {
  /** The counters include all changes up to this time. null: the site has not been counted yet. */
  readonly asOf: string | null;
  /** True while the counters catch up with earlier changes. */
  readonly isCounting: boolean;
  readonly numbers: SpaceNumbers;
}

export interface SpaceCountsContext {
  readonly storage: RowReader;
  readonly installationId: string;
  readonly peppers: () => Peppers | undefined;
}

/** One read. @throws StorageUnavailableError, CorruptRecordError */
export async function readSpaceCounts(
  { storage, installationId, peppers }: SpaceCountsContext,
  spaceId: string,
): Promise<SpaceCounts> {
  const shard = shardName(shardKeyOf(spaceId));
  const rows = await readAhead(storage, [shard, POSITION_ROW, ...DETECTOR_ROWS]);
  const { value: position } = parsePosition(await rows.read(POSITION_ROW.entity, POSITION_ROW.key));
  const { spaces } = parseShard(await rows.read(shard.entity, shard.key));
  const toNumbers = await openNumbers({ rows, installationId, peppers });
  return {
    asOf: position.asOf ?? null,
    isCounting: position.isBehind,
    numbers: toNumbers(spaceId, spaces.get(spaceId) ?? NO_COUNTERS),
  };
}
