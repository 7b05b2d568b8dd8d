import type { RowName } from '../platform/storage';
import { COUNTED } from './active-conditions';
import { addNumbers, type BySeverity, NO_NUMBERS, type SpaceNumbers, withReported, withUnknown } from './numbers';
import { type CountPosition, POSITION_ROW } from './position';
import { DETECTOR_ROWS, type DetectorsNow, openNumbers } from './read-counts';
import { parseReported, REPORTED_ROW } from './reported-pages';
import { parseShard, SHARD_KEYS, shardName } from './shards';
import { CHANGE_KINDS, type ChangeKind, firstDay, parseTrend, type Trend, TREND_DAYS, TREND_ROW } from './trend';

/** The counters of all spaces, for the overview. */

/** All rows that `readSiteCounts` reads. */
export const COUNT_ROWS: readonly RowName[] = [
  ...SHARD_KEYS.map(shardName),
  TREND_ROW,
  POSITION_ROW,
  REPORTED_ROW,
  ...DETECTOR_ROWS,
];

export interface SiteCounts extends Pick<CountPosition, 'asOf' | 'lastCheck' | 'pagesInConfluence'> {
  readonly isCounting: boolean;
  readonly site: SpaceNumbers;
  /** False: `byHighest` and `belowByHighest` do not contain every page yet. */
  readonly isEachHighestCounted: boolean;
  /** By space id. The sum is `site`. */
  readonly spaces: ReadonlyMap<string, SpaceNumbers>;
  /** By date, oldest first. */
  readonly trend: readonly { readonly date: string; readonly open: BySeverity }[];
  readonly week: Readonly<Record<ChangeKind, number>>;
}

const WEEK_DAYS = 7;
/** The id for pages whose space is not known, as page scans store it. No space has it. */
const NO_SPACE = 'unknown';

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readSiteCounts(context: DetectorsNow, now: Date): Promise<SiteCounts> {
  const { rows } = context;
  const toNumbers = await openNumbers(context);
  const spaces = new Map<string, SpaceNumbers>();
  for (const row of await rows.readMany(SHARD_KEYS.map(shardName))) {
    for (const [spaceId, counters] of parseShard(row).spaces) spaces.set(spaceId, toNumbers(spaceId, counters));
  }
  const reported = parseReported(await rows.read(REPORTED_ROW.entity, REPORTED_ROW.key));
  for (const spaceId of new Set([...spaces.keys(), ...reported.keys()]))
    spaces.set(spaceId, withReported(spaces.get(spaceId) ?? NO_NUMBERS, reported.get(spaceId)?.count));
  const { days } = parseTrend(await rows.read(TREND_ROW.entity, TREND_ROW.key));
  const { value: position } = await POSITION_ROW.read(rows);
  const { asOf, lastCheck, pagesInConfluence, isBehind, counted } = position;
  const sum = sumOf([...spaces.values()]);
  const site = withReported(sum, pagesInConfluence?.count);
  const elsewhere = site.pages - sum.pages;
  if (elsewhere > 0) spaces.set(NO_SPACE, withUnknown(spaces.get(NO_SPACE) ?? NO_NUMBERS, elsewhere));
  return {
    asOf,
    lastCheck,
    pagesInConfluence,
    isCounting: isBehind,
    site,
    isEachHighestCounted: asOf !== undefined && counted === COUNTED,
    spaces,
    trend: [...days]
      .flatMap(([date, { open }]) => (open === undefined || date < firstDay(now, TREND_DAYS) ? [] : [{ date, open }]))
      .toSorted((one, other) => (one.date < other.date ? -1 : 1)),
    week: changesSince(firstDay(now, WEEK_DAYS), days),
  };
}

export function sumOf(numbers: readonly SpaceNumbers[]): SpaceNumbers {
  return numbers.reduce(addNumbers, NO_NUMBERS);
}

function changesSince(first: string, days: Trend['days']): SiteCounts['week'] {
  const week = { classified: 0, raised: 0, lowered: 0, cleared: 0, found: 0, resolved: 0 };
  for (const [date, changes] of days) {
    if (date >= first) for (const kind of CHANGE_KINDS) week[kind] += changes[kind] ?? 0;
  }
  return week;
}
