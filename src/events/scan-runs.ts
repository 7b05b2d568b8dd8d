import { readLicense, readLicenseReturn } from '../capabilities/license';
import { SCANS } from '../findings/runs/scan-kind';
import type { DetectionConfig } from '../detection/configuration/model';
import { createScan } from '../findings/runs/create-scan';
import { readFindingConditions } from '../findings/finding-conditions';
import { leaveSpace } from '../findings/scan/leave-space';
import { raiseLevelsFor } from '../findings/required-level/raise-levels';
import { pushExpired, reopenedFilter } from '../findings/runs/turned-on';
import { SCAN_QUEUE } from '../findings/runs/run-model';
import { skipCorruptRecords } from '../findings/scan/record-scan';
import type { Attempt } from '../findings/scan/page-content';
import { leavesFiles, scanFilesOfPages } from '../findings/scan/scan-files';
import { type ScanContext, scanPage } from '../findings/scan/scan-page';
import { readScan } from '../findings/scan/scan-store';
import { type ScanRunContext, stepScan } from '../findings/runs/step-scan';
import { HostError, isOfOneCall } from '../platform/confluence';
import type { Context } from '../platform/context';
import { pushCreated, pushStep } from '../runs/push-run';
import { recordRun } from '../runs/schedules';
import { pushStart } from '../walks/walk';
import { stepsOf, alertAdmins } from './background';
import { type EventHandler, installationIdOf, reasonOf, secondsAfter, TRIGGER_DONE } from './invocation';
import { openScan, requirePeppers } from './open-scan';
import { createConsumer, QUEUES, type ScanQueueEvent, SPACE_IN_DELETION } from './queue-consumer';
import { type Dependencies, openPlatform } from '../quota/invocation';

/**
 * Runs scans of many pages step by step through the queue `scans`, and starts the scheduled scans of the site. The same
 * queue also processes the pages of deleted spaces, the pages that were moved along with a parent page, and the pages with
 * findings that may be open again.
 */

export interface ScanRuns {
  /** The consumer of the queue `scans`. */
  readonly consumeQueue: EventHandler;
  /** Starts the scan that is due. A scheduled trigger calls it. */
  readonly runHourly: EventHandler;
}

/** The limits of the platform are the one in manifest.yml and 55 s. */
const LIMITS_MS = { queue: 240_000, hourly: 40_000 };
const DAY_MS = 86_400_000;

type FollowUp = Exclude<ScanQueueEvent, { readonly scanId: string }>;

type Hour = Pick<Context, 'storage' | 'push' | 'random' | 'log' | 'clock' | 'installationId'>;

export function createScanRuns(dependencies: Dependencies): ScanRuns {
  const { log } = dependencies;
  return {
    consumeQueue: createConsumer(
      QUEUES.scans,
      log,
      async (body, context, failedBefore, identity, ranOutOfMemory) => {
        const options = { peppers: requirePeppers(dependencies), limitMs: LIMITS_MS.queue };
        const { config, isLicensed, push, load, pushMirrors } = await openScan(dependencies, context, options);
        const isScan = 'movedPageIds' in body || 'liveDocId' in body || 'filesOfPageIds' in body;
        if (isScan && !isLicensed) return 'done';
        const onlyRaises = 'turnedOn' in body || 'reopened' in body;
        if (onlyRaises && !(isLicensed && config.rules.length > 0)) return 'done';
        const scan = await load();
        if ('scanId' in body) {
          const step = await stepScan(scan, body.scanId, { failedBefore, ranOutOfMemory });
          await pushMirrors();
          return pushStep({ ...scan, requestId: body.scanId }, SCANS, body.scanId, step, identity);
        }
        const next = await followUpWithPoints(scan, body, { failedBefore, ranOutOfMemory }).finally(pushMirrors);
        if (next === 'done' || next === 'contended') return next;
        if (next.failure !== undefined) log(QUEUES.scans.failedEvent, { ...next.body, reason: reasonOf(next.failure) });
        // If the push fails, the platform delivers the same event again, and it continues where it stopped.
        await push.push(SCAN_QUEUE, { ...next.body, ...identity }, next.delaySeconds);
        return 'done';
      },
      stepsOf(dependencies),
    ),
    runHourly: async (_argument, context) => {
      const hour = { ...openPlatform(dependencies, LIMITS_MS.hourly), installationId: installationIdOf(context) };
      const { storage, clock, push } = hour;
      const now = clock();
      if ((await readLicense(storage, now)) !== 'inactive') {
        const { config, exclusions } = await readFindingConditions(storage);
        await pushExpired(push, exclusions.all, now);
        const due = periodOf(config, now);
        const licensedSince = config.triggers.onPublish ? await readLicenseReturn(storage, now) : undefined;
        if (due !== undefined) await startDue(hour, due);
        // Pages that were published without a license were not scanned.
        if (licensedSince !== undefined) await startDue(hour, `license ${licensedSince}`);
      }
      await pushStart(push, 'personal-data-report');
      await recordRun(storage, 'hourly-scans', clock());
      await alertAdmins(dependencies, context, 'hourly-scans');
      return TRIGGER_DONE;
    },
  };
}

/** Starts the scan of this day or week, or after the return of the license, unless it was started before. */
async function startDue({ storage, push, random, log, clock, installationId }: Hour, due: string): Promise<void> {
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
  if (creation.outcome !== 'created' && creation.outcome !== 'existing') return;
  // An existing scan that is queued was created but never pushed.
  await pushCreated({ storage, push, log, clock, requestId: random.uuid() }, SCANS, creation.run);
}

/** The event to push next. */
interface Next {
  readonly body: FollowUp;
  readonly delaySeconds?: number;
  /** The error that left the work in `body` undone. */
  readonly failure?: unknown;
}

function followUpWithPoints(
  scan: ScanRunContext,
  body: FollowUp,
  attempt: Attempt,
): Promise<Next | 'done' | 'contended'> {
  const points = scan.openPoints(undefined);
  return followUp({ ...scan, confluence: points.meter(scan.unpaid) }, body, attempt).finally(points.close);
}

async function followUp(scan: ScanContext, body: FollowUp, attempt: Attempt): Promise<Next | 'done' | 'contended'> {
  if ('filesOfPageIds' in body) {
    const pages = body.filesOfPageIds.split(',').map((pageId) => ({ pageId, listed: undefined }));
    const { left } = await scanFilesOfPages(scan, pages, attempt);
    return left.length === 0 ? 'done' : { body: { filesOfPageIds: left.join(',') } };
  }
  if ('movedPageIds' in body) return scanMovedPages(scan, body.movedPageIds.split(','));
  if ('liveDocId' in body) {
    const { record } = await readScan(scan.storage, body.liveDocId);
    if (record !== undefined && record.scannedAt >= body.since) return 'done';
    const scanned = await scanPage(scan, body.liveDocId);
    if (scanned.outcome === 'contended') return scanned.outcome;
    return leavesFiles(scanned) ? { body: { filesOfPageIds: body.liveDocId } } : 'done';
  }
  const { time, key } = body;
  const after = time === '' ? undefined : { time, key };
  if ('turnedOn' in body) {
    const [detectorId = '', ...others] = body.turnedOn.split(',');
    const next = await raiseLevelsFor(scan, { detectorId }, after);
    if (next !== undefined) return { body: { turnedOn: body.turnedOn, ...next } };
    return others.length === 0 ? 'done' : { body: { turnedOn: others.join(','), time: '', key: '' } };
  }
  if ('reopened' in body) {
    const next = await raiseLevelsFor(scan, reopenedFilter(body.reopened), after);
    return next === undefined ? 'done' : { body: { reopened: body.reopened, ...next } };
  }
  const { goneSpaceId, until } = body;
  const step = await leaveSpace(scan, goneSpaceId, after);
  if (step === 'contended') return step;
  if (step.isSeen && scan.clock().toISOString() < until) return { body, delaySeconds: SPACE_IN_DELETION.delaySeconds };
  return step.next === undefined ? 'done' : { body: { goneSpaceId, until, ...step.next } };
}

/**
 * Retries only the remaining pages. The platform delivers the same event only a few times, and pages that are already
 * done must not use up these attempts.
 * @throws the last error if no page could be scanned
 */
async function scanMovedPages(scan: ScanContext, pageIds: readonly string[]): Promise<Next | 'done'> {
  const left: string[] = [];
  const withFiles: string[] = [];
  let failure: unknown;
  for (const [place, pageId] of pageIds.entries()) {
    try {
      const scanned = await skipCorruptRecords(() => scanPage(scan, pageId));
      if (leavesFiles(scanned)) withFiles.push(pageId);
      if (scanned.outcome === 'contended')
        throw new HostError('failure', 'others scanned the same page at every attempt');
    } catch (error) {
      failure = error;
      left.push(pageId);
      if (concernsOnePage(error)) continue;
      left.push(...pageIds.slice(place + 1));
      break;
    }
  }
  if (left.length === 0) return withFiles.length === 0 ? 'done' : { body: { filesOfPageIds: withFiles.join(',') } };
  if (left.length === pageIds.length) throw failure;
  // Pages with files are scanned again, and then their files with those of the others.
  left.push(...withFiles);
  return { body: { movedPageIds: left.join(',') }, delaySeconds: secondsAfter(failure), failure };
}

/** True if the error concerns one page only. Without time or points no other page can succeed either. */
function concernsOnePage(error: unknown): boolean {
  return error instanceof HostError && isOfOneCall(error);
}

/** Constant throughout a day, or a week that begins on Monday, in UTC. Undefined if no schedule is set. */
function periodOf({ triggers: { schedule } }: DetectionConfig, now: Date): string | undefined {
  if (schedule === 'off') return undefined;
  const daysBack = schedule === 'daily' ? 0 : (now.getUTCDay() + 6) % 7;
  return `${schedule} ${new Date(now.getTime() - daysBack * DAY_MS).toISOString().slice(0, 10)}`;
}
