import * as z from 'zod';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { EARLIEST, type Position } from '../platform/rows-by-time';
import { nextRevision, type Row, type RowWrite, type Storage } from '../platform/storage';

/** Where the counters are: the places in the feeds, and the nightly check. */

const instant = z.iso.datetime({ precision: 3 });
const count = z.int().min(0);
const place = z.strictObject({ time: z.string(), key: z.string() });

const feed = z.strictObject({
  /** The next step continues here. */
  cursor: place,
  /** All rows up to here are counted, also those that were written late. */
  settled: place,
});

export const FEEDS = ['changes', 'scans', 'moves'] as const;
export type FeedName = (typeof FEEDS)[number];

export const PHASES = ['reported', 'spaces', 'pages', 'levels', 'scans'] as const;
export type Phase = (typeof PHASES)[number];

const night = z.strictObject({
  /** The next step. An event of another step is ignored. */
  step: z.int().min(1),
  phase: z.enum(PHASES),
  /** The rows that this phase may still read in this night. */
  left: count,
  pages: count,
  repaired: count,
});

const value = z.strictObject({
  feeds: z.strictObject({ changes: feed, scans: feed, moves: feed }),
  /** The counters include all changes up to this time. Omitted: the first count has not ended. */
  asOf: instant.optional(),
  isBehind: z.boolean(),
  /** The exclusions that are applied, or will be when the recount has ended and the observed detectors (activeConditions). */
  exclusions: z.string(),
  /** The place in a recount of the pages with findings. */
  recount: place.optional(),
  /** The running check. */
  night: night.optional(),
  /** Where the next check continues. For `spaces`, the key is the id of a space; for `reported`, a cursor of Confluence. */
  checked: z.partialRecord(z.enum(PHASES), place),
  lastCheck: z.strictObject({ at: instant, pages: count, repaired: count }).optional(),
  pagesInConfluence: z.strictObject({ count, at: instant }).optional(),
});

/** Entity `count`, row `position`. */
const positionRecord = z.strictObject({ v: z.literal(1), rev: z.int().min(1), value });

export type Feed = z.infer<typeof feed>;
export type Night = z.infer<typeof night>;
export type CountPosition = z.infer<typeof value>;

export const START: Position = { time: EARLIEST, key: '' };
export const POSITION_ROW = { entity: 'count', key: 'position' } as const;

const FIRST: CountPosition = {
  feeds: {
    changes: { cursor: START, settled: START },
    scans: { cursor: START, settled: START },
    moves: { cursor: START, settled: START },
  },
  isBehind: true,
  exclusions: '',
  checked: {},
};

export interface StoredPosition {
  readonly revision: Row['revision'];
  readonly value: CountPosition;
}

/** Without a readable row, every page is counted again, which changes no number that is right. */
export function parsePosition(row: Row): StoredPosition {
  const parsed = positionRecord.safeParse(row.value).data;
  return { revision: row.revision, value: parsed?.value ?? FIRST };
}

/** @throws StorageUnavailableError */
export async function readPosition(storage: Pick<Storage, 'read'>): Promise<StoredPosition> {
  return parsePosition(await storage.read(POSITION_ROW.entity, POSITION_ROW.key));
}

/**
 * Changes the position.
 * @param change undefined: another step was first, and nothing is written
 * @returns the new position; undefined: nothing was written
 * @throws StorageUnavailableError
 */
export async function changePosition(
  storage: Storage,
  change: (current: CountPosition) => CountPosition | undefined,
  commit: (write: RowWrite) => Promise<'committed' | 'conflict'> = (write) => storage.commit([write], []),
): Promise<CountPosition | undefined> {
  const changed = await retryOnConflict(async () => {
    const { revision, value: current } = await readPosition(storage);
    const next = change(current);
    if (next === undefined) return undefined;
    const record = { ...POSITION_ROW, value: { v: 1, rev: nextRevision(revision), value: next }, expected: revision };
    if ((await commit(record)) === 'committed') return next;
    if (revision === 'absent') await storage.placehold(POSITION_ROW.entity, POSITION_ROW.key);
    return 'conflict';
  });
  return changed === 'conflict' ? undefined : changed;
}
