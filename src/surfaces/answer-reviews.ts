import * as z from 'zod';
import { actorOf } from '../audit/event';
import { lookUpPage, type Page } from '../classification/page-lookup';
import { isOffIn } from '../classification/settings';
import { confluenceId } from '../platform/confluence-id';
import { instant } from '../platform/instant';
import { mapInParts } from '../platform/parts';
import { answerReview, REVIEW_ANSWERS, type ReviewContext, setReviewDate as setDate } from '../review/answer-review';
import { readReviewRules } from '../review/rules';
import type { ResultOf } from './contract';
import type { SurfaceRequest } from './operation';
import { invalidInput, notAllowed, readInput } from './result';
import { showReview } from './shown-review';
import { revisionOf } from './show-popup-page';
import { type Reader, readPageAsViewer, requirePerson, unlessOff, withPoints } from './viewed-page';

const MAX_ANSWERS = 25;
const AT_ONCE = 5;

const revision = z.union([z.int().min(1), z.literal('absent')], { error: 'must be the revision of the page’s level' });

const input = z.strictObject({
  answer: z.enum(REVIEW_ANSWERS, { error: `must be one of ${REVIEW_ANSWERS.join(', ')}` }),
  pages: z
    .array(z.strictObject({ pageId: confluenceId, revision }))
    .min(1, { error: 'must not be empty' })
    .max(MAX_ANSWERS, { error: `must have at most ${MAX_ANSWERS} pages` })
    .refine((pages) => new Set(pages.map(({ pageId }) => pageId)).size === pages.length, {
      error: 'must have each page once',
    }),
});

/** Answers the reviews of pages in the name of the person, each with the person's own permissions. */
export async function answerReviews(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'answerReviews'>> {
  const { answer, pages } = readInput(input, payload);
  requirePerson(request);
  const levels = await request.levels();
  return withPoints(request, async (reader) => {
    const results = await mapInParts(pages, AT_ONCE, async ({ pageId, revision: seen }) => {
      const context = { ...reader, levels, ...asPerson(reader, pageId) };
      const { outcome } = await answerReview(context, {
        ...{ pageId, answer },
        isExpected: (level) => revisionOf(level) === seen,
      });
      return { pageId, outcome };
    });
    return { results };
  });
}

function asPerson(reader: Reader, pageId: string): Pick<ReviewContext, 'readPage' | 'author'> {
  const { accountId, confluence } = reader;
  return {
    author: () => Promise.resolve({ actor: actorOf({ accountId }), stillValid: [] }),
    readPage: async () => {
      const lookup = await lookUpPage(confluence, { creatorId: accountId, pageId, forUpdate: true });
      if (lookup.outcome === 'creator-inactive') throw notAllowed();
      return hiddenIfOff(await reader.levels(), lookup.outcome === 'page' ? lookup.page : 'hidden');
    },
  };
}

/** Where classification is off, people cannot review. */
function hiddenIfOff({ settings }: Awaited<ReturnType<SurfaceRequest['levels']>>, page: Page | 'hidden') {
  return page !== 'hidden' && isOffIn(settings, page.spaceId) ? 'hidden' : page;
}

const dateInput = z.strictObject({ reviewOn: instant.optional() });

const MAX_YEARS_AHEAD = 10;

/** Sets or removes the date at which the page of the frame is due for a review. */
export async function setReviewDate(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'setReviewDate'>> {
  const { reviewOn } = readInput(dateInput, payload);
  const { now, place } = request;
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS_AHEAD);
  if (reviewOn !== undefined && (reviewOn <= now.toISOString() || reviewOn > latest.toISOString()))
    throw invalidInput([
      { field: 'reviewOn', message: `must be in the future, and at most ${MAX_YEARS_AHEAD} years ahead` },
    ]);
  const accountId = requirePerson(request);
  if (place === undefined) return { state: 'hidden' };
  if (place.contentType !== 'page') return { state: 'not-a-page' };
  const levels = await request.levels();
  const seen = { isOff: false };
  const done = await setDate(
    {
      ...{ ...request, levels },
      author: () => Promise.resolve({ actor: actorOf({ accountId }), stillValid: [] }),
      readPage: async () => {
        const viewed = unlessOff(await readPageAsViewer(request), levels);
        if (viewed.state === 'reader') throw notAllowed();
        seen.isOff = viewed.state === 'off';
        return viewed.state === 'page' ? viewed.page : 'hidden';
      },
    },
    { pageId: place.contentId, dueAt: reviewOn, isExpected: () => true },
  );
  if (done.outcome === 'hidden') return { state: seen.isOff ? 'off' : 'hidden' };
  if (done.outcome !== 'done') return { outcome: done.outcome === 'not-editable' ? 'denied' : 'conflict' };
  const rules = await readReviewRules(request.storage);
  return { outcome: 'saved', review: showReview(done.level, done.review, rules, now) };
}
