import { randomUUID } from 'node:crypto';
import type Database from 'libsql';
import * as z from 'zod';
import type { PlatformSwitches } from '../assumptions';
import type { Manifest, ScheduledTrigger } from '../manifest';
import { seededRandom } from '../seeded-random';
import { Deliveries, type Delivery } from './deliveries';
import { createLostEvents } from './lost-events';
import { afterInvocation, type Ended, retryContextOf } from './outcome';
import { createPartialPushes } from './partial-pushes';
import { callQueue, pushedEvent } from './queue';
import { Schedules } from './schedules';

/** Forge's background work, with queues, Confluence events and scheduled triggers. */

/** Runs a function of the app. Never rejects. */
export type RunFunction = (call: FunctionCall) => Promise<Ended & { readonly invocationId: string }>;

export interface FunctionCall {
  readonly functionKey: string;
  readonly moduleKey: string;
  readonly moduleType: 'consumer' | 'trigger' | 'scheduledTrigger' | 'preUninstall';
  readonly timeoutMs: number;
  readonly argument: object;
  /** The chain of pushes that it belongs to. */
  readonly chain: string;
}

export interface BackgroundOptions {
  readonly database: Database.Database;
  readonly manifest: Manifest;
  readonly cloudId: string;
  readonly now: () => Date;
  readonly assumptions: PlatformSwitches;
  /** Chooses the events that are lost, late, repeated, and delivered next. */
  readonly seed: number;
  /** As `HostOptions.duplicates`. */
  readonly duplicates?: number | undefined;
  readonly run: RunFunction;
  /** Lets Confluence send the events that are due. */
  readonly beforeDelivery: () => Promise<void>;
}

/** An invocation of the app in the background. */
export interface BackgroundInvocation {
  /** `GET /local/trace/{id}` returns its platform calls. */
  readonly id: string;
  readonly moduleType: FunctionCall['moduleType'];
  readonly module: string;
  /** Undefined for a scheduled trigger. */
  readonly eventId?: string;
  readonly at: string;
  /** `retry`: a later attempt follows. For a scheduled trigger, the status is the one that the platform recorded. */
  readonly outcome: 'done' | 'retry' | 'failed' | number;
  /** The error. */
  readonly error?: string;
}

export interface PendingEvent {
  readonly id: string;
  readonly kind: 'queue' | 'product';
  readonly module: string;
  readonly dueAt: string;
  readonly attempts: number;
  /** The body of the pushed event, or the Confluence event. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Background {
  /** All pending deliveries, in the order in which they are due. */
  pending(): readonly PendingEvent[];
  /**
   * Delivers everything that is due, and everything that becomes due as a result, one at a time. With `unordered-events`, in
   * a random order, and some of it twice.
   */
  settle(): Promise<readonly BackgroundInvocation[]>;
  /** Never delivers a pending event. */
  lose(eventId: string): void;
  /** Delivers an event immediately, even if it is not due, and again if it was already delivered. */
  deliver(eventId: string): Promise<BackgroundInvocation>;
  runSchedule(key: string): Promise<BackgroundInvocation>;
  /** Runs the scheduled triggers that are due. */
  runDueSchedules(): Promise<readonly BackgroundInvocation[]>;
  schedules(): readonly { readonly key: string; readonly interval: string; readonly nextAt: string }[];
  /** Runs the functions of `preUninstall`, and then cancels all pending deliveries. */
  runPreUninstall(): Promise<readonly BackgroundInvocation[]>;
  /** The latest invocations, newest first. */
  readonly recent: readonly BackgroundInvocation[];
  /** Schedules the delivery of a Confluence event to the app. */
  publish(event: { readonly eventType: string; readonly [member: string]: unknown }): void;
  /** Answers a call of `@forge/events`. */
  callQueue(path: string, body: string, chain: string): Response;
  /** Delivers everything when it is due, until `close`. */
  start(): void;
  /** Stops deliveries. A running one counts as interrupted, and the next host delivers it again. */
  close(): void;
}

const DEFAULT_TIMEOUT_SECONDS = 55;
/** The limit of the platform, whatever manifest.yml has. */
const PRE_UNINSTALL_LIMIT_MS = 55_000;
const REMEMBERED_INVOCATIONS = 200;
const POLL_INTERVAL_MS = 100;
/** The number of concurrent invocations. */
const MAX_RUNNING = 8;
/** The longest delay of Confluence events with `late-events`. */
const LATE_EVENT_MS = 180_000;
/** The share of the deliveries that are repeated with `unordered-events`. */
const USUAL_DUPLICATES = 0.02;

/** The status that Forge records for a scheduled trigger; any other result is a 424. */
const scheduleResult = z.object({ statusCode: z.int() });

export function createBackground(options: BackgroundOptions): Background {
  const { database, manifest, now, assumptions, run, seed, duplicates = USUAL_DUPLICATES } = options;
  const deliveries = new Deliveries(database);
  const schedules = new Schedules(database, manifest, now().getTime(), assumptions, seed);
  const recent: BackgroundInvocation[] = [];
  const running = new Map<string, Delivery>();
  const lostEvents = createLostEvents(assumptions, seed);
  const partialPushes = createPartialPushes(assumptions, seed);
  const random = seededRandom(seed);
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const remember = (invocation: BackgroundInvocation): BackgroundInvocation => {
    recent.unshift(invocation);
    recent.length = Math.min(recent.length, REMEMBERED_INVOCATIONS);
    // Results of invocations that outlive the host are dropped.
    if (invocation.error !== undefined && !isClosed)
      console.error(`${invocation.moduleType} ${invocation.module}: ${invocation.error}`);
    return invocation;
  };

  const invoke = async (delivery: Delivery): Promise<BackgroundInvocation> => {
    const isRedelivery = delivery.state !== 'waiting';
    const startedAt = now();
    const { module, kind } = delivery;
    const moduleType = kind === 'queue' ? 'consumer' : 'trigger';
    const functionKey = (kind === 'queue' ? manifest.consumers : manifest.triggers).find(
      ({ key }) => key === module,
    )?.function;
    if (functionKey === undefined) {
      deliveries.save({ ...delivery, state: 'failed' });
      const error = `manifest.yml no longer has the ${moduleType} ${module}`;
      const at = startedAt.toISOString();
      return remember({ id: randomUUID(), moduleType, module, eventId: delivery.id, at, outcome: 'failed', error });
    }
    if (!isRedelivery) deliveries.save({ ...delivery, state: 'running', attempts: delivery.attempts + 1 });
    running.set(delivery.id, delivery);
    try {
      const ended = await run({
        functionKey,
        moduleKey: module,
        moduleType,
        timeoutMs: timeoutOf(manifest, functionKey),
        argument: argumentOf(manifest, delivery, startedAt.getTime()),
        chain: delivery.chain,
      });
      const after = afterInvocation({ ...delivery, attempts: delivery.attempts + 1 }, ended, now().getTime());
      // A delivery that was repeated or canceled in the meantime stays as it is.
      if (!isRedelivery && !isClosed && deliveries.find(delivery.id)?.state === 'running')
        deliveries.save(after.delivery);
      const { state } = after.delivery;
      const error = after.complaint ?? (ended.how === 'returned' ? undefined : describe(ended.error));
      return remember({
        id: ended.invocationId,
        moduleType,
        module,
        eventId: delivery.id,
        at: startedAt.toISOString(),
        outcome: state === 'waiting' ? 'retry' : state === 'done' ? 'done' : 'failed',
        ...(error === undefined ? {} : { error }),
      });
    } finally {
      running.delete(delivery.id);
    }
  };

  const runSchedule = async ({ key, function: functionKey }: ScheduledTrigger): Promise<BackgroundInvocation> => {
    const at = now().toISOString();
    const ended = await run({
      functionKey,
      moduleKey: key,
      moduleType: 'scheduledTrigger',
      timeoutMs: timeoutOf(manifest, functionKey),
      argument: { context: { cloudId: options.cloudId, moduleKey: key }, contextToken: 'local' },
      chain: randomUUID(),
    });
    const parsed = ended.how === 'returned' ? scheduleResult.safeParse(ended.result) : undefined;
    const outcome = parsed?.data?.statusCode ?? 424;
    const error = ended.how === 'returned' ? undefined : describe(ended.error);
    return remember({
      id: ended.invocationId,
      moduleType: 'scheduledTrigger',
      module: key,
      at,
      outcome,
      ...(outcome === 204 ? {} : { error: error ?? `it did not return {statusCode: 204}, which is a ${outcome}` }),
    });
  };

  /** Not held back by the limit of its concurrency key. */
  const mayRun = (delivery: Delivery): boolean => {
    const { concurrency } = pushedEvent.partial().parse(delivery.kind === 'queue' ? delivery.payload : {});
    if (concurrency === undefined) return true;
    const ofKey = [...running.values()].filter(
      (other) => pushedEvent.partial().safeParse(other.payload).data?.concurrency?.key === concurrency.key,
    );
    return ofKey.length < concurrency.limit;
  };

  /** It is usually the first one. */
  const nextDue = (): Delivery | undefined =>
    deliveries.due(now().getTime(), 1).find(mayRun) ?? deliveries.due(now().getTime(), 100).find(mayRun);

  /** Delivered once, and not yet again. */
  const repeated: Delivery[] = [];
  const takeNext = (): Delivery | undefined => {
    if (!assumptions.has('unordered-events')) return nextDue();
    const due = [...deliveries.due(now().getTime(), 100).filter(mayRun), ...repeated];
    const chosen = due[Math.floor(random() * due.length)];
    if (chosen !== undefined && repeated.includes(chosen)) repeated.splice(repeated.indexOf(chosen), 1);
    return chosen;
  };

  const runDueSchedules = (): Promise<BackgroundInvocation[]> =>
    Promise.all(assumptions.has('no-schedules') ? [] : schedules.takeDue(now().getTime()).map(runSchedule));

  const deliver = async (delivery: Delivery): Promise<BackgroundInvocation> => {
    const invocation = await invoke(delivery);
    const delivered = assumptions.has('unordered-events') && random() < duplicates && deliveries.find(delivery.id);
    if (delivered && delivered.state === 'done') repeated.push(delivered);
    return invocation;
  };

  const poll = (): void => {
    void options.beforeDelivery();
    void runDueSchedules();
    while (running.size < MAX_RUNNING) {
      const next = takeNext();
      if (next === undefined) return;
      void deliver(next);
    }
  };

  return {
    pending: () =>
      deliveries.pending().map(({ id, kind, module, dueAt, attempts, payload }) => ({
        id,
        kind,
        module,
        dueAt: new Date(dueAt).toISOString(),
        attempts,
        body: kind === 'queue' ? pushedEvent.parse(payload).body : z.record(z.string(), z.unknown()).parse(payload),
      })),
    settle: async () => {
      const done: BackgroundInvocation[] = [];
      await options.beforeDelivery();
      for (let next = takeNext(); next !== undefined; next = takeNext()) done.push(await deliver(next));
      return done;
    },
    deliver: async (eventId) => {
      const delivery = deliveries.find(eventId);
      if (delivery === undefined) throw new Error(`no event ${eventId} is remembered`);
      return invoke(delivery);
    },
    lose: (eventId) => {
      const delivery = deliveries.find(eventId);
      if (delivery !== undefined) deliveries.save({ ...delivery, state: 'cancelled' });
    },
    runSchedule: async (key) => {
      const schedule = manifest.scheduledTriggers.find((one) => one.key === key);
      if (schedule === undefined) throw new Error(`manifest.yml has no scheduled trigger ${key}`);
      if (assumptions.has('no-schedules')) throw new Error('the switch no-schedules stops scheduled triggers');
      return runSchedule(schedule);
    },
    runDueSchedules,
    runPreUninstall: async () => {
      const done: BackgroundInvocation[] = [];
      for (const { key, function: functionKey } of manifest.preUninstall) {
        const at = now().toISOString();
        const ended = await run({
          functionKey,
          moduleKey: key,
          moduleType: 'preUninstall',
          timeoutMs: PRE_UNINSTALL_LIMIT_MS,
          argument: {},
          chain: randomUUID(),
        });
        // The platform ignores the result, and removes the app even if the function fails.
        const error = ended.how === 'returned' ? {} : { error: describe(ended.error) };
        const outcome = ended.how === 'returned' ? 'done' : 'failed';
        done.push(remember({ id: ended.invocationId, moduleType: 'preUninstall', module: key, at, outcome, ...error }));
      }
      for (const delivery of deliveries.pending()) deliveries.save({ ...delivery, state: 'cancelled' });
      return done;
    },
    schedules: () =>
      schedules.all().map(({ key, interval, nextAt }) => ({ key, interval, nextAt: new Date(nextAt).toISOString() })),
    recent,
    publish: (event) => {
      const subscribers = manifest.triggers.filter(
        ({ events }) => events.includes(event.eventType) && !(isOfProduct(event) && lostEvents.takeNext()),
      );
      const nowMs = now().getTime();
      deliveries.add(
        subscribers.map(({ key }) => ({
          id: randomUUID(),
          kind: 'product' as const,
          module: key,
          jobId: '',
          payload: event,
          dueAt: nowMs + (assumptions.has('late-events') ? Math.floor(random() * LATE_EVENT_MS) : 0),
          chain: randomUUID(),
        })),
        nowMs,
      );
    },
    callQueue: (path, body, chain) => callQueue({ manifest, deliveries, now, partialPushes }, path, body, chain),
    start: () => {
      timer ??= setInterval(poll, POLL_INTERVAL_MS).unref();
    },
    close: () => {
      clearInterval(timer);
      isClosed = true;
    },
  };
}

function isOfProduct({ eventType }: { readonly eventType: string }): boolean {
  return eventType.startsWith('avi:confluence:');
}

/** The first argument of the function. */
function argumentOf(manifest: Manifest, delivery: Delivery, nowMs: number): object {
  const retryContext = retryContextOf(delivery, nowMs);
  const again = retryContext === undefined ? {} : { retryContext };
  if (delivery.kind === 'product') return { ...z.record(z.string(), z.unknown()).parse(delivery.payload), ...again };
  const queueName = manifest.consumers.find(({ key }) => key === delivery.module)?.queue;
  return { ...pushedEvent.parse(delivery.payload), queueName, jobId: delivery.jobId, eventId: delivery.id, ...again };
}

function timeoutOf({ functions }: Manifest, functionKey: string): number {
  return (functions.find(({ key }) => key === functionKey)?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1_000;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
