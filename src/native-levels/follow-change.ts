import { commitAudited } from '../audit/commit-audited';
import { actorOf } from '../audit/event';
import type { ChangeOutcome } from '../classification/change-page-level';
import { findLevel, type Levels } from '../classification/level-store';
import type { Context } from '../platform/context';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { RowWrite } from '../platform/storage';
import { refusalRow } from './compare-page';
import { parsePageFacts, savePageFacts } from './model';
import { writeNativeLevel } from './native-level-calls';

/** Writes the new level of a page in Confluence's own classification, in the request of the person who changed it. */

interface FollowContext extends Pick<Context, 'storage' | 'confluence' | 'clock' | 'random' | 'log' | 'requestId'> {
  readonly levels: Levels;
}

/** The person, or the creator of the key. */
type Author = Parameters<typeof actorOf>[0];

/**
 * One call. It never fails, because the change is committed. A comparison in the background (compare-page.ts) finds
 * every write that was lost. A refusal is recorded, and the level is not written again.
 */
export async function followChange(
  context: FollowContext,
  author: Author,
  done: Extract<ChangeOutcome, { outcome: 'changed' }>,
): Promise<void> {
  const { confluence, log, requestId, levels } = context;
  const { page, record, previous, entry } = done;
  const nativeIdOf = (levelId: string | undefined) =>
    levelId === undefined ? undefined : findLevel(levels, levelId)?.nativeId;
  const nativeId = nativeIdOf(record?.levelId);
  // A level that Confluence does not have is compared in the background.
  if (nativeId === undefined && (record !== undefined || nativeIdOf(previous?.levelId) === undefined)) return;
  const { accountId } = actorOf(author);
  try {
    const outcome = await writeNativeLevel(confluence, { kind: 'person', accountId }, page.pageId, nativeId);
    if (outcome === 'written') return;
    await recordRefusal(context, author, { ...page, nativeId, status: outcome, changeId: entry.changeId });
  } catch (error) {
    log('native-levels.not-written', { requestId, reason: error instanceof Error ? error.name : 'unknown' });
  }
}

interface Refused {
  readonly pageId: string;
  readonly spaceId: string;
  readonly nativeId: string | undefined;
  readonly status: number;
  readonly changeId: string;
}

async function recordRefusal(
  { storage, clock, random, requestId }: FollowContext,
  author: Author,
  { pageId, spaceId, nativeId, status, changeId }: Refused,
): Promise<void> {
  const id = random.uuid();
  await retryOnConflict(async () => {
    const stored = parsePageFacts(await storage.read('native-level', pageId));
    const now = clock();
    const facts = { state: 'refused', ...stored.facts, refused: changeId } as const;
    const event = { id, time: now, requestId, actor: actorOf(author) };
    const audit = refusalRow(event, { pageId, nativeId, status });
    const commit = (write: RowWrite) => commitAudited(storage, [write], [audit]);
    return savePageFacts(storage, { pageId, spaceId }, stored, facts, now, commit);
  });
}
