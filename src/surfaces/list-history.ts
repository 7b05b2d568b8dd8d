import * as z from 'zod';
import { CONTENT_TYPES } from '../classification/content-type';
import { readChange, readPageHistory, withLatest } from '../classification/level-history';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { withPlainReasons } from '../findings/explain-findings';
import { awaitAll } from '../platform/await-all';
import type { ResultOf } from './contract';
import { cursorsOf } from './cursors';
import type { SurfaceRequest } from './operation';
import { readInput } from './result';
import { findAuthorNames, toHistoryEntries } from './shown-history';
import { openPageAsPerson } from './viewed-page';

const ENTRIES_AT_ONCE = 25;

const input = z.strictObject({ cursor: z.string().min(1).max(1_000).optional() });

/** All changes of the level of the page, newest first, for people who can see the page. */
export async function listHistory(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'listHistory'>> {
  const { cursor } = readInput(input, payload);
  const { viewed, levels } = await openPageAsPerson(request, CONTENT_TYPES);
  if (viewed.state !== 'page') return viewed;
  const { storage, confluence, now } = request;
  const { pageId } = viewed.page;
  const cursors = cursorsOf(request, viewed.accountId, ['listHistory', pageId], 'history');
  const after = cursors.read(cursor);
  const [{ items: listed, next }, row] = await awaitAll([
    readPageHistory(storage, { pageId, now, after, limit: ENTRIES_AT_ONCE }),
    after === undefined ? readPageLevelRow(storage, pageId) : undefined,
  ] as const);
  const latestId = row && parsePageLevel(pageId, row).lastChange?.changeId;
  const isMissing = latestId !== undefined && listed[0]?.changeId !== latestId;
  const items = isMissing ? withLatest(listed, await readChange(storage, latestId)) : listed;
  const names = await findAuthorNames(confluence, viewed.accountId, items);
  return {
    state: 'page',
    entries: toHistoryEntries(viewed.page, await withPlainReasons(items), levels, names),
    ...cursors.write(next),
  };
}
