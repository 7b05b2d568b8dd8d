import * as z from 'zod';
import { instant } from '../platform/instant';
import { EARLIEST, type Position } from '../platform/rows-by-time';
import { storedDocument } from '../platform/stored-document';
import { nextStep, type NextStep } from '../walks/walk';

/** The positions of the counters in the feeds, and the position of the nightly check. */

const count = z.int().min(0);
const place = z.strictObject({ time: z.string(), key: z.string() });

const feed = z.strictObject({
  /** The next step continues here. */
  cursor: place,
  /** All rows up to here are counted, also those that were written late. */
  settled: place,
});

export const PHASES = ['reported', 'spaces', 'pages', 'levels', 'scans'] as const;
export type Phase = (typeof PHASES)[number];

const night = z.strictObject({
  ...nextStep,
  phase: z.enum(PHASES),
  /** The rows that this phase may still read in this night. */
  left: count,
  pages: count,
  repaired: count,
});

/** Before the first step. */
const FIRST_STEP: NextStep = { ticket: '00000000-0000-0000-0000-000000000000', step: 0, touchedAt: EARLIEST };

const value = z.strictObject({
  follow: z.strictObject(nextStep).default(FIRST_STEP),
  feeds: z.strictObject({ changes: feed, scans: feed, moves: feed }),
  /** The counters include all changes up to this time. Omitted: the first count has not ended. */
  asOf: instant.optional(),
  isBehind: z.boolean(),
  /** The exclusions that are applied, or will be when the recount has ended and the observed detectors (activeConditions). */
  exclusions: z.string(),
  /** The place in a recount of the pages with findings. */
  recount: place.optional(),
  /** The counters that every page with findings is counted in (COUNTED). Omitted: fewer, until the recount has ended. */
  counted: z.string().optional(),
  /** The running check. */
  night: night.optional(),
  /** Where the next check continues. For `spaces`, the key is the id of a space; for `reported`, a cursor of Confluence. */
  checked: z.partialRecord(z.enum(PHASES), place),
  lastCheck: z.strictObject({ at: instant, pages: count, repaired: count }).optional(),
  pagesInConfluence: z.strictObject({ count, at: instant }).optional(),
});

export type Feed = z.infer<typeof feed>;
export type Night = z.infer<typeof night>;
export type CountPosition = z.infer<typeof value>;
export type FeedName = keyof CountPosition['feeds'];

export const START: Position = { time: EARLIEST, key: '' };

const FIRST: CountPosition = {
  follow: FIRST_STEP,
  feeds: {
    changes: { cursor: START, settled: START },
    scans: { cursor: START, settled: START },
    moves: { cursor: START, settled: START },
  },
  isBehind: true,
  exclusions: '',
  checked: {},
};

/** Without a readable row, every page is counted again, which changes no number that is right. */
export const POSITION_ROW = storedDocument(value, {
  entity: 'count',
  key: 'position',
  initial: FIRST,
  unreadable: 'absent',
});
