import * as z from 'zod';
import { JOBS } from '../../jobs/job-kind';
import { findLevel, type Levels, readLevels } from '../../classification/level-store';
import type { LevelOfPage } from '../../classification/model';
import { justificationText, pageId } from '../../classification/page-level-fields';
import { lookUpSpace } from '../../classification/space-lookup';
import { listSuggestions as listFor, type SuggestedPage } from '../../findings/suggestions/list-suggestions';
import { REASON_KINDS, type SuggestionReason, type Strength } from '../../findings/suggestions/suggest-level';
import { createForChosen, createUndo } from '../../jobs/person-jobs';
import { readListCursor, writeListCursor } from '../cursors';
import { requireJob, viewJob } from '../runs/jobs';
import { startCreated } from '../runs/long-work';
import { requireKnownAdmin } from '../visible-pages';
import { cursorInput, operation, spaceIdInput } from '../input';
import type { AdminRequest } from '../operation';
import { invalidInput, Refusal } from '../result';

/** Suggested levels for pages without one, and the job that sets them on behalf of the admin. */

const listSuggestionsInput = z.strictObject({
  spaceId: spaceIdInput.optional(),
  reason: z.enum(REASON_KINDS, { error: `must be one of ${REASON_KINDS.join(', ')}` }).optional(),
  cursor: cursorInput,
});

/** The most pages in one job. */
const MAX_PAGES = 1_000;

const page = z.strictObject({ pageId, levelId: z.uuid(), subLevelId: z.uuid().optional() });

const setSuggestedLevelsInput = z.strictObject({
  pages: z
    .array(page)
    .min(1, { error: 'must not be empty' })
    .max(MAX_PAGES, { error: `must have at most ${MAX_PAGES} entries` })
    .refine((pages) => new Set(pages.map((one) => one.pageId)).size === pages.length, {
      error: 'must have each page only once',
    }),
  /** The same UUID when the request is repeated because no response arrived. */
  requestKey: z.uuid(),
});

const undoSuggestedLevelsInput = z.strictObject({
  jobId: z.uuid(),
  /** Required if the undo of the job needs it. */
  reason: justificationText.optional(),
  requestKey: z.uuid(),
});

export interface SuggestionView {
  readonly pageId: string;
  readonly title: string;
  readonly spaceId: string;
  readonly level: LevelOfPage;
  readonly strength: Strength;
  /** The strongest first. Never empty. */
  readonly reasons: readonly SuggestionReason[];
  /** The title of the page above, if it is a reason. */
  readonly parentTitle?: string;
}

export interface SuggestionList {
  readonly pages: readonly SuggestionView[];
  /** The number of pages without a level that this part checked. */
  readonly checked: number;
  /** The cursor of the next part. Omitted: no more pages. */
  readonly cursor?: string;
}

/** A part can be empty although more pages follow. A space that the admin cannot see has no pages. */
export const listSuggestions = operation(listSuggestionsInput, async (request, { spaceId, reason, cursor }) => {
  const question = ['suggestions', spaceId, reason];
  const after = readListCursor(request, cursor, question);
  const { storage, confluence, accountId, now, installationId } = request;
  if (spaceId !== undefined && (await lookUpSpace(confluence, accountId, spaceId)) !== 'visible')
    return { pages: [], checked: 0 };
  const levels = await readLevels(storage, installationId);
  const { pages, checked, next } = requireKnownAdmin(
    await listFor(
      { storage, confluence, viewer: { accountId }, levels, now, mayReadFindings: true },
      { spaceIds: spaceId === undefined ? [] : [spaceId], spaceId, reason, after },
    ),
  );
  return {
    pages: pages.map(viewOf),
    checked,
    ...(next === undefined ? {} : { cursor: writeListCursor(request, next, question) }),
  };
});

function viewOf({ page: { pageId: id, title, spaceId }, level, strength, reasons, parent }: SuggestedPage) {
  const view = { pageId: id, title, spaceId, level, strength, reasons };
  return parent === undefined ? view : { ...view, parentTitle: parent.title };
}

/**
 * Starts a job that sets the levels that the admin has seen. A page that has a level by then keeps it. The job checks each
 * page when it changes it, as the jobs of the home page do.
 */
export const setSuggestedLevels = operation(setSuggestedLevelsInput, async (request, { pages, requestKey }) => {
  const { storage, installationId } = request;
  const levels = await readLevels(storage, installationId);
  for (const [index, one] of pages.entries()) requireSettable(levels, one, `pages.${index}`);
  const creation = await createForChosen(request, authorOf(request), {
    pages: pages.map(({ pageId: id, levelId, subLevelId }) => ({
      pageId: id,
      level: { levelId, ...(subLevelId === undefined ? {} : { subLevelId }) },
      unlessRevision: 'any',
    })),
    level: undefined,
    alsoLower: false,
    justification: undefined,
    requestKey,
  });
  return viewJob(request, await startCreated(request, JOBS, creation));
});

/** Clears the levels that an ended job has set, unless another change followed. */
export const undoSuggestedLevels = operation(
  undoSuggestedLevelsInput,
  async (request, { jobId, reason, requestKey }) => {
    const { storage, installationId } = request;
    const [job, levels] = [await requireJob(request, jobId), await readLevels(storage, installationId)];
    const order = { justification: reason, requestKey, settings: levels.settings };
    const creation = await createUndo(request, authorOf(request), job, order);
    if (creation.outcome === 'needs-justification')
      throw invalidInput([{ field: 'reason', message: 'is required to lower levels' }]);
    if (creation.outcome === 'not-ready')
      throw new Refusal('JOB_CHANGED', 'The job cannot be undone. It is running, or it set no levels.');
    return viewJob(request, await startCreated(request, JOBS, creation));
  },
);

export function authorOf({ accountId, requestId, installationId }: AdminRequest) {
  return { accountId, requestId, installationId };
}

/** Spaces may allow fewer levels. The job checks the space of each page. */
export function requireSettable(levels: Levels, { levelId, subLevelId }: LevelOfPage, field: string): void {
  const level = findLevel(levels, levelId);
  if (level?.status !== 'PUBLISHED')
    throw invalidInput([{ field: `${field}.levelId`, message: 'does not exist or is archived' }]);
  const isKnown = level.subLevels.some((one) => one.subLevelId === subLevelId && one.status === 'PUBLISHED');
  if (subLevelId !== undefined && !isKnown)
    throw invalidInput([{ field: `${field}.subLevelId`, message: 'is not a sub-level of this level' }]);
}
