import { commitAudited } from '../audit/commit-audited';
import { actorOf } from '../audit/event';
import type { ChangeOutcome } from '../classification/change-page-level';
import { findLevel, type Levels } from '../classification/level-store';
import type { Clock } from '../platform/clock';
import type { Confluence } from '../platform/confluence';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { Storage } from '../platform/storage';
import { refusalRow } from './compare-page';
import { pageFactsWrite, parsePageFacts } from './model';
import { writeNativeLevel } from './native-level-calls';

/** Writes the new level of a page in Confluence's own classification, in the request of the person who changed it. */

interface FollowContext {
  readonly storage: Storage;
  readonly confluence: Confluence;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly requestId: string;
  readonly levels: Levels;
}

/** The person, or the creator of the key. */
type Author = Parameters<typeof actorOf>[0];

/**
 * One call. It never fails, because the change is committed: a comparison in the background (compare-page.ts) finds every
 * write that was lost. A refusal is recorded, and the level is not written again.
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
    const row = await storage.read('native-level', pageId);
    if (row.revision === 'absent') await storage.placehold('native-level', pageId);
    const stored = parsePageFacts({ ...row, revision: row.revision === 'absent' ? 0 : row.revision });
    const now = clock();
    const facts = { state: 'refused', ...stored.facts, refused: changeId } as const;
    const audit = refusalRow({ id, pageId, actor: actorOf(author), nativeId, status, requestId, now });
    return commitAudited(storage, [pageFactsWrite(pageId, stored, spaceId, facts, now)], [audit]);
  });
}
