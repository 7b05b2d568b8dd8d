import { lazy, Suspense } from 'react';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { Query } from '../address-part';
import { NamedSpace } from '../spaces/named-space';

// Dialogs are loaded when they open.
const SiteDialog = lazy(() => import('./site-dialog'));
const SurfacesDialog = lazy(() => import('./surfaces-dialog'));
const SpaceAdminsDialog = lazy(() => import('./space-admins-dialog'));
const SpaceDialog = lazy(() => import('./space-dialog'));
const SchemeDialog = lazy(() => import('./scheme-dialog'));
const RemoveSchemeDialog = lazy(() => import('./remove-scheme-dialog'));

/** The open dialog and its subject. An undefined ID creates a scheme. */
export type OpenDialog =
  | { readonly dialog: 'site' }
  | { readonly dialog: 'surfaces' }
  | { readonly dialog: 'spaceAdmins' }
  | { readonly dialog: 'scheme'; readonly schemeId: string | undefined }
  | { readonly dialog: 'removeScheme'; readonly schemeId: string }
  | { readonly dialog: 'space'; readonly spaceId: string };

/** The dialog in the address of the page. */
export function openDialogIn({ dialog, schemeId, spaceId }: Query): OpenDialog | undefined {
  switch (dialog) {
    case 'site':
    case 'surfaces':
    case 'spaceAdmins':
      return { dialog };
    case 'scheme':
      return { dialog, schemeId };
    case 'removeScheme':
      return schemeId === undefined ? undefined : { dialog, schemeId };
    case 'space':
      return spaceId === undefined ? undefined : { dialog, spaceId };
    default:
      return undefined;
  }
}

interface SettingsDialogProps {
  readonly open: OpenDialog;
  readonly list: LevelList;
  readonly onChanged: (list: LevelList) => void;
  readonly onClose: () => void;
}

export function SettingsDialog({ open, ...shared }: SettingsDialogProps) {
  return (
    <Suspense fallback={null}>
      {open.dialog === 'site' && <SiteDialog {...shared} />}
      {open.dialog === 'surfaces' && <SurfacesDialog {...shared} />}
      {open.dialog === 'spaceAdmins' && <SpaceAdminsDialog {...shared} />}
      {open.dialog === 'scheme' && <SchemeDialog {...shared} schemeId={open.schemeId} />}
      {open.dialog === 'removeScheme' && <RemoveSchemeDialog {...shared} schemeId={open.schemeId} />}
      {open.dialog === 'space' && (
        <NamedSpace spaceId={open.spaceId}>
          {(name) => <SpaceDialog {...shared} spaceId={open.spaceId} name={name} />}
        </NamedSpace>
      )}
    </Suspense>
  );
}
