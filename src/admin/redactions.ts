import * as z from 'zod';
import { readNamedFindings } from '../findings/named-findings';
import { createRedaction } from '../redaction/create-redaction';
import { outcomesOf, type RedactionOutcomes } from '../redaction/outcomes';
import { MAX_NAMED_FINDINGS, type RedactionRecord, type RedactionRun } from '../redaction/run-model';
import { REDACTIONS } from '../redaction/redaction-kind';
import { readRun } from '../runs/run-store';
import type { AdminRequest } from './operation';
import { namedFindingsReaderOf, readVisibility } from './visible-pages';
import { startCreated } from './long-work';
import { readInput, Refusal } from './result';

/** Values that an admin has taken out of pages, in the background, in the name of the admin. */

export const startRedactionInput = z.strictObject({
  findingIds: z
    .array(z.uuid())
    .min(1, { error: 'must have an entry' })
    .max(MAX_NAMED_FINDINGS, { error: `may have ${MAX_NAMED_FINDINGS} entries at most` }),
  /** Nothing is written; what is answered tells what would have been. */
  dryRun: z.boolean(),
  /** Whether older versions with the values are deleted. */
  cleanHistory: z.boolean().default(false),
  /** The same where the same is asked for again because no answer came. */
  requestKey: z.uuid(),
});
export const oneRedactionInput = z.strictObject({ redactionId: z.uuid() });

export interface RedactionView extends RedactionOutcomes {
  readonly redactionId: string;
  readonly state: RedactionRecord['state'];
  readonly dryRun: boolean;
  /** Why it stopped before its end. */
  readonly stoppedBy?: string;
}

export async function startRedaction(request: AdminRequest, payload: unknown): Promise<RedactionView> {
  const { findingIds, dryRun, cleanHistory, requestKey } = readInput(startRedactionInput, payload);
  const { accountId, requestId, installationId } = request;
  const named = [...new Set(findingIds)];
  const visible = await readNamedFindings(namedFindingsReaderOf(request), named);
  const creation = await createRedaction(request, {
    owner: { kind: 'person', accountId },
    idempotencyKey: requestKey,
    order: { findingIds: named },
    visible: new Map([...visible].map(([findingId, { record }]) => [findingId, record])),
    dryRun,
    marker: 'block',
    cleanHistory,
    requestId,
    installationId,
  });
  return viewRedaction(request, await startCreated(request, 'redaction', creation));
}

/** @throws Refusal REDACTION_NOT_FOUND, also where somebody else has made it */
export async function getRedaction(request: AdminRequest, payload: unknown): Promise<RedactionView> {
  const { redactionId } = readInput(oneRedactionInput, payload);
  const run = await readRun(request.storage, REDACTIONS, redactionId);
  const isOwn = run?.record.data.createdBy === request.accountId && run.record.data.keyId === undefined;
  if (run !== undefined && isOwn && request.now < REDACTIONS.expiryOf(run)) return viewRedaction(request, run);
  throw new Refusal({
    code: 'REDACTION_NOT_FOUND',
    message: 'You have no such redaction. Redactions are kept for 30 days.',
  });
}

async function viewRedaction(request: AdminRequest, run: RedactionRun): Promise<RedactionView> {
  const { runId: redactionId, record } = run;
  const { dryRun, stoppedBy, pages, unknown } = record.data;
  const isVisible = await readVisibility(
    request,
    pages.map(({ pageId }) => pageId),
    pages.reduce((sum, { named }) => sum + named, unknown.length),
  );
  return {
    redactionId,
    state: record.state,
    dryRun,
    ...outcomesOf(run, isVisible),
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
  };
}
