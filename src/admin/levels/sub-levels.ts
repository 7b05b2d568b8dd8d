import {
  addSubLevel,
  changeSubLevel,
  reorderSubLevels as reorder,
  setSubLevelStatus,
} from '../../classification/edit-levels';
import { changeLevels, editingLevels } from './change-levels';
import { createSubLevelInput, editSubLevelInput, oneSubLevelInput, reorderSubLevelsInput } from '../level-inputs';
import { operation } from '../input';

/**
 * The sub-levels of a level. They share the revision of the levels. No key limit refers to a sub-level, and no index
 * counts its pages.
 */

export const createSubLevel = operation(createSubLevelInput, async (request, { rev, levelId, ...texts }) => {
  const subLevelId = request.random.uuid();
  const list = await changeLevels(request, rev, {
    type: 'sublevel.created',
    subject: `sublevel:${subLevelId}`,
    editLevels: (levels) => addSubLevel(levels, levelId, subLevelId, texts),
  });
  return { ...list, subLevelId };
});

export const editSubLevel = editingLevels(editSubLevelInput, ({ changes, ...place }) => ({
  type: 'sublevel.updated',
  subject: `sublevel:${place.subLevelId}`,
  editLevels: (levels) => changeSubLevel(levels, place, changes),
}));

/** Pages that have the sub-level keep it; it can no longer be set. */
export const archiveSubLevel = editingLevels(oneSubLevelInput, (place) => ({
  type: 'sublevel.archived',
  subject: `sublevel:${place.subLevelId}`,
  editLevels: (levels) => setSubLevelStatus(levels, place, 'ARCHIVED'),
}));

export const restoreSubLevel = editingLevels(oneSubLevelInput, (place) => ({
  type: 'sublevel.restored',
  subject: `sublevel:${place.subLevelId}`,
  editLevels: (levels) => setSubLevelStatus(levels, place, 'PUBLISHED'),
}));

export const reorderSubLevels = editingLevels(reorderSubLevelsInput, ({ levelId, subLevelIds }) => ({
  type: 'sublevel.reordered',
  subject: `level:${levelId}`,
  editLevels: (levels) => reorder(levels, levelId, subLevelIds),
}));
