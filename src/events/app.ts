import { POSITION_ROW } from '../counts/position';
import { fingerprintKeyOf } from '../findings/fingerprint-key';
import { SCANS } from '../findings/runs/scan-kind';
import { pushDailySweep } from '../findings/runs/turned-on';
import { JOBS } from '../jobs/job-kind';
import { stepJob } from '../jobs/step-job';
import { recordExpiry } from '../keys/record-expiry';
import { awaitAll } from '../platform/await-all';
import type { Log } from '../platform/log';
import { systemPause } from '../platform/pause';
import { heedLimit } from '../quota/confluence-limit';
import { type Dependencies, openPlatform, openQuotas } from '../quota/invocation';
import { REDACTIONS } from '../redaction/redaction-kind';
import { pushRuns, pushStep, runBody, type RunPushing } from '../runs/push-run';
import { RUN_KINDS, type RunKind, type RunRecord } from '../runs/run-kind';
import { recordRun } from '../runs/schedules';
import { mayHaveRuns, type WatchContext, watchRuns } from '../runs/watch-runs';
import { recordParts, type UpkeepPart } from '../upkeep/failed-parts';
import { pushStart, WALK_NAMES, type WalkName } from '../walks/walk';
import { asSite, stepsOf, alertAdmins } from './background';
import { type EventHandler, installationIdOf, reasonOf, TRIGGER_DONE } from './invocation';
import { requirePeppers } from './open-scan';
import { createConsumer, QUEUES } from './queue-consumer';

/** Background work that the platform starts: queue consumers and scheduled triggers. */

export interface Events {
  /** The consumer of the queue `jobs`, which runs the next step of a job. */
  readonly jobQueueConsumer: EventHandler;
  readonly fiveMinuteTrigger: EventHandler;
  readonly dailyTrigger: EventHandler;
}

/** The time limit of work other than the steps of jobs. */
const LIMIT_MS = 20_000;

type Watching = WatchContext & RunPushing;

/** Pushes the runs that a check of the line found. @returns the number of those that had lost their event */
async function watchAndPush<R extends RunRecord, B>(context: Watching, kind: RunKind<R, B>): Promise<number> {
  const watched = await watchRuns(context, kind);
  for (const id of watched.unreadable) context.log(`${kind.name}.unreadable`, runBody(kind.name, id));
  for (const id of watched.lost) context.log(`${kind.name}.lost`, runBody(kind.name, id));
  await pushRuns(context, kind, [...watched.lost, ...watched.started]);
  return watched.lost.length;
}

function watchOf<R extends RunRecord, B>(kind: RunKind<R, B>) {
  return {
    isNeeded: ({ storage }: Watching) => mayHaveRuns(storage, kind),
    run: (context: Watching) => watchAndPush(context, kind),
  };
}

const WATCH = { job: watchOf(JOBS), scan: watchOf(SCANS), redaction: watchOf(REDACTIONS) };

/**
 * The parts of the daily run whose failure is a task of the admins, by the log event. Closed spaces are not one,
 * because a site may not let the app read them at all.
 */
const DAILY_PARTS: ReadonlyMap<string, UpkeepPart> = new Map([
  ['keys.expiry-failed', 'key-expiry'],
  ['mirror.check-not-pushed', 'mirror-check'],
  ['counts.check-not-pushed', 'count-check'],
  ['upkeep.not-pushed', 'upkeep-start'],
  ['native-levels.not-pushed', 'native-levels'],
]);

export function createEvents(dependencies: Dependencies): Events {
  const { clock, random, log, pause = systemPause } = dependencies;
  const open = () => openPlatform(dependencies, LIMIT_MS);

  /** Loaded from a separate part of the bundle. Without a pepper the app writes no properties. */
  const sweep = async (context: unknown): Promise<void> => {
    const peppers = dependencies.peppers();
    if (peppers === undefined) return;
    const [{ sweepMirrors }, { mirrorKeyOf }] = await awaitAll([
      import('../mirror/sweep'),
      import('../mirror/mirror-key'),
    ]);
    const installationId = installationIdOf(context);
    const key = mirrorKeyOf(peppers, installationId);
    await sweepMirrors({ ...open(), requestId: random.uuid(), installationId, key });
  };

  const renewLicense = async (): Promise<void> => {
    const license = await import('../capabilities/renew-license');
    await license.renewLicense(open());
  };

  /** First, because the work of an update must not depend on the rest. */
  const prepareVersion = async (): Promise<void> => {
    const { prepareRunningVersion } = await import('./prepare-version');
    await asSite(dependencies, open(), prepareRunningVersion);
  };

  /** The probes of the site check that need a scheduled trigger. */
  const runProbes = async (): Promise<void> => {
    const [{ runScheduledProbes }, { openStorageTrial }] = await awaitAll([
      import('../site-check/run-scheduled'),
      import('../platform/storage-trial'),
    ]);
    const opened = open();
    const trial = openStorageTrial(opened.deadline);
    await asSite(dependencies, opened, (paid) => runScheduledProbes({ ...paid, trial }));
  };

  return {
    jobQueueConsumer: createConsumer(
      QUEUES.jobs,
      log,
      async ({ jobId }, context, _failedBefore, next) => {
        const installationId = installationIdOf(context);
        const quotas = openQuotas(dependencies);
        const heed = heedLimit({ clock, storage: stepsOf(dependencies)() });
        const openFor = (limitMs: number) => {
          const platform = openPlatform(dependencies, limitMs);
          return { ...platform, unpaid: heed(platform.unpaid) };
        };
        const readFingerprintKey = () => fingerprintKeyOf(requirePeppers(dependencies), installationId);
        const base = { open: openFor, clock, random, pause, log, installationId, quotas, readFingerprintKey };
        const step = await stepJob(base, jobId);
        return pushStep({ ...open(), requestId: jobId }, JOBS, jobId, step, next);
      },
      stepsOf(dependencies),
    ),
    fiveMinuteTrigger: async (_argument, context) => {
      const { attempt, failures } = openAttempts(log);
      await attempt('version.not-prepared', prepareVersion);
      const { WALKS } = await import('./walks');
      // Each of the others waits for the platform, so they run concurrently.
      const swept = attempt('mirror.sweep-failed', () => sweep(context));
      const renewed = attempt('license.not-renewed', renewLicense);
      let lostRuns = 0;
      const watchAll = async () => {
        // Runs that wait for a license find the answer.
        await renewed;
        const openWatch = () => ({ ...open(), requestId: random.uuid() });
        const areNeeded = await awaitAll(RUN_KINDS.map((kind) => WATCH[kind].isNeeded(openWatch())));
        // One kind after another, so that their records are not in memory together.
        for (const kind of RUN_KINDS.filter((_kind, index) => areNeeded[index]))
          await attempt(`${kind}.watch-failed`, async () => {
            const lost = await WATCH[kind].run(openWatch());
            lostRuns += lost;
          });
      };
      const resume = async (name: WalkName) => {
        // The sweep ends a walk that stands still.
        if (name === 'mirror') await swept;
        await WALKS[name].resume(open());
      };
      await awaitAll([
        swept,
        renewed,
        attempt('probes.failed', runProbes),
        watchAll(),
        ...WALK_NAMES.map((name) => attempt(`${name}.not-resumed`, () => resume(name))),
      ]);
      await alertAdmins(dependencies, context, 'every-five-minutes');
      if (failures[0] !== undefined) throw failures[0].error;
      await recordRun(open().storage, 'every-five-minutes', clock(), { lostRuns });
      return TRIGGER_DONE;
    },
    dailyTrigger: async () => {
      const { attempt, failures } = openAttempts(log);
      await attempt('keys.expiry-failed', () => recordExpiry({ ...open(), requestId: random.uuid() }));
      await attempt('mirror.check-not-pushed', async () => {
        if (dependencies.peppers() === undefined) return;
        const { startShare } = await import('../mirror/check-share');
        const opened = open();
        const { value: counters } = await POSITION_ROW.read(opened.storage);
        const pages = counters.pagesInConfluence?.count ?? 0;
        await startShare({ ...opened, requestId: random.uuid() }, pages);
      });
      await attempt('counts.check-not-pushed', () => pushStart(open().push, 'count-check'));
      try {
        const { renewClosedSpaces } = await import('../capabilities/closed-spaces');
        await asSite(dependencies, open(), (paid) => renewClosedSpaces({ ...paid, now: clock() }));
      } catch (error) {
        log('closed-spaces.not-renewed', { reason: reasonOf(error) });
      }
      await attempt('levels.sweep-not-pushed', () => pushDailySweep(open().push));
      await attempt('upkeep.not-pushed', () => pushStart(open().push, 'removal'));
      await attempt('native-levels.not-pushed', () => pushStart(open().push, 'native-levels'));
      await attempt('reviews.not-reminded', async () => {
        const [{ remindOwners }, { askAuthors }] = await awaitAll([
          import('../review/remind-owners'),
          import('./walks'),
        ]);
        const opened = { ...open(), requestId: random.uuid() };
        await remindOwners(opened, (pageIds) => askAuthors(opened, pageIds));
      });
      const { storage } = open();
      const failed = new Set(failures.map(({ event }) => event));
      const outcomeOf = (event: string) => (failed.has(event) ? 'failed' : 'done');
      await recordParts(storage, new Map([...DAILY_PARTS].map(([event, part]) => [part, outcomeOf(event)])), clock());
      await recordRun(storage, 'daily-key-expiry', clock());
      if (failures[0] !== undefined) throw failures[0].error;
      return TRIGGER_DONE;
    },
  };
}

/** The parts of one run of a schedule. A failure of one does not stop the others. */
function openAttempts(log: Log) {
  const failures: { readonly event: string; readonly error: unknown }[] = [];
  const attempt = async (event: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log(event, { reason: reasonOf(error) });
      failures.push({ event, error });
    }
  };
  return { attempt, failures };
}
