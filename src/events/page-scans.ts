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
const pageEvent = z.object({
  eventType: z.string(),
  content: z.object({
    id: z
      .union([z.string(), z.number()])
      .transform(String)
      .pipe(z.string().regex(/^[1-9][0-9]{0,18}$/)),
  }),
});

export function createPageScans(dependencies: PageScansDependencies): PageScans {
  const { clock, random, log } = dependencies;
  return {
    told: async (event, context) => {
      const parsed = pageEvent.safeParse(event);
      const peppers = dependencies.peppers();
      if (!parsed.success || peppers === undefined) {
        log('page-scan.not-possible', { reason: parsed.success ? 'no pepper' : 'unreadable event' });
        return undefined;
      }
      const { eventType, content } = parsed.data;
      try {
        const { installContext: installationId } = siteContext.parse(context);
        const deadline = new Deadline(LIMIT_MS);
        const storage = openStorage(deadline);
        const [{ config }, { all: exclusions }] = await together([
          readDetection(storage),
          readExclusions(storage),
        ] as const);
        const isGone = eventType.includes(':deleted:');
        if (!config.triggers.onPublish && !isGone) return undefined;
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
        const { outcome } = await scanPage(scan, content.id, { isGone });
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
