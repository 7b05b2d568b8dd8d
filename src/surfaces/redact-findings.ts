import * as z from 'zod';
import { CONTENT_TYPES } from '../classification/content-type';
import { surfaceSettingsOf } from '../classification/settings';
import { awaitAll } from '../platform/await-all';
import { createRedaction } from '../redaction/create-redaction';
import { outcomesOf } from '../redaction/outcomes';
import { REDACTIONS } from '../redaction/redaction-kind';
import { MAX_NAMED_FINDINGS, type RedactionRecord, type RedactionRun } from '../redaction/run-model';
import { pushCreated } from '../runs/push-run';
import { type PlacedRun, standingOf } from '../runs/placed-run';
import { readPlacedRun } from '../runs/run-store';
import { denied, findOpen, openForAction } from './act-on-findings';
import type { RedactionResult } from './contract';
import type { SurfaceRequest } from './operation';
import { readInput } from './result';
import { openPageAsPerson, type PersonsPage, requirePerson } from './viewed-page';

/** *Remove value*: people redact findings of the page in their own name. Older versions of the page stay. */

const startInput = z.strictObject({
  findingIds: z
    .array(z.uuid())
    .min(1, { error: 'must not be empty' })
    .max(MAX_NAMED_FINDINGS, { error: `must have at most ${MAX_NAMED_FINDINGS} entries` }),
  /** If true, nothing is written; the result shows what a real run would do. */
  dryRun: z.boolean(),
  /** The same UUID when the request is repeated because no response arrived. */
  requestKey: z.uuid(),
});
const getInput = z.strictObject({ redactionId: z.uuid() });

export async function startRedaction(request: SurfaceRequest, payload: unknown): Promise<RedactionResult> {
  const { findingIds, dryRun, requestKey } = readInput(startInput, payload);
  const popup = await openForAction(request, 'peopleMayRedact');
  if (!('stored' in popup)) return popup;
  const named = [...new Set(findingIds)];
  const { accountId, page } = popup;
  const { requestId, installationId } = request;
  const creation = await createRedaction(request, {
    owner: { kind: 'person', accountId },
    startPageId: page.pageId,
    idempotencyKey: requestKey,
    order: { findingIds: named },
    visible: new Map([...findOpen(popup, named)].map(([findingId, record]) => [findingId, { record, page }])),
    dryRun,
    marker: 'block',
    cleanHistory: false,
    requestId,
    installationId,
  });
  switch (creation.outcome) {
    case 'created':
    case 'existing': {
      const { run } = creation;
      await pushCreated(request, REDACTIONS, run);
      return view(popup, run);
    }
    case 'none':
      return denied(popup, 'FINDING_NOT_FOUND');
    case 'owner-full':
    case 'site-full':
      return denied(popup, 'TOO_MANY_REDACTIONS');
    case 'reused':
    case 'contended':
      return denied(popup, 'CHANGED');
  }
}

/** The progress of a redaction that this person started on this page. */
export async function getRedaction(request: SurfaceRequest, payload: unknown): Promise<RedactionResult> {
  const { redactionId } = readInput(getInput, payload);
  requirePerson(request);
  const [{ viewed, levels }, run] = await awaitAll([
    openPageAsPerson(request, CONTENT_TYPES),
    readPlacedRun(request.storage, REDACTIONS, redactionId, request.now),
  ] as const);
  if (viewed.state !== 'page') return viewed;
  const isShown = viewed.page.mayUpdate && surfaceSettingsOf(levels.settings).peopleMayRedact;
  if (isShown && run !== undefined && isOwn(viewed, run) && request.now < REDACTIONS.expiryOf(run))
    return view(viewed, run);
  const popup = await openForAction(request, 'peopleMayRedact');
  return 'stored' in popup ? denied(popup, 'REDACTION_NOT_FOUND') : popup;
}

function isOwn({ accountId, page }: PersonsPage, { record: { data } }: RedactionRun): boolean {
  return data.createdBy === accountId && data.keyId === undefined && data.startPageId === page.pageId;
}

function view({ page }: PersonsPage, run: PlacedRun<RedactionRecord>): RedactionResult {
  const { runId: redactionId, record } = run;
  const { dryRun, stoppedBy } = record.data;
  const redaction = {
    redactionId,
    state: record.state,
    dryRun,
    ...outcomesOf(run, (pageId) => pageId === page.pageId),
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
    ...standingOf(run),
  };
  return { outcome: 'redaction', redaction };
}
