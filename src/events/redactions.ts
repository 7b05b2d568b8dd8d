import * as z from 'zod';
import { readDetection } from '../detection/configuration/configuration-store';
import { readExclusions } from '../findings/exclusions/exclusion-store';
import type { Clock } from '../platform/clock';
import { openConfluence } from '../platform/confluence';
import { Deadline } from '../platform/deadline';
import type { Log } from '../platform/log';
import { openPush, retryLater } from '../platform/queue';
import { type Pause, systemPause } from '../platform/pause';
import type { Random } from '../platform/random';
import type { Peppers } from '../platform/secrets';
import { openStorage } from '../platform/storage';
import { awaitAll } from '../platform/await-all';
import { quotasOf } from '../quota/policies';
import { pushStep } from '../runs/push-run';

/** Runs redactions step by step through the queue `redactions`. */

export interface RedactionsDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly peppers: () => Peppers | undefined;
  /** The text of the variable `RATE_LIMITS`; undefined = the default quotas. */
  readonly rateLimits: () => string | undefined;
  /** Runs between two attempts to count the calls of a redaction. Default: real time. */
  readonly pause?: Pause;
  /** The time limit of one call to Confluence. Default: 8 s. */
  readonly hostLimitMs?: number;
  /** The time limit of one call to storage. Default: 5 s. */
  readonly storageLimitMs?: number;
}

export interface Redactions {
  /** The consumer of the queue. */
  readonly consumeQueue: (event: unknown, context: unknown) => Promise<object | undefined>;
}

/** The limit of the platform is set in manifest.yml. */
const LIMIT_MS = 240_000;
const RETRY_SECONDS = 60;

const siteContext = z.object({ installContext: z.string().min(1) });
const redactionEvent = z.object({ body: z.object({ redactionId: z.uuid() }) });

export function createRedactions(dependencies: RedactionsDependencies): Redactions {
  const { clock, random, log, pause = systemPause, hostLimitMs, storageLimitMs } = dependencies;
  return {
    consumeQueue: async (event, context) => {
      const { redactionId } = redactionEvent.parse(event).body;
      const { installContext: installationId } = siteContext.parse(context);
      const deadline = new Deadline(LIMIT_MS);
      try {
        const peppers = dependencies.peppers();
        if (peppers === undefined) throw new Error('there is no pepper');
        const storage = openStorage(deadline, storageLimitMs);
        const [{ config }, { all: exclusions }] = await awaitAll([
          readDetection(storage),
          readExclusions(storage),
        ] as const);
        const { openPageScanner } = await import('../findings/scan-content');
        const { stepRedaction } = await import('../redaction/step-redaction');
        const scanner = openPageScanner({ clock, installationId, peppers, config, exclusions });
        const confluence = openConfluence(deadline, hostLimitMs);
        const quotas = quotasOf(dependencies.rateLimits());
        const usesGuard = config.redaction.guard;
        const step = await stepRedaction(
          { storage, confluence, clock, random, pause, log, quotas, scanner, usesGuard },
          redactionId,
        );
        await pushStep({ push: openPush(deadline), log, requestId: redactionId }, 'redaction', redactionId, step);
        return undefined;
      } catch (error) {
        log('redaction.step-failed', { redactionId, reason: error instanceof Error ? error.name : 'unknown' });
        return retryLater(RETRY_SECONDS);
      }
    },
  };
}
