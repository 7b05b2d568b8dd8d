import * as z from 'zod';
import { SCANS } from '../findings/scan-kind';
import { JOBS } from '../jobs/job-kind';
import { stepJob } from '../jobs/step-job';
import { recordExpiry } from '../keys/record-expiry';
import type { Clock } from '../platform/clock';
import { openConfluence } from '../platform/confluence';
import { Deadline } from '../platform/deadline';
import type { Log } from '../platform/log';
import { type Pause, systemPause } from '../platform/pause';
import { openPush, retryLater } from '../platform/queue';
import type { Random } from '../platform/random';
import { openStorage } from '../platform/storage';
import { quotasOf } from '../quota/policies';
import { REDACTIONS } from '../redaction/redaction-kind';
import { pushRuns, pushStep, runBody } from '../runs/push-run';
import { RUN_KINDS } from '../runs/run-kind';
import { type WatchContext, watchRuns } from '../runs/watch-runs';

/** Background work that the platform starts: queue consumers and scheduled triggers. */

export interface EventsDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The text of the variable `RATE_LIMITS`; undefined = the default quotas. */
  readonly rateLimits: () => string | undefined;
  /** Runs between two attempts to count the calls of a job. Default: real time. */
  readonly pause?: Pause;
  /** The time limit of one call to Confluence. Default: 8 s. */
  readonly hostLimitMs?: number;
  /** The time limit of one call to storage. Default: 5 s. */
  readonly storageLimitMs?: number;
}

type EventHandler = (event: unknown, context: unknown) => Promise<object | undefined>;

export interface Events {
  /** The consumer of the queue `jobs`: runs the next step of a job. */
  readonly jobQueueConsumer: EventHandler;
  readonly fiveMinuteTrigger: EventHandler;
  readonly dailyTrigger: EventHandler;
}

const DONE = { statusCode: 204 };
/** The time limit of work other than the steps of jobs. */
const LIMIT_MS = 20_000;
const RETRY_SECONDS = 60;

const WATCH = {
  job: (context: WatchContext) => watchRuns(context, JOBS),
  scan: (context: WatchContext) => watchRuns(context, SCANS),
  redaction: (context: WatchContext) => watchRuns(context, REDACTIONS),
};

const jobEvent = z.object({ body: z.object({ jobId: z.uuid() }) });
const siteContext = z.object({ installContext: z.string().min(1) });

export function createEvents(dependencies: EventsDependencies): Events {
  const { clock, random, log, pause = systemPause, rateLimits, hostLimitMs, storageLimitMs } = dependencies;
  const open = (limitMs: number) => {
    const deadline = new Deadline(limitMs);
    return { storage: openStorage(deadline, storageLimitMs), confluence: openConfluence(deadline, hostLimitMs) };
  };

  return {
    jobQueueConsumer: async (event, context) => {
      const { jobId } = jobEvent.parse(event).body;
      const quotas = quotasOf(rateLimits());
      const installationId = siteContext.parse(context).installContext;
      const run = { open, clock, random, pause, log, installationId };
      try {
        const step = await stepJob({ ...run, quotas }, jobId);
        await pushStep({ push: openPush(new Deadline(LIMIT_MS)), log, requestId: jobId }, 'job', jobId, step);
        return undefined;
      } catch (error) {
        log('job.step-failed', { jobId, reason: error instanceof Error ? error.name : 'unknown' });
        return retryLater(RETRY_SECONDS);
      }
    },
    fiveMinuteTrigger: async () => {
      const failures: unknown[] = [];
      for (const kind of RUN_KINDS) {
        try {
          const { lost, started, unreadable } = await WATCH[kind]({
            storage: open(LIMIT_MS).storage,
            clock,
            random,
            log,
          });
          for (const id of unreadable) log(`${kind}.unreadable`, runBody(kind, id));
          for (const id of lost) log(`${kind}.lost`, runBody(kind, id));
          const push = openPush(new Deadline(LIMIT_MS));
          await pushRuns({ push, log, requestId: random.uuid() }, kind, [...lost, ...started]);
        } catch (error) {
          // A failure does not stop the checks of the other kinds.
          log(`${kind}.watch-failed`, { reason: error instanceof Error ? error.name : 'unknown' });
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
      return DONE;
    },
    dailyTrigger: async () => {
      await recordExpiry({ storage: open(LIMIT_MS).storage, clock, requestId: random.uuid() });
      // Loaded from a separate part of the bundle, like all code for findings (docs/adr/0019).
      const { cleanExcerpts } = await import('../findings/clean-excerpts');
      const { cleaned, isDone } = await cleanExcerpts({ storage: open(LIMIT_MS).storage, clock });
      if (cleaned > 0) log('excerpts.cleaned', { cleaned, isDone });
      return DONE;
    },
  };
}
