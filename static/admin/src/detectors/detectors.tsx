import { lazy, Suspense, useMemo, useState } from 'react';
import type { DetectionView } from '../../../../src/admin/change-detection';
import type { Level } from '../../../../src/classification/model';
import type { Query } from '../address-part';
import { NamedSpace } from '../spaces/named-space';
import { useOpenDialog } from '../use-open-dialog';
import { Catalogue } from './catalogue';
import { OutdatedPages } from './outdated-pages';
import { focusIds } from './focus-ids';
import { findScheme, findOutdated } from './schemes';
import { DetectorSchemes } from './detector-schemes';
import { SiteSection } from './site-section';
import { SpacesWithSchemes } from './spaces-with-schemes';
import { TestBench } from './test-bench';

// Dialogs are loaded when they open.
const SiteDialog = lazy(() => import('./site-dialog'));
const DetectorDialog = lazy(() => import('./detector-dialog'));
const CustomDialog = lazy(() => import('./custom-dialog'));
const RemoveDialog = lazy(() => import('./remove-dialog'));
const SchemeDialog = lazy(() => import('./scheme-dialog'));
const RemoveSchemeDialog = lazy(() => import('./remove-scheme-dialog'));
const SpaceDialog = lazy(() => import('./space-dialog'));

export interface DetectorsAndLevels {
  readonly view: DetectionView;
  readonly levels: readonly Level[];
}

interface DetectorsProps extends DetectorsAndLevels {
  readonly onChanged: (view: DetectionView) => void;
}

/** An undefined ID creates a custom detector or a scheme. */
type OpenDialog =
  | { readonly dialog: 'site' }
  | { readonly dialog: 'detector'; readonly detectorId: string; readonly schemeId: string | undefined }
  | { readonly dialog: 'remove'; readonly detectorId: string }
  | { readonly dialog: 'custom'; readonly detectorId: string | undefined }
  | { readonly dialog: 'scheme'; readonly schemeId: string | undefined }
  | { readonly dialog: 'removeScheme'; readonly schemeId: string }
  | { readonly dialog: 'space'; readonly spaceId: string };

/** The dialog in the address of the page. */
function openDialogIn({ dialog, detectorId, schemeId, spaceId }: Query): OpenDialog | undefined {
  switch (dialog) {
    case 'site':
      return { dialog };
    case 'detector':
      return detectorId === undefined ? undefined : { dialog, detectorId, schemeId };
    case 'remove':
      return detectorId === undefined ? undefined : { dialog, detectorId };
    case 'custom':
      return { dialog, detectorId };
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

export function Detectors({ view, levels, onChanged }: DetectorsProps) {
  const { open, show, close } = useOpenDialog(openDialogIn, focusIds);
  const [opened] = useState(view);
  const [shownScheme, setShownScheme] = useState('');
  const scheme = findScheme(view, shownScheme);
  const outdated = useMemo(() => findOutdated(opened, view), [opened, view]);
  const shared = { view, onChanged, onClose: close };
  return (
    <>
      <OutdatedPages {...outdated} />
      <SiteSection view={view} levels={levels} onEdit={() => show({ dialog: 'site' })} />
      <Catalogue
        view={view}
        scheme={scheme}
        onShow={setShownScheme}
        onCreate={() => show({ dialog: 'custom', detectorId: undefined })}
        onEdit={(detectorId) => show({ dialog: 'detector', detectorId, schemeId: scheme?.schemeId })}
        onEditDefinition={(detectorId) => show({ dialog: 'custom', detectorId })}
        onRemove={(detectorId) => show({ dialog: 'remove', detectorId })}
      />
      <DetectorSchemes
        view={view}
        onCreate={() => show({ dialog: 'scheme', schemeId: undefined })}
        onShow={(schemeId) => {
          setShownScheme(schemeId);
          document.getElementById(focusIds.catalogue)?.focus();
        }}
        onEdit={(schemeId) => show({ dialog: 'scheme', schemeId })}
        onRemove={(schemeId) => show({ dialog: 'removeScheme', schemeId })}
      />
      <SpacesWithSchemes view={view} onEdit={(spaceId) => show({ dialog: 'space', spaceId })} />
      <TestBench view={view} />
      <Suspense fallback={null}>
        {open?.dialog === 'site' && <SiteDialog {...shared} levels={levels} />}
        {open?.dialog === 'detector' && (
          <DetectorDialog {...shared} detectorId={open.detectorId} schemeId={open.schemeId} />
        )}
        {open?.dialog === 'custom' && <CustomDialog {...shared} detectorId={open.detectorId} />}
        {open?.dialog === 'remove' && <RemoveDialog {...shared} detectorId={open.detectorId} />}
        {open?.dialog === 'scheme' && <SchemeDialog {...shared} schemeId={open.schemeId} />}
        {open?.dialog === 'removeScheme' && <RemoveSchemeDialog {...shared} schemeId={open.schemeId} />}
        {open?.dialog === 'space' && (
          <NamedSpace spaceId={open.spaceId}>
            {(name) => <SpaceDialog {...shared} spaceId={open.spaceId} name={name} />}
          </NamedSpace>
        )}
      </Suspense>
    </>
  );
}
