import { lazy, Suspense } from 'react';
import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { Query } from '../address-part';
import { NamedSpace } from './named-space';

// Dialogs are loaded when they open.
const SpaceAdminsDialog = lazy(() => import('./space-admins-dialog'));
const SpaceDialog = lazy(() => import('./space-dialog'));
const SpaceDetectorsDialog = lazy(() => import('./space-detectors-dialog'));

/** The open dialog and its subject. */
export type OpenDialog =
  { readonly dialog: 'spaceAdmins' } | { readonly dialog: 'space' | 'spaceDetectors'; readonly spaceId: string };

/** The headings that get the focus after a dialog closes and its opener no longer exists. */
export const FOCUS_IDS = { spaceAdmins: 'settings-of-space-admins' } as const;

/** The dialog in the address of the page. */
export function openDialogIn({ dialog, spaceId }: Query): OpenDialog | undefined {
  if (dialog === 'spaceAdmins') return { dialog };
  if (dialog !== 'space' && dialog !== 'spaceDetectors') return undefined;
  return spaceId === undefined ? undefined : { dialog, spaceId };
}

interface SpacesDialogProps {
  readonly open: OpenDialog;
  readonly list: LevelList;
  readonly detection: DetectionView;
  readonly onChanged: (list: LevelList) => void;
  readonly onDetectionChanged: (detection: DetectionView) => void;
  readonly onClose: () => void;
}

export function SpacesDialog({ open, list, detection, onChanged, onDetectionChanged, onClose }: SpacesDialogProps) {
  if (open.dialog === 'spaceAdmins') {
    return (
      <Suspense fallback={null}>
        <SpaceAdminsDialog list={list} onChanged={onChanged} onClose={onClose} />
      </Suspense>
    );
  }
  const { dialog, spaceId } = open;
  return (
    <Suspense fallback={null}>
      <NamedSpace spaceId={spaceId}>
        {(name) =>
          dialog === 'space' ? (
            <SpaceDialog list={list} onChanged={onChanged} spaceId={spaceId} name={name} onClose={onClose} />
          ) : (
            <SpaceDetectorsDialog
              view={detection}
              onChanged={onDetectionChanged}
              spaceId={spaceId}
              name={name}
              onClose={onClose}
            />
          )
        }
      </NamedSpace>
    </Suspense>
  );
}
