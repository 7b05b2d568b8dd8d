import { type AuditRows, commitAudited, wasCommitted } from '../audit/commit-audited';
import { auditDetails, type AuditDetails } from '../audit/details';
import { type AuditActor, auditRow, type AuditType } from '../audit/event';
import type { Levels } from '../classification/level-store';
import type { PageLevelRecord } from '../classification/model';
import type { Page } from '../classification/page-lookup';
import { parsePageLevel, type StoredPageLevel } from '../classification/page-level-store';
import { readPageExposure } from '../exposure/reads';
import type { Context } from '../platform/context';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { RowCheck } from '../platform/storage';
import { answerWrites, type CampaignPage } from './campaign-store';
import { REVIEW_ROWS, reviewKey, type ReviewRecord } from './review-store';

/** A reviewer decides about a page, as the person, against the level that the person saw. */

export const REVIEW_ANSWERS = ['still-right', 'not-mine'] as const;
export type ReviewAnswer = (typeof REVIEW_ANSWERS)[number];

export interface ReviewContext extends Pick<Context, 'random' | 'clock' | 'requestId' | 'storage'> {
  readonly levels: Levels;
  /** The page as the reviewer sees it now. Called before each attempt. */
  readonly readPage: () => Promise<Page | 'hidden'>;
  /** Called before each attempt. May throw an error that ends the request. */
  readonly author: (
    attempt: number,
  ) => Promise<{ readonly actor: AuditActor; readonly stillValid: readonly RowCheck[] }>;
}

export type ReviewOutcome =
  | { readonly outcome: 'done'; readonly page: Page; readonly level: StoredPageLevel; readonly review: NextReview }
  /** The page is not visible to the reviewer. */
  | { readonly outcome: 'hidden' }
  /** The reviewer may not edit the page. */
  | { readonly outcome: 'not-editable' }
  /** The level is no longer the one that the reviewer saw. */
  | { readonly outcome: 'changed-since' }
  /** Other writes came first at every attempt. */
  | { readonly outcome: 'contended' };

type NextReview = Omit<ReviewRecord, 'v' | 'rev'>;

interface Wanted {
  readonly pageId: string;
  /** True if the level is the one that the reviewer saw. */
  readonly isExpected: (level: PageLevelRecord | undefined) => boolean;
}

/** The row changes, the audit log has the answer, and the level stays. @throws what the context throws */
export function answerReview(
  context: ReviewContext,
  wanted: Wanted & { readonly answer: ReviewAnswer },
): Promise<ReviewOutcome> {
  const { answer } = wanted;
  return changeReview(context, wanted, async (page, level, before, now) => {
    const levelId = level.record?.levelId;
    const { dueAt } = before ?? {};
    const details = auditDetails({ reviewAnswer: answer, levelId });
    const known = { kind: 'review' as const, ...(dueAt === undefined ? {} : { dueAt }) };
    if (answer === 'not-mine')
      return {
        next: { ...known, data: { ...before?.data, passedOnAt: now } },
        ...{ type: 'page.reviewed', after: details, inCampaigns: { pageId: page.pageId, answer, answeredAt: now } },
      };
    const exposure = await verdictOf(context, page, levelId);
    const isDateOver = dueAt !== undefined && dueAt <= now;
    return {
      next: {
        ...(isDateOver ? { kind: 'review' as const } : known),
        data: { reviewedAt: now, exposure, ...(levelId === undefined ? {} : { levelId }) },
      },
      ...{ type: 'page.reviewed', after: details },
      inCampaigns: {
        pageId: page.pageId,
        answer,
        answeredAt: now,
        exposure,
        ...(levelId === undefined ? {} : { levelId }),
      },
    };
  });
}

/** A date at which the page is due, whatever its rule says. @param dueAt undefined: removes the date */
export function setReviewDate(
  context: ReviewContext,
  wanted: Wanted & { readonly dueAt: string | undefined },
): Promise<ReviewOutcome> {
  const { dueAt } = wanted;
  return changeReview(context, wanted, (_page, _level, before) => {
    if (before?.dueAt === dueAt) return Promise.resolve('unchanged');
    return Promise.resolve({
      next: { kind: 'review' as const, ...(dueAt === undefined ? {} : { dueAt }), data: before?.data ?? {} },
      type: 'page.review-date.set',
      before: auditDetails({ dueOn: before?.dueAt?.slice(0, 10) }),
      after: auditDetails({ dueOn: dueAt?.slice(0, 10) }),
    });
  });
}

interface ReviewChange {
  readonly next: NextReview;
  readonly type: AuditType;
  readonly before?: AuditDetails;
  readonly after: AuditDetails;
  /** The answer for every open campaign that has the page. */
  readonly inCampaigns?: Omit<CampaignPage, 'spaceId'>;
}

async function changeReview(
  context: ReviewContext,
  { pageId, isExpected }: Wanted,
  plan: (
    page: Page,
    level: StoredPageLevel,
    before: ReviewRecord | undefined,
    now: string,
  ) => Promise<ReviewChange | 'unchanged'>,
): Promise<ReviewOutcome> {
  const { storage, random, clock, requestId, author } = context;
  // All attempts share one ID, which identifies an attempt that took effect although its reply said otherwise.
  const id = random.uuid();
  const done = await retryOnConflict(async (attempt): Promise<ReviewOutcome | 'conflict'> => {
    const page = await context.readPage();
    // Nothing of a hidden page is read, so that no answer can reveal anything about it.
    if (page === 'hidden') return { outcome: 'hidden' };
    if (!page.mayUpdate) return { outcome: 'not-editable' };
    const { actor, stillValid } = await author(attempt);
    const level = parsePageLevel(pageId, await storage.read('page-level', pageId));
    if (!isExpected(level.record)) return { outcome: 'changed-since' };
    const stored = await REVIEW_ROWS.read(storage, reviewKey(pageId));
    const now = clock();
    const change = await plan(page, level, stored.record, now.toISOString());
    if (change === 'unchanged')
      return { outcome: 'done', page, level, review: stored.record ?? { kind: 'review', data: {} } };
    const { type, before, after, next, inCampaigns } = change;
    const others = inCampaigns === undefined ? [] : await answerWrites(storage, inCampaigns);
    const audit: AuditRows = [
      auditRow({ id, time: now, subject: `page:${pageId}`, type, actor, requestId, before, after }),
    ];
    if (level.revision === 'absent') await storage.placehold('page-level', pageId);
    const checks: readonly RowCheck[] = [
      ...stillValid,
      // A condition on an absent row is not known to hold (docs/adr/0005).
      { entity: 'page-level', key: pageId, expected: level.revision === 'absent' ? 0 : level.revision },
    ];
    const saved = await REVIEW_ROWS.save(storage, reviewKey(pageId), stored.revision, next, (write) =>
      commitAudited(storage, [write, ...others], audit, checks),
    );
    if (saved === 'conflict' && !(await wasCommitted(storage, audit))) return saved;
    return { outcome: 'done', page, level, review: next };
  });
  return done === 'conflict' ? { outcome: 'contended' } : done;
}

async function verdictOf(
  { storage, levels, clock }: ReviewContext,
  { pageId, spaceId }: Page,
  levelId: string | undefined,
): Promise<NonNullable<ReviewRecord['data']['exposure']>> {
  const found = await readPageExposure({ storage, levels, now: clock() }, { pageId, spaceId, levelId });
  return found?.judgment.verdict ?? 'not-ruled';
}
