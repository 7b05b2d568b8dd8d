import * as z from 'zod';
import { CONTENT_TYPES, type ContentType } from '../classification/content-type';
import { readSettings } from '../classification/level-store';
import type { DetectionConfig } from '../detection/configuration/model';
import { readFindingConditions } from '../findings/finding-conditions';
import { SCAN_QUEUE } from '../findings/runs/run-model';
import { leavesFiles } from '../findings/scan/scan-files';
import { scanPage } from '../findings/scan/scan-page';
import { readScan } from '../findings/scan/scan-store';
import { pushLabelRemoved } from '../findings/runs/turned-on';
import { readLabelSync } from '../mirror/label-sync';
import { pushMirror, type PushMirrorContext } from '../mirror/push-mirror';
import { awaitAll } from '../platform/await-all';
import { HostError } from '../platform/confluence';
import { CorruptRecordError } from '../platform/corrupt-record';
import { pushOrLog } from '../platform/queue';
import type { Peppers } from '../platform/secrets';
import type { RowReader } from '../platform/read-ahead';
import { URI_NAMESPACE, uuidV5 } from '../platform/uuid-v5';
import { chargeOrThrow, NOTHING_CHARGED, openPoints } from '../quota/charge-or-wait';
import { type Cost, THE_SITE } from '../quota/counters';
import { POINTS_OF_A_PAGE } from '../quota/host-points';
import type { Background } from './background';
import { contentEventOf, contentId, type EventHandler, handleOrRetry } from './invocation';
import { openScan } from './open-scan';
import { createPace, OF_A_PUSH, pageEventCost } from './pace';
import { failedBefore, LAST_RETRY, QUEUES, SPACE_IN_DELETION } from './queue-consumer';
import { type Dependencies, openPlatform, openQuotas, type Platform } from '../quota/invocation';

/**
 * Scans a page when Confluence reports that it was published or changed. Events can arrive late, twice, in any order or
 * not at all, so an event only identifies the page to scan. The queue `scans` processes the pages of a deleted space.
 */

/**
 * The points that the calls for one page can cost: the page, two lists of comments and one of attachments. A single charge needs
 * fewer units of storage, and the unused points are returned.
 */
const POINTS_OF_A_SCAN = 455;
/** The property of a level is read, and written if it was altered. */
const POINTS_OF_A_PROPERTY = 3;
/** The platform's own limit is 55 s. */
const LIMIT_MS = 40_000;

const labelEvent = z.object({
  eventType: z.string(),
  label: z.object({ name: z.string() }),
  selfGenerated: z.boolean().optional().catch(undefined),
  content: z.object({ id: contentId }).optional(),
});
/** A comment or an attachment. Only its page matters. */
const contained = z.object({ container: z.object({ id: contentId, type: z.string() }) });
const pageEvent = z.object({
  eventType: z.string(),
  content: z.object({ id: contentId, space: z.object({ id: contentId }).optional().catch(undefined) }),
});
const commentEvent = z.object({ eventType: z.string(), content: contained });
const attachmentEvent = z.object({ eventType: z.string(), attachment: contained });
const spaceEvent = z.object({
  eventType: z.string(),
  eventCreatedDate: z.string().default(''),
  space: z.object({ id: contentId }),
});

/** Returns the product trigger. */
export function createScanEventTrigger(dependencies: Dependencies): EventHandler {
  const { log } = dependencies;
  const pace = createPace(dependencies);
  return async (event, context) => {
    const scanEvent = parseEvent(event);
    const peppers = dependencies.peppers();
    if (scanEvent === undefined || peppers === undefined) {
      log('page-scan.not-possible', { reason: scanEvent === undefined ? 'unreadable event' : 'no pepper' });
      return undefined;
    }
    if (scanEvent.of === 'nothing') return undefined;
    const attempts = failedBefore(event);
    const result = await handleOrRetry(log, 'page-scan.failed', { event: scanEvent.eventType }, () =>
      pace(context, attempts, () => handle(dependencies, peppers, scanEvent, context)),
    );
    if (result === undefined || attempts < LAST_RETRY || !('pageId' in scanEvent)) return result;
    // The daily comparison finds changed pages, but not changed comments. A queue delivers an event for a day.
    const { push, random } = openPlatform(dependencies, LIMIT_MS);
    const body = { movedPageIds: scanEvent.pageId };
    await pushOrLog(push, log, { queue: SCAN_QUEUE, body, event: 'page-scan.lost', requestId: random.uuid() });
    return undefined;
  };
}

/** Many people can end sessions in a live doc one after another. */
const SESSION_ENDED = [':started:page', ':snapshotted:page'];
const EDITED = [...SESSION_ENDED, ':updated:page', ':published:page'];
/** Events after which the author may be asked to classify the page. */
const PUBLISHED = [...EDITED, ':created:page', ':initialized:page', ':copied:page'];

const isOneOf = (names: readonly string[], { eventType }: ScanEvent) => names.some((name) => eventType.includes(name));

/** The minimum time between two scans of a live doc for the ends of its sessions. */
const SETTLE_SECONDS = 300;

/**
 * Requests a later scan of a page that was scanned just now. @param pay runs before
 * @returns false if the page must be scanned now
 */
async function scanLater(
  { storage, push, clock }: Platform,
  pageId: string,
  pay: () => Promise<unknown>,
): Promise<boolean> {
  const { record } = await readScan(storage, pageId);
  const nowMs = clock().getTime();
  if (record === undefined || nowMs - Date.parse(record.scannedAt) >= SETTLE_SECONDS * 1_000) return false;
  await pay();
  // A minute is more than the clocks of two invocations differ.
  const since = new Date(nowMs + 60_000).toISOString();
  await push.push(SCAN_QUEUE, { liveDocId: pageId, since }, SETTLE_SECONDS);
  return true;
}

/** Gives the author time to set the level, and scans time to set it. The maximum of the platform. */
const ASK_AUTHOR_AFTER_SECONDS = 900;

/** @param rows the configuration, which was read with that of the scan, so that sites that do not ask authors pay nothing */
async function asksAuthor(rows: RowReader, event: ChangedPart & { readonly eventType: string }): Promise<boolean> {
  if (event.of !== 'page' || event.contentType !== 'page' || !isOneOf(PUBLISHED, event)) return false;
  try {
    return (await readSettings(rows)).mentions === true;
  } catch (error) {
    // The page is scanned although the levels cannot be read.
    if (error instanceof CorruptRecordError) return false;
    throw error;
  }
}

async function handle(
  dependencies: Dependencies,
  peppers: Peppers,
  event: Exclude<ScanEvent, { readonly of: 'nothing' }>,
  context: unknown,
): Promise<'done' | 'contended'> {
  const platform = openPlatform(dependencies, LIMIT_MS);
  const { storage, push, random } = platform;
  const paying = { ...platform, quotas: openQuotas(dependencies) };
  const charge = (cost: Cost) => chargeOrThrow(paying, THE_SITE, cost);
  if (event.of === 'label') {
    await repairLabel({ ...platform, requestId: random.uuid() }, event, () => charge(pageEventCost(1)));
    if (!event.eventType.includes(':removed:')) return 'done';
    const { config, exclusions } = await readFindingConditions(storage);
    const isUsed = exclusions.all.some(({ scope }) => scope.of === 'label' && scope.label === event.label);
    if (!isUsed || config.rules.length === 0) return 'done';
    await charge(pageEventCost(1));
    await pushLabelRemoved(push, event.pageId);
    return 'done';
  }
  if (event.of === 'space') {
    const { spaceId, deletedAt } = event;
    const step = deletedAt === '' ? {} : { step: uuidV5(URI_NAMESPACE, `deleted space ${spaceId} ${deletedAt}`) };
    const until = new Date(platform.clock().getTime() + SPACE_IN_DELETION.forMs).toISOString();
    await charge(pageEventCost(1));
    await push.push(SCAN_QUEUE, { goneSpaceId: spaceId, time: '', key: '', until, ...step });
    return 'done';
  }
  const opened = await openScan(dependencies, context, { peppers, limitMs: LIMIT_MS });
  const { config, isLicensed, rows, load, pushMirrors } = opened;
  const isAsked = isLicensed && (await asksAuthor(rows, event));
  const ofMention = isAsked ? OF_A_PUSH : 0;
  const mayWait = isLicensed && isWanted(config, event) && isOneOf(SESSION_ENDED, event);
  const waits =
    mayWait && (await scanLater(platform, event.pageId, () => charge(pageEventCost(ofMention + OF_A_PUSH))));
  const isDeleted = event.eventType.includes(':deleted:page');
  const isRemoved = isDeleted || event.eventType.includes(':trashed:page');
  // The scan of the site that follows the return of the license finds the page.
  const onlyIfHidden = !isRemoved && !isWanted(config, event);
  const isScanned = !waits && (isRemoved || (isLicensed && (!onlyIfHidden || event.of === 'page')));
  const isEdited = isOneOf(EDITED, event);
  const once = isScanned ? pageEventCost(ofMention) : {};
  const ofProperty = isEdited ? POINTS_OF_A_PROPERTY : 0;
  /** For the first calls. Charged before them, so that an event without room writes nothing. */
  const least = ofProperty + (isScanned ? POINTS_OF_A_PAGE : 0);
  const most = isScanned && !isRemoved ? Math.ceil((ofProperty + POINTS_OF_A_SCAN) / least) : 1;
  const charged = least > 0 ? await chargeOrThrow(paying, THE_SITE, { host: least }, most, once) : NOTHING_CHARGED;
  const points = openPoints(paying, THE_SITE, { prepaid: { ...charged, units: charged.units * least } });
  const confluence = points.meter(opened.unpaid);
  const mirrorRoom = () => charge({ 'page-event': OF_A_PUSH }).then(() => true);
  const scan = async () => {
    const change = {
      isGone: isDeleted,
      isMoved: event.eventType.includes(':moved:'),
      onlyIfHidden,
      contentType: event.contentType,
      spaceId: event.spaceId,
    };
    return scanPage({ ...(await load()), confluence }, event.pageId, change);
  };
  const [scanned] = await awaitAll([
    isScanned ? scan() : undefined,
    isEdited ? verifyProperty({ ...opened, confluence, peppers, mirrorRoom }, event.pageId) : undefined,
  ])
    .finally(points.close)
    .finally(() => pushMirrors(mirrorRoom));
  if (scanned?.outcome === 'contended') return scanned.outcome;
  if (scanned !== undefined && leavesFiles(scanned)) {
    await charge({ 'page-event': OF_A_PUSH });
    await push.push(SCAN_QUEUE, { filesOfPageIds: event.pageId });
  }
  const body = { task: 'mention', pageId: event.pageId, requestId: random.uuid() };
  if (isAsked) await push.push(QUEUES.pageLife.key, body, ASK_AUTHOR_AFTER_SECONDS);
  return 'done';
}

/** The search finds the label by then. */
const REPAIR_LABEL_AFTER_SECONDS = 60;

/** Another author changed a label of a level, or one that looks like it. Any other label costs one read. */
async function repairLabel(
  context: Pick<Platform, 'storage'> & PushMirrorContext,
  { pageId, label, isByApp }: Extract<ScanEvent, { readonly of: 'label' }>,
  pay: () => Promise<unknown>,
): Promise<void> {
  if (isByApp) return;
  const { enabled, prefix } = await readLabelSync(context.storage);
  if (!enabled || !label.startsWith(prefix)) return;
  await pay();
  await pushMirror(context, [pageId], { verify: true, delaySeconds: REPAIR_LABEL_AFTER_SECONDS });
}

/**
 * An editor can have altered the property of the level. If the check fails, the queue tries it again.
 * @throws HostError of kind `quota`: the event comes again
 */
async function verifyProperty(
  context: Omit<Background, 'requestId' | 'charge'> &
    Pick<PushMirrorContext, 'mirrorRoom'> & { readonly peppers: Peppers },
  pageId: string,
): Promise<void> {
  const [{ mirrorPages }, { mirrorKeyOf }] = await awaitAll([import('./mirror'), import('../mirror/mirror-key')]);
  const { installationId, peppers } = context;
  const opened = { ...context, requestId: context.random.uuid(), key: mirrorKeyOf(peppers, installationId) };
  const failure = await mirrorPages(opened, [pageId], { isVerified: true }).then(
    (written) => written.failure,
    (error: unknown) => error,
  );
  if (failure === undefined) return;
  if (failure instanceof HostError && failure.kind === 'quota') throw failure;
  await pushMirror(opened, [pageId], { verify: true });
}

/** The part of a page that changed. */
interface ChangedPart {
  readonly of: 'page' | 'comments' | 'attachmentNames';
  readonly pageId: string;
  readonly contentType: ContentType;
  /** The space of the page at the time of the event. Undefined: not known. */
  readonly spaceId?: string | undefined;
}

type ScanEvent = { readonly eventType: string } & (
  | ChangedPart
  /** A label was added to the page, or removed from it. */
  | { readonly of: 'label'; readonly pageId: string; readonly label: string; readonly isByApp: boolean }
  /** The space was deleted. */
  | { readonly of: 'space'; readonly spaceId: string; readonly deletedAt: string }
  /** The event does not concern a page. */
  | { readonly of: 'nothing' }
);

function isWanted({ triggers, targets, attachmentContents }: DetectionConfig, { of }: ChangedPart): boolean {
  if (of === 'page') return triggers.onPublish;
  return triggers.onPublish && (targets[of] || (of === 'attachmentNames' && attachmentContents.enabled));
}

/** @returns undefined if the event is malformed */
function parseEvent(event: unknown): ScanEvent | undefined {
  const attachment = attachmentEvent.safeParse(event).data;
  if (attachment !== undefined) return scanEventOf('attachmentNames', attachment.eventType, attachment.attachment);
  const comment = commentEvent.safeParse(event).data;
  if (comment?.eventType.endsWith(':comment')) return scanEventOf('comments', comment.eventType, comment.content);
  const label = labelEvent.safeParse(event).data;
  if (label !== undefined) return labelChanged(label);
  const page = pageEvent.safeParse(event).data;
  if (page !== undefined) {
    const { name: eventType, contentType } = contentEventOf(page.eventType);
    return { eventType, of: 'page', pageId: page.content.id, contentType, spaceId: page.content.space?.id };
  }
  const space = spaceEvent.safeParse(event).data;
  return (
    space && { eventType: space.eventType, of: 'space', spaceId: space.space.id, deletedAt: space.eventCreatedDate }
  );
}

/** Labels of spaces and templates concern no page. */
function labelChanged({ eventType, content, label, selfGenerated }: z.infer<typeof labelEvent>): ScanEvent {
  if (content === undefined) return { eventType, of: 'nothing' };
  return {
    eventType,
    of: 'label',
    pageId: content.id,
    label: label.name.toLowerCase(),
    isByApp: selfGenerated === true,
  };
}

function scanEventOf(
  of: 'comments' | 'attachmentNames',
  eventType: string,
  { container }: z.infer<typeof contained>,
): ScanEvent {
  const contentType = CONTENT_TYPES.find((type) => type === container.type);
  return contentType === undefined
    ? { eventType, of: 'nothing' }
    : { eventType, of, pageId: container.id, contentType };
}
