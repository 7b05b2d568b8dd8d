import * as z from 'zod';
import { changePageLevel, isSameLevel } from '../classification/change-page-level';
import type { LevelOfPage } from '../classification/model';
import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { keepsLevel } from '../classification/settings';
import { isNotKept, reasonToKeep } from '../detection/reasons/check-reasons';
import { POINTS_OF_A_PAGE } from '../quota/host-points';
import { type Action, ActionError } from './action';
import { deniedError, requireLevel } from './denial-text';
import { flagInput, levelInput, pageIdInput, reasonInput } from './inputs';
import { nameOf } from './level-name';
import { changeOf, openPage, pageNotFound, spaceIsOff } from './seen-page';

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
  /** The sentence in place of a reason that contained sensitive data, and was not kept. */
  readonly warning: string | null;
}

/** Sets the level of a page in the name of the person, under the same rules as every change. Repeating it is harmless. */
export const setLevel: Action<Input, SetOutputs> = {
  name: 'set-level',
  effect: 'change',
  input: z.object({ pageId: pageIdInput, level: levelInput, onlyRaise: flagInput, reason: reasonInput }),
  cost: { key: 1, 'key-write': 1, host: POINTS_OF_A_PAGE, 'mirror-event': 1 },
  run: async (request, { pageId, level: text, onlyRaise, reason: wanted }) => {
    const { page, levels, rows } = await openPage(request, pageId, readPageLevelRow);
    const reason = await reasonToKeep(wanted ?? undefined, request.now);
    const warning = isNotKept(reason) ? reason : null;
    const level = await requireLevel(levels, page, text, request.now);
    const kept = (current: LevelOfPage | undefined): SetOutputs => {
      const name = nameOf(levels, current);
      return { outcome: 'kept', levelName: name, previousLevelName: name, warning };
    };
    const { record } = parsePageLevel(pageId, rows);
    const isKept = onlyRaise === true && keepsLevel(levels.all, record, level);
    // A trial run on a page that keeps its level must show that this person can never set one here.
    if (!page.mayUpdate) throw deniedError('PAGE_NOT_EDITABLE');
    if (isKept && !isSameLevel(record, level)) return kept(record);
    const done = await changePageLevel(changeOf(request, levels, page), {
      pageId,
      level,
      method: 'AUTOMATION',
      justification: reason,
      onlyRaise: onlyRaise === true,
    });
    if ('stoppedBy' in done) throw spaceIsOff();
    switch (done.outcome) {
      case 'changed':
      case 'unchanged':
        return {
          outcome: done.outcome,
          levelName: nameOf(levels, done.record),
          previousLevelName: nameOf(levels, done.previous),
          warning,
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
