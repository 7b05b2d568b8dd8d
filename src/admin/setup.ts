import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { defaultLevels } from '../classification/default-levels';
import { readLevels } from '../classification/level-store';
import { isAllScanned } from '../counts/numbers';
import { countingKeyOf } from '../counts/read-counts';
import { COUNT_ROWS, readSiteCounts, type SiteCounts } from '../counts/read-site-counts';
import { auditDetails } from '../audit/details';
import { actorOf, auditRow } from '../audit/event';
import { readConfiguration } from '../configuration/read-configuration';
import { listScanRuns } from '../findings/scan-run-store';
import { awaitAll } from '../platform/await-all';
import { readAhead } from '../platform/read-ahead';
import { recentKeys } from '../platform/recent-rows';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { type RowWrite, StorageUnavailableError } from '../platform/storage';
import type { AdminRequest } from './operation';
import { invalidInput, readInput } from './result';

/**
 * The checklist of a new site. A step is done if the site shows it, or if an admin marked it: keeping the levels as they
 * are is a decision too. Nothing depends on the checklist.
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

export const hideSetupInput = z.strictObject({ isHidden: z.boolean() });
export const acceptHiddenPagesInput = z.strictObject({ pages: z.int().min(0) });
export const markSetupStepInput = z.strictObject({ step: z.enum(SETUP_STEPS), isDone: z.boolean() });

const ROW_KEY = 'setup';

const choices = z.strictObject({
  isHidden: z.boolean(),
  marked: z.array(z.enum(SETUP_STEPS)),
  acceptedHidden: z.int().min(0).optional(),
});
type Choices = z.infer<typeof choices>;

/** Entity `config`, row `setup`: what the admins chose in the checklist. */
const setupRecord = z.strictObject({ v: z.literal(1), rev: z.int().min(1), value: choices });

const NO_CHOICES: Choices = { isHidden: false, marked: [] };

/** @throws StorageUnavailableError, CorruptRecordError */
export async function getSetup(request: AdminRequest): Promise<Setup> {
  const { storage, installationId, now } = request;
  const [stored, rows, scans, keys, recent] = await awaitAll([
    readConfiguration(storage, ROW_KEY, setupRecord),
    readAhead(storage, COUNT_ROWS),
    listScanRuns(storage, now),
    storage.list({ entity: 'api-key', index: 'by-created', sort: 'DESC', limit: 1 }),
    recentKeys(storage, 'api-key'),
  ] as const);
  const levels = await readLevels(rows, installationId);
  const counts = await readSiteCounts({ rows, levels, fingerprintKey: countingKeyOf(request) }, now);
  const { isHidden, marked, acceptedHidden = 0 } = stored?.value ?? NO_CHOICES;
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

/** True if all pages were scanned except those that an admin accepted that the app cannot see. */
function areOthersScanned({ site, pagesInConfluence }: SiteCounts, acceptedHidden: number): boolean {
  const { complete, notVisible } = site.coverage;
  const isAccepted = notVisible > 0 && notVisible <= acceptedHidden;
  return pagesInConfluence !== undefined && isAccepted && complete + notVisible === site.pages;
}

/** Hides the checklist for all admins, or shows it again. */
export function hideSetup(request: AdminRequest, payload: unknown): Promise<Setup> {
  const { isHidden } = readInput(hideSetupInput, payload);
  return choose(request, (before) => ({ ...before, isHidden }));
}

/**
 * Accepts that the app cannot see this many pages, for all admins: at most as many as there are, so that no later one is
 * accepted. The audit log records who accepted them.
 */
export async function acceptHiddenPages(request: AdminRequest, payload: unknown): Promise<Setup> {
  const { pages } = readInput(acceptHiddenPagesInput, payload);
  const { random, now, requestId, storage, installationId } = request;
  const rows = await readAhead(storage, COUNT_ROWS);
  const levels = await readLevels(rows, installationId);
  const { site } = await readSiteCounts({ rows, levels, fingerprintKey: countingKeyOf(request) }, now);
  const { notVisible } = site.coverage;
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
  );
}

export function markSetupStep(request: AdminRequest, payload: unknown): Promise<Setup> {
  const { step, isDone } = readInput(markSetupStepInput, payload);
  return choose(request, (before) => ({
    ...before,
    marked: SETUP_STEPS.filter((one) => (one === step ? isDone : before.marked.includes(one))),
  }));
}

async function choose(
  request: AdminRequest,
  change: (before: Choices) => Choices,
  eventsOf: (before: Choices) => readonly RowWrite[] = () => [],
): Promise<Setup> {
  const { storage } = request;
  const outcome = await retryOnConflict(async () => {
    const stored = await readConfiguration(storage, ROW_KEY, setupRecord);
    if (stored === undefined) await storage.placehold('config', ROW_KEY);
    const expected = stored?.revision ?? 0;
    const before = stored?.value ?? NO_CHOICES;
    const value = { v: 1, rev: expected + 1, value: change(before) };
    return storage.commit([{ entity: 'config', key: ROW_KEY, value, expected }, ...eventsOf(before)], []);
  });
  if (outcome === 'conflict') throw new StorageUnavailableError(new Error('the checklist kept changing'), false);
  return getSetup(request);
}
