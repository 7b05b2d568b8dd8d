import * as z from 'zod';
import { readChange, readPageHistory, withLatest } from '../classification/level-history';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { type CursorQuestion, readCursor, writeCursor } from '../keys/sealed-cursor';
import { awaitAll } from '../platform/await-all';
import type { Position } from '../platform/rows-by-time';
import type { SurfaceOperations } from './contract';
import type { SurfaceRequest } from './operation';
import { invalidInput, readInput, Refusal } from './result';
import { findAuthorNames, toHistoryEntries } from './shown-history';
import { openPageAsPerson, type PersonsPage } from './viewed-page';

const ENTRIES_AT_ONCE = 25;

const input = z.strictObject({ cursor: z.string().min(1).max(1_000).optional() });

/** All changes of the level of the page, newest first, for people who can see the page. */
export async function listHistory(
  request: SurfaceRequest,
  payload: unknown,
): Promise<SurfaceOperations['listHistory']['result']> {
  const { cursor } = readInput(input, payload);
  const { viewed, levels } = await openPageAsPerson(request);
  if (viewed.state !== 'page') return viewed;
  const { storage, confluence, now } = request;
  const { pageId } = viewed.page;
  const after = cursor === undefined ? undefined : positionOf(request, viewed, cursor);
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
    entries: toHistoryEntries(viewed.page, items, levels, names),
    ...(next === undefined ? {} : { cursor: writeCursor(next, scopeOf(request, viewed)) }),
  };
}

/** @throws Refusal INVALID_INPUT */
function positionOf(request: SurfaceRequest, viewed: PersonsPage, cursor: string): Position {
  const position = readCursor(cursor, scopeOf(request, viewed));
  if (position !== 'invalid' && position !== 'expired') return position;
  throw invalidInput([{ field: 'cursor', message: 'has expired or belongs to another list. Open the history again.' }]);
}

/** A cursor is valid for one page and one person. */
function scopeOf({ peppers: readPeppers, installationId, now }: SurfaceRequest, { accountId, page }: PersonsPage) {
  const peppers = readPeppers();
  if (peppers === undefined)
    throw new Refusal('INTERNAL_ERROR', 'The app is not set up completely. Ask a site admin to set PEPPER_V1.');
  const question: CursorQuestion = ['listHistory', page.pageId];
  return { peppers, installationId, readerId: accountId, now, question };
}
