import * as z from 'zod';
import { auditDetails } from '../audit/details';
import { commitAudited } from '../audit/commit-audited';
import { type AuditActor, auditRow, type AuditType } from '../audit/event';
import { instant } from '../platform/instant';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { RowWrite, Storage } from '../platform/storage';
import { type Stored, storedDocument } from '../platform/stored-document';
import { firstStep, nextStep, pushStoredStep, type WalkContext } from '../walks/walk';
import { mirroredConfiguration, walkScope } from './mirrored-configuration';

/**
 * A walk writes the properties of many pages, after a change of the levels or the settings, or because an admin starts
 * it. There is at most one.
 */

const count = z.int().min(0);

const counts = z.strictObject({
  /** Pages whose property was compared with their level. */
  checked: count,
  /** Properties that were written. */
  written: count,
  /** Pages that Confluence gave an unexpected response for. They are tried again. */
  failed: count,
  /** Pages that the app cannot see or edit. */
  unreachable: count,
});

const walk = z.strictObject({
  walkId: z.uuid(),
  scope: walkScope,
  /** `failed`: it made no progress for a day. */
  state: z.enum(['running', 'paused', 'finished', 'cancelled', 'failed']),
  /** `configuration`: the levels or settings changed. */
  cause: z.enum(['configuration', 'admin']),
  /** An account id, or SYSTEM. */
  startedBy: z.string(),
  startedAt: instant,
  ...nextStep,
  endedAt: instant.optional(),
  /** Set while the points of the site for background work are used up. */
  waitsUntil: instant.optional(),
  /** `unclassified`: pages with a property and without a level. */
  phase: z.enum(['classified', 'unclassified']),
  /** The last processed row; empty = before the first. */
  time: z.string(),
  key: z.string(),
  counts,
});

const walkState = z.strictObject({ walk: walk.optional(), configuration: mirroredConfiguration.optional() });

export type Walk = z.infer<typeof walk>;
export type WalkCounts = z.infer<typeof counts>;
export type WalkState = z.infer<typeof walkState>;

export const WALK_ROW = storedDocument(walkState, { key: 'mirror-walk', initial: {}, unreadable: 'refused' });
const NOTHING: WalkCounts = { checked: 0, written: 0, failed: 0, unreachable: 0 };

export type WalkControl = WalkContext & { readonly actor: AuditActor };

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readWalk(storage: Pick<Storage, 'read'>): Promise<Walk | undefined> {
  return (await WALK_ROW.read(storage)).value.walk;
}

/**
 * Starts a walk and pushes its first step.
 * @returns `already-open`: another walk is running or paused
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function startWalk(
  control: WalkControl,
  scope: Walk['scope'],
): Promise<{ readonly outcome: 'started' | 'already-open'; readonly walk: Walk } | { readonly outcome: 'contended' }> {
  const outcome = await retryOnConflict(async () => {
    const stored = await WALK_ROW.read(control.storage);
    const { walk: open } = stored.value;
    if (isOpen(open)) return { outcome: 'already-open', walk: open } as const;
    const walk = newWalk(control, { scope, startedBy: control.actor.accountId, cause: 'admin' });
    const saved = await saveWalk(control, stored, walk, 'mirror-walk.started');
    return saved === 'conflict' ? saved : ({ outcome: 'started', walk } as const);
  });
  if (outcome === 'conflict') return { outcome: 'contended' };
  if (outcome.outcome === 'started') await pushStoredStep(control, 'mirror', outcome.walk);
  return outcome;
}

export type WalkControlOutcome =
  | { readonly outcome: 'changed'; readonly walk: Walk }
  /** The walk is in another state, for example finished, or another walk has replaced it. */
  | { readonly outcome: 'not-possible' }
  /** Other writes came first at every attempt. Nothing was written. */
  | { readonly outcome: 'contended' };

/** Pauses a running walk. Its position is kept. @throws StorageUnavailableError, CorruptRecordError */
export function pauseWalk(control: WalkControl, walkId: string): Promise<WalkControlOutcome> {
  return changeState(control, walkId, {
    type: 'mirror-walk.paused',
    from: ['running'],
    change: (walk) => ({ ...withoutWaiting(walk), state: 'paused' }),
  });
}

/** Continues a paused walk where it stopped. @throws StorageUnavailableError, CorruptRecordError */
export async function resumeWalk(control: WalkControl, walkId: string): Promise<WalkControlOutcome> {
  const touchedAt = control.clock().toISOString();
  const outcome = await changeState(control, walkId, {
    type: 'mirror-walk.resumed',
    from: ['paused'],
    change: (walk) => ({ ...walk, state: 'running', touchedAt }),
  });
  if (outcome.outcome === 'changed') await pushStoredStep(control, 'mirror', outcome.walk);
  return outcome;
}

/** Ends a walk. The properties that it has written stay. @throws StorageUnavailableError, CorruptRecordError */
export function cancelWalk(control: WalkControl, walkId: string): Promise<WalkControlOutcome> {
  const endedAt = control.clock().toISOString();
  return changeState(control, walkId, {
    type: 'mirror-walk.cancelled',
    from: ['running', 'paused'],
    change: (walk) => ({ ...withoutWaiting(walk), state: 'cancelled', endedAt }),
  });
}

interface StateChange {
  readonly type: AuditType;
  readonly from: readonly Walk['state'][];
  readonly change: (walk: Walk) => Walk;
}

async function changeState(
  control: WalkControl,
  walkId: string,
  { type, from, change }: StateChange,
): Promise<WalkControlOutcome> {
  const outcome = await retryOnConflict(async () => {
    const stored = await WALK_ROW.read(control.storage);
    const { walk: before } = stored.value;
    if (before?.walkId !== walkId || !from.includes(before.state)) return { outcome: 'not-possible' } as const;
    const walk = change(before);
    const saved = await saveWalk(control, stored, walk, type);
    return saved === 'conflict' ? saved : ({ outcome: 'changed', walk } as const);
  });
  return outcome === 'conflict' ? { outcome: 'contended' } : outcome;
}

export function newWalk(
  context: Pick<WalkContext, 'clock' | 'random'>,
  start: Pick<Walk, 'scope' | 'startedBy' | 'cause'>,
): Walk {
  const first = firstStep(context);
  return {
    ...start,
    ...first,
    walkId: context.random.uuid(),
    state: 'running',
    startedAt: first.touchedAt,
    phase: 'classified',
    time: '',
    key: '',
    counts: NOTHING,
  };
}

export function isOpen(walk: Walk | undefined): walk is Walk {
  return walk !== undefined && (walk.state === 'running' || walk.state === 'paused');
}

export function withoutWaiting({ waitsUntil: _, ...walk }: Walk): Walk {
  return walk;
}

/**
 * Stores a walk in the place of the one before, with its audit event. @returns conflict: the row has changed since it was read
 */
function saveWalk(
  { storage, random, clock, requestId, actor }: WalkControl,
  { revision, value }: Stored<WalkState>,
  walk: Walk,
  type: AuditType,
): Promise<'committed' | 'conflict'> {
  const { checked, written } = walk.counts;
  const after = type === 'mirror-walk.started' ? undefined : auditDetails({ pages: checked, written });
  const subject = `mirror-walk:${walk.walkId}` as const;
  const audit = auditRow({ id: random.uuid(), type, time: clock(), subject, actor, requestId, after });
  const commit = (write: RowWrite) => commitAudited(storage, [write], [audit]);
  return WALK_ROW.save(storage, revision, { ...value, walk }, commit);
}
