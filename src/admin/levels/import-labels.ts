import * as z from 'zod';
import { readLevels } from '../../classification/level-store';
import { levelOfPage } from '../../classification/model';
import { label } from '../../findings/exclusions/exclusion-fields';
import { hasLabel } from '../../findings/exclusions/page-labels';
import { JOBS } from '../../jobs/job-kind';
import { createListPreview } from '../../jobs/person-jobs';
import { readLabelSync } from '../../mirror/label-sync';
import { awaitAll } from '../../platform/await-all';
import { authorOf, requireSettable } from '../findings/suggestions';
import { operation } from '../input';
import { invalidInput } from '../result';
import { type JobView, viewJob } from '../runs/jobs';
import { startCreated } from '../runs/long-work';

/**
 * Sets levels once from labels that people used as levels. Each label has a dry run, and then a job (`setPageLevels`). Both only raise
 * levels, and find pages with the search of the admin, because the app does not read labels (docs/adr/0060).
 */

const MAX_LABELS = 20;

const input = z.strictObject({
  labels: z
    .array(z.strictObject({ label, level: levelOfPage }))
    .min(1, { error: 'must not be empty' })
    .max(MAX_LABELS, { error: `must have at most ${MAX_LABELS} entries` }),
  /** The label that the dry run is for. A page that also has the label of a more sensitive level is not among its pages. */
  of: z.int().min(0),
  /** The same UUID when the request is repeated because no response arrived. */
  requestKey: z.uuid(),
});

export const previewLabelImport = operation(input, async (request, { labels, of, requestKey }): Promise<JobView> => {
  const { storage, installationId } = request;
  const [levels, sync] = await awaitAll([readLevels(storage, installationId), readLabelSync(storage)] as const);
  labels.forEach((one, index) => {
    requireSettable(levels, one.level, `labels.${index}.level`);
    const refused = (message: string) => invalidInput([{ field: `labels.${index}.label`, message }]);
    if (sync.enabled && one.label.startsWith(sync.prefix))
      throw refused(`starts with “${sync.prefix}”, like the labels that the app sets from levels`);
    if (labels.findIndex((other) => other.label === one.label) < index) throw refused('is in the list twice');
  });
  const sensitiveFirst = levels.all.flatMap(({ levelId }) => labels.filter((one) => one.level.levelId === levelId));
  const wanted = labels[of];
  if (wanted === undefined) throw invalidInput([{ field: 'of', message: 'must be the index of a label' }]);
  const others = sensitiveFirst.slice(0, sensitiveFirst.indexOf(wanted)).map((one) => `not ${hasLabel(one.label)}`);
  const cql = ['type = page', hasLabel(wanted.label), ...others].join(' and ');
  const order = { level: wanted.level, alsoLower: false, justification: undefined, requestKey };
  const creation = await createListPreview(request, authorOf(request), { ...order, of: { cql } });
  return viewJob(request, await startCreated(request, JOBS, creation));
});
