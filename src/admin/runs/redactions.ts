import * as z from 'zod';
import { neededFor } from '../../classification/content-type';
import { readNamedFindings } from '../../findings/lists/named-findings';
import { createRedaction } from '../../redaction/create-redaction';
import { outcomesOf, type RedactionOutcomes } from '../../redaction/outcomes';
import { MAX_FINDINGS, MAX_PAGES, type RedactionRecord } from '../../redaction/run-model';
import { REDACTIONS } from '../../redaction/redaction-kind';
import { type PlacedRun, type Standing, standingOf } from '../../runs/placed-run';
import { readPlacedRun } from '../../runs/run-store';
import { namedFindingsReaderOf, readVisibility } from '../visible-pages';
import { startCreated } from './long-work';
import { operation } from '../input';
import type { AdminRequest } from '../operation';
import { invalidInput, Refusal } from '../result';

/** Redactions that an admin starts. They run in the background on behalf of the admin. */

const startRedactionInput = z.strictObject({
  findingIds: z
    .array(z.uuid())
    .min(1, { error: 'must not be empty' })
    .max(MAX_FINDINGS, { error: `must have at most ${MAX_FINDINGS} entries` }),
  /** If true, nothing is written; the result shows what a real run would do. */
  dryRun: z.boolean(),
  /** True if older versions with the values are deleted. */
  cleanHistory: z.boolean().default(false),
  /** The same UUID when the request is repeated because no response arrived. */
  requestKey: z.uuid(),
});
const oneRedactionInput = z.strictObject({ redactionId: z.uuid() });

export interface RedactionView extends RedactionOutcomes, Standing {
  readonly redactionId: string;
  readonly state: RedactionRecord['state'];
  readonly dryRun: boolean;
  /** The reason why it stopped early. */
  readonly stoppedBy?: string;
}

export const startRedaction = operation(
  startRedactionInput,
  async (request, { findingIds, dryRun, cleanHistory, requestKey }) => {
    const { accountId, requestId, installationId } = request;
    const named = [...new Set(findingIds)];
    const visible = await readNamedFindings(namedFindingsReaderOf(request), named);
    if (new Set([...visible.values()].map(({ page }) => page.pageId)).size > MAX_PAGES)
      throw invalidInput([{ field: 'findingIds', message: `must be on at most ${MAX_PAGES} pages` }]);
    const creation = await createRedaction(request, {
      owner: { kind: 'person', accountId },
      idempotencyKey: requestKey,
      order: { findingIds: named },
      visible,
      dryRun,
      marker: 'block',
      cleanHistory,
      requestId,
      installationId,
    });
    return viewRedaction(request, await startCreated(request, REDACTIONS, creation));
  },
);

/** @throws Refusal REDACTION_NOT_FOUND, also if another user created it */
export const getRedaction = operation(oneRedactionInput, async (request, { redactionId }): Promise<RedactionView> => {
  const run = await readPlacedRun(request.storage, REDACTIONS, redactionId, request.now);
  const isOwn = run?.record.data.createdBy === request.accountId && run.record.data.keyId === undefined;
  if (run !== undefined && isOwn && request.now < REDACTIONS.expiryOf(run)) return viewRedaction(request, run);
  throw new Refusal('REDACTION_NOT_FOUND', 'The redaction was not found. Redactions are kept for 30 days.');
});

async function viewRedaction(request: AdminRequest, run: PlacedRun<RedactionRecord>): Promise<RedactionView> {
  const { runId: redactionId, record } = run;
  const { dryRun, stoppedBy, pages, unknown } = record.data;
  const isVisible = await readVisibility(
    request,
    pages.map(({ pageId }) => pageId),
    Math.min(
      MAX_PAGES,
      pages.reduce((sum, { named }) => sum + named, unknown.length),
    ),
    neededFor(pages),
  );
  return {
    redactionId,
    state: record.state,
    dryRun,
    ...outcomesOf(run, isVisible),
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
    ...standingOf(run),
  };
}
