import * as z from 'zod';
import type { DetectionConfig } from '../detection/configuration/model';
import { SCAN_QUEUE } from '../findings/run-model';
import { scanPage } from '../findings/scan-page';
import { HostError } from '../platform/confluence';
import { Deadline } from '../platform/deadline';
import { openPush, retryLater } from '../platform/queue';
import { openScan, type ScanDependencies } from './open-scan';

/**
 * Scans a page when Confluence reports that it was published or changed. Events can arrive late, twice, in any order or
 * not at all, so an event only identifies the page to scan. The queue `scans` processes the pages of a deleted space.
 */

export interface PageScans {
  /** The product trigger. */
  readonly handleEvent: (event: unknown, context: unknown) => Promise<object | undefined>;
}

/** The platform's own limit is 55 s. */
const LIMIT_MS = 40_000;
const RETRY_SECONDS = 60;

const siteContext = z.object({ installContext: z.string().min(1) });
const id = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[1-9][0-9]{0,18}$/));
/** A comment or an attachment. Only its page matters. */
const contained = z.object({ container: z.object({ id, type: z.string() }) });
const pageEvent = z.object({ eventType: z.string(), content: z.object({ id }) });
const commentEvent = z.object({ eventType: z.string(), content: contained });
const attachmentEvent = z.object({ eventType: z.string(), attachment: contained });
const spaceEvent = z.object({ eventType: z.string(), space: z.object({ id }) });

export function createPageScans(dependencies: ScanDependencies): PageScans {
  const { log } = dependencies;
  return {
    handleEvent: async (event, context) => {
      const what = read(event);
      const peppers = dependencies.peppers();
      if (what === undefined || peppers === undefined) {
        log('page-scan.not-possible', { reason: what === undefined ? 'unreadable event' : 'no pepper' });
        return undefined;
      }
      if (what.of === 'nothing') return undefined;
      const { eventType } = what;
      const deadline = new Deadline(LIMIT_MS);
      try {
        if (what.of === 'space') {
          await openPush(deadline).push(SCAN_QUEUE, { goneSpaceId: what.spaceId, time: '', key: '' });
          return undefined;
        }
        const { installContext: installationId } = siteContext.parse(context);
        const { config, load } = await openScan(dependencies, { peppers, installationId, deadline });
        const isGone = eventType.includes(':deleted:page');
        if (!isGone && !isWanted(config, what)) return undefined;
        const isMoved = eventType.includes(':moved:');
        const scan = await load();
        const points = scan.openPoints(undefined);
        const metered = { ...scan, confluence: points.meter(scan.confluence) };
        const { outcome } = await scanPage(metered, what.pageId, { isGone, isMoved }).finally(points.close);
        if (outcome !== 'contended') return undefined;
        log('page-scan.contended', { event: eventType });
      } catch (error) {
        log('page-scan.failed', { event: eventType, reason: error instanceof Error ? error.name : 'unknown' });
        if (error instanceof HostError) return retryLater(error.retryAfterSeconds ?? RETRY_SECONDS);
      }
      return retryLater(RETRY_SECONDS);
    },
  };
}

/** The part of a page that changed. */
interface ChangedPart {
  readonly of: 'page' | 'comments' | 'attachmentNames';
  readonly pageId: string;
}

type ScanEvent = { readonly eventType: string } & (
  | ChangedPart
  /** The space was deleted. */
  | { readonly of: 'space'; readonly spaceId: string }
  /** The event does not concern a page. */
  | { readonly of: 'nothing' }
);

function isWanted({ triggers, targets }: DetectionConfig, { of }: ChangedPart): boolean {
  return triggers.onPublish && (of === 'page' || targets[of]);
}

function read(event: unknown): ScanEvent | undefined {
  const attachment = attachmentEvent.safeParse(event).data;
  if (attachment !== undefined) return scanEventOf('attachmentNames', attachment.eventType, attachment.attachment);
  const comment = commentEvent.safeParse(event).data;
  if (comment?.eventType.endsWith(':comment')) return scanEventOf('comments', comment.eventType, comment.content);
  const page = pageEvent.safeParse(event).data;
  if (page !== undefined) return { eventType: page.eventType, of: 'page', pageId: page.content.id };
  const space = spaceEvent.safeParse(event).data;
  return space && { eventType: space.eventType, of: 'space', spaceId: space.space.id };
}

function scanEventOf(
  of: 'comments' | 'attachmentNames',
  eventType: string,
  { container }: z.infer<typeof contained>,
): ScanEvent {
  return container.type === 'page' ? { eventType, of, pageId: container.id } : { eventType, of: 'nothing' };
}
