import { lazy, Suspense } from 'react';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { Query } from '../address-part';
import { focusIds } from './level-ref';

// Dialogs are loaded when they open.
const LevelDialog = lazy(() => import('./level-dialog'));
const SubLevelDialog = lazy(() => import('./sub-level-dialog'));
const ArchiveLevelDialog = lazy(() => import('./archive-level-dialog'));
const ArchiveSubLevelDialog = lazy(() => import('./archive-sub-level-dialog'));

/** The open dialog and the IDs of its subject. undefined creates one. */
export type OpenDialog =
  | { readonly dialog: 'level'; readonly levelId: string | undefined }
  | { readonly dialog: 'subLevel'; readonly levelId: string; readonly subLevelId: string | undefined }
  | { readonly dialog: 'archive'; readonly levelId: string; readonly subLevelId?: string };

/** The dialog in the address of the page. */
export function openDialogIn({ dialog, levelId, subLevelId }: Query): OpenDialog | undefined {
  if (dialog === 'level') return { dialog, levelId };
  if (levelId === undefined) return undefined;
  if (dialog === 'subLevel') return { dialog, levelId, subLevelId };
  if (dialog === 'archive') return { dialog, levelId, ...(subLevelId === undefined ? {} : { subLevelId }) };
  return undefined;
}

interface DialogsProps {
  readonly open: OpenDialog;
  readonly list: LevelList;
  readonly onChanged: (list: LevelList) => void;
  readonly onClose: () => void;
}

export function Dialogs({ open, list, ...callbacks }: DialogsProps) {
  const level = list.levels.find(({ levelId }) => levelId === open.levelId);
  const subLevelId = open.dialog === 'level' ? undefined : open.subLevelId;
  const subLevel = level?.subLevels.find((one) => one.subLevelId === subLevelId);
  const shared = { list, ...callbacks };
  return (
    <Suspense fallback={null}>
      {open.dialog === 'level' && (open.levelId === undefined || level !== undefined) && (
        <LevelDialog {...shared} level={level} />
      )}
      {open.dialog === 'subLevel' && level !== undefined && (
        <SubLevelDialog {...shared} level={level} subLevel={subLevel} />
      )}
      {open.dialog === 'archive' &&
        level !== undefined &&
        (subLevel === undefined ? (
          <ArchiveLevelDialog {...shared} level={level} />
        ) : (
          <ArchiveSubLevelDialog {...shared} level={level} subLevel={subLevel} />
        ))}
    </Suspense>
  );
}

/** The element that gets the focus if the dialog's opener no longer exists. undefined: the opener remains. */
export function focusAfter(open: OpenDialog): string | undefined {
  const { dialog, levelId, subLevelId } = { subLevelId: undefined, ...open };
  if (levelId === undefined) return undefined;
  if (dialog !== 'archive') return focusIds.name(subLevelId ?? levelId);
  return subLevelId === undefined ? focusIds.archivedLevels : focusIds.archivedSubLevels(levelId);
}
