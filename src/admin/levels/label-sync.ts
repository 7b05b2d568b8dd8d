import * as z from 'zod';
import { LABEL_PREFIX, type LabelSync } from '../../configuration/governance';
import { LABEL_SYNC, readLabelSync, setLabelSync, type StoredLabelSync } from '../../mirror/label-sync';
import { changeAsAdmin } from '../change-as-admin';
import { noInput, operation, rev } from '../input';

/** The labels that follow the levels of pages. */

export interface LabelSyncView extends LabelSync {
  /** The revision for the next edit. */
  readonly rev: number;
}

const viewOf = ({ revision, enabled, prefix }: StoredLabelSync): LabelSyncView => ({ rev: revision, enabled, prefix });

export const getLabelSync = operation(noInput, async ({ storage }) => viewOf(await readLabelSync(storage)));

const changeLabelSyncInput = z.strictObject({
  rev,
  enabled: z.boolean({ error: 'must be true or false' }),
  prefix: z.string().regex(LABEL_PREFIX, {
    error: 'must have 2 to 32 lowercase letters, digits, hyphens and underscores, the first a letter',
  }),
});

export const changeLabelSync = operation(changeLabelSyncInput, async (request, { rev, ...sync }) =>
  viewOf(await changeAsAdmin(request, LABEL_SYNC, rev, setLabelSync(sync))),
);
