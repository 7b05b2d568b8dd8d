import * as z from 'zod';
import { loweringUnder } from '../../access/decide';
import type { Levels } from '../../classification/level-store';
import { loweringIn } from '../../classification/settings';
import {
  findMyPages,
  FRAME_NEEDS,
  isPosition,
  MAX_PAGES_OF_A_RESULT,
  type MyPagesQuestion,
  type MyPagesReader,
  MY_PAGES_POINTS_AT_A_TIME,
  type WaitingPage,
} from '../../findings/lists/my-pages';
import { NOT_MEASURED } from '../../exposure/audience';
import { suggestFromParents, type SuggestedPage } from '../../findings/suggestions/list-suggestions';
import { awaitAll } from '../../platform/await-all';
import { ownerReviews } from '../../review/read-due';
import { isSpaceVisible } from '../../classification/space-lookup';
import type { ResultOf } from '../contract';
import { levelNameOf } from '../level-name';
import type { SurfaceRequest } from '../operation';
import { refusedToNotAllowed, spaceKey } from '../report';
import { invalidInput, notAllowed, readInput } from '../result';
import { withPoints } from '../viewed-page';
import { showCampaign } from '../shown-review';
import type { MyPage } from './contract';
import { addSpaceNames } from './space-names';

const input = z.strictObject({
  need: z.enum(FRAME_NEEDS, { error: `must be one of ${FRAME_NEEDS.join(', ')}` }).optional(),
  spaceKey: spaceKey.optional(),
  limit: z.int().min(1).max(MAX_PAGES_OF_A_RESULT).optional(),
  cursor: z.string().refine(isPosition, { error: 'must be the cursor of a previous response' }).optional(),
});

/** The pages of a result that get a suggestion. Each costs points. */
const MAX_HINTS = 25;

/** The pages of the person that have no level, open findings, too low a level, or too many viewers. */
export async function listMyPages(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'listMyPages'>> {
  const question = readInput(input, payload);
  const options = { block: MY_PAGES_POINTS_AT_A_TIME };
  return withPoints(
    request,
    (reader) => list({ ...reader, readReviews: (pages) => ownerReviews(request, pages) }, question),
    options,
  ).catch(refusedToNotAllowed);
}

async function list(reader: MyPagesReader, question: Omit<MyPagesQuestion, 'needs'>): Promise<ResultOf<'listMyPages'>> {
  const { confluence, accountId } = reader;
  if (question.spaceKey !== undefined && !(await isSpaceVisible(confluence, accountId, question.spaceKey)))
    return { pages: [], isSpaceHidden: true };
  const found = await findMyPages(reader, { ...question, needs: FRAME_NEEDS });
  if (found.outcome === 'not-possible') throw notAllowed();
  if (found.outcome === 'not-understood') throw invalidInput([{ field: 'cursor', message: 'is no longer valid' }]);
  const levels = await reader.levels();
  const unclassified = found.pages.filter(
    ({ needs, requiredLevelId }) => needs.includes('no-level') && requiredLevelId === undefined,
  );
  const shown = found.pages.map((one) => ({ shown: showPage(levels, one), spaceId: one.page.spaceId }));
  const [hints, pages] = await awaitAll([
    suggestFromParents(
      { ...reader, levels, viewer: { accountId: reader.accountId } },
      unclassified.slice(0, MAX_HINTS).map(({ page }) => page),
    ),
    addSpaceNames(reader, shown),
  ] as const);
  return {
    pages: pages.map((page) => ({ ...page, ...showHint(levels, hints.get(page.pageId)) })),
    ...(found.cursor === undefined ? {} : { cursor: found.cursor }),
    ...(found.pages.some(({ needs }) => needs.includes('exposure')) ? { notMeasured: NOT_MEASURED } : {}),
  };
}

function showHint(levels: Levels, hint: SuggestedPage | undefined): Pick<MyPage, 'suggested'> {
  const [reason] = hint?.reasons ?? [];
  if (hint === undefined || (reason?.kind !== 'parent' && reason?.kind !== 'space-default')) return {};
  const { levelId, subLevelId } = hint.level;
  return {
    suggested: {
      ...hint.level,
      ...levelNameOf(levels, levelId, subLevelId),
      reason: reason.kind,
      ...(reason.kind === 'parent' && hint.parent !== undefined ? { parentTitle: hint.parent.title } : {}),
    },
  };
}

function showPage(levels: Levels, { page, level, needs, open, requiredLevelId, review }: WaitingPage): MyPage {
  return {
    pageId: page.pageId,
    title: page.title,
    revision: level?.rev ?? 'absent',
    level:
      level === undefined
        ? null
        : {
            levelId: level.levelId,
            ...(level.subLevelId === undefined ? {} : { subLevelId: level.subLevelId }),
            ...levelNameOf(levels, level.levelId, level.subLevelId),
          },
    lowering: loweringUnder([loweringIn(levels.settings, page.spaceId)]),
    needs,
    open,
    ...(review === undefined ? {} : { review: { since: review.since, ...showCampaign(review) } }),
    ...(requiredLevelId === undefined
      ? {}
      : { required: { levelId: requiredLevelId, ...levelNameOf(levels, requiredLevelId, undefined) } }),
  };
}
