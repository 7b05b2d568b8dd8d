import { awaitAll } from '../platform/await-all';
import type { Clock } from '../platform/clock';
import type { Log } from '../platform/log';
import type { Push } from '../platform/queue';
import type { Random } from '../platform/random';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { upgradedRow } from '../platform/row-upgrades';
import { listByKey } from '../platform/rows-by-key';
import { NEWER_ROW, type RowWrite, type Storage } from '../platform/storage';
import { commitProgress } from './commit-progress';
import {
  type MigrationCounts,
  type Migrations,
  migrationsWrite,
  type OpenMigration,
  readMigrations,
  type StoredMigrations,
} from './migration-state';
import { migrateBody, UPKEEP_QUEUE } from './queue';
import { ROW_SHAPES, type RowShape } from './row-shapes';

/**
 * Rewrites stored rows of earlier shapes, after an update of the app. Readers upgrade rows in memory, so nothing waits for
 * the migration. It runs in steps through the queue `upkeep`. Each transaction rewrites rows and stores the position, so a
 * step can be interrupted, repeated or run concurrently without harm (docs/adr/0058).
 */

export interface MigrationContext {
  readonly storage: Storage;
  readonly push: Push;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Default: those of the app. */
  readonly shapes?: readonly RowShape[];
}

/**
 * The first step waits until no process of the previous version writes rows of an earlier shape. A process of the platform
 * ends its invocation within this time, and queries return the row.
 */
const START_DELAY_SECONDS = 600;
const STEP_DELAY_SECONDS = 5;
/** The maximum number of rows in one transaction, next to the row of the position. */
const ROWS_AT_ONCE = 24;
const LISTS_AT_ONCE = 20;
const DAY_MS = 86_400_000;

/**
 * Starts a migration if rows may have an earlier shape, or continues one whose event was lost. Call it after every update
 * of the app, and once a day; more calls are harmless.
 * @throws StorageUnavailableError, CorruptRecordError, QueueUnavailableError: call it again
 */
export async function startMigrations(context: MigrationContext): Promise<void> {
  const { storage, push, clock, random, shapes = ROW_SHAPES } = context;
  const started = await retryOnConflict(async () => {
    const stored = await readMigrations(storage);
    const due = shapes
      .map((shape) => ({ entity: shape.entity, shape: shapeOf(shape) }))
      .filter(({ entity, shape }) => stored.value.finished[entity] !== shape);
    if (due.length === 0) return undefined;
    const { open } = stored.value;
    if (open !== undefined && isSamePlan(open, due)) return { open, delaySeconds: STEP_DELAY_SECONDS };
    const at = clock().toISOString();
    const next: OpenMigration = {
      runId: random.uuid(),
      step: 0,
      shapes: due,
      key: '',
      startedAt: at,
      touchedAt: at,
      counts: { checked: 0, rewritten: 0, unreadable: 0, newer: 0 },
    };
    const saved = await commitProgress(storage, migrationsWrite(stored, { ...stored.value, open: next }));
    return saved === 'conflict' ? saved : { open: next, delaySeconds: START_DELAY_SECONDS };
  });
  // On a conflict, a concurrent call started it.
  if (started === undefined || started === 'conflict') return;
  await push.push(UPKEEP_QUEUE, migrateBody(started.open.runId, started.open.step), started.delaySeconds);
}

/** The shape of an entity changes with every new upgrade. */
function shapeOf({ upgrades }: RowShape): string {
  return upgrades.map(({ name }) => name).join(',');
}

function isSamePlan({ shapes }: OpenMigration, due: OpenMigration['shapes']): boolean {
  return JSON.stringify(shapes) === JSON.stringify(due);
}

/**
 * Runs one step and pushes the next one.
 * @returns contended: other writes changed the rows at every attempt
 * @throws StorageUnavailableError, CorruptRecordError, QueueUnavailableError: run the step again
 */
export async function stepMigration(
  context: MigrationContext,
  { runId, step }: { readonly runId: string; readonly step: number },
): Promise<'done' | 'contended'> {
  const { storage, push, log, shapes = ROW_SHAPES } = context;
  const { value } = await readMigrations(storage);
  const current = value.open;
  if (current?.runId !== runId || current.step !== step) return 'done';
  const entity = current.shapes[0]?.entity;
  const shape = shapes.find((one) => one.entity === entity && shapeOf(one) === current.shapes[0]?.shape);
  // This version of the app does not know the shape: the one that started the migration has been rolled back.
  if (shape === undefined) return 'done';
  let after: string | undefined = current.key;
  for (let lists = 0; lists < LISTS_AT_ONCE && after !== undefined; lists += 1) {
    const { rows, next } = await listByKey(storage, shape.entity, after);
    for (let start = 0; start === 0 || start < rows.length; start += ROWS_AT_ONCE) {
      const part = rows.slice(start, start + ROWS_AT_ONCE);
      const done = await rewrite(context, shape, { runId, step }, part);
      if (done === 'conflict') return 'contended';
      if (done === 'superseded') return 'done';
    }
    after = next;
  }
  const ended = await finishStep(context, { runId, step }, after === undefined);
  if (ended === 'conflict') return 'contended';
  if (ended === 'superseded') return 'done';
  if (ended.open !== undefined) await push.push(UPKEEP_QUEUE, migrateBody(runId, ended.open.step), STEP_DELAY_SECONDS);
  else if (ended.last !== undefined) log('rows.migrated', { ...ended.last.counts });
  return 'done';
}

interface StepId {
  readonly runId: string;
  readonly step: number;
}

/** Rewrites rows and moves the position behind them. `superseded`: another step wrote first. */
function rewrite(
  { storage, clock }: MigrationContext,
  { entity, upgrades }: RowShape,
  id: StepId,
  rows: readonly { readonly key: string; readonly value: unknown }[],
): Promise<'done' | 'superseded' | 'conflict'> {
  const last = rows.at(-1);
  if (last === undefined) return Promise.resolve('done');
  return retryOnConflict(async () => {
    const stored = await readMigrations(storage);
    const open = openStep(stored, id);
    if (open === undefined) return 'superseded';
    if (open.key >= last.key) return 'done';
    const outdated = rows.filter(({ key, value }) => key > open.key && upgradedOrFailed(upgrades, value) !== undefined);
    const now = clock().getTime();
    const read = await awaitAll(outdated.map(({ key }) => storage.readWithExpiry(entity, key)));
    const counts: Record<keyof MigrationCounts, number> = { ...open.counts };
    counts.checked += rows.filter(({ key }) => key > open.key).length;
    const writes = read.flatMap(({ revision, value, expiresAt }, index): RowWrite[] => {
      const key = outdated[index]?.key;
      const leftMs = expiresAt === undefined ? undefined : Date.parse(expiresAt) - now;
      // The row was deleted, or the platform is about to delete it.
      if (key === undefined || value === undefined || (leftMs !== undefined && leftMs <= 0)) return [];
      if (revision === NEWER_ROW) {
        counts.newer += 1;
        return [];
      }
      const upgraded = upgradedOrFailed(upgrades, value);
      if (upgraded === undefined) return [];
      if (upgraded === 'failed' || revision === 'absent' || revision < 0) {
        counts.unreadable += 1;
        return [];
      }
      counts.rewritten += 1;
      // The revision stays: for clients the row has not changed, and a concurrent write still replaces it.
      const keepDays = leftMs === undefined ? {} : { keepDays: Math.min(365, Math.ceil(leftMs / DAY_MS)) };
      return [{ entity, key, value: { ...upgraded, rev: revision }, expected: revision, ...keepDays }];
    });
    const next = { ...open, key: last.key, touchedAt: clock().toISOString(), counts };
    return (await commitProgress(storage, migrationsWrite(stored, { ...stored.value, open: next }), writes)) ===
      'conflict'
      ? 'conflict'
      : 'done';
  });
}

function upgradedOrFailed(upgrades: RowShape['upgrades'], value: unknown) {
  try {
    return upgradedRow(upgrades, value);
  } catch {
    return 'failed';
  }
}

/** @param isLast true if the entity has no more rows */
function finishStep(
  { storage, clock }: MigrationContext,
  id: StepId,
  isLast: boolean,
): Promise<Migrations | 'superseded' | 'conflict'> {
  return retryOnConflict(async () => {
    const stored = await readMigrations(storage);
    const open = openStep(stored, id);
    if (open === undefined) return 'superseded';
    const next = isLast
      ? withoutFirst(stored.value, open, clock().toISOString())
      : { ...stored.value, open: { ...open, step: open.step + 1 } };
    return (await commitProgress(storage, migrationsWrite(stored, next))) === 'conflict' ? 'conflict' : next;
  });
}

function openStep({ value: { open } }: StoredMigrations, { runId, step }: StepId): OpenMigration | undefined {
  return open?.runId === runId && open.step === step ? open : undefined;
}

/** All rows of the first entity have its shape. */
function withoutFirst({ open: _open, ...before }: Migrations, open: OpenMigration, at: string): Migrations {
  const [done, ...shapes] = open.shapes;
  const finished = done === undefined ? before.finished : { ...before.finished, [done.entity]: done.shape };
  if (shapes.length > 0)
    return { ...before, finished, open: { ...open, shapes, key: '', step: open.step + 1, touchedAt: at } };
  return { ...before, finished, last: { startedAt: open.startedAt, endedAt: at, counts: open.counts } };
}
