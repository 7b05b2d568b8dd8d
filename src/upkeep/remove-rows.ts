import { auditDetails } from '../audit/details';
import { commitAudited } from '../audit/commit-audited';
import { APP_ACTOR, auditRow } from '../audit/event';
import type { Clock } from '../platform/clock';
import type { Log } from '../platform/log';
import type { Push } from '../platform/queue';
import type { Random } from '../platform/random';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { EntityName, RowCheck, RowRemoval, RowWrite, Storage } from '../platform/storage';
import type { Stored } from '../platform/stored-document';
import { commitProgress } from './commit-progress';
import { recordParts } from './failed-parts';
import { removeBody, UPKEEP_QUEUE } from './queue';
import { type Night, REMOVAL_ROW, type Removal, REMOVAL_TASKS } from './removal-state';
import { type RemovalGroup, REMOVAL_START, type RemovalTask, TASKS } from './removal-tasks';
import { appliedRetention, cutoffOf, readRetention } from './retention';

/**
 * Removes the rows that are no longer kept, each night, in steps through the queue `upkeep`. Each transaction removes rows
 * that are unchanged since they were read, and stores their number. So a step can be interrupted, repeated or run
 * concurrently without harm, and the numbers are exact. A clock that is wrong for one night removes nothing
 * (docs/adr/0058).
 */

export interface RemovalContext {
  readonly storage: Storage;
  readonly push: Push;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** The rows that one task checks in a night, and in one step. */
const ROWS_PER_NIGHT = 20_000;
const ROWS_PER_STEP = 1_000;
const STEP_DELAY_SECONDS = 5;
/** The maximum number of candidates that are decided at once. */
const PLANNED_AT_ONCE = 24;
/** The maximum number of rows in one transaction, next to the row of the night. */
const OPERATIONS = 24;
const HOUR_MS = 3_600_000;
/** A second daily event within this time is a repetition. */
const SAME_NIGHT_MS = 20 * HOUR_MS;
/** Rows are removed only if the clock agrees with the previous night: it is later, by at most this time. */
const TRUSTED_MS = 72 * HOUR_MS;
/** A step that failed this often is not tried again in this night. */
const MAX_FAILURES = 3;
const FIRST_TASK = REMOVAL_TASKS[0];

/**
 * Begins the removal of this night, or continues one whose event was lost.
 * @throws StorageUnavailableError, CorruptRecordError, QueueUnavailableError: call it again
 */
export async function startRemoval(context: RemovalContext): Promise<void> {
  const { storage, push, clock, random, log } = context;
  const night = await retryOnConflict(async () => {
    const stored = await REMOVAL_ROW.read(storage);
    const { night: open, last } = stored.value;
    const now = clock();
    const age = (at: string) => now.getTime() - Date.parse(at);
    if (open !== undefined && Math.abs(age(open.startedAt)) < SAME_NIGHT_MS) return open;
    const previous = open?.startedAt ?? last?.startedAt;
    if (open === undefined && last !== undefined && Math.abs(age(last.startedAt)) < SAME_NIGHT_MS) return undefined;
    const isTrusted = previous !== undefined && age(previous) > 0 && age(previous) <= TRUSTED_MS;
    const startedAt = now.toISOString();
    const next: Removal = isTrusted
      ? { ...stored.value, night: newNight(random.uuid(), startedAt, open) }
      : { positions: {}, last: { startedAt, endedAt: startedAt, isComplete: true, counts: open?.counts ?? {} } };
    const write = REMOVAL_ROW.write(stored.revision, next);
    if ((await commitCounted({ storage, clock, random }, write, isTrusted ? {} : open?.counts)) === 'conflict')
      return 'conflict';
    if (!isTrusted) log('retention.clock-confirmed-tomorrow', { startedAt });
    return next.night;
  });
  // On a conflict, a concurrent call began it.
  if (night === undefined || night === 'conflict') return;
  await push.push(UPKEEP_QUEUE, removeBody(night.nightId, night.step), STEP_DELAY_SECONDS);
}

/** @param lost a night whose event was lost. Its rows are reported with those of this night */
function newNight(nightId: string, startedAt: string, lost: Night | undefined): Night {
  const counts = lost?.counts ?? {};
  return { nightId, step: 0, task: FIRST_TASK, left: ROWS_PER_NIGHT, startedAt, isComplete: true, counts };
}

interface StepId {
  readonly nightId: string;
  readonly step: number;
}

/**
 * Runs one step and pushes the next one.
 * @param failedBefore the number of times that this step has failed. After a few failures, the night continues with the next
 *   task; the next night tries this one again from the same position
 * @returns contended: other writes changed the progress at every attempt
 * @throws StorageUnavailableError, CorruptRecordError, QueueUnavailableError: run the step again
 */
export async function stepRemoval(
  context: RemovalContext,
  id: StepId,
  failedBefore = 0,
): Promise<'done' | 'contended'> {
  const { storage, push, clock, log } = context;
  const stored = await REMOVAL_ROW.read(storage);
  const night = openStep(stored, id);
  if (night === undefined || Math.abs(clock().getTime() - Date.parse(night.startedAt)) > SAME_NIGHT_MS) return 'done';
  const now = new Date(night.startedAt);
  const task = TASKS[night.task];
  const kept = appliedRetention(await readRetention(storage), now)[task.setting];
  const cutoff = cutoffOf(kept, now);
  const hasFailed = failedBefore >= MAX_FAILURES;
  if (hasFailed) log('retention.task-failed', { task: night.task });
  const position = stored.value.positions[night.task] ?? REMOVAL_START;
  const run = () => (cutoff === undefined ? NOTHING_TO_DO : runTask(context, { id, night, task, cutoff, now }));
  const done = hasFailed ? { checked: night.left, next: position } : await run();
  if (done === 'superseded') return 'done';
  if (done === 'conflict') return 'contended';
  const part = `removal.${night.task}` as const;
  await recordParts(storage, new Map([[part, hasFailed ? 'failed' : 'done']]), now);
  const next = await finishStep(context, id, done);
  if (next === 'conflict') return 'contended';
  if (next !== undefined) await push.push(UPKEEP_QUEUE, removeBody(id.nightId, next.step), STEP_DELAY_SECONDS);
  return 'done';
}

interface Step {
  readonly id: StepId;
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

async function runTask(context: RemovalContext, step: Step): Promise<Done | 'superseded' | 'conflict'> {
  const { storage } = context;
  const { task, cutoff, now, night } = step;
  const { value } = await REMOVAL_ROW.read(storage);
  let after = value.positions[night.task] ?? REMOVAL_START;
  let checked = 0;
  while (checked < Math.min(ROWS_PER_STEP, night.left)) {
    const { keys, listed, next, hasMore } = await task.list(storage, after, cutoff);
    for (let start = 0; start < keys.length; start += PLANNED_AT_ONCE) {
      const some = keys.slice(start, start + PLANNED_AT_ONCE);
      const removed = await retryOnConflict(async () => {
        const groups = await task.plan(storage, some, { cutoff, now });
        return remove(storage, step.id, groups);
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
  id: StepId,
  groups: readonly RemovalGroup[],
): Promise<'done' | 'superseded' | 'conflict'> {
  for (const { rows, checks } of transactionsOf(groups)) {
    const stored = await REMOVAL_ROW.read(storage);
    const night = openStep(stored, id);
    if (night === undefined) return 'superseded';
    const counts = { ...night.counts };
    for (const { entity } of rows) if (entity !== undefined) counts[entity] = (counts[entity] ?? 0) + 1;
    const write = REMOVAL_ROW.write(stored.revision, { ...stored.value, night: { ...night, counts } });
    if ((await storage.commit([write], checks, [], rows)) === 'conflict') return 'conflict';
  }
  return 'done';
}

interface Transaction {
  readonly rows: RowRemoval[];
  readonly checks: readonly RowCheck[];
}

/** In this order: the dependents of a row before the row. */
function transactionsOf(groups: readonly RemovalGroup[]): readonly Transaction[] {
  const transactions: Transaction[] = [];
  let last: Transaction = { rows: [], checks: [] };
  for (const { dependents, guard, rows } of groups) {
    const atOnce = OPERATIONS - 1;
    for (let start = 0; start < dependents.length; start += atOnce) {
      const some = dependents.slice(start, start + atOnce);
      transactions.push({ rows: some, checks: guard === undefined ? [] : [guard] });
    }
    if (last.rows.length + rows.length > OPERATIONS) {
      transactions.push(last);
      last = { rows: [], checks: [] };
    }
    last.rows.push(...rows);
  }
  return last.rows.length === 0 ? transactions : [...transactions, last];
}

/** @returns the night, if it continues */
function finishStep(
  { storage, clock, random }: RemovalContext,
  id: StepId,
  { checked, next: place }: Done,
): Promise<Night | undefined | 'conflict'> {
  return retryOnConflict(async () => {
    const stored = await REMOVAL_ROW.read(storage);
    const night = openStep(stored, id);
    if (night === undefined) return undefined;
    const { [night.task]: _before, ...others } = stored.value.positions;
    const positions = place === undefined ? others : { ...others, [night.task]: place };
    const next = nextNight(night, checked, place !== undefined);
    if (typeof next === 'object') {
      const saved = await commitProgress(
        storage,
        REMOVAL_ROW.write(stored.revision, { ...stored.value, positions, night: next }),
      );
      return saved === 'conflict' ? saved : next;
    }
    const { night: _ended, ...rest } = stored.value;
    const { startedAt, counts } = night;
    const last = { startedAt, endedAt: clock().toISOString(), isComplete: next === 'complete', counts };
    const write = REMOVAL_ROW.write(stored.revision, { ...rest, positions, last });
    return (await commitCounted({ storage, clock, random }, write, counts)) === 'conflict' ? 'conflict' : undefined;
  });
}

/** Stores the end of a night, with an audit event if rows were removed in it. */
function commitCounted(
  { storage, clock, random }: Pick<RemovalContext, 'storage' | 'clock' | 'random'>,
  write: RowWrite,
  counts: Night['counts'] = {},
): Promise<'committed' | 'conflict'> {
  if (Object.keys(counts).length === 0) return commitProgress(storage, write);
  const after: { readonly [Entity in EntityName]?: number } = counts;
  const requestId = random.uuid();
  const event = auditRow({
    id: requestId,
    type: 'rows.removed',
    time: clock(),
    subject: 'retention',
    actor: APP_ACTOR,
    requestId,
    after: auditDetails(after),
  });
  return commitAudited(storage, [write], [event]);
}

/** @returns `complete` or `limited` if the night has ended */
function nextNight(night: Night, checked: number, hasMore: boolean): Night | 'complete' | 'limited' {
  const step = night.step + 1;
  const left = Math.max(0, night.left - checked);
  if (hasMore && left > 0) return { ...night, step, left };
  const isComplete = night.isComplete && !hasMore;
  const task = REMOVAL_TASKS[REMOVAL_TASKS.indexOf(night.task) + 1];
  if (task === undefined) return isComplete ? 'complete' : 'limited';
  return { ...night, step, task, left: ROWS_PER_NIGHT, isComplete };
}

function openStep({ value: { night } }: Stored<Removal>, { nightId, step }: StepId): Night | undefined {
  return night?.nightId === nightId && night.step === step ? night : undefined;
}
