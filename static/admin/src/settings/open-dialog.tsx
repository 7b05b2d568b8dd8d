import { lazy, Suspense } from 'react';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { Query } from '../address-part';

// Dialogs are loaded when they open.
const SiteDialog = lazy(() => import('./site-dialog'));
const SurfacesDialog = lazy(() => import('./surfaces-dialog'));
const SchemeDialog = lazy(() => import('./scheme-dialog'));
const RemoveSchemeDialog = lazy(() => import('./remove-scheme-dialog'));

/** The open dialog and its subject. An undefined ID creates a scheme. */
export type OpenDialog =
  | { readonly dialog: 'site' }
  | { readonly dialog: 'surfaces' }
  | { readonly dialog: 'exposure' }
  | { readonly dialog: 'review' }
  | { readonly dialog: 'page-use' }
  | { readonly dialog: 'scheme'; readonly schemeId: string | undefined }
  | { readonly dialog: 'removeScheme'; readonly schemeId: string };

/** The dialog in the address of the page. */
export function openDialogIn({ dialog, schemeId }: Query): OpenDialog | undefined {
  switch (dialog) {
    case 'site':
    case 'surfaces':
    case 'exposure':
    case 'review':
    case 'page-use':
      return { dialog };
    case 'scheme':
      return { dialog, schemeId };
    case 'removeScheme':
      return schemeId === undefined ? undefined : { dialog, schemeId };
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
      {open.dialog === 'scheme' && <SchemeDialog {...shared} schemeId={open.schemeId} />}
      {open.dialog === 'removeScheme' && <RemoveSchemeDialog {...shared} schemeId={open.schemeId} />}
    </Suspense>
  );
}
