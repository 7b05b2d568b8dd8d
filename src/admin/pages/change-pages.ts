import * as z from 'zod';
import { readLevels } from '../../classification/level-store';
import { levelOfPage } from '../../classification/model';
import { justificationText, pageId } from '../../classification/page-level-fields';
import { inventoryFilter } from '../../findings/inventory/inventory-filter';
import { JOBS } from '../../jobs/job-kind';
import { createFromPreview, createListPreview } from '../../jobs/person-jobs';
import { authorOf, requireSettable } from '../findings/suggestions';
import { operation } from '../input';
import { type JobView, requireJob, viewJob } from '../runs/jobs';
import { startCreated } from '../runs/long-work';
import { Refusal } from '../result';

/**
 * Sets or clears the level of pages of the list, in two steps: a dry run, which also finds the pages that match a filter, and a
 * job that changes the pages of the dry run that no one has changed since.
 */

const MAX_CHOSEN = 1_000;

const previewInput = z.strictObject({
  of: z.discriminatedUnion('of', [
    z.strictObject({
      of: z.literal('pages'),
      pageIds: z
        .array(pageId)
        .min(1, { error: 'must not be empty' })
        .max(MAX_CHOSEN, { error: `must have at most ${MAX_CHOSEN} entries` }),
    }),
    z.strictObject({ of: z.literal('matching'), filter: inventoryFilter }),
  ]),
  /** `none`: the level is cleared. */
  level: z.union([levelOfPage, z.literal('none')], { error: 'must be a level, or none' }),
  /** False: a page that has this level or a more sensitive one keeps its level. */
  alsoLower: z.boolean(),
  reason: justificationText.optional(),
  /** The same UUID when the request is repeated because no response arrived. */
  requestKey: z.uuid(),
});

export const previewPageLevels = operation(previewInput, async (request, input): Promise<JobView> => {
  const { of, level, alsoLower, reason, requestKey } = input;
  if (level !== 'none') requireSettable(await readLevels(request.storage, request.installationId), level, 'level');
  const pages = of.of === 'pages' ? [...new Set(of.pageIds)].map((id) => ({ pageId: id })) : { matching: of.filter };
  // Clearing a level always lowers it.
  const order = { level, alsoLower: alsoLower || level === 'none', justification: reason, requestKey };
  const creation = await createListPreview(request, authorOf(request), { ...order, of: pages });
  return viewJob(request, await startCreated(request, JOBS, creation));
});

/** Starts the job of a dry run that has ended. A dry run has at most one, so a repeated request returns the same. */
export const setPageLevels = operation(z.strictObject({ previewId: z.uuid() }), async (request, { previewId }) => {
  const preview = await requireJob(request, previewId);
  const creation = await createFromPreview(request, authorOf(request), preview);
  if (creation.outcome === 'not-ready')
    throw new Refusal('JOB_CHANGED', 'The dry run has not checked all pages. Wait until it ends, or start it again.');
  return viewJob(request, await startCreated(request, JOBS, creation));
});
