import * as z from 'zod';
import { MIRROR_QUEUE, PAGES_PER_EVENT } from '../mirror/push-mirror';
import { confluenceId } from '../platform/confluence-id';
import { runChainStep } from '../platform/chain-step';
import type { Log } from '../platform/log';
import type { Storage } from '../platform/storage';
import { PROBE_QUEUE, probeEvent } from '../site-check/probe-event';
import { WALK_NAMES, WALK_QUEUE } from '../walks/walk';
import { contentId, type EventHandler, handleOrRetry } from './invocation';

/** The queues of manifest.yml, and the shape of their consumers. Events arrive at least once, in any order. */

interface Queue<B> {
  /** The key in manifest.yml. */
  readonly key: string;
  readonly body: z.ZodType<B>;
  /** The log event for a failed attempt. */
  readonly failedEvent: string;
  /** Identifies an event in the log; ids only. */
  readonly logFieldsOf: (body: B) => Readonly<Record<string, string>>;
}

/** In a list in the order of pages. */
const place = { time: z.string(), key: z.string() };
/** While the app still sees a deleted space or its pages, the step runs again, until this time. '': it does not. */
const until = z.string().default('');

/** A deletion can take long, and Confluence sends its event once. */
export const SPACE_IN_DELETION = { forMs: 86_400_000, delaySeconds: 900 };
const position = { time: z.union([z.iso.datetime({ precision: 3 }), z.literal('')]), key: z.string() };

const jobEvent = z.object({ jobId: z.uuid() });
const redactionEvent = z.object({ redactionId: z.uuid() });
const scanEvent = z.union([
  z.object({ scanId: z.uuid() }),
  /** Continues with the pages of a deleted space, from this position. */
  z.object({ goneSpaceId: z.string().min(1), ...place, until }),
  z.object({ movedPageIds: z.string().min(1) }),
  /** Pages whose files wait for a scan. */
  z.object({ filesOfPageIds: z.string().min(1) }),
  /** A live doc, unless a scan has read it since then. */
  z.object({ liveDocId: contentId, since: z.iso.datetime({ precision: 3 }) }),
  /** Raises levels by the findings of these detectors. The position is in the list of the first one. */
  z.object({ turnedOn: z.string().min(1), ...position }),
  /** Raises levels by findings that may be open again: those of `page:<id>`, `space:<id>`, `detector:<id>`, or `site`. */
  z.object({ reopened: z.string().min(1), ...position }),
]);
const pageLifeEvent = z.discriminatedUnion('task', [
  z.object({ task: z.literal('below'), pageIds: z.string(), cursor: z.string(), requestId: z.uuid() }),
  /** Asks the author of a published page to classify it, if it still needs that. */
  z.object({ task: z.literal('mention'), pageId: contentId, requestId: z.uuid() }),
  /** Continues with an event of Confluence, as JSON, that the platform does not deliver again. */
  z.object({ task: z.literal('event'), event: z.string(), requestId: z.uuid() }),
  z.object({ task: z.literal('space'), spaceId: contentId, requestId: z.uuid(), ...place, until }),
]);

/** At most 25 pages, each once. */
const pageIdList = z
  .string()
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(confluenceId).max(PAGES_PER_EVENT));
const mirrorEvent = z.discriminatedUnion('task', [
  z.object({ task: z.literal('pages'), pageIds: pageIdList, verify: z.string().optional() }),
  z.object({ task: z.literal('configuration') }),
]);

const walkEvent = z.object({ walk: z.enum(WALK_NAMES), id: z.string(), ticket: z.string() });

export type MirrorQueueEvent = z.infer<typeof mirrorEvent>;
export type ScanQueueEvent = z.infer<typeof scanEvent>;
export type PageLifeQueueEvent = z.infer<typeof pageLifeEvent>;

/** Infers the type of the body. */
const queue = <B>(definition: Queue<B>): Queue<B> => definition;
const byTask = ({ task }: { readonly task: string }) => ({ event: task });

export const QUEUES = {
  jobs: queue({ key: 'jobs', body: jobEvent, failedEvent: 'job.step-failed', logFieldsOf: (body) => body }),
  redactions: queue({
    key: 'redactions',
    body: redactionEvent,
    failedEvent: 'redaction.step-failed',
    logFieldsOf: (body) => body,
  }),
  scans: queue<ScanQueueEvent>({
    key: 'scans',
    body: scanEvent,
    failedEvent: 'scan.step-failed',
    logFieldsOf: (body) => body,
  }),
  pageLife: queue({ key: 'page-life', body: pageLifeEvent, failedEvent: 'page-events.failed', logFieldsOf: byTask }),
  mirror: queue({ key: MIRROR_QUEUE, body: mirrorEvent, failedEvent: 'mirror.failed', logFieldsOf: byTask }),
  walks: queue({
    key: WALK_QUEUE,
    body: walkEvent,
    failedEvent: 'walk.failed',
    logFieldsOf: ({ walk, id }) => ({ walk, id }),
  }),
  probes: queue({ key: PROBE_QUEUE, body: probeEvent, failedEvent: 'probes.failed', logFieldsOf: byTask }),
};

const retryContext = z
  .object({ retryCount: z.int().min(0), retryReason: z.string().optional() })
  .catch({ retryCount: 0, retryReason: undefined });

/** The attempt needed too much memory or time. */
const ENDED_BY_PLATFORM: readonly string[] = ['FUNCTION_OUT_OF_MEMORY', 'FUNCTION_TIME_OUT'];

/** The number of retries of a product event, which is that of the platform. */
export const LAST_RETRY = 4;

/** The number of earlier attempts of the same event. */
export function failedBefore(event: unknown): number {
  return z.object({ retryContext }).safeParse(event).data?.retryContext.retryCount ?? 0;
}

/** The step that pushed the event names it. The platform names the first event of a chain. */
const chainStep = z.object({
  eventId: z.string().min(1).optional().catch(undefined),
  body: z.object({ step: z.uuid().optional().catch(undefined) }),
});

/** The member of a body that identifies the next step of a chain. */
export type StepMember = { readonly step?: string };

/**
 * Returns the consumer of a queue. A malformed event is logged without its content and dropped, because a retry would
 * read the same.
 * @param openSteps the storage of the steps, if events of this queue push the next one. `run` then gets the member to push
 */
export function createConsumer<B>(
  { key, body, failedEvent, logFieldsOf }: Queue<B>,
  log: Log,
  run: (
    body: B,
    context: unknown,
    failedBefore: number,
    next: StepMember,
    ranOutOfMemory: boolean,
  ) => Promise<'done' | 'no-next' | 'contended'>,
  openSteps?: () => Pick<Storage, 'readValue' | 'writeValue'>,
): EventHandler {
  const schema = z.object({ body, retryContext });
  return (event, context) => {
    const { data: parsed } = schema.safeParse(event);
    if (parsed === undefined) {
      log('queue.malformed-event', { queue: key });
      return Promise.resolve(undefined);
    }
    const { eventId, body: { step = eventId } = {} } = chainStep.safeParse(event).data ?? {};
    return handleOrRetry(log, failedEvent, logFieldsOf(parsed.body), () => {
      const {
        body,
        retryContext: { retryCount, retryReason = '' },
      } = parsed;
      const runStep = (next: StepMember) =>
        run(body, context, retryCount, next, ENDED_BY_PLATFORM.includes(retryReason));
      if (openSteps === undefined || step === undefined) return runStep({});
      return runChainStep(openSteps(), `${key} ${step}`, (next) => runStep({ step: next }));
    });
  };
}
