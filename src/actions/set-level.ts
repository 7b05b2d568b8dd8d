import * as z from 'zod';
import { type ChangeContext, changePageLevel, type Stopped } from '../classification/change-page-level';
import { levelWithSubLevel } from '../classification/level-name';
import { findLevel, type Levels } from '../classification/level-store';
import type { LevelOfPage } from '../classification/model';
import type { Page } from '../classification/page-lookup';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { isLowering, isOffIn } from '../classification/settings';
import { levelFloorReader } from '../findings/level-floor';
import { pushMirror } from '../mirror/push-mirror';
import { awaitAll } from '../platform/await-all';
import { POINTS_OF_A_PAGE } from '../quota/host-points';
import { type Action, ActionError, type ActionRequest } from './action';
import { deniedError, requireLevel } from './denial-text';
import { flagInput, levelInput, pageIdInput, reasonInput } from './inputs';
import { findPage, pageNotFound, readPage, requireOn, spaceIsOff } from './seen-page';

interface Input {
  readonly pageId: string;
  readonly level: string;
  readonly onlyRaise?: boolean | null | undefined;
  readonly reason?: string | null | undefined;
}

interface SetOutputs {
  /** `kept`: the page has this level or a more sensitive one, and `onlyRaise` is true. */
  readonly outcome: 'changed' | 'unchanged' | 'kept';
  readonly levelName: string | null;
  readonly previousLevelName: string | null;
}

/** Sets the level of a page in the name of the person, under the same rules as every change. Repeating it is harmless. */
export const setLevel: Action<Input, SetOutputs> = {
  name: 'set-level',
  input: z.object({ pageId: pageIdInput, level: levelInput, onlyRaise: flagInput, reason: reasonInput }),
  cost: { key: 1, 'key-write': 1, host: POINTS_OF_A_PAGE },
  run: async (request, { pageId, level: text, onlyRaise, reason }) => {
    const [page, levels, row] = await awaitAll([
      readPage(request, pageId),
      request.levels(),
      readPageLevelRow(request.storage, pageId),
    ] as const);
    requireOn(levels, page);
    const level = requireLevel(levels, page, text);
    const mayChange = (current: LevelOfPage | undefined) =>
      onlyRaise !== true || !isLowering(levels.all, current?.levelId, level);
    const kept = (current: LevelOfPage | undefined): SetOutputs => {
      const name = nameOf(levels, current);
      return { outcome: 'kept', levelName: name, previousLevelName: name };
    };
    const { record } = parsePageLevel(pageId, row);
    if (!mayChange(record)) return kept(record);
    const done = await changePageLevel(changeContext(request, levels, page), {
      pageId,
      level,
      method: 'AUTOMATION',
      justification: reason ?? undefined,
      precondition: mayChange,
    });
    if ('stoppedBy' in done) throw spaceIsOff();
    switch (done.outcome) {
      case 'changed':
      case 'unchanged':
        return {
          outcome: done.outcome,
          levelName: nameOf(levels, done.record),
          previousLevelName: nameOf(levels, done.previous),
        };
      case 'precondition-failed':
        return kept(done.record);
      case 'contended':
        throw new ActionError(
          'CONFLICT',
          'Other users changed this page at the same time. Nothing was changed. Try again.',
        );
      case 'denied':
        throw done.denial === 'PAGE_NOT_FOUND' ? pageNotFound(pageId) : deniedError(done.denial);
    }
  },
};

/** @param page as it was read in this action. After a conflict it is read again. */
export function changeContext(request: ActionRequest, levels: Levels, page: Page): ChangeContext<Stopped> {
  const { storage, confluence, random, clock, requestId, queue, log, accountId } = request;
  const { pageId } = page;
  let isFirst = true;
  return {
    storage,
    random,
    clock,
    requestId,
    levels,
    actor: { kind: 'person', accountId, readFloor: levelFloorReader({ storage, confluence, clock, levels }) },
    readPage: async () => {
      if (isFirst) {
        isFirst = false;
        return page;
      }
      const again = await findPage(request, pageId);
      return again !== 'hidden' && isOffIn(levels.settings, again.spaceId) ? { stoppedBy: 'off' } : again;
    },
    pushMirror: () => pushMirror({ push: queue, log, requestId }, [pageId]),
  };
}

/** The name of a level with its sub-level. null = no level, or one that no longer exists. */
export function nameOf(levels: Levels, current: LevelOfPage | undefined): string | null {
  const level = current && findLevel(levels, current.levelId);
  return level === undefined ? null : levelWithSubLevel(level, current?.subLevelId);
}
