import * as z from 'zod';
import { FEED_TRAILS_MS, readChanges } from '../classification/change-feed';
import { ofContent } from '../classification/content-type';
import { type Levels, readLevels } from '../classification/level-store';
import { readPageLevels } from '../classification/page-level-store';
import { awaitAll } from '../platform/await-all';
import { partsOf } from '../platform/parts';
import { EARLIEST, type Position } from '../platform/rows-by-time';
import { type Revision, type Row, StorageUnavailableError } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import type { WalkContext } from '../walks/walk';
import { followConfiguration } from './follow-configuration';
import { readLabelSync } from './label-sync';
import { hashOf, levelProperty } from './level-property';
import { isSameConfiguration, mirroredConfigurationOf } from './mirrored-configuration';
import type { MirrorKey } from './mirror-key';
import { MIRROR_QUEUE, pagesBody, PAGES_PER_EVENT } from './push-mirror';
import { listLeastRecent, overdueAt, readStamps } from './stamps';
import { areWritten, SWITCHES_ROW } from './switches';
import { WALK_ROW, type WalkState } from './walk';

/**
 * Finds work whose event was lost or failed at every attempt: changed pages, and a changed configuration. It only pushes events, so running it twice is harmless.
 */

export interface SweepContext extends WalkContext {
  readonly installationId: string;
  readonly key: MirrorKey;
}

/** The position in the change feed. An unreadable position counts as none. */
const SWEEP_ROW = storedDocument(z.strictObject({ time: z.string(), key: z.string() }), {
  key: 'mirror-sweep',
  unreadable: 'absent',
});

/** The first sweep starts this far back. Older pages get their property from a walk. */
const START_MS = 3_600_000;
/** Changes are read again for this time, in case a query shows one late. */
const OVERLAP_MS = 600_000;
/** The maximum number of changes in one sweep. */
const CHANGES_AT_ONCE = 500;
/** Also the time in which the retries of a queue event end. */
const OVERDUE_RETRY_MS = 3_600_000;
/** A walk without progress for this time has failed. */
const FAILED_AFTER_MS = 86_400_000;

/** @throws StorageUnavailableError, CorruptRecordError, QueueUnavailableError: the next sweep finds the same */
export async function sweepMirrors(context: SweepContext): Promise<void> {
  const { storage, installationId, key, push } = context;
  const [[sweepRow, walkRow, switchesRow], levels, sync] = await awaitAll([
    storage.readMany([SWEEP_ROW, WALK_ROW, SWITCHES_ROW]),
    readLevels(storage, installationId),
    readLabelSync(storage),
  ] as const);
  if (sweepRow === undefined || walkRow === undefined || switchesRow === undefined)
    throw new StorageUnavailableError('a row is missing', false);
  await followChanges(context, sweepRow, levels);
  await retryOverdue(context);
  const stored = WALK_ROW.parse(walkRow);
  const configuration = mirroredConfigurationOf(levels, key, sync);
  if (stored.configuration !== undefined && !isSameConfiguration(stored.configuration, configuration))
    await followConfiguration(context);
  else await failStillWalk(context, walkRow.revision, stored);
  if (!areWritten(switchesRow, levels)) await push.push(MIRROR_QUEUE, { task: 'configuration' });
}

/**
 * Pushes the changed pages whose property differs from their level. This includes pages that a walk missed, because they
 * changed so shortly before the levels that its queries did not show them.
 */
async function followChanges(context: SweepContext, row: Row, levels: Levels): Promise<void> {
  const { storage, clock, push, log, requestId } = context;
  const now = clock();
  const position: Position = SWEEP_ROW.parse(row) ?? {
    time: new Date(now.getTime() - START_MS).toISOString(),
    key: '',
  };
  const { items, next, hasMore } = await readChanges(storage, {
    contentType: 'all',
    now,
    after: position,
    limit: CHANGES_AT_ONCE,
  });
  const behind = await pagesBehind(context, [...new Set(items.map(({ pageId }) => pageId))], levels);
  if (behind.length > 0) log('mirror.behind', { requestId, pages: behind.length });
  for (const some of partsOf(behind, PAGES_PER_EVENT)) await push.push(MIRROR_QUEUE, pagesBody(some));
  const overlap = { time: new Date(now.getTime() - FEED_TRAILS_MS - OVERLAP_MS).toISOString(), key: '' };
  const following = hasMore || next.time < overlap.time ? next : overlap;
  const isMoved = items.length > 0 && following.time > position.time;
  // A conflict means that a concurrent sweep stored its position.
  if (isMoved || row.revision === 'absent') await SWEEP_ROW.save(storage, row.revision, following);
}

async function pagesBehind(
  { storage, key }: SweepContext,
  pageIds: readonly string[],
  levels: Levels,
): Promise<readonly string[]> {
  if (pageIds.length === 0) return [];
  const [stamps, rows] = await awaitAll([readStamps(storage, pageIds), readPageLevels(storage, pageIds)]);
  return pageIds.filter((pageId, index) => {
    const stamp = stamps[index]?.stamp;
    const stored = rows.get(pageId);
    if (stored === undefined || stored === 'unreadable') return false;
    const spaceId = stored.record?.spaceId ?? stamp?.spaceId;
    const ofType = ofContent(stored.contentType ?? stamp?.contentType);
    const wanted = levelProperty({ pageId, ...ofType, stored, spaceId }, levels, key);
    // Without a hash, the app could not write the property of this revision.
    return stamp?.hash === undefined ? (stamp?.pageRev ?? -1) < wanted.rev : stamp.hash !== hashOf(wanted);
  });
}

/** Pushes pages that failed an hour ago or before, so that a long failure of Confluence leaves no old property. */
async function retryOverdue({ storage, clock, push }: SweepContext): Promise<void> {
  const to = overdueAt(new Date(clock().getTime() - OVERDUE_RETRY_MS));
  const after = { time: EARLIEST, key: '' };
  const { items } = await listLeastRecent(storage, { after, to, limit: PAGES_PER_EVENT });
  if (items.length > 0) await push.push(MIRROR_QUEUE, pagesBody(items, { verify: true }));
}

async function failStillWalk(
  { storage, clock, log }: SweepContext,
  revision: Revision,
  state: WalkState,
): Promise<void> {
  const { walk } = state;
  const now = clock();
  if (walk?.state !== 'running' || now.getTime() - Date.parse(walk.touchedAt) < FAILED_AFTER_MS) return;
  log('mirror.walk-failed', { walkId: walk.walkId });
  const failed = { ...walk, state: 'failed', endedAt: now.toISOString() } as const;
  await WALK_ROW.save(storage, revision, { ...state, walk: failed });
}
