import * as z from 'zod';
import { findLevel } from '../classification/level-store';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { PURPOSES } from '../configuration/governance';
import { checkUse, readUseRows, validUntil } from '../page-use/check-use';
import { NOT_FOUND, type UseDecision } from '../page-use/decide';
import { countDenials, denialsName } from '../page-use/denials';
import { awaitAll } from '../platform/await-all';
import { POINTS_OF_A_PAGE } from '../quota/host-points';
import type { Action } from './action';
import { chatContext, optionalPageIdInput, requirePageId } from './inputs';
import { openPage } from './seen-page';

const ONE_OF = { error: `must be one of ${PURPOSES.join(', ')}` };
const purposeInput = z.string(ONE_OF).trim().toLowerCase().pipe(z.enum(PURPOSES, ONE_OF));

const input = z.object({ pageId: optionalPageIdInput, purpose: purposeInput, context: chatContext });

interface UseOutputs {
  readonly pageId: string;
  readonly decision: UseDecision['decision'];
  /** Separated by commas, because outputs of actions have no lists. */
  readonly reasons: string;
  /** The first sentence of how people must handle the page. */
  readonly guideline: string | null;
  /** ISO 8601 */
  readonly validUntil: string;
}

/**
 * Decides if a page may be used for a purpose, by the rules of the site. Exposure is never a reason here, and findings only for people
 * who can edit the page: for everyone else, a rule about them is `policy`.
 */
export const checkPageUse: Action<z.output<typeof input>, UseOutputs> = {
  name: 'check-use',
  effect: 'read',
  input,
  cost: { key: 1, host: POINTS_OF_A_PAGE },
  run: async (request, { purpose, ...inputs }) => {
    const { storage, now } = request;
    const pageId = requirePageId(inputs);
    const counted = denialsName(now);
    const readRows = () =>
      awaitAll([readPageLevelRow(storage, pageId), readUseRows(storage, [pageId], [counted])] as const);
    const {
      page,
      levels,
      rows: [levelRow, rows],
    } = await openPage(request, pageId, readRows);
    const { levelId } = parsePageLevel(pageId, levelRow).record ?? {};
    const { decisions } = await checkUse({ rows, levels, now }, [purpose], [{ ...page, levelId }]);
    const use = decisions(purpose, { findings: page.mayUpdate, exposure: false }).get(pageId) ?? NOT_FOUND;
    await countDenials(request, (await rows.readMany([counted]))[0], purpose, [{ levelId, use }]);
    const guideline = levelId === undefined ? undefined : findLevel(levels, levelId)?.guideline;
    return {
      ...{ pageId, decision: use.decision, reasons: use.reasons.join(', ') },
      ...{ guideline: firstSentence(guideline ?? ''), validUntil: validUntil(now) },
    };
  },
};

function firstSentence(text: string): string | null {
  return /^\s*(\S[^\n]*?(?:[.!?](?=\s|$)|(?=\n|$)))/.exec(text)?.[1] ?? null;
}
