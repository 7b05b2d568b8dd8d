import { readLevels } from '../classification/level-store';
import { RECONCILIATION } from '../classification/reconciliation';
import { CHECK_COUNTS, startCheck } from '../counts/check-counts';
import { FOLLOW_CHANGES } from '../counts/follow-changes';
import { MEASURE_EXPOSURE } from '../exposure/walk';
import { levelFloorReader } from '../findings/required-level/level-floor';
import { openScanComparison } from '../findings/scan/compare-scans';
import { MIRROR_SHARE } from '../mirror/check-share';
import { installationKeyOf } from '../keys/installation-key';
import { mirrorKeyOf } from '../mirror/mirror-key';
import { MIRROR_WALK } from '../mirror/step-walk';
import { COMPARISON, compareDaily } from '../native-levels/comparison';
import { pushOrLog } from '../platform/queue';
import { reportAccounts } from '../platform/personal-data';
import { ERASURE, forgetRequests } from '../privacy/erase';
import { REPORT, type ReportContext, startReport } from '../privacy/report';
import { THE_SITE } from '../quota/counters';
import { type Dependencies, SYSTEM } from '../quota/invocation';
import { recordPart } from '../upkeep/failed-parts';
import { REMOVE_ROWS, startRemoval } from '../upkeep/remove-rows';
import { START, type Walk, type WalkEvent, type WalkName } from '../walks/walk';
import { type Background, type BackgroundOptions, inBackground } from './background';
import { type EventHandler, secondsAfter } from './invocation';
import { requirePeppers } from './open-scan';
import { createConsumer, QUEUES } from './queue-consumer';

/** The walks of the app, and the consumer of the queue `walks`. */

interface Opened extends Background {
  readonly dependencies: Dependencies;
}

type Outcome = 'done' | 'contended';

interface RegisteredWalk extends Pick<Walk<never>, 'resume'> {
  readonly run: (opened: Opened, event: Omit<WalkEvent, 'walk'>, failedBefore: number) => Promise<Outcome>;
}

/** @param start runs when the event of the day or the hour starts the walk */
function register<Context>(
  walk: Walk<Context>,
  open: (opened: Opened) => Context | Promise<Context>,
  start?: (context: Context) => Promise<void>,
): RegisteredWalk {
  return {
    resume: walk.resume,
    run: async (opened, event, failedBefore) => {
      const context = await open(opened);
      if (event.ticket !== START) return walk.runStep(context, event, failedBefore);
      await start?.(context);
      return 'done';
    },
  };
}

const asOpened = (opened: Opened): Opened => opened;

async function withLevels(opened: Opened) {
  const levels = await readLevels(opened.storage, opened.installationId);
  return { ...opened, levels, readFloor: levelFloorReader({ ...opened, levels }) };
}

async function withScans(opened: Opened) {
  return { ...(await withLevels(opened)), scans: await openScanComparison(opened) };
}

function withMirrorKey(opened: Opened) {
  return { ...opened, key: mirrorKeyOf(requirePeppers(opened.dependencies), opened.installationId) };
}

function withGateKey(opened: Opened) {
  const peppers = requirePeppers(opened.dependencies);
  const key = installationKeyOf(peppers, opened.installationId, 'exposure-gate/1');
  return { ...opened, key, askAuthors: (pageIds: readonly string[]) => askAuthors(opened, pageIds) };
}

/** A lost question is asked after the next measurement or reminder. @returns the number of questions */
export async function askAuthors(
  { storage, clock, push, log, requestId }: Pick<Opened, 'storage' | 'clock' | 'push' | 'log' | 'requestId'>,
  pageIds: readonly string[],
): Promise<number> {
  const { findUnasked } = await import('../findings/scan/mention-author');
  const unasked = await findUnasked(storage, pageIds, clock());
  for (const pageId of unasked) {
    const body = { task: 'mention', pageId, requestId };
    await pushOrLog(push, log, { queue: QUEUES.pageLife.key, body, event: 'mention.not-pushed', requestId });
  }
  return unasked.length;
}

function withPeppers(opened: Opened): Opened & ReportContext {
  const { dependencies, deadline } = opened;
  return {
    ...opened,
    peppers: requirePeppers(dependencies),
    leftMs: () => deadline.leftMs(),
    report: (accounts) => reportAccounts(deadline, accounts),
  };
}

/** A start that fails is delivered again, and is a task of the admins until it succeeds. */
async function startRecorded(opened: Opened): Promise<void> {
  const { storage, clock } = opened;
  try {
    await startRemoval(opened);
  } catch (error) {
    await recordPart(storage, 'removal', 'failed', clock(), secondsAfter(error));
    throw error;
  }
  await recordPart(storage, 'removal', 'done', clock());
}

/** The trigger resumes each of them, and test/walks proves the common guarantees for each. */
export const WALKS: { readonly [Name in WalkName]: RegisteredWalk } = {
  reconciliation: register(RECONCILIATION, withScans),
  mirror: register(MIRROR_WALK, withMirrorKey),
  'mirror-share': register(MIRROR_SHARE, withMirrorKey),
  'native-levels': register(COMPARISON, withLevels, compareDaily),
  counts: register(FOLLOW_CHANGES, asOpened),
  exposure: register(MEASURE_EXPOSURE, withGateKey),
  'count-check': register(CHECK_COUNTS, asOpened, startCheck),
  removal: register(REMOVE_ROWS, asOpened, startRecorded),
  'personal-data-report': register(REPORT, withPeppers, async (context) => {
    await forgetRequests(context);
    await startReport(context);
  }),
  erasure: register(ERASURE, withPeppers),
};

/** The limit of the platform is the one in manifest.yml. */
const LIMIT_MS = 240_000;
/** About as many points as a batch of pages costs. */
const POINTS_AT_A_TIME = 25;

/** Exposure has points of its own, so that it never delays scans. */
function optionsOf(walk: WalkName): BackgroundOptions {
  const payer = walk === 'exposure' ? ({ kind: 'exposure' } as const) : THE_SITE;
  return { limitMs: LIMIT_MS, block: POINTS_AT_A_TIME, payer };
}

export function createWalkQueueConsumer(dependencies: Dependencies): EventHandler {
  return createConsumer(QUEUES.walks, dependencies.log, ({ walk, ...event }, context, failedBefore) =>
    inBackground(dependencies, context, optionsOf(walk), (background) =>
      WALKS[walk].run({ ...background, dependencies }, event, failedBefore),
    ),
  );
}

export const walkQueueConsumer = createWalkQueueConsumer(SYSTEM);
