import {
  addSubLevel,
  changeSubLevel,
  reorderSubLevels as reorder,
  setSubLevelStatus,
} from '../../classification/edit-levels';
import { changeLevels, type LevelList } from './change-levels';
import { createSubLevelInput, editSubLevelInput, oneSubLevelInput, reorderSubLevelsInput } from '../level-inputs';
import type { AdminRequest } from '../operation';
import { readInput } from '../result';

/**
 * The sub-levels of a level. They share the revision of the levels. No key limit refers to a sub-level, and no index
 * counts its pages.
 */

export async function createSubLevel(
  request: AdminRequest,
  payload: unknown,
): Promise<LevelList & { readonly subLevelId: string }> {
  const { rev, levelId, ...texts } = readInput(createSubLevelInput, payload);
  const subLevelId = request.random.uuid();
  const list = await changeLevels(request, rev, {
    type: 'sublevel.created',
    subject: `sublevel:${subLevelId}`,
    editLevels: (levels) => addSubLevel(levels, levelId, subLevelId, texts),
  });
  return { ...list, subLevelId };
}

export function editSubLevel(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, changes, ...place } = readInput(editSubLevelInput, payload);
  return changeLevels(request, rev, {
    type: 'sublevel.updated',
    subject: `sublevel:${place.subLevelId}`,
    editLevels: (levels) => changeSubLevel(levels, place, changes),
  });
}

/** Pages that have the sub-level keep it; it can no longer be set. */
export function archiveSubLevel(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, ...place } = readInput(oneSubLevelInput, payload);
  return changeLevels(request, rev, {
    type: 'sublevel.archived',
    subject: `sublevel:${place.subLevelId}`,
    editLevels: (levels) => setSubLevelStatus(levels, place, 'ARCHIVED'),
  });
}

export function restoreSubLevel(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, ...place } = readInput(oneSubLevelInput, payload);
  return changeLevels(request, rev, {
    type: 'sublevel.restored',
    subject: `sublevel:${place.subLevelId}`,
    editLevels: (levels) => setSubLevelStatus(levels, place, 'PUBLISHED'),
  });
}

export function reorderSubLevels(request: AdminRequest, payload: unknown): Promise<LevelList> {
  const { rev, levelId, subLevelIds } = readInput(reorderSubLevelsInput, payload);
  return changeLevels(request, rev, {
    type: 'sublevel.reordered',
    subject: `level:${levelId}`,
    editLevels: (levels) => reorder(levels, levelId, subLevelIds),
  });
}
