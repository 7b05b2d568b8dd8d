import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Manifest } from '../manifest';
import type { Deliveries, Delivery } from './deliveries';
import type { PartialPushes } from './partial-pushes';

/** The calls of `@forge/events` to push, count and cancel events. */

const MAX_EVENTS = 50;
const MAX_BYTES = 200 * 1024;
const MAX_EVENT_BYTES_OF_SLOW_CONSUMER = 100 * 1024;
const DEFAULT_TIMEOUT_SECONDS = 55;
const MAX_EVENTS_A_MINUTE = 500;
const MAX_PUSHES_OF_A_CHAIN = 1_000;

/** The braces are literal, because the SDK sends them. */
const PATH = /^\/webhook\/queue\/(publish|stats|cancel)\/\{contextAri\}\/\{environmentId\}\/\{appId\}\/\{appVersion\}$/;

const name = z.string().regex(/^[a-zA-Z0-9-_]+$/);
export const pushedEvent = z.strictObject({
  body: z.record(z.string(), z.unknown()),
  delayInSeconds: z.number().min(0).max(900).optional(),
  concurrency: z.strictObject({ key: z.string().min(1), limit: z.int().min(1) }).optional(),
});
const push = z.strictObject({
  queueName: name,
  jobId: z.uuid(),
  type: z.literal('avi:forge:app:event'),
  schema: z.literal('ari:cloud:ecosystem::forge/app-event-2'),
  payload: z.array(pushedEvent).min(1).max(MAX_EVENTS),
  time: z.string(),
});
const aboutJob = z.strictObject({ queueName: name, jobId: z.string(), time: z.string() });

export function isQueueCall(path: string): boolean {
  return path.startsWith('/webhook/queue/');
}

export interface QueueOptions {
  readonly manifest: Manifest;
  readonly deliveries: Deliveries;
  readonly now: () => Date;
  readonly partialPushes: PartialPushes;
}

/** @param chain the chain of the invocation that pushes */
export function callQueue(options: QueueOptions, path: string, body: string, chain: string): Response {
  const json: unknown = JSON.parse(body);
  switch (PATH.exec(path)?.[1]) {
    case 'publish':
      return publish(options, json, chain, Buffer.byteLength(body));
    case 'stats':
      return withJob(options, json, (ofJob) => Response.json(countsOf(ofJob)));
    case 'cancel':
      return withJob(options, json, (ofJob) => {
        for (const one of ofJob.filter(({ state }) => state === 'waiting'))
          options.deliveries.save({ ...one, state: 'cancelled' });
        return new Response(null, { status: 204 });
      });
    default:
      return refused(400, `${path} is not modeled by the local queue`);
  }
}

function publish(options: QueueOptions, json: unknown, chain: string, bytes: number): Response {
  const { manifest, deliveries, now } = options;
  const parsed = push.safeParse(json);
  if (!parsed.success) return refused(400, z.prettifyError(parsed.error));
  const { queueName, jobId, payload } = parsed.data;
  const consumer = manifest.consumers.find(({ queue }) => queue === queueName);
  if (consumer === undefined) return refused(400, `manifest.yml has no consumer for the queue ${queueName}`);
  if (bytes > MAX_BYTES) return tooLarge('The events may have 200 KB together');
  const run = manifest.functions.find(({ key }) => key === consumer.function);
  const isSlow = (run?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) > DEFAULT_TIMEOUT_SECONDS;
  if (isSlow && payload.some((event) => Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES_OF_SLOW_CONSUMER))
    return tooLarge('An event for a consumer of more than 55 s may have 100 KB');

  const nowMs = now().getTime();
  if (deliveries.pushedSince(nowMs - 60_000) + payload.length > MAX_EVENTS_A_MINUTE)
    return refused(429, 'An installation may push 500 events a minute');
  if (deliveries.countPush(chain) > MAX_PUSHES_OF_A_CHAIN)
    return refused(405, 'An invocation and what it leads to may push 1,000 times');
  const failed = options.partialPushes(
    queueName,
    payload.map((event) => event.body),
  );
  const accepted = payload.filter((_event, place) => !failed.includes(place));
  deliveries.add(
    accepted.map((event) => ({
      id: randomUUID(),
      kind: 'queue' as const,
      module: consumer.key,
      jobId,
      payload: event,
      dueAt: nowMs + (event.delayInSeconds ?? 0) * 1_000,
      chain,
    })),
    nowMs,
  );
  if (failed.length === 0) return new Response(null, { status: 201 });
  const errorMessage = 'The event was not recorded';
  return Response.json({ failedEvents: failed.map((place) => ({ index: place, errorMessage })) }, { status: 202 });
}

function withJob(
  { deliveries, manifest }: QueueOptions,
  json: unknown,
  answer: (ofJob: readonly Delivery[]) => Response,
): Response {
  const parsed = aboutJob.safeParse(json);
  if (!parsed.success) return refused(400, z.prettifyError(parsed.error));
  const { queueName, jobId } = parsed.data;
  const consumer = manifest.consumers.find(({ queue }) => queue === queueName);
  const ofJob = deliveries.ofJob(jobId).filter(({ module }) => module === consumer?.key);
  return ofJob.length === 0 ? refused(404, 'There is no such job') : answer(ofJob);
}

function countsOf(ofJob: readonly Delivery[]) {
  const count = (...states: readonly Delivery['state'][]) => ofJob.filter(({ state }) => states.includes(state)).length;
  return { success: count('done'), inProgress: count('waiting', 'running'), failed: count('failed', 'cancelled') };
}

function tooLarge(errorMessage: string): Response {
  return Response.json({ errorMessage }, { status: 413 });
}

function refused(status: number, message: string): Response {
  return Response.json({ message }, { status });
}
