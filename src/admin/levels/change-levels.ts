import type * as z from 'zod';
import { LEVELS, type LevelsChange, planLevels } from '../../classification/change-levels';
import type { Levels } from '../../classification/level-store';
import type { Delegable, Level, Settings } from '../../classification/model';
import { weakeningsIn } from '../../classification/settings';
import { changeAsAdmin } from '../change-as-admin';
import { operation } from '../input';
import type { AdminRequest } from '../operation';

/** The result of every edit of the levels and the settings. */

export interface LevelList {
  /** The revision for the next edit. */
  readonly rev: number;
  /** All levels in order, including archived ones. */
  readonly levels: readonly Level[];
  readonly settings: Settings;
  /** The spaces whose admins protect their pages less than the site would, and the settings that do so. Omitted: none. */
  readonly weakened?: readonly { readonly spaceId: string; readonly by: readonly Delegable[] }[];
}

export function toLevelList(stored: Levels): LevelList {
  const { revision, all, settings } = stored;
  const weakened = Object.keys(settings.ownSpaces ?? {}).flatMap((spaceId) => {
    const by = weakeningsIn(stored, spaceId);
    return by.length === 0 ? [] : [{ spaceId, by }];
  });
  return { rev: revision, levels: all, settings, ...(weakened.length === 0 ? {} : { weakened }) };
}

/**
 * @param rev the revision that the edit is based on
 * @returns all levels and settings after the edit
 * @throws Refusal, StorageUnavailableError, CorruptRecordError
 */
export async function changeLevels(request: AdminRequest, rev: number, change: LevelsChange): Promise<LevelList> {
  return toLevelList(await changeAsAdmin(request, LEVELS, rev, planLevels(change)));
}

/** An operation that edits levels or settings, and nothing else. */
export function editingLevels<Parsed extends { readonly rev: number }, Input>(
  schema: z.ZodType<Parsed, Input>,
  planChange: (input: Omit<Parsed, 'rev'>, request: AdminRequest) => LevelsChange,
) {
  return operation(schema, (request, { rev, ...input }) => changeLevels(request, rev, planChange(input, request)));
}
