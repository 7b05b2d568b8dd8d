import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { defaultLevels } from '../classification/default-levels';
import { readLevels } from '../classification/level-store';
import { readConfiguration } from '../configuration/read-configuration';
import { listScanRuns } from '../findings/scan-run-store';
import { awaitAll } from '../platform/await-all';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { StorageUnavailableError } from '../platform/storage';
import type { AdminRequest } from './operation';
import { readInput } from './result';

/**
 * The checklist of a new site. A step is done if the site shows it, or if an admin marked it: keeping the levels as they
 * are is a decision too. Nothing depends on the checklist.
 */

export const SETUP_STEPS = ['levels', 'default-level', 'scan', 'access'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export interface Setup {
  readonly isHidden: boolean;
  /** In the order in which to do them. */
  readonly steps: readonly {
    readonly step: SetupStep;
    readonly isDone: boolean;
    /** True if an admin marked the step as done. Only a mark can be removed. */
    readonly isMarked: boolean;
  }[];
}

export const hideSetupInput = z.strictObject({ isHidden: z.boolean() });
export const markSetupStepInput = z.strictObject({ step: z.enum(SETUP_STEPS), isDone: z.boolean() });

const ROW_KEY = 'setup';

const choices = z.strictObject({ isHidden: z.boolean(), marked: z.array(z.enum(SETUP_STEPS)) });
type Choices = z.infer<typeof choices>;

/** Entity `config`, row `setup`: what the admins chose in the checklist. */
const setupRecord = z.strictObject({ v: z.literal(1), rev: z.int().min(1), value: choices });

const NO_CHOICES: Choices = { isHidden: false, marked: [] };

/** @throws StorageUnavailableError, CorruptRecordError */
export async function getSetup(request: AdminRequest): Promise<Setup> {
  const { storage, installationId, now } = request;
  const [stored, levels, { scans }, keys] = await awaitAll([
    readConfiguration(storage, ROW_KEY, setupRecord),
    readLevels(storage, installationId),
    listScanRuns(storage, now),
    storage.list({ entity: 'api-key', index: 'by-created', sort: 'DESC', limit: 1 }),
  ] as const);
  const { isHidden, marked } = stored?.value ?? NO_CHOICES;
  const isShown: Readonly<Record<SetupStep, boolean>> = {
    levels: !isDeepStrictEqual(levels.all, defaultLevels(installationId)),
    'default-level': levels.settings.defaultLevel !== undefined,
    scan: scans.length > 0,
    access: keys.rows.length > 0,
  };
  const steps = SETUP_STEPS.map((step) => {
    const isMarked = marked.includes(step);
    return { step, isDone: isMarked || isShown[step], isMarked };
  });
  return { isHidden, steps };
}

/** Hides the checklist for all admins, or shows it again. */
export function hideSetup(request: AdminRequest, payload: unknown): Promise<Setup> {
  const { isHidden } = readInput(hideSetupInput, payload);
  return choose(request, (before) => ({ ...before, isHidden }));
}

export function markSetupStep(request: AdminRequest, payload: unknown): Promise<Setup> {
  const { step, isDone } = readInput(markSetupStepInput, payload);
  return choose(request, (before) => ({
    ...before,
    marked: SETUP_STEPS.filter((one) => (one === step ? isDone : before.marked.includes(one))),
  }));
}

async function choose(request: AdminRequest, change: (before: Choices) => Choices): Promise<Setup> {
  const { storage } = request;
  const outcome = await retryOnConflict(async () => {
    const stored = await readConfiguration(storage, ROW_KEY, setupRecord);
    if (stored === undefined) await storage.placehold('config', ROW_KEY);
    const expected = stored?.revision ?? 0;
    const value = { v: 1, rev: expected + 1, value: change(stored?.value ?? NO_CHOICES) };
    return storage.commit([{ entity: 'config', key: ROW_KEY, value, expected }], []);
  });
  if (outcome === 'conflict') throw new StorageUnavailableError(new Error('the checklist kept changing'), false);
  return getSetup(request);
}
