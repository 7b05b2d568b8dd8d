import * as z from 'zod';
import { translatedNames } from '../classification/level-language';
import type { Levels } from '../classification/level-store';
import {
  findMyPages as findPages,
  type MyPagesReader,
  type Need,
  NEEDS,
  type WaitingPage,
} from '../findings/lists/my-pages';
import { ownerReviews } from '../review/read-due';
import { type Action, ActionError } from './action';
import { nameOf } from './level-name';
import { linkTo } from './seen-page';

const error = `must be one of ${NEEDS.join(', ')}`;
const input = z.object({
  need: z
    .string({ error })
    .trim()
    .toLowerCase()
    .pipe(z.enum(['', ...NEEDS], { error }))
    .transform((need): Need | undefined => (need === '' ? undefined : need))
    .nullish(),
});

interface MyPage {
  readonly pageId: string;
  /** Omitted for pages with findings, because a title can contain a detected value. */
  readonly title?: string;
  readonly link: string;
  readonly levelName: string | null;
  readonly needs: readonly Need[];
  readonly requiredLevelName: string | null;
  readonly openFindings: WaitingPage['open'];
}

interface MyPages {
  readonly translatedNames: ReturnType<typeof translatedNames>;
  readonly pages: readonly MyPage[];
  readonly hasMore: boolean;
}

const MAX_PAGES = 10;

/** Lists pages of the person that need a level or a review, or have sensitive data. */
export const findMyPages: Action<z.output<typeof input>, MyPages> = {
  name: 'find-my-pages',
  effect: 'read',
  input,
  // The search and the lookups charge their own points.
  cost: { key: 1 },
  run: async (request, { need }) => {
    const readReviews: MyPagesReader['readReviews'] = (pages) => ownerReviews(request, pages);
    const question = { need: need ?? undefined, needs: NEEDS, limit: MAX_PAGES };
    const found = await findPages({ ...request, readReviews }, question);
    if (found.outcome !== 'pages')
      throw new ActionError('NOT_POSSIBLE', 'Confluence doesn’t let the app search for this person.');
    const levels = await request.levels();
    const pages = found.pages.map((page) => showPage(levels, page));
    return { translatedNames: translatedNames(levels), pages, hasMore: found.cursor !== undefined };
  },
};

function showPage(levels: Levels, { page, level, needs, open, requiredLevelId }: WaitingPage): MyPage {
  return {
    pageId: page.pageId,
    ...(needs.includes('findings') ? {} : { title: page.title }),
    link: linkTo(page),
    levelName: nameOf(levels, level),
    needs,
    requiredLevelName: requiredLevelId === undefined ? null : nameOf(levels, { levelId: requiredLevelId }),
    openFindings: open,
  };
}
