import * as z from 'zod';
import type { SetLevelResult, ResultOf } from './contract';
import type { SurfaceRequest } from './operation';
import { validProposal, viewPopupPage } from './show-popup-page';
import { readInput } from './result';
import { changeLevel, readForChange } from './set-level';
import { requirePerson } from './viewed-page';

/** The person confirms or dismisses the level that an agent proposed for the page. */

const input = z.strictObject({ proposalId: z.uuid() });

/**
 * Sets the proposed level in the name of the person, under the rules of this moment. The proposal must be the one that
 * the person saw, for the current level of the page.
 */
export async function confirmProposal(request: SurfaceRequest, payload: unknown): Promise<SetLevelResult> {
  const { proposalId } = readInput(input, payload);
  requirePerson(request);
  const before = await readForChange(request);
  if (before.state !== 'page') return before;
  const proposal = validProposal(before);
  if (proposal?.proposalId !== proposalId)
    return { outcome: 'denied', code: 'PROPOSAL_NOT_VALID', page: viewPopupPage(before) };
  const { level, revision, reason, end } = proposal;
  return changeLevel(request, before, { level, revision, reason, method: 'ROVO', alongside: [end] });
}

/** Repeating it is harmless. */
export async function dismissProposal(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'dismissProposal'>> {
  const { proposalId } = readInput(input, payload);
  requirePerson(request);
  const before = await readForChange(request);
  if (before.state !== 'page') return before;
  const { proposal, ...others } = before;
  if (proposal?.proposalId !== proposalId) return { outcome: 'dismissed', page: viewPopupPage(before) };
  // A conflict, because another proposal has replaced it or another window has ended it.
  await request.storage.commit([proposal.end], []);
  return { outcome: 'dismissed', page: viewPopupPage({ ...others, proposal: undefined }) };
}
