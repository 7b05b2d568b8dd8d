import * as z from 'zod';
import type { Levels } from '../../classification/level-store';
import { type LevelProposal, listProposals, readProposal } from '../../classification/level-proposals';
import { isLowering, isOffIn } from '../../classification/settings';
import type { VisiblePage } from '../../classification/visible-pages';
import { confluenceId } from '../../platform/confluence-id';
import type { ResultOf } from '../contract';
import { levelNameOf } from '../level-name';
import { NO_INPUT, type SurfaceRequest } from '../operation';
import { revisionOf, showLevel } from '../show-popup-page';
import { confirmProposal } from '../proposals';
import { readInput } from '../result';
import { requirePerson, seeAsPerson, withPoints } from '../viewed-page';
import type { MyProposal } from './contract';

/** The levels that an agent proposed to the person, on all pages. */

const input = z.strictObject({ pageId: confluenceId, proposalId: z.uuid() });

export async function listMyProposals(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'listMyProposals'>> {
  readInput(NO_INPUT, payload);
  const accountId = requirePerson(request);
  const proposals = await listProposals(request.storage, accountId, request.now);
  if (proposals.length === 0) return { proposals: [] };
  const pageIds = proposals.map(({ pageId }) => pageId);
  const seen = await withPoints(request, (reader) => seeAsPerson(reader, pageIds));
  const levels = await request.levels();
  return {
    proposals: proposals.flatMap((proposal) => {
      const visible = seen.get(proposal.pageId);
      return visible === undefined || visible === 'hidden' ? [] : showProposal(levels, proposal, visible);
    }),
  };
}

/** No proposal that the popup of the page does not show. */
function showProposal(
  levels: Levels,
  { proposalId, pageId, revision, level, reason, expiresAt }: LevelProposal,
  { page, level: current }: VisiblePage,
): readonly MyProposal[] {
  const shown = showLevel(levels, level);
  if (shown === null || isOffIn(levels.settings, page.spaceId)) return [];
  if (revision !== revisionOf(current) || isLowering(levels.all, current?.levelId, level)) return [];
  return [
    {
      ...{ proposalId, pageId, expiresAt, title: page.title, level: shown },
      current: current === undefined ? null : levelNameOf(levels, current.levelId, current.subLevelId),
      ...(reason === undefined ? {} : { reason }),
    },
  ];
}

/**
 * Confirms a proposal as the popup of its page does. The proposal of this person names the page. Without it, the page
 * is not read.
 */
export async function confirmMyProposal(
  request: SurfaceRequest,
  payload: unknown,
): Promise<ResultOf<'confirmMyProposal'>> {
  const chosen = readInput(input, payload);
  const proposal = await findProposal(request, chosen);
  if (proposal === undefined) return { outcome: 'denied', code: 'PROPOSAL_NOT_VALID' };
  const { pageId, proposalId } = proposal;
  const place = { contentId: pageId, contentType: 'page', spaceId: undefined } as const;
  const result = await confirmProposal({ ...request, place }, { proposalId });
  if (!('outcome' in result)) return result;
  const { outcome } = result;
  return outcome === 'denied' ? { outcome, code: result.code } : { outcome };
}

export async function dismissMyProposal(
  request: SurfaceRequest,
  payload: unknown,
): Promise<ResultOf<'dismissMyProposal'>> {
  const proposal = await findProposal(request, readInput(input, payload));
  // A conflict, because another proposal has replaced it or another window has ended it.
  if (proposal !== undefined) await request.storage.commit([proposal.end], []);
  return { outcome: 'dismissed' };
}

/** The open proposal of this person with these ids. */
async function findProposal(request: SurfaceRequest, { pageId, proposalId }: z.infer<typeof input>) {
  const accountId = requirePerson(request);
  const proposal = await readProposal(request.storage, { accountId, pageId }, request.now);
  return proposal?.proposalId === proposalId ? proposal : undefined;
}
