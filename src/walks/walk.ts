import * as z from 'zod';
import { commitAudited } from '../audit/commit-audited';
import type { Context } from '../platform/context';
import { instant } from '../platform/instant';
import { type Push, pushOrLog } from '../platform/queue';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { RowWrite, Storage } from '../platform/storage';
import type { Stored } from '../platform/stored-document';

/**
 * A walk is work in the background that takes many steps. Each step is an event of the queue `walks`, stores the position, and
 * pushes the next step (docs/adr/0090).
 */

export const WALK_NAMES = [
  'reconciliation',
  'mirror',
  'mirror-share',
  'native-levels',
  'counts',
  'exposure',
  'count-check',
  'removal',
  'personal-data-report',
  'erasure',
] as const;
export type WalkName = (typeof WALK_NAMES)[number];

/** The members of a stored walk that identify its next step. */
export const nextStep = {
  /** Only the event with this ticket runs the step. Each step replaces it, so a repeated event does nothing. */
  ticket: z.uuid(),
  /** The number of steps so far. */
  step: z.int().min(0),
  /** The time of the last step. */
  touchedAt: instant,
  /** When the trigger last pushed the next step again. */
  pushedAt: instant.optional(),
};

export interface NextStep {
  readonly ticket: string;
  readonly step: number;
  readonly touchedAt: string;
  readonly pushedAt?: string | undefined;
}

/** The queue in manifest.yml. */
export const WALK_QUEUE = 'walks';
/** The ticket of an event that starts a walk. */
export const START = 'start';

export interface WalkEvent {
  readonly walk: WalkName;
  /** Distinguishes the walks of one name. Empty if there is one at most. */
  readonly id: string;
  readonly ticket: string;
}

export type PushContext = Pick<Context, 'push' | 'log' | 'requestId'>;

export type WalkContext = PushContext & Pick<Context, 'storage' | 'clock' | 'random'>;

/**
 * The delay of a step. Callers who wait for a response have priority, and the step before must have stored its ticket,
 * which takes as long as a call to storage at most.
 */
export const STEP_DELAY_SECONDS = 5;
/** The longest delay of a queue event. */
export const MAX_DELAY_SECONDS = 900;
/** A chain of events that push each other may have 1,000. The trigger continues the walk with a new chain. */
const STEPS_PER_CHAIN = 500;
/** A walk without a step for this time has lost its event. Exceeds the longest delay and the time limit of a step. */
const LOST_AFTER_MS = 1_800_000;
/** For `restsUntil`: until something else changes the walk. */
export const FOREVER = '9999';

/** The first step of a new walk. */
export function firstStep({ clock, random }: Pick<WalkContext, 'clock' | 'random'>): NextStep {
  return { ticket: random.uuid(), step: 0, touchedAt: clock().toISOString(), pushedAt: undefined };
}

/** Pushes the stored step of a walk. Never fails: the trigger resumes the walk if the event is lost. */
export async function pushStoredStep(
  { push, log, requestId }: PushContext,
  walk: WalkName,
  { ticket }: Pick<NextStep, 'ticket'>,
  id = '',
): Promise<void> {
  const body = { walk, id, ticket };
  await pushOrLog(push, log, { queue: WALK_QUEUE, body, event: 'walk.not-pushed', requestId });
}

/** @throws QueueUnavailableError */
export function pushStart(push: Push, walk: WalkName, delaySeconds?: number): Promise<void> {
  return push.push(WALK_QUEUE, { walk, id: '', ticket: START }, delaySeconds);
}

/** Also if the clock was set back. */
function isLongAgo(time: string, now: Date): boolean {
  return Math.abs(now.getTime() - Date.parse(time)) >= LOST_AFTER_MS;
}

function isChainOver({ step }: NextStep): boolean {
  return step > 0 && step % STEPS_PER_CHAIN === 0;
}

/** The row that a walk is stored in, also with other facts. */
export interface WalkRow<Doc> {
  read(storage: Storage): Promise<Stored<Doc>>;
  save(
    storage: Storage,
    revision: Stored<Doc>['revision'],
    value: Doc,
    commit?: (write: RowWrite) => Promise<'committed' | 'conflict'>,
  ): Promise<'committed' | 'conflict'>;
}

export type StepResult<Doc, State> =
  | {
      /**
       * Stores the result. A walk that is no longer in the row has ended.
       * @param current the walk as it is stored now: an admin may have paused it during the step
       * @returns `superseded`: another run of this step changed what this one started from, so it runs again
       */
      readonly change: (doc: Doc, current: State) => Doc | 'superseded';
      /** The delay of the next step. Default: 5. */
      readonly delaySeconds?: number | undefined;
      /** Committed with the change. */
      readonly audit?: (changed: Doc) => RowWrite | undefined;
    }
  /** Nothing is stored or pushed. The trigger runs the step again later. */
  | 'later'
  /** Other writes came first at every attempt. The event is delivered again. */
  | 'contended';

interface WalkDefinition<Context, Doc, State> {
  readonly name: WalkName;
  readonly row: (id: string) => WalkRow<Doc>;
  /** The open walk in the row. */
  readonly find: (doc: Doc) => State | undefined;
  readonly put: (doc: Doc, state: State) => Doc;
  /**
   * Runs a step. Running it twice is harmless, but only one of the two results is stored.
   * @param failedBefore how often this event has failed
   * @throws what the queue should deliver the event again for
   */
  readonly step: (context: Context, state: State, id: string, failedBefore: number) => Promise<StepResult<Doc, State>>;
  /** Until this time no event runs a step, and then the trigger pushes it. Undefined: the walk does not rest. */
  readonly restsUntil?: (state: State) => string | undefined;
  /** The ids of the open walks. Default: there is one at most. */
  readonly listOpen?: (storage: Storage) => Promise<readonly string[]>;
}

export interface Walk<Context> {
  readonly name: WalkName;
  /** Runs the step of an event, unless it was run before. @throws what the step throws, QueueUnavailableError */
  readonly runStep: (
    context: Context,
    event: Pick<WalkEvent, 'id' | 'ticket'>,
    failedBefore: number,
  ) => Promise<'done' | 'contended'>;
  /** Pushes the walks that have lost their event, or no longer rest. @throws StorageUnavailableError, QueueUnavailableError */
  readonly resume: (context: Pick<WalkContext, 'storage' | 'clock' | 'push'>) => Promise<void>;
}

export function defineWalk<Context extends WalkContext, Doc, State extends NextStep>({
  name,
  row,
  find,
  put,
  step,
  restsUntil = () => undefined,
  listOpen = () => Promise.resolve(['']),
}: WalkDefinition<Context, Doc, State>): Walk<Context> {
  /** Another walk may be stored in the same row, and be noted at the same time. */
  const notePush = (storage: Storage, id: string, ticket: string, now: Date) =>
    retryOnConflict(async () => {
      const { revision, value } = await row(id).read(storage);
      const current = find(value);
      if (current?.ticket !== ticket) return 'committed';
      return row(id).save(storage, revision, put(value, { ...current, pushedAt: now.toISOString() }));
    });
  return {
    name,
    runStep: async (context, { id, ticket }, failedBefore) => {
      const { storage, push } = context;
      const { value: doc } = await row(id).read(storage);
      const before = find(doc);
      if (before?.ticket !== ticket || context.clock().toISOString() < (restsUntil(before) ?? '')) return 'done';
      const result = await step(context, before, id, failedBefore);
      if (result === 'later') return 'done';
      if (result === 'contended') return result;
      const { change, audit, delaySeconds = STEP_DELAY_SECONDS } = result;
      const next = { ...firstStep(context), step: before.step + 1 };
      const planned = change(doc, before);
      const after = planned === 'superseded' ? undefined : find(planned);
      const continues =
        planned === 'superseded' || (after !== undefined && restsUntil({ ...after, ...next }) === undefined);
      // Pushed before it is stored, so that no lost reply stops the walk. Without the stored ticket, the event does nothing.
      if (continues && !isChainOver(next))
        await push.push(WALK_QUEUE, { walk: name, id, ticket: next.ticket }, delaySeconds);
      const saved = await retryOnConflict(async () => {
        const { revision, value } = await row(id).read(storage);
        const current = find(value);
        if (current?.ticket !== ticket) return 'committed';
        const changed = change(value, current);
        if (changed === 'superseded') return 'conflict';
        const open = find(changed);
        const event = audit?.(changed);
        const commit = event && ((write: RowWrite) => commitAudited(storage, [write], [event]));
        return row(id).save(
          storage,
          revision,
          open === undefined ? changed : put(changed, { ...open, ...next }),
          commit,
        );
      });
      return saved === 'conflict' ? 'contended' : 'done';
    },
    resume: async ({ storage, clock, push }) => {
      const now = clock();
      for (const id of await listOpen(storage)) {
        const state = find((await row(id).read(storage)).value);
        if (state === undefined) continue;
        const { ticket, touchedAt, pushedAt } = state;
        const until = restsUntil(state);
        const isOverdue = isLongAgo(touchedAt, now) || isChainOver(state);
        const isDue = until === undefined ? isOverdue : now.toISOString() >= until;
        if (!isDue || (pushedAt !== undefined && !isLongAgo(pushedAt, now))) continue;
        await push.push(WALK_QUEUE, { walk: name, id, ticket });
        // Not before the push: if it fails, the next run of the trigger tries again. A walk that rested for a short time needs no record.
        if (isOverdue) await notePush(storage, id, ticket, now);
      }
    },
  };
}
