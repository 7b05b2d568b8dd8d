import * as z from 'zod';
import { requiredLevelOf } from '../../classification/level-floor';
import { canBeMentioned, hasComment, mentionOf, writeComment } from '../../classification/mention-comment';
import { checkPermission, type ContentOf, pageBody, parse } from '../../classification/page-lookup';
import { parsePageLevel, readPageRows, type StoredPageLevel } from '../../classification/page-level-store';
import type { PageLevelRecord } from '../../classification/model';
import { isOffIn } from '../../classification/settings';
import { commitAudited } from '../../audit/commit-audited';
import { auditDetails } from '../../audit/details';
import { type AuditActor, auditRow } from '../../audit/event';
import { findWaitingForAuthors } from '../../exposure/reads';
import { readExposure } from '../../exposure/rules';
import { readCreator } from '../../keys/creator';
import { APP, HostError, ImpersonationRefusedError, route } from '../../platform/confluence';
import type { Context } from '../../platform/context';
import { nextRevision, type Revision, type RowCheck, type RowWrite, type Storage } from '../../platform/storage';
import { storedRecord, storedRows } from '../../platform/stored-rows';
import { findLevelFloor, type FloorContext } from '../required-level/find-level-floor';
import { instant } from '../../platform/instant';

/**
 * Asks the author of a page in a comment to classify it, to review its level, or to check who can see it. Every reader of the page sees the comment, so it has nothing
 * about findings or levels. A page gets at most one such comment in 30 days, an author at most 20 a day. A person asks the
 * owner of findings with the same limits for the owner, and once in 7 days for the page.
 */

export interface MentionContext extends FloorContext {
  readonly storage: Storage;
  /** True if the author must review the level of the page, and a comment may ask for it. */
  readonly asksReview: (pageId: string, level: StoredPageLevel) => Promise<boolean>;
}

/** `contended`: another attempt may still be writing the comment. Try again later. */
export type MentionOutcome = 'written' | 'not-needed' | 'contended';

const TEXTS = {
  'no-level': 'This page needs a classification level.',
  /** Also for a review, so that readers do not learn if the page has findings. */
  'higher-level': 'Please check the classification of this page.',
  'check-viewers': 'Please check who can see this page.',
  'check-content': 'Please check this content for data that should not be in it.',
} as const;

/** Every text that a comment may have, for tests. */
export const MENTION_TEXTS: readonly string[] = Object.values(TEXTS);

const DAYS_OF_A_PAGE = 30;
const COMMENTS_OF_AN_AUTHOR = 20;
const DAY_MS = 86_400_000;
/** Longer than the queue consumer may run. An older claim belongs to an attempt that has ended. */
const CLAIM_MS = 360_000;

/**
 * Entity `mention`, row key = the id of the page. `claimed`: an attempt writes the comment, or ended without knowing
 * whether it was written. `failed`: an attempt ended before it wrote the comment.
 */
const PAGE_MENTIONS = storedRows(
  'mention',
  storedRecord({ data: z.strictObject({ state: z.enum(['claimed', 'failed', 'done']), at: instant }) }),
);

/** Entity `mention`, row key = the account id of the author and a day. */
const AUTHOR_MENTIONS = storedRows('mention', storedRecord({ data: z.strictObject({ count: z.int().min(0) }) }));

const authoredPage = pageBody.extend({ authorId: z.string() });

/** @throws HostError, StorageUnavailableError, CorruptRecordError: try again later */
export async function mentionAuthor(context: MentionContext, pageId: string): Promise<MentionOutcome> {
  const { storage, confluence, clock, levels } = context;
  if (levels.settings.mentions !== true) return 'not-needed';
  const [row] = await storage.readMany([PAGE_MENTIONS.name(pageId)]);
  const { revision, record: earlier } = PAGE_MENTIONS.parse(pageId, row);
  const age = earlier === undefined ? Infinity : clock().getTime() - Date.parse(earlier.data.at);
  const isRecent = earlier !== undefined && age < DAYS_OF_A_PAGE * DAY_MS;
  if (isRecent && earlier.data.state === 'done') return 'not-needed';
  if (isRecent && earlier.data.state === 'claimed' && age < CLAIM_MS) return 'contended';

  const question = await readQuestion(context, pageId);
  if (question === undefined) return 'not-needed';
  const { authorId, text } = question;
  const isRetry = isRecent && earlier.data.state !== 'done';
  const commit = (writes: readonly RowWrite[]) => storage.commit(writes, []);
  const claimed = await claim(context, { key: pageId, authorId, revision, isRetry, commit });
  if (typeof claimed === 'string') return claimed;
  const isMention = (value: string) => value.includes(authorId) && MENTION_TEXTS.some((one) => value.includes(one));
  if (isRetry && (await hasComment(confluence, pageId, isMention))) return end(storage, claimed, 'done');
  try {
    const outcome = await writeComment(confluence, APP, { pageId }, `<p>${mentionOf(authorId)} ${text}</p>`);
    // A refusal is final.
    await end(storage, claimed, 'done');
    return outcome === 'written' ? outcome : 'not-needed';
  } catch (error) {
    // After a timeout, the comment may exist. The next attempt looks for it.
    if (error instanceof HostError && error.kind === 'quota') await end(storage, claimed, 'failed');
    throw error;
  }
}

interface Question {
  readonly authorId: string;
  readonly text: (typeof TEXTS)[keyof typeof TEXTS];
}

/** @returns undefined if the page needs nothing, the app cannot see it, or its author cannot act on it */
async function readQuestion(context: MentionContext, pageId: string): Promise<Question | undefined> {
  const { storage, confluence, levels } = context;
  const answer = await confluence.get(APP, route`/wiki/api/v2/pages/${pageId}`);
  if (answer.status !== 200) return undefined;
  const page = parse(authoredPage, answer.body);
  if (page.id !== pageId || page.status !== 'current' || isOffIn(levels.settings, page.spaceId)) return undefined;
  const { authorId, spaceId } = page;
  if (!canBeMentioned(authorId)) return undefined;
  const { row, scan } = await readPageRows(storage, pageId);
  const stored = parsePageLevel(pageId, row);
  const { record } = stored;
  const found = record === undefined ? TEXTS['no-level'] : await textFor(context, { pageId, spaceId, scan }, record);
  const text = found ?? ((await context.asksReview(pageId, stored)) ? TEXTS['higher-level'] : undefined);
  if (text === undefined) return undefined;
  const { isPermitted } = await checkPermission(confluence, { pageId, creatorId: authorId, operation: 'update' });
  if (!isPermitted || !(await readCreator(confluence, authorId)).mayUseConfluence) return undefined;
  return { authorId, text };
}

/** For a page with a level. */
async function textFor(
  { storage, confluence, clock, levels }: MentionContext,
  page: Omit<Parameters<typeof findLevelFloor>[1], 'levelId'>,
  { levelId, spaceId: levelSpaceId }: PageLevelRecord,
): Promise<Question['text'] | undefined> {
  const floor = await findLevelFloor({ storage, confluence, clock, levels }, { ...page, levelId });
  if (requiredLevelOf(levels, floor, levelId) !== undefined) return TEXTS['higher-level'];
  const { pageId, spaceId } = page;
  if (levelSpaceId !== spaceId) return undefined;
  const reader = { storage, levels, now: clock() };
  const exposure = await readExposure(storage, levels);
  const over = await findWaitingForAuthors(reader, exposure, [{ pageId, spaceId, levelId }]);
  return over.has(pageId) ? TEXTS['check-viewers'] : undefined;
}

/**
 * Those of the pages that can have a comment now, without a call to Confluence.
 * @throws StorageUnavailableError
 */
export async function findUnasked(
  storage: Pick<Storage, 'readMany'>,
  pageIds: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const rows = await storage.readMany(pageIds.map((pageId) => PAGE_MENTIONS.name(pageId)));
  return pageIds.filter((_, index) => {
    const { state, at } = PAGE_MENTIONS.find({ value: rows[index]?.value })?.data ?? {};
    return at === undefined || state !== 'done' || now.getTime() - Date.parse(at) >= DAYS_OF_A_PAGE * DAY_MS;
  });
}

/** The page's row, which only this attempt may write. */
interface Claim {
  readonly key: string;
  readonly rev: number;
  readonly at: string;
}

interface ClaimRequest {
  /** The key of the page's row. */
  readonly key: string;
  readonly authorId: string;
  /** The revision of the page's row when it was read. */
  readonly revision: Revision;
  /** True if an earlier attempt has already counted the comment for the author. */
  readonly isRetry: boolean;
  readonly commit: (writes: readonly RowWrite[]) => Promise<'committed' | 'conflict'>;
}

const DAYS_OF_A_QUESTION = 7;

/** `not-allowed`: Confluence refuses the comment of the person who asks. `contended`: another request is asking. Try again later. */
export const ASK_OUTCOMES = ['asked', 'asked-before', 'cannot-see', 'too-many', 'not-allowed'] as const;
export type AskOutcome = (typeof ASK_OUTCOMES)[number] | 'contended';

export interface OwnerQuestion {
  /** The accountable person writes the comment. */
  readonly actor: AuditActor;
  readonly ownerId: string;
  /** A page or blog post that the person sees. */
  readonly page: ContentOf;
  readonly stillValid?: readonly RowCheck[];
}

/**
 * Asks the owner of findings to check the page, in a comment of the person who asks. The audit event is written before the comment,
 * so that no comment exists without it, and a second one if Confluence refuses the comment.
 * @throws HostError, StorageUnavailableError, CorruptRecordError
 */
export async function askOwner(
  context: Pick<Context, 'storage' | 'confluence' | 'clock' | 'random' | 'requestId'>,
  { actor, ownerId, page, stillValid = [] }: OwnerQuestion,
): Promise<AskOutcome> {
  const { pageId } = page;
  const { storage, confluence, clock, random, requestId } = context;
  if (!canBeMentioned(ownerId)) return 'cannot-see';
  const key = `ask:${pageId}`;
  const { revision, record: earlier } = await PAGE_MENTIONS.read(storage, key);
  const age = earlier === undefined ? Infinity : clock().getTime() - Date.parse(earlier.data.at);
  const isRecent = earlier !== undefined && age < DAYS_OF_A_QUESTION * DAY_MS;
  // After a claim without an end, the comment may exist.
  if (isRecent && earlier.data.state !== 'failed') return 'asked-before';
  const { isPermitted } = await checkPermission(confluence, { pageId, creatorId: ownerId, operation: 'read' });
  if (!isPermitted || !(await readCreator(confluence, ownerId)).mayUseConfluence) return 'cannot-see';
  const event = (state?: 'failed') =>
    auditRow({
      id: random.uuid(),
      type: 'finding.owner-asked',
      time: clock(),
      subject: `page:${pageId}`,
      actor,
      requestId,
      after: auditDetails({ ownerId, state }),
    });
  const commit = (writes: readonly RowWrite[]) => commitAudited(storage, writes, [event()], stillValid);
  const claimed = await claim(context, { key, authorId: ownerId, revision, isRetry: isRecent, commit });
  if (typeof claimed === 'string') return claimed === 'not-needed' ? 'too-many' : 'contended';
  const fail = () => end(storage, claimed, 'failed', [event('failed')]);
  try {
    const person = { kind: 'person', accountId: actor.accountId } as const;
    const value = `<p>${mentionOf(ownerId)} ${TEXTS['check-content']}</p>`;
    const outcome = await writeComment(confluence, person, page, value);
    await (outcome === 'written' ? end(storage, claimed, 'done') : fail());
    return outcome === 'written' ? 'asked' : 'not-allowed';
  } catch (error) {
    // Only after these is it known that Confluence wrote nothing.
    const isRefused = error instanceof ImpersonationRefusedError;
    if (isRefused || (error instanceof HostError && error.kind === 'quota')) await fail();
    if (isRefused) return 'not-allowed';
    throw error;
  }
}

/** Counts the comment for the page and its author in one transaction, before it is written. */
async function claim(
  { storage, clock }: Pick<MentionContext, 'storage' | 'clock'>,
  { key, authorId, revision, isRetry, commit }: ClaimRequest,
): Promise<Claim | 'not-needed' | 'contended'> {
  const at = clock().toISOString();
  const authorKey = `${authorId}#${at.slice(0, 10)}`;
  const author = await AUTHOR_MENTIONS.read(storage, authorKey);
  const { count } = author.record?.data ?? { count: 0 };
  if (!isRetry && count >= COMMENTS_OF_AN_AUTHOR) return 'not-needed';
  const writes = [
    PAGE_MENTIONS.write(key, revision, { data: { state: 'claimed', at } }, DAYS_OF_A_PAGE),
    AUTHOR_MENTIONS.write(authorKey, author.revision, { data: { count: isRetry ? count : count + 1 } }, 2),
  ];
  if ((await commit(writes)) === 'committed') return { key, rev: nextRevision(revision), at };
  // A condition on an absent row is not known to hold (docs/adr/0005).
  if (revision === 'absent') await storage.placehold('mention', key);
  if (author.revision === 'absent') await storage.placehold('mention', authorKey);
  return 'contended';
}

async function end(
  storage: Storage,
  { key, rev, at }: Claim,
  state: 'done' | 'failed',
  events: readonly RowWrite[] = [],
): Promise<'not-needed'> {
  await storage.commit([PAGE_MENTIONS.write(key, rev, { data: { state, at } }, DAYS_OF_A_PAGE), ...events], []);
  return 'not-needed';
}
