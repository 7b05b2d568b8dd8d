import * as z from 'zod';
import { recordAnswer } from '../capabilities/answers';
import { readLicense } from '../capabilities/license';
import { readLevels } from '../classification/level-store';
import { listPageLevels } from '../classification/list-page-levels';
import { branchOf } from '../classification/child-pages';
import { listChildrenAsApp, seesSpaceAsApp } from '../classification/page-as-app';
import { startReconciliation } from '../classification/reconciliation';
import { type CorrectionContext, correctPage, type PageEventFacts } from '../classification/correct-page';
import { readPageLevels } from '../classification/page-level-store';
import { openStorage } from '../people/open-storage';
import { URI_NAMESPACE, uuidV5 } from '../platform/uuid-v5';
import { SCAN_QUEUE } from '../findings/runs/run-model';
import { readScans } from '../findings/scan/scan-store';
import { Deadline } from '../platform/deadline';
import { recordRun } from '../runs/schedules';
import type { DelayRecorder } from '../site-check/page-event-delay';
import { type Background, inBackground, stepsOf } from './background';
import {
  contentEventOf,
  contentId,
  type EventHandler,
  handleOrRetry,
  installationIdOf,
  TRIGGER_DONE,
} from './invocation';
import { createPace, pageEventCost } from './pace';
import {
  createConsumer,
  failedBefore,
  LAST_RETRY,
  type PageLifeQueueEvent,
  QUEUES,
  SPACE_IN_DELETION,
  type StepMember,
} from './queue-consumer';
import { partsOf } from '../platform/parts';
import type { MentionContext } from '../findings/scan/mention-author';
import { awaitAll } from '../platform/await-all';
import { HostError } from '../platform/confluence';
import { pushOrLog } from '../platform/queue';
import { type Dependencies, openPlatform } from '../quota/invocation';

/**
 * Handles the page and space events of Confluence. Events can arrive late, twice, in any order or not at all, so an
 * event only identifies the page to check, and the app reads everything else again. Confluence sends no events for the
 * pages below a moved page or for the pages of a deleted space; the queue `page-life` processes them.
 */

export interface PageEvents {
  /** The product trigger. */
  readonly handleEvent: EventHandler;
  /** The consumer of the queue `page-life`. */
  readonly consumeQueue: EventHandler;
  /** Starts the daily reconciliation. A scheduled trigger calls it. */
  readonly reconcileDaily: EventHandler;
}

const QUEUE = QUEUES.pageLife.key;
/** The limits of the platform are 55 s, and the one in manifest.yml for the queue. */
const LIMITS_MS = { event: 40_000, queue: 240_000, delay: 5_000 };
/** The maximum number of records in one invocation. */
const RECORDS_AT_ONCE = 100;
/** The maximum number of lists of children in one invocation. */
const LISTS_AT_ONCE = 20;
/** The waiting pages and branches must fit into an event. The reconciliation covers the rest. */
const MAX_WAITING = 3_000;

const spaceOf = z.object({ space: z.object({ id: contentId }).optional() });
const productEvent = z.object({
  eventType: z.string(),
  eventCreatedDate: z.string().default(''),
  retryContext: z.unknown().optional(),
  content: spaceOf.extend({ id: contentId }).optional(),
  prevContent: spaceOf.optional(),
  originContentId: contentId.optional().catch(undefined),
  space: z.object({ id: contentId }).optional(),
});

/** Events after which an action may have been due. If the app cannot see the page, it records that. */
const RECORDED = ['created:page', 'initialized:page', 'copied:page', 'moved:page', 'restored:page'];

/** Events after which the content property of the page may be missing or belong to another page or space. */
const MIRRORED = [
  'created:page',
  'initialized:page',
  'copied:page',
  'moved:page',
  'restored:page',
  'unarchived:page',
  'permissions_updated:page',
  'deleted:page',
];

/** Events after which other people may see the page. */
const REMEASURED = ['moved:page', 'permissions_updated:page'];

/** The price of the events that an event pushes, see `pageEventCost`. A deleted page is not scanned, and a moved one has pages below it. */
const MORE: Readonly<Record<string, number>> = { 'deleted:page': 1, 'moved:page': 2 };

export interface PageEventDependencies extends Dependencies {
  /** Records how late events are. Default: nothing. */
  readonly delays?: DelayRecorder;
}

export function createPageEvents(dependencies: PageEventDependencies): PageEvents {
  const { clock, log, delays } = dependencies;
  const pace = createPace(dependencies);
  const withLevels = <T>(
    context: unknown,
    requestId: string,
    limitMs: number,
    run: (opened: Opened) => Promise<T>,
    more = 0,
  ): Promise<T> =>
    inBackground(dependencies, context, { limitMs, requestId, once: pageEventCost(more) }, async (background) =>
      run({ ...background, levels: await readLevels(background.storage, background.installationId) }),
    );
  return {
    handleEvent: async (event, context) => {
      const parsed = productEvent.safeParse(event);
      if (!parsed.success) {
        log('page-events.unreadable', {});
        return undefined;
      }
      const { eventType } = parsed.data;
      const arrivedAt = clock();
      const attempts = failedBefore(event);
      const requestId = requestIdOf(parsed.data);
      // The reconciliation finds the pages of events that every attempt failed to handle.
      const result = await handleOrRetry(log, 'page-events.failed', { event: eventType }, () =>
        pace(context, attempts, () =>
          withLevels(
            context,
            requestId,
            LIMITS_MS.event,
            (opened) => handle(opened, parsed.data),
            MORE[nameOf(parsed.data)],
          ),
        ),
      );
      if (result !== undefined && attempts >= LAST_RETRY) {
        // Nothing else knows the original of a copy. A queue delivers an event for a day.
        const body = { task: 'event', event: JSON.stringify(parsed.data), requestId };
        const { push } = openPlatform(dependencies, LIMITS_MS.event);
        await pushOrLog(push, log, { queue: QUEUE, body, event: 'page-events.lost', requestId });
        return undefined;
      }
      const { eventCreatedDate, retryContext } = parsed.data;
      // A repeated event is late for another reason.
      if (retryContext === undefined) {
        const storage = openStorage(new Deadline(LIMITS_MS.delay), clock);
        await delays?.record(storage, installationIdOf(context), eventCreatedDate, arrivedAt);
      }
      return result;
    },
    reconcileDaily: async (_argument, context) => {
      await inBackground(dependencies, context, { limitMs: LIMITS_MS.event }, async (background) => {
        await startReconciliation(background);
        await recordRun(background.storage, 'daily-reconciliation', clock());
      });
      return TRIGGER_DONE;
    },
    consumeQueue: createConsumer(
      QUEUES.pageLife,
      log,
      (body, context, attempts, next) =>
        pace(context, attempts, () =>
          withLevels(context, body.requestId, LIMITS_MS.queue, (opened) => runTask(opened, body, next)),
        ),
      stepsOf(dependencies),
    ),
  };
}

/** The id is the same for every delivery of the same event. */
function requestIdOf({ eventType, eventCreatedDate, content, space }: z.infer<typeof productEvent>): string {
  return uuidV5(URI_NAMESPACE, [eventType, eventCreatedDate, content?.id, (content?.space ?? space)?.id].join(' '));
}

type Opened = CorrectionContext & Background;

/** `contended`: the event needs a retry. */
type Outcome = 'done' | 'contended';

function nameOf({ eventType }: z.infer<typeof productEvent>): string {
  return /^avi:confluence:(\w+:\w+)/.exec(eventType)?.[1] ?? '';
}

async function handle(context: Opened, event: z.infer<typeof productEvent>): Promise<Outcome> {
  const { name, contentType } = contentEventOf(nameOf(event));
  const { content, prevContent, space } = event;
  const { requestId, push } = context;
  // Without a date, another event of the same page would have the same id.
  const step: StepMember = event.eventCreatedDate === '' ? {} : { step: requestId };
  if (name === 'deleted:space' && space !== undefined) {
    const until = new Date(context.clock().getTime() + SPACE_IN_DELETION.forMs).toISOString();
    await context.charge(pageEventCost(1));
    await push.push(QUEUE, { task: 'space', spaceId: space.id, requestId, time: '', key: '', until, ...step });
    return 'done';
  }
  if (name === 'permissions_updated:space' && space !== undefined) {
    const { markSpace } = await import('../exposure/mark');
    await markSpace(context.storage, space.id);
    await recordAnswer(context.storage, 'space-access-event', 'works', context.clock());
    return 'done';
  }
  if (content === undefined) return 'done';
  const below = { task: 'below', cursor: '', requestId, ...step } as const;
  const branch = branchOf(name, content.id);
  if (branch !== undefined) {
    // The event has no previous space, so the pages below are compared after every move. No call to Confluence pays for it.
    await context.charge(pageEventCost(1));
    await push.push(QUEUE, { ...below, pageIds: branch });
    return 'done';
  }
  const facts: PageEventFacts = {
    contentType,
    ...(RECORDED.includes(name) ? { event: nameOf(event) } : {}),
    isDeleted: name === 'deleted:page',
    isMoved: name === 'moved:page',
    originId: name === 'copied:page' ? event.originContentId : undefined,
  };
  const outcome = await correctPage(context, content.id, facts).catch(async (error: unknown) => {
    // The sweep finds the property if every attempt fails. An event without room writes nothing.
    const hasNoRoom = error instanceof HostError && error.kind === 'quota';
    if (!hasNoRoom && MIRRORED.includes(name)) await context.pushMirror(content.id);
    throw error;
  });
  if (MIRRORED.includes(name)) await context.pushMirror(content.id);
  if (name === 'permissions_updated:page' && outcome === 'record-not-inspected')
    await recordAnswer(context.storage, 'restriction-event-when-hidden', 'works', context.clock());
  const isMovedElsewhere = name === 'moved:page' && prevContent?.space?.id !== content.space?.id;
  // Exposure is measured for pages only.
  const isNarrowed =
    contentType === 'page' && REMEASURED.includes(name) && (await remeasure(context, content.id, content.space?.id));
  if (isMovedElsewhere || (name === 'moved:page' && isNarrowed))
    await push.push(QUEUE, { ...below, pageIds: content.id });
  return outcome === 'contended' ? outcome : 'done';
}

/**
 * Lets the page and those behind its restriction be measured again.
 * @returns true if pages of its space are measured one by one, so that those below a moved page are, too
 */
async function remeasure({ storage }: Opened, pageId: string, spaceId: string | undefined): Promise<boolean> {
  const { hasMeasuredPages, markPageAndBehind } = await import('../exposure/mark');
  await markPageAndBehind(storage, pageId);
  return spaceId !== undefined && (await hasMeasuredPages(storage, spaceId));
}

async function runTask(context: Opened, body: PageLifeQueueEvent, next: StepMember): Promise<Outcome> {
  switch (body.task) {
    case 'below':
      return handlePagesBelow(context, body, next);
    case 'space':
      return handleDeletedSpace(context, body, next);
    case 'event':
      return handle(context, productEvent.parse(JSON.parse(body.event)));
    case 'mention': {
      if ((await readLicense(context.storage, context.clock())) === 'inactive') return 'done';
      // Loaded from a separate part of the bundle, like all code for findings (docs/adr/0019).
      const [{ mentionAuthor }, { remindsOwner }] = await awaitAll([
        import('../findings/scan/mention-author'),
        import('../review/read-due'),
      ]);
      const asksReview: MentionContext['asksReview'] = (pageId, level) =>
        remindsOwner({ storage: context.storage, now: context.clock() }, pageId, level);
      return (await mentionAuthor({ ...context, asksReview }, body.pageId)) === 'contended' ? 'contended' : 'done';
    }
  }
}

/** Handles the pages below moved pages and branches. Confluence moves them along without an event. */
async function handlePagesBelow(
  context: Opened,
  body: Extract<PageLifeQueueEvent, { task: 'below' }>,
  step: StepMember,
): Promise<Outcome> {
  const { markForRefresh } = await import('../exposure/mark');
  const waiting = body.pageIds.split(',');
  let { cursor } = body;
  for (let lists = 0; lists < LISTS_AT_ONCE; lists += 1) {
    const [parent] = waiting;
    if (parent === undefined) return 'done';
    const children = await listChildrenAsApp(context.confluence, parent, cursor === '' ? undefined : cursor);
    const stored = await readPageLevels(
      context.storage,
      children.pages.map((child) => child.pageId),
    );
    for (const child of children.pages) {
      const known = stored.get(child.pageId);
      const isElsewhere =
        known !== undefined && known !== 'unreadable' && known.record && known.record.spaceId !== child.spaceId;
      if (isElsewhere && (await correctPage(context, child.pageId, {})) === 'contended') return 'contended';
    }
    const found = [...children.branches, ...children.pages.map((child) => child.pageId)];
    waiting.push(...found.slice(0, Math.max(0, MAX_WAITING - waiting.length)));
    await pushScansOfMovedPages(context, children.pages);
    await markForRefresh(
      context.storage,
      children.pages.map(({ pageId }) => pageId),
    );
    cursor = children.cursor ?? '';
    if (cursor === '') waiting.shift();
  }
  if (waiting.length > 0) {
    const { requestId } = body;
    await context.push.push(QUEUE, { task: 'below', pageIds: waiting.join(','), cursor, requestId, ...step });
  }
  return 'done';
}

/** The number of pages in one event for the scan queue. */
const PAGES_PER_EVENT = 25;

/** Another space may use other detectors, and the page's earlier findings are listed under the previous space. */
async function pushScansOfMovedPages(
  { storage, push }: Opened,
  pages: readonly { readonly pageId: string; readonly spaceId: string }[],
): Promise<void> {
  const scans = await readScans(
    storage,
    pages.map(({ pageId }) => pageId),
  );
  const elsewhere = pages.filter(({ pageId, spaceId }) => {
    const scan = scans.get(pageId);
    return scan !== undefined && scan !== 'unreadable' && scan.record !== undefined && scan.record.spaceId !== spaceId;
  });
  for (const some of partsOf(elsewhere, PAGES_PER_EVENT)) {
    await push.push(SCAN_QUEUE, { movedPageIds: some.map(({ pageId }) => pageId).join(',') });
  }
}

/** Deletes the records of a deleted space if the app sees neither the space nor their page. It runs again for those that it sees. */
async function handleDeletedSpace(
  context: Opened,
  { spaceId, requestId, time, key, until }: Extract<PageLifeQueueEvent, { task: 'space' }>,
  step: StepMember,
): Promise<Outcome> {
  let isSeen = await seesSpaceAsApp(context.confluence, spaceId);
  const { items, next } = isSeen
    ? { items: [], next: undefined }
    : await listPageLevels(context.storage, {
        contentType: 'all',
        filter: { spaceId },
        isWanted: () => true,
        after: time === '' ? undefined : { time, key },
        limit: RECORDS_AT_ONCE,
      });
  for (const { pageId } of items) {
    const outcome = await correctPage(context, pageId, { deletedSpaceId: spaceId });
    if (outcome === 'contended') return outcome;
    isSeen ||= outcome === 'nothing';
  }
  const isRepeated = isSeen && context.clock().toISOString() < until;
  const place = isRepeated ? { time, key } : next;
  if (place === undefined) return 'done';
  const body = { task: 'space', spaceId, requestId, ...place, until, ...step };
  await context.push.push(QUEUE, body, isRepeated ? SPACE_IN_DELETION.delaySeconds : undefined);
  return 'done';
}
