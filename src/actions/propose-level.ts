import * as z from 'zod';
import { previewPageLevelChange } from '../classification/change-page-level';
import { PROPOSAL_MINUTES, writeProposal } from '../classification/level-proposals';
import { translatedNames } from '../classification/level-language';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { isLowering } from '../classification/settings';
import { readDetection } from '../detection/configuration/configuration-store';
import { sensitiveKindsIn } from '../detection/reasons/check-reasons';
import { POINTS_OF_A_PAGE } from '../quota/host-points';
import { type Action, ActionError, type ActionRequest } from './action';
import { deniedError, requireLevel } from './denial-text';
import { chatContext, levelInput, optionalPageIdInput, reasonInput, requirePageId } from './inputs';
import { nameOf } from './level-name';
import { changeOf, linkTo, openPage, pageNotFound, spaceIsOff } from './seen-page';

const input = z.object({
  pageId: optionalPageIdInput,
  context: chatContext,
  level: levelInput,
  reason: reasonInput,
});

interface Proposal {
  readonly outcome: 'proposed' | 'unchanged' | 'not-proposed';
  /** For the person in the chat. */
  readonly message: string;
  readonly pageId: string;
  readonly link: string;
  readonly proposedLevelName: string | null;
  readonly currentLevelName: string | null;
  readonly translatedNames: ReturnType<typeof translatedNames>;
}

/**
 * Proposes a level for a page. Nothing changes until the person confirms the proposal in a frame of the app. The answer
 * has nothing that a confirmation needs.
 */
export const proposeLevel: Action<z.output<typeof input>, Proposal> = {
  name: 'propose-level',
  effect: 'change',
  input,
  cost: { key: 1, 'key-write': 1, host: POINTS_OF_A_PAGE },
  run: async (request, { level: text, reason: wanted, ...inputs }) => {
    const { accountId, now } = request;
    const pageId = requirePageId(inputs);
    const { page, levels, rows } = await openPage(request, pageId, readPageLevelRow);
    const level = await requireLevel(levels, page, text, now);
    const { record } = parsePageLevel(pageId, rows);
    const names = { proposedLevelName: nameOf(levels, level), currentLevelName: nameOf(levels, record) };
    const answer = { pageId, link: linkTo(page), ...names, translatedNames: translatedNames(levels) };
    if (isLowering(levels.all, record?.levelId, level)) {
      const message = 'Agents can’t propose a less sensitive level. Open the page to lower its level.';
      return { ...answer, outcome: 'not-proposed', message };
    }
    const unchanged = () => ({ ...answer, outcome: 'unchanged', message: 'The page already has this level.' }) as const;
    // An agent removes no sub-level.
    if (record?.levelId === level.levelId && level.subLevelId === undefined) return unchanged();
    const preview = await previewPageLevelChange(changeOf(request, levels, page), {
      pageId,
      level,
      method: 'ROVO',
    });
    if ('stoppedBy' in preview) throw spaceIsOff();
    switch (preview.outcome) {
      case 'denied':
        throw preview.denial === 'PAGE_NOT_FOUND' ? pageNotFound(pageId) : deniedError(preview.denial);
      case 'unchanged':
        return unchanged();
      case 'precondition-failed':
      case 'contended':
        throw busy();
      case 'changed': {
        const reason = await reasonToStore(request, page.spaceId, wanted ?? undefined);
        const revision = record?.rev ?? 'absent';
        const written = await writeProposal(request, { accountId, pageId, level, revision, reason }, now);
        if (written === 'contended') throw busy();
        const withoutReason =
          wanted === reason || wanted === null ? '' : ' The reason was not kept, because it contains sensitive data.';
        return {
          ...answer,
          outcome: 'proposed',
          message: `Nothing has changed yet. To confirm, open the page and its classification within ${PROPOSAL_MINUTES} minutes.${withoutReason}`,
        };
      }
    }
  },
};

function busy(): ActionError {
  return new ActionError('CONFLICT', 'Other changes were made at the same time. Nothing was proposed. Try again.');
}

/** A model can copy sensitive data from the page into the reason. Such a reason is not stored. */
async function reasonToStore(
  { storage, now }: ActionRequest,
  spaceId: string,
  reason: string | undefined,
): Promise<string | undefined> {
  if (reason === undefined || (await sensitiveKindsIn(reason, now)).length > 0) return undefined;
  // An agent has read the page, so all detectors of the site and of the space apply as well.
  const { config } = await readDetection(storage);
  const { tryText } = await import('../detection/custom/try-text');
  const { findings, overBudget } = tryText(reason, config, now, spaceId);
  return findings.length === 0 && overBudget.length === 0 ? reason : undefined;
}
