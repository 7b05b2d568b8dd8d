import { readAhead, type RowReader } from '../platform/read-ahead';
import { NO_COUNTERS, type SpaceNumbers, withReported } from './numbers';
import { POSITION_ROW } from './position';
import { DETECTOR_ROWS, type DetectorsNow, openNumbers } from './read-counts';
import { parseReported, REPORTED_ROW, type ReportedPages } from './reported-pages';
import { parseShard, shardKeyOf, shardName } from './shards';

/** The counters of one space, for its admins. */

export interface SpaceCounts {
  /** The counters include all changes up to this time. null: the site has not been counted yet. */
  readonly asOf: string | null;
  /** True while the counters catch up with earlier changes. */
  readonly isCounting: boolean;
  readonly numbers: SpaceNumbers;
  /** The pages that Confluence reports to the app. Omitted: not counted yet. */
  readonly reported?: ReportedPages;
}

interface SpaceCountsContext extends Omit<DetectorsNow, 'rows'> {
  readonly storage: RowReader;
}

/** One read. @throws StorageUnavailableError, CorruptRecordError */
export async function readSpaceCounts({ storage, ...now }: SpaceCountsContext, spaceId: string): Promise<SpaceCounts> {
  const shard = shardName(shardKeyOf(spaceId));
  const rows = await readAhead(storage, [shard, POSITION_ROW, REPORTED_ROW, ...DETECTOR_ROWS]);
  const { value: position } = await POSITION_ROW.read(rows);
  const { spaces } = parseShard(await rows.read(shard.entity, shard.key));
  const toNumbers = await openNumbers({ rows, ...now });
  const reported = parseReported(await rows.read(REPORTED_ROW.entity, REPORTED_ROW.key)).get(spaceId);
  return {
    asOf: position.asOf ?? null,
    isCounting: position.isBehind,
    numbers: withReported(toNumbers(spaceId, spaces.get(spaceId) ?? NO_COUNTERS), reported?.count),
    ...(reported === undefined ? {} : { reported }),
  };
}
