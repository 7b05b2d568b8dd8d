import * as z from 'zod';
import { readDetection } from '../detection/configuration/configuration-store';
import type { DetectionConfig } from '../detection/configuration/model';
import { createScan } from '../findings/create-scan';
import { leaveSpace } from '../findings/leave-space';
import { SCAN_QUEUE } from '../findings/run-model';
import { skipCorruptRecords } from '../findings/skip-corrupt-records';
import { type ScanContext, scanPage } from '../findings/scan-page';
import { type ScanRunContext, stepScan } from '../findings/step-scan';
import { HostError } from '../platform/confluence';
import { Deadline } from '../platform/deadline';
import { openPush, retryLater } from '../platform/queue';
import { openStorage } from '../platform/storage';
import { pushStep } from '../runs/push-run';
import { openScan, type ScanDependencies } from './open-scan';

/**
 * Runs scans of many pages step by step through the queue `scans`, and starts the scheduled scans of the site. The same
 * queue also processes the pages of deleted spaces and the pages that were moved along with a parent page.
 */

type EventHandler = (event: unknown, context: unknown) => Promise<object | undefined>;

export interface ScanRuns {
  /** The consumer of the queue `scans`. */
  readonly consumeQueue: EventHandler;
  /** The scheduled trigger: starts the scan that is due. */
  readonly runHourly: EventHandler;
}

/** The limits of the platform are the one in manifest.yml and 55 s. */
const LIMITS_MS = { worked: 240_000, hourly: 40_000 };
const RETRY_SECONDS = 60;
const DAY_MS = 86_400_000;

const siteContext = z.object({ installContext: z.string().min(1) });
const place = { time: z.union([z.iso.datetime({ precision: 3 }), z.literal('')]), key: z.string() };
const queueEvent = z.object({
  body: z.union([
    z.object({ scanId: z.uuid() }),
    z.object({ goneSpaceId: z.string().min(1), ...place }),
    z.object({ movedPageIds: z.string().min(1) }),
  ]),
});
type QueueEvent = z.infer<typeof queueEvent>['body'];
type FollowUp = Exclude<QueueEvent, { readonly scanId: string }>;

export function createScanRuns(dependencies: ScanDependencies): ScanRuns {
  const { clock, random, log, peppers: readPeppers } = dependencies;
  const push = (deadline: Deadline, scanId: string) => openPush(deadline).push(SCAN_QUEUE, { scanId });
  const logFailed = (body: QueueEvent, error: unknown) =>
    log('scan.step-failed', { ...body, reason: error instanceof Error ? error.name : 'unknown' });

  return {
    consumeQueue: async (event, context) => {
      const { body } = queueEvent.parse(event);
      const { installContext: installationId } = siteContext.parse(context);
      const deadline = new Deadline(LIMITS_MS.worked);
      try {
        const peppers = readPeppers();
        if (peppers === undefined) throw new Error('there is no pepper');
        const { config, load } = await openScan(dependencies, { peppers, installationId, deadline });
        if ('movedPageIds' in body && !config.triggers.onPublish) return undefined;
        const scan = await load();
        if ('scanId' in body) {
          const step = await stepScan(scan, body.scanId);
          await pushStep({ push: openPush(deadline), log, requestId: body.scanId }, 'scan', body.scanId, step);
          return undefined;
        }
        const next = await followUpWithPoints(scan, body);
        if (next?.failure !== undefined) logFailed(next.body, next.failure);
        // If the push fails, the platform delivers the same event again, and it continues where it stopped.
        if (next !== undefined) await openPush(deadline).push(SCAN_QUEUE, next.body, next.delaySeconds);
        return undefined;
      } catch (error) {
        logFailed(body, error);
        return retryLater(secondsAfter(error));
      }
    },
    runHourly: async (_argument, context) => {
      const { installContext: installationId } = siteContext.parse(context);
      const deadline = new Deadline(LIMITS_MS.hourly);
      const storage = openStorage(deadline);
      const due = periodOf((await readDetection(storage)).config, clock());
      if (due === undefined) return { statusCode: 204 };
      const creation = await createScan(
        { storage, random, log, now: clock() },
        {
          creator: { kind: 'app' },
          idempotencyKey: due,
          order: { of: 'site', onlyStale: true },
          requestId: random.uuid(),
          installationId,
        },
      );
      log('scan.scheduled', { outcome: creation.outcome });
      if (creation.outcome === 'created') await push(deadline, creation.run.runId);
      // The scan was created but never pushed.
      else if (creation.outcome === 'existing' && creation.run.record.state === 'queued')
        await push(deadline, creation.run.runId);
      return { statusCode: 204 };
    },
  };
}

/** The event to push next. */
interface Next {
  readonly body: QueueEvent;
  readonly delaySeconds?: number;
  /** The error that left the work in `body` undone. */
  readonly failure?: unknown;
}

function followUpWithPoints(scan: ScanRunContext, body: FollowUp): Promise<Next | undefined> {
  const points = scan.openPoints(undefined);
  return followUp({ ...scan, confluence: points.meter(scan.confluence) }, body).finally(points.close);
}

async function followUp(scan: ScanContext, body: FollowUp): Promise<Next | undefined> {
  if ('movedPageIds' in body) return scanMovedPages(scan, body.movedPageIds.split(','));
  const { goneSpaceId, time, key } = body;
  const step = await leaveSpace(scan, goneSpaceId, time === '' ? undefined : { time, key });
  if (step.outcome === 'contended') throw contended();
  return step.outcome === 'more' ? { body: { goneSpaceId, ...step.next } } : undefined;
}

/**
 * Retries only the remaining pages. The platform delivers the same event only a few times, and pages that are already
 * done must not use up these attempts.
 * @throws the last error if no page could be scanned
 */
async function scanMovedPages(scan: ScanContext, pageIds: readonly string[]): Promise<Next | undefined> {
  const left: string[] = [];
  let failure: unknown;
  for (const [place, pageId] of pageIds.entries()) {
    try {
      const { outcome } = await skipCorruptRecords(() => scanPage(scan, pageId));
      if (outcome === 'contended') throw contended();
    } catch (error) {
      failure = error;
      left.push(pageId);
      if (isOfOne(error)) continue;
      left.push(...pageIds.slice(place + 1));
      break;
    }
  }
  if (left.length === 0) return undefined;
  if (left.length === pageIds.length) throw failure;
  return { body: { movedPageIds: left.join(',') }, delaySeconds: secondsAfter(failure), failure };
}

/** True if the error concerns one page only. Without time or points no other page can succeed either. */
function isOfOne(error: unknown): boolean {
  return error instanceof HostError && error.kind === 'failure';
}

/** The delay before a retry, in seconds. A queue accepts at most 900, and a retry needs at least 1. */
function secondsAfter(error: unknown): number {
  const asked = error instanceof HostError ? error.retryAfterSeconds : undefined;
  return Math.min(900, Math.max(1, asked ?? RETRY_SECONDS));
}

function contended(): HostError {
  return new HostError('failure', 'others looked at the same page at every attempt');
}

/** Constant throughout a day, or a week that begins on Monday, in UTC. Undefined if no schedule is set. */
function periodOf({ triggers: { schedule } }: DetectionConfig, now: Date): string | undefined {
  if (schedule === 'off') return undefined;
  const daysBack = schedule === 'daily' ? 0 : (now.getUTCDay() + 6) % 7;
  return `${schedule} ${new Date(now.getTime() - daysBack * DAY_MS).toISOString().slice(0, 10)}`;
}
