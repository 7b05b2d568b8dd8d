import * as z from 'zod';
import { instant } from '../platform/instant';
import { storedDocument } from '../platform/stored-document';
import { nextStep } from '../walks/walk';

/** The progress of the nightly removal of rows. */

export const REMOVAL_TASKS = [
  'keys',
  'runs',
  'resolved-findings',
  'redacted-findings',
  'gone-scans',
  'removed-levels',
  'level-changes',
  'audit-events',
] as const;
export type RemovalTaskName = (typeof REMOVAL_TASKS)[number];

const count = z.int().min(0);
const position = z.strictObject({ time: z.string(), key: z.string() });
/** Removed rows, by entity. */
const counts = z.record(z.string(), count);

const night = z.strictObject({
  ...nextStep,
  task: z.enum(REMOVAL_TASKS),
  /** The rows that this task may still check in this night. */
  left: count,
  /** The time that the whole night uses. */
  startedAt: instant,
  /** False if a task stopped at its limit: the next night continues. */
  isComplete: z.boolean(),
  counts,
});

const value = z.strictObject({
  night: night.optional(),
  /** Where each task continues. Omitted: at its start. */
  positions: z.partialRecord(z.enum(REMOVAL_TASKS), position),
  last: z.strictObject({ startedAt: instant, endedAt: instant, isComplete: z.boolean(), counts }).optional(),
});

export type Removal = z.infer<typeof value>;
export type Night = z.infer<typeof night>;

export const REMOVAL_ROW = storedDocument(value, { key: 'removal', initial: { positions: {} }, unreadable: 'refused' });
