import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { defaultLevels } from '../../classification/default-levels';
import { readLevels } from '../../classification/level-store';
import { isAllScanned } from '../../counts/numbers';
import { countingKeyOf } from '../../counts/read-counts';
import { COUNT_ROWS, readSiteCounts, type SiteCounts } from '../../counts/read-site-counts';
import { auditDetails } from '../../audit/details';
import { actorOf, auditRow } from '../../audit/event';
import { listScanRuns } from '../../findings/runs/scan-run-store';
import { awaitAll } from '../../platform/await-all';
import { readAhead } from '../../platform/read-ahead';
import { recentKeys } from '../../platform/recent-rows';
import { unlessContended } from '../../platform/retry-on-conflict';
import type { RowWrite } from '../../platform/storage';
import { storedDocument } from '../../platform/stored-document';
import { noInput, operation } from '../input';
import type { AdminRequest } from '../operation';
import { invalidInput } from '../result';

/**
 * The checklist of a new site. A step is done if the state of the site proves it, or if an admin marked it, because
 * keeping the levels as they are is a decision, too. Nothing depends on the checklist.
 */

export const SETUP_STEPS = ['levels', 'default-level', 'scan', 'access'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export interface Setup {
  readonly isHidden: boolean;
  /** True if a scan was started in the last 30 days. */
  readonly hasScans: boolean;
  /** The number of pages not visible to the app that an admin accepted. More of them are a task again. */
  readonly acceptedHidden: number;
  /** In the order in which to do them. */
  readonly steps: readonly {
    readonly step: SetupStep;
    readonly isDone: boolean;
    /** True if an admin marked the step as done. Only a mark can be removed. */
    readonly isMarked: boolean;
  }[];
}

const hideSetupInput = z.strictObject({ isHidden: z.boolean() });
const acceptHiddenPagesInput = z.strictObject({ pages: z.int().min(0) });
const markSetupStepInput = z.strictObject({ step: z.enum(SETUP_STEPS), isDone: z.boolean() });

const choices = z.strictObject({
  isHidden: z.boolean(),
  marked: z.array(z.enum(SETUP_STEPS)),
  acceptedHidden: z.int().min(0).optional(),
});
type Choices = z.infer<typeof choices>;

/** The choices of the admins in the checklist. */
const SETUP_ROW = storedDocument(choices, {
  key: 'setup',
  initial: { isHidden: false, marked: [] },
  unreadable: 'refused',
});

/** @throws StorageUnavailableError, CorruptRecordError */
export const getSetup = operation(noInput, (request): Promise<Setup> => readSetup(request, readCounts(request)));

async function readSetup(request: AdminRequest, counted: ReturnType<typeof readCounts>): Promise<Setup> {
  const { storage, installationId, now } = request;
  const [chosen, { levels, counts }, scans, keys, recent] = await awaitAll([
    SETUP_ROW.read(storage),
    counted,
    listScanRuns(storage, now),
    storage.list({ entity: 'api-key', index: 'by-created', sort: 'DESC', limit: 1 }),
    recentKeys(storage, 'api-key'),
  ] as const);
  const { isHidden, marked, acceptedHidden = 0 } = chosen.value;
  const isShown: Readonly<Record<SetupStep, boolean>> = {
    levels: !isDeepStrictEqual(levels.all, defaultLevels(installationId)),
    'default-level': levels.settings.defaultLevel !== undefined,
    scan: isAllScanned(counts.site) || areOthersScanned(counts, acceptedHidden),
    access: keys.rows.length + recent.length > 0,
  };
  const steps = SETUP_STEPS.map((step) => {
    const isMarked = marked.includes(step);
    return { step, isDone: isMarked || isShown[step], isMarked };
  });
  return { isHidden, hasScans: scans.length > 0, acceptedHidden, steps };
}

/** One read of storage. @throws StorageUnavailableError, CorruptRecordError */
export async function readCounts(request: AdminRequest) {
  const rows = await readAhead(request.storage, COUNT_ROWS);
  const levels = await readLevels(rows, request.installationId);
  const counts = await readSiteCounts({ rows, levels, fingerprintKey: countingKeyOf(request) }, request.now);
  return { levels, counts };
}

/** True if all pages were scanned except those that an admin accepted that the app cannot see. */
function areOthersScanned({ site, pagesInConfluence }: SiteCounts, acceptedHidden: number): boolean {
  const { complete, notVisible } = site.coverage;
  const isAccepted = notVisible > 0 && notVisible <= acceptedHidden;
  return pagesInConfluence !== undefined && isAccepted && complete + notVisible === site.pages;
}

/** Hides the checklist for all admins, or shows it again. */
export const hideSetup = operation(hideSetupInput, (request, { isHidden }): Promise<Setup> => {
  return choose(request, (before) => ({ ...before, isHidden }));
});

/**
 * Accepts for all admins that the app cannot see this many pages. The number is at most the current one, so that no
 * later page is accepted. The audit log records who accepted them.
 */
export const acceptHiddenPages = operation(acceptHiddenPagesInput, async (request, { pages }): Promise<Setup> => {
  const { random, now, requestId } = request;
  const counted = await readCounts(request);
  const { notVisible } = counted.counts.site.coverage;
  if (pages > notVisible)
    throw invalidInput([{ field: 'pages', message: `must be at most ${notVisible}, the number of these pages now` }]);
  return choose(
    request,
    (before) => ({ ...before, acceptedHidden: pages }),
    ({ acceptedHidden = 0 }) => {
      const change = {
        before: auditDetails({ notInspected: acceptedHidden }),
        after: auditDetails({ notInspected: pages }),
      };
      const event = {
        id: random.uuid(),
        type: 'hidden-pages.accepted',
        subject: 'counts',
        time: now,
        requestId,
      } as const;
      return [auditRow({ ...event, ...change, actor: actorOf(request) })];
    },
    () => Promise.resolve(counted),
  );
});

export const markSetupStep = operation(markSetupStepInput, (request, { step, isDone }): Promise<Setup> => {
  return choose(request, (before) => ({
    ...before,
    marked: SETUP_STEPS.filter((one) => (one === step ? isDone : before.marked.includes(one))),
  }));
});

async function choose(
  request: AdminRequest,
  change: (before: Choices) => Choices,
  eventsOf: (before: Choices) => readonly RowWrite[] = () => [],
  counted: () => ReturnType<typeof readCounts> = () => readCounts(request),
): Promise<Setup> {
  const { storage } = request;
  let events: readonly RowWrite[] = [];
  const next = (before: Choices) => {
    events = eventsOf(before);
    return change(before);
  };
  unlessContended(await SETUP_ROW.change(storage, next, (write) => storage.commit([write, ...events], [])));
  return readSetup(request, counted());
}
