import { auditDetails } from '../audit/details';
import { commitAudited } from '../audit/commit-audited';
import { APP_ACTOR, auditRow } from '../audit/event';
import { partsOf } from '../platform/parts';
import { retryOnConflict, unlessContended } from '../platform/retry-on-conflict';
import type { Position } from '../platform/rows-by-time';
import {
  type EntityName,
  nextRevision,
  type RowCheck,
  type RowRemoval,
  type RowWrite,
  type Storage,
} from '../platform/storage';
import type { Stored } from '../platform/stored-document';
import { defineWalk, firstStep, pushStoredStep, type StepResult, type WalkContext } from '../walks/walk';
import { recordPart } from './failed-parts';
import { type Night, REMOVAL_ROW, type Removal, REMOVAL_TASKS } from './removal-state';
import { type RemovalGroup, REMOVAL_START, type RemovalTask, TASKS } from './removal-tasks';
import { appliedRetention, cutoffOf, readRetention } from './retention';

/**
 * Removes the rows that are no longer kept, each night, in steps through the queue `upkeep`. Each transaction removes rows
 * that are unchanged since they were read, and stores their number. So a step can be interrupted, repeated or run
 * concurrently without harm, and the numbers are exact. A clock that is wrong for one night removes nothing
 * (docs/adr/0058).
 */

/** The rows that one task checks in a night, and in one step. */
const ROWS_PER_NIGHT = 20_000;
const ROWS_PER_STEP = 1_000;
/** The maximum number of candidates that are decided at once. */
const PLANNED_AT_ONCE = 24;
/** The maximum number of rows in one transaction, next to the row of the night. */
const OPERATIONS = 24;
const HOUR_MS = 3_600_000;
/** A second daily event within this time is a repetition. */
const SAME_NIGHT_MS = 20 * HOUR_MS;
/** Rows are removed only if the clock is later than in the previous night, by at most this time. */
const TRUSTED_MS = 72 * HOUR_MS;
/** A step that failed this often is not tried again in this night. */
const MAX_FAILURES = 3;
const FIRST_TASK = REMOVAL_TASKS[0];

/** Begins the removal of this night. @throws StorageUnavailableError, CorruptRecordError: call it again */
export async function startRemoval(context: WalkContext): Promise<void> {
  const { storage, clock, log } = context;
  const now = clock();
  const age = (at: string) => now.getTime() - Date.parse(at);
  const started = await retryOnConflict(async () => {
    const { revision, value } = await REMOVAL_ROW.read(storage);
    const { night: open, last } = value;
    const previous = (open ?? last)?.startedAt;
    if (previous !== undefined && Math.abs(age(previous)) < SAME_NIGHT_MS) return undefined;
    const isTrusted = previous !== undefined && age(previous) > 0 && age(previous) <= TRUSTED_MS;
    const startedAt = now.toISOString();
    // The rows of a night that did not end are reported with those of this night.
    const counts = open?.counts ?? {};
    const first = { task: FIRST_TASK, left: ROWS_PER_NIGHT, startedAt, isComplete: true, counts };
    const next: Removal = isTrusted
      ? { ...value, night: { ...first, ...firstStep(context) } }
      : { positions: {}, last: { startedAt, endedAt: startedAt, isComplete: true, counts } };
    const audit = isTrusted ? undefined : removedEvent(context, counts);
    const commit = audit && ((write: RowWrite) => commitAudited(storage, [write], [audit]));
    if ((await REMOVAL_ROW.save(storage, revision, next, commit)) === 'conflict') return 'conflict';
    if (!isTrusted) log('retention.clock-confirmed-tomorrow', { startedAt });
    return next.night;
  });
  const open = unlessContended(started);
  if (open !== undefined) await pushStoredStep(context, 'removal', open);
}

export const REMOVE_ROWS = defineWalk<WalkContext, Removal, Night>({
  name: 'removal',
  row: () => REMOVAL_ROW,
  find: ({ night }) => night,
  put: (removal, night) => ({ ...removal, night }),
  step: stepRemoval,
});

/** After a few failures, the night continues with the next task. The next night tries this one again from the same position. */
async function stepRemoval(
  context: WalkContext,
  night: Night,
  _id: string,
  failedBefore: number,
): Promise<StepResult<Removal, Night>> {
  const { storage, clock, log } = context;
  // The night has ended, and a new one has a later time.
  if (Math.abs(clock().getTime() - Date.parse(night.startedAt)) > SAME_NIGHT_MS) return 'later';
  const { value: before } = await REMOVAL_ROW.read(storage);
  const now = new Date(night.startedAt);
  const task = TASKS[night.task];
  const kept = appliedRetention(await readRetention(storage), now)[task.setting];
  const cutoff = cutoffOf(kept, now);
  const hasFailed = failedBefore >= MAX_FAILURES;
  if (hasFailed) log('retention.task-failed', { task: night.task });
  const position = before.positions[night.task] ?? REMOVAL_START;
  const run = () => (cutoff === undefined ? NOTHING_TO_DO : runTask(storage, position, { night, task, cutoff, now }));
  const done = hasFailed ? { checked: night.left, next: position } : await run();
  if (done === 'superseded') return 'later';
  await recordPart(storage, `removal.${night.task}`, hasFailed ? 'failed' : 'done', now);
  const next = nextTask(night, done);
  const at = clock().toISOString();
  const change = ({ night: _before, positions, last }: Removal, current: Night): Removal => {
    const { [night.task]: _position, ...others } = positions;
    const reached = done.next === undefined ? others : { ...others, [night.task]: done.next };
    const { startedAt, counts } = current;
    if (typeof next === 'object') return { ...(last && { last }), positions: reached, night: { ...current, ...next } };
    return { positions: reached, last: { startedAt, endedAt: at, isComplete: next === 'complete', counts } };
  };
  const audit = ({ last }: Removal) => removedEvent(context, last?.counts ?? {});
  return typeof next === 'object' ? { change } : { change, audit };
}

interface Step {
  readonly night: Night;
  readonly task: RemovalTask;
  readonly cutoff: string;
  readonly now: Date;
}

interface Done {
  readonly checked: number;
  /** Where the task continues. Undefined: it reached its end. */
  readonly next: Removal['positions']['keys'];
}

const NOTHING_TO_DO: Done = { checked: 0, next: undefined };

async function runTask(storage: Storage, from: Position, step: Step): Promise<Done | 'superseded'> {
  const { task, cutoff, now, night } = step;
  let after = from;
  let checked = 0;
  while (checked < Math.min(ROWS_PER_STEP, night.left)) {
    const { keys, listed, next, hasMore } = await task.list(storage, after, cutoff);
    for (const some of partsOf(keys, PLANNED_AT_ONCE)) {
      const removed = await retryOnConflict(async () => {
        // Read first, because a concurrent run of this step that removes the same rows changes it.
        const stored = await REMOVAL_ROW.read(storage);
        const groups = await task.plan(storage, some, { cutoff, now });
        return remove(storage, stored, night, groups);
      });
      if (removed === 'superseded') return removed;
      // Other writes keep changing one of the rows, so it is in use. The next night checks it again.
    }
    checked += Math.max(1, listed);
    if (!hasMore) return { checked, next: undefined };
    after = next;
  }
  return { checked, next: after };
}

/** Removes rows and adds their numbers to those of the night. */
async function remove(
  storage: Storage,
  { revision, value }: Stored<Removal>,
  { ticket }: Night,
  groups: readonly RemovalGroup[],
): Promise<'done' | 'superseded' | 'conflict'> {
  const { night } = value;
  if (night?.ticket !== ticket) return 'superseded';
  const counts = { ...night.counts };
  let expected = revision;
  for (const { rows, checks } of transactionsOf(groups)) {
    for (const { entity } of rows) if (entity !== undefined) counts[entity] = (counts[entity] ?? 0) + 1;
    const write = REMOVAL_ROW.write(expected, { ...value, night: { ...night, counts } });
    if ((await storage.commit([write], checks, [], rows)) === 'conflict') return 'conflict';
    expected = nextRevision(expected);
  }
  return 'done';
}

interface Transaction {
  readonly rows: readonly RowRemoval[];
  readonly checks: readonly RowCheck[];
}

/** The transactions of the groups, with the dependents of a row before the row. */
function transactionsOf(groups: readonly RemovalGroup[]): readonly Transaction[] {
  const transactions: Transaction[] = [];
  let last: readonly RowRemoval[] = [];
  for (const { dependents, guard, rows } of groups) {
    for (const some of partsOf(dependents, OPERATIONS - 1))
      transactions.push({ rows: some, checks: guard === undefined ? [] : [guard] });
    if (last.length + rows.length > OPERATIONS) {
      transactions.push({ rows: last, checks: [] });
      last = [];
    }
    last = [...last, ...rows];
  }
  return last.length === 0 ? transactions : [...transactions, { rows: last, checks: [] }];
}

/** The audit event of a night in which rows were removed. */
function removedEvent({ clock, random }: WalkContext, counts: Night['counts']): RowWrite | undefined {
  if (Object.keys(counts).length === 0) return undefined;
  const after: { readonly [Entity in EntityName]?: number } = counts;
  const requestId = random.uuid();
  return auditRow({
    id: requestId,
    type: 'rows.removed',
    time: clock(),
    subject: 'retention',
    actor: APP_ACTOR,
    requestId,
    after: auditDetails(after),
  });
}

/** @returns `complete` or `limited` if the night has ended */
function nextTask(
  night: Night,
  { checked, next }: Done,
): Pick<Night, 'task' | 'left' | 'isComplete'> | 'complete' | 'limited' {
  const left = Math.max(0, night.left - checked);
  if (next !== undefined && left > 0) return { task: night.task, left, isComplete: night.isComplete };
  const isComplete = night.isComplete && next === undefined;
  const task = REMOVAL_TASKS[REMOVAL_TASKS.indexOf(night.task) + 1];
  if (task === undefined) return isComplete ? 'complete' : 'limited';
  return { task, left: ROWS_PER_NIGHT, isComplete };
}
