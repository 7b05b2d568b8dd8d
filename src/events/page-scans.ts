import * as z from 'zod';
import { readDetection } from '../detection/configuration/configuration-store';
import { scanPage } from '../findings/scan-page';
import { readExclusions } from '../findings/exclusions/exclusion-store';
import type { Clock } from '../platform/clock';
import { HostError, openConfluence } from '../platform/confluence';
import { Deadline } from '../platform/deadline';
import type { Log } from '../platform/log';
import { retryLater } from '../platform/queue';
import type { Random } from '../platform/random';
import type { Peppers } from '../platform/secrets';
import { openStorage } from '../platform/storage';
import { together } from '../platform/together';

/**
 * Pages are looked at when Confluence tells that they were published or changed. Told late, twice, in any order or not at
 * all: so an event only says which page to look at.
 */

export interface PageScansDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly peppers: () => Peppers | undefined;
}

export interface PageScans {
  /** The product trigger. */
  readonly told: (event: unknown, context: unknown) => Promise<object | undefined>;
}

/** The platform's own limit is 55 s. */
const LIMIT_MS = 40_000;
const RETRY_SECONDS = 60;

const siteContext = z.object({ installContext: z.string().min(1) });
const id = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[1-9][0-9]{0,18}$/));
/** What is at a page: what it says of itself does not matter. */
const remark = z.object({ container: z.object({ id, type: z.string() }) });
const pageEvent = z.object({ eventType: z.string(), content: z.object({ id }) });
const commentEvent = z.object({ eventType: z.string(), content: remark });
const attachmentEvent = z.object({ eventType: z.string(), attachment: remark });

export function createPageScans(dependencies: PageScansDependencies): PageScans {
  const { clock, random, log } = dependencies;
  return {
    told: async (event, context) => {
      const what = read(event);
      const peppers = dependencies.peppers();
      if (what === undefined || peppers === undefined) {
        log('page-scan.not-possible', { reason: what === undefined ? 'unreadable event' : 'no pepper' });
        return undefined;
      }
      const { eventType, pageId, of } = what;
      if (pageId === undefined) return undefined;
      try {
        const { installContext: installationId } = siteContext.parse(context);
        const deadline = new Deadline(LIMIT_MS);
        const storage = openStorage(deadline);
        const [{ config }, { all: exclusions }] = await together([
          readDetection(storage),
          readExclusions(storage),
        ] as const);
        const isGone = of === 'page' && eventType.includes(':deleted:');
        const isWanted = config.triggers.onPublish && (of === 'page' || config.targets[of]);
        if (!isWanted && !isGone) return undefined;
        const { openInspector } = await import('../findings/inspect-page');
        const inspector = openInspector({ clock, installationId, peppers, config, exclusions });
        const { rules } = config;
        const scan = {
          storage,
          confluence: openConfluence(deadline),
          clock,
          random,
          inspector,
          installationId,
          rules,
          exclusions,
        };
        const { outcome } = await scanPage(scan, pageId, { isGone });
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

interface Told {
  readonly eventType: string;
  /** undefined: it is not about a page. */
  readonly pageId: string | undefined;
  /** What of the page has changed. */
  readonly of: 'page' | 'comments' | 'attachmentNames';
}

function read(event: unknown): Told | undefined {
  const attachment = attachmentEvent.safeParse(event).data;
  if (attachment !== undefined) return { ...attachment, pageId: pageOf(attachment.attachment), of: 'attachmentNames' };
  const comment = commentEvent.safeParse(event).data;
  if (comment?.eventType.endsWith(':comment')) return { ...comment, pageId: pageOf(comment.content), of: 'comments' };
  const page = pageEvent.safeParse(event).data;
  return page && { eventType: page.eventType, pageId: page.content.id, of: 'page' };
}

function pageOf({ container }: z.infer<typeof remark>): string | undefined {
  return container.type === 'page' ? container.id : undefined;
}
