import * as z from 'zod';
import { readLevels } from '../../classification/level-store';
import type { ChangeCount } from '../../findings/preview/change-count';
import { countChange } from '../../findings/preview/count-change';
import { readFindingConditions } from '../../findings/finding-conditions';
import type { ConditionsChange } from '../../findings/preview/preview-configuration';
import { awaitAll } from '../../platform/await-all';
import { readListCursor, writeListCursor } from '../cursors';
import { changeOfExclusion, changeOfRemoval, previewExclusionInput } from '../findings/exclusions';
import { changeOfDetection, previewDetectionInput } from './preview-detection';
import { readVisibility } from '../visible-pages';
import { cursorInput, operation } from '../input';
import type { AdminRequest } from '../operation';

/**
 * Counts what a change, or what is saved, concerns. A large site is counted in parts. Exclusions name values, domains and places, so
 * they are counted only on pages that the admin sees.
 */

const countAffectedInput = z.strictObject({
  change: z.discriminatedUnion('of', [
    previewDetectionInput.extend({ of: z.literal('detection') }),
    previewExclusionInput.extend({ of: z.literal('exclusion') }),
    z.strictObject({ of: z.literal('removal'), exclusionId: z.uuid() }),
    /** Without a change, counts only the pages that are below their required level now. */
    z.strictObject({ of: z.literal('nothing') }),
  ]),
  /** From the previous part. */
  from: cursorInput,
});

/** The numbers of one part. The client adds them up. */
export interface AffectedCount extends ChangeCount {
  /** The position of the next part. Omitted: all pages are counted. */
  readonly continueFrom?: string;
}

/** @throws Refusal INVALID_CURSOR and as the operation that saves the change, HostError, StorageUnavailableError, CorruptRecordError */
export const countAffected = operation(countAffectedInput, async (request, { change, from }) => {
  const { storage, installationId } = request;
  const question = ['count-affected', JSON.stringify(change)];
  const [levels, conditions] = await awaitAll([
    readLevels(storage, installationId),
    changeOf(request, change),
  ] as const);
  const after = readListCursor(request, from, question);
  const isOfExclusion = change.of === 'exclusion' || change.of === 'removal';
  const seen = { findCounted: (pageIds: readonly string[]) => readVisibility(request, pageIds) };
  const reader = { ...request, levels, ...(isOfExclusion ? seen : {}) };
  const { count, next } = await countChange(reader, conditions, after);
  return { ...count, ...(next === undefined ? {} : { continueFrom: writeListCursor(request, next, question) }) };
});

type Change = z.output<typeof countAffectedInput>['change'];

async function changeOf(request: AdminRequest, { of, ...change }: Change): Promise<ConditionsChange> {
  if ('operation' in change) return changeOfDetection(request, change);
  if ('exclusionId' in change) return changeOfRemoval(request, change.exclusionId);
  if ('scope' in change) return changeOfExclusion(request, change);
  const { exclusions, ...conditions } = await readFindingConditions(request.storage);
  const now = { ...conditions, exclusions: exclusions.all };
  return { before: now, after: now };
}
