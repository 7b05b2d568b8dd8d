import * as z from 'zod';
import { readDetection } from '../detection/configuration/configuration-store';
import type { DetectionConfig } from '../detection/configuration/model';
import { createRun } from '../findings/create-run';
import { readExclusions } from '../findings/exclusions/exclusion-store';
import { SCAN_QUEUE } from '../findings/run-model';
import { findLostRuns, stepRun } from '../findings/step-run';
import type { Clock } from '../platform/clock';
import { HostError, openConfluence } from '../platform/confluence';
import { Deadline } from '../platform/deadline';
import type { Log } from '../platform/log';
import { openPush, retryLater } from '../platform/queue';
import type { Random } from '../platform/random';
import type { Peppers } from '../platform/secrets';
import { openStorage } from '../platform/storage';
import { together } from '../platform/together';

/** Scans of many pages: step by step through the queue `scans`, and begun by the schedule of the site. */

export interface ScanRunsDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly peppers: () => Peppers | undefined;
}

type EventHandler = (event: unknown, context: unknown) => Promise<object | undefined>;

export interface ScanRuns {
  /** The consumer of the queue `scans`. */
  readonly worked: EventHandler;
  /** The scheduled trigger: begins what is due, and pushes what has lost its event. */
  readonly hourly: EventHandler;
}

/** The platform's own limits: what manifest.yml says, and 55 s. */
const LIMITS_MS = { worked: 240_000, hourly: 40_000 };
const RETRY_SECONDS = 60;
const DAY_MS = 86_400_000;

const siteContext = z.object({ installContext: z.string().min(1) });
const scanEvent = z.object({ body: z.object({ scanId: z.uuid() }) });

export function createScanRuns({ clock, random, log, peppers: readPeppers }: ScanRunsDependencies): ScanRuns {
  const push = (deadline: Deadline, scanId: string, delaySeconds = 0) =>
    openPush(deadline).push(SCAN_QUEUE, { scanId }, delaySeconds === 0 ? undefined : delaySeconds);

  return {
    worked: async (event, context) => {
      const { scanId } = scanEvent.parse(event).body;
      const { installContext: installationId } = siteContext.parse(context);
      const deadline = new Deadline(LIMITS_MS.worked);
      try {
        const peppers = readPeppers();
        if (peppers === undefined) throw new Error('there is no pepper');
        const storage = openStorage(deadline);
        const [{ config }, { all: exclusions }] = await together([
          readDetection(storage),
          readExclusions(storage),
        ] as const);
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
        const step = await stepRun(scan, scanId);
        // Where this fails, the platform hands the same event over again, and the scan goes on where it is.
        if (step.outcome === 'more') await push(deadline, scanId, step.delaySeconds);
        return undefined;
      } catch (error) {
        log('scan.step-failed', { scanId, reason: error instanceof Error ? error.name : 'unknown' });
        return retryLater(error instanceof HostError ? (error.retryAfterSeconds ?? RETRY_SECONDS) : RETRY_SECONDS);
      }
    },
    hourly: async (_argument, context) => {
      const { installContext: installationId } = siteContext.parse(context);
      const deadline = new Deadline(LIMITS_MS.hourly);
      const storage = openStorage(deadline);
      for (const scanId of await findLostRuns({ storage, clock })) await push(deadline, scanId);
      const due = periodOf((await readDetection(storage)).config, clock());
      if (due === undefined) return { statusCode: 204 };
      const creation = await createRun(
        { storage, random, now: clock() },
        { idempotencyKey: due, order: { of: 'site', onlyStale: true }, requestId: random.uuid(), installationId },
      );
      log('scan.scheduled', { outcome: creation.outcome });
      if (creation.outcome === 'created') await push(deadline, creation.run.scanId);
      // Made, but never pushed.
      else if (creation.outcome === 'existing' && creation.run.record.state === 'queued')
        await push(deadline, creation.run.scanId);
      return { statusCode: 204 };
    },
  };
}

/** The same throughout a day, or a week that begins on Monday, in UTC; undefined = there is no schedule. */
function periodOf({ triggers: { schedule } }: DetectionConfig, now: Date): string | undefined {
  if (schedule === 'off') return undefined;
  const daysBack = schedule === 'daily' ? 0 : (now.getUTCDay() + 6) % 7;
  return `${schedule} ${new Date(now.getTime() - daysBack * DAY_MS).toISOString().slice(0, 10)}`;
}
