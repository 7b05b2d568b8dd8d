import * as z from 'zod';
import { actorOf } from '../audit/event';
import { changeConfiguration } from '../configuration/change-configuration';
import {
  addExclusions,
  EXCLUSIONS,
  type ExclusionsChange,
  removeExclusion,
  toExclusions,
} from '../findings/exclusions/change-exclusions';
import { reason as reasonText } from '../findings/exclusions/exclusion-fields';
import type { Exclusions } from '../findings/exclusions/exclusion-store';
import { EXCLUSION_LIMITS, type Exclusion } from '../findings/exclusions/model';
import { fingerprintKeyOf } from '../findings/fingerprint-key';
import { denied, findOpen, openForAction } from './act-on-findings';
import type { DeniedAction, ExcludeResult, ResultOf } from './contract';
import type { SurfaceRequest } from './operation';
import type { PopupPage } from './read-popup-page';
import { viewPopupPage } from './show-popup-page';
import { readInput } from './result';

/** *Not sensitive*: people exclude the value of a finding on the page, and undo that. */

const excludeInput = z.strictObject({ findingId: z.uuid(), reason: reasonText });
const undoInput = z.strictObject({ exclusionId: z.uuid() });

/** A site admin can keep findings excluded for longer. */
const ENDS_AFTER_MS = 90 * 24 * 3_600_000;

/** People can undo their own exclusions for this long. Later, an admin can remove them. */
const UNDO_MS = 3_600_000;

/**
 * People leave room for the exclusions of admins and of each other, because the row has a limit for number and size.
 */
const MAX_OF_PERSON = 50;
const MAX_WITH_PEOPLE = EXCLUSION_LIMITS.exclusions - 100;
const MAX_BYTES_WITH_PEOPLE = 150 * 1_024;

function hasRoom({ all }: Exclusions, accountId: string): boolean {
  const isOfPerson = ({ createdBy, match, scope }: Exclusion) =>
    createdBy === accountId && match.by === 'fingerprint' && scope.of === 'page';
  return (
    all.length < MAX_WITH_PEOPLE &&
    all.filter(isOfPerson).length < MAX_OF_PERSON &&
    Buffer.byteLength(JSON.stringify(all)) < MAX_BYTES_WITH_PEOPLE
  );
}

export async function excludeFinding(request: SurfaceRequest, payload: unknown): Promise<ExcludeResult> {
  const { findingId, reason } = readInput(excludeInput, payload);
  const popup = await openForAction(request, 'peopleMayExclude');
  if (!('stored' in popup)) return popup;
  const finding = findOpen(popup, [findingId]).get(findingId);
  if (finding === undefined) return denied(popup, 'FINDING_NOT_FOUND');
  const { random, now, peppers, installationId } = request;
  const known = peppers();
  const added = toExclusions(
    [
      {
        match: { by: 'fingerprint', fingerprints: [finding.fingerprint] },
        scope: { of: 'page', pageId: popup.page.pageId },
        reason,
        expiresAt: new Date(now.getTime() + ENDS_AFTER_MS).toISOString(),
        ...(known === undefined ? {} : { keyVersion: fingerprintKeyOf(known, installationId).version }),
      },
    ],
    { random, now, createdBy: popup.accountId },
  );
  const adding = addExclusions(added, now);
  const changed = await changeExclusions(request, popup, {
    ...adding,
    edit: (current) =>
      hasRoom(current, popup.accountId) ? adding.edit(current) : { outcome: 'refused', reason: 'TOO_MANY_EXCLUSIONS' },
  });
  if ('outcome' in changed) return changed;
  return { outcome: 'excluded', exclusionId: added[0]?.exclusionId ?? '', page: viewPopupPage(changed) };
}

export async function undoExclusion(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'undoExclusion'>> {
  const { exclusionId } = readInput(undoInput, payload);
  const popup = await openForAction(request, 'peopleMayExclude');
  if (!('stored' in popup)) return popup;
  const exclusion = popup.findings?.exclusions.all.find((one) => one.exclusionId === exclusionId);
  if (exclusion === undefined || !canUndo(popup, exclusion)) return denied(popup, 'EXCLUSION_NOT_FOUND');
  const changed = await changeExclusions(request, popup, removeExclusion(exclusionId, request.now));
  return 'outcome' in changed ? changed : { outcome: 'removed', page: viewPopupPage(changed) };
}

function canUndo({ accountId, page, now }: PopupPage, { createdBy, createdAt, match, scope }: Exclusion): boolean {
  return (
    createdBy === accountId &&
    match.by === 'fingerprint' &&
    scope.of === 'page' &&
    scope.pageId === page.pageId &&
    now.getTime() - Date.parse(createdAt) <= UNDO_MS
  );
}

/** Changes the exclusions in the name of the person, if the settings of the site have not changed since they were read. */
async function changeExclusions(
  request: SurfaceRequest,
  popup: PopupPage,
  change: ExclusionsChange,
): Promise<PopupPage | DeniedAction> {
  const { findings, accountId, levels } = popup;
  if (findings === undefined) return denied(popup, 'FINDING_NOT_FOUND');
  const stillValid = [{ entity: 'config', key: 'levels', expected: levels.revision }] as const;
  const done = await changeConfiguration(
    EXCLUSIONS,
    {
      ...request,
      known: findings.exclusions,
      author: () => ({ actor: actorOf({ accountId }), stillValid }),
      isExpected: () => true,
    },
    () => change,
  );
  switch (done.outcome) {
    case 'changed':
    case 'unchanged':
      return { ...popup, findings: { ...findings, exclusions: done.configuration } };
    case 'refused':
      return denied(popup, done.reason === 'EXCLUSION_NOT_FOUND' ? 'EXCLUSION_NOT_FOUND' : 'TOO_MANY_EXCLUSIONS');
    case 'outdated':
    case 'contended':
      return denied(popup, 'CHANGED');
  }
}
