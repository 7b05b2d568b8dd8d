import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import { type AddressPart, oneOf, type Query } from '../address-part';
import { RaiseOffer } from '../preview/raise-offer';
import { texts } from '../texts';
import { Tabs } from '../ui/tabs';
import { useAddressState } from '../use-address-state';
import { useOpenDialog } from '../use-open-dialog';
import { Catalog } from './catalog';
import { CustomDetectors } from './custom-detectors';
import { NewDetectorsBanner } from './new-detectors-banner';
import { OutdatedPages } from './outdated-pages';
import type { DetectionDialogProps } from './dialog-props';
import { focusIds } from './focus-ids';
import { findScheme, findOutdated } from './schemes';
import { DetectorSchemes } from './detector-schemes';
import { SiteSection } from './site-section';
import { TestBench } from './test-bench';

// Dialogs are loaded when they open.
const SiteDialog = lazy(() => import('./site-dialog'));
const DetectorDialog = lazy(() => import('./detector-dialog'));
const CustomDialog = lazy(() => import('./custom-dialog'));
const RemoveDialog = lazy(() => import('./remove-dialog'));
const SchemeDialog = lazy(() => import('./scheme-dialog'));
const RemoveSchemeDialog = lazy(() => import('./remove-scheme-dialog'));

interface DetectorsProps {
  readonly view: DetectionView;
  readonly onChanged: (view: DetectionView) => void;
}

/** An undefined ID creates a custom detector or a scheme. */
type OpenDialog =
  | { readonly dialog: 'site' }
  | { readonly dialog: 'detector'; readonly detectorId: string; readonly schemeId: string | undefined }
  | { readonly dialog: 'remove'; readonly detectorId: string }
  | { readonly dialog: 'custom'; readonly detectorId: string | undefined }
  | { readonly dialog: 'scheme'; readonly schemeId: string | undefined }
  | { readonly dialog: 'removeScheme'; readonly schemeId: string };

/** The dialog in the address of the page. */
function openDialogIn({ dialog, detectorId, schemeId }: Query): OpenDialog | undefined {
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
    default:
      return undefined;
  }
}

/** The tabs of the page, in the order in which they are shown. The first one opens by default. */
const TABS = ['catalog', 'custom', 'schemes', 'bench', 'settings'] as const;

interface Shown {
  readonly tab: (typeof TABS)[number];
  /** The scheme whose settings the catalog shows. Empty: the site. */
  readonly shownScheme: string;
}

const SHOWN: AddressPart<Shown> = {
  read: ({ tab, shownScheme = '' }) => ({ tab: oneOf(TABS, tab) ?? 'catalog', shownScheme }),
  write: (shown) => ({ ...shown }),
};

export function Detectors({ view, onChanged }: DetectorsProps) {
  const { tabs: words } = texts.detectors;
  const { open, show, close } = useOpenDialog(openDialogIn, focusIds);
  const [opened] = useState(view);
  const [{ tab, shownScheme }, setShown] = useAddressState(SHOWN);
  const scheme = findScheme(view, shownScheme);
  const focusCatalog = useFocusWhenShown(focusIds.catalog);
  const outdated = useMemo(() => findOutdated(opened, view), [opened, view]);
  const shared = { view, onChanged, onClose: close };
  const ofCustom = {
    onEditDefinition: (detectorId: string) => show({ dialog: 'custom', detectorId }),
    onRemove: (detectorId: string) => show({ dialog: 'remove', detectorId }),
  };
  const content: Record<Shown['tab'], ReactNode> = {
    catalog: (
      <Catalog
        view={view}
        scheme={scheme}
        onShow={(schemeId) => setShown({ shownScheme: schemeId })}
        onEdit={(detectorId) => show({ dialog: 'detector', detectorId, schemeId: scheme?.schemeId })}
        onChanged={onChanged}
        {...ofCustom}
      />
    ),
    custom: (
      <CustomDetectors
        view={view}
        onCreate={() => show({ dialog: 'custom', detectorId: undefined })}
        onEdit={(detectorId) => show({ dialog: 'detector', detectorId, schemeId: undefined })}
        {...ofCustom}
      />
    ),
    schemes: (
      <>
        <DetectorSchemes
          view={view}
          onCreate={() => show({ dialog: 'scheme', schemeId: undefined })}
          onShow={(schemeId) => {
            focusCatalog();
            setShown({ tab: 'catalog', shownScheme: schemeId }, 'new');
          }}
          onEdit={(schemeId) => show({ dialog: 'scheme', schemeId })}
          onRemove={(schemeId) => show({ dialog: 'removeScheme', schemeId })}
        />
      </>
    ),
    bench: <TestBench view={view} />,
    settings: <SiteSection view={view} onEdit={() => show({ dialog: 'site' })} />,
  };
  return (
    <>
      <NewDetectorsBanner catalog={view.catalog} />
      <OutdatedPages {...outdated} />
      {view.rev !== opened.rev && <RaiseOffer key={view.rev} />}
      <Tabs
        label={texts.detectors.title}
        tabs={TABS.map((value) => ({ value, label: words[value], content: content[value] }))}
        value={tab}
        onChange={(value) => setShown({ tab: value }, 'new')}
      />
      {open !== undefined && <OpenDetectorsDialog open={open} {...shared} />}
    </>
  );
}

interface OpenDetectorsDialogProps extends DetectionDialogProps {
  readonly open: OpenDialog;
}

function OpenDetectorsDialog({ open, ...shared }: OpenDetectorsDialogProps) {
  return (
    <Suspense fallback={null}>
      {open.dialog === 'site' && <SiteDialog {...shared} />}
      {open.dialog === 'detector' && (
        <DetectorDialog {...shared} detectorId={open.detectorId} schemeId={open.schemeId} />
      )}
      {open.dialog === 'custom' && <CustomDialog {...shared} detectorId={open.detectorId} />}
      {open.dialog === 'remove' && <RemoveDialog {...shared} detectorId={open.detectorId} />}
      {open.dialog === 'scheme' && <SchemeDialog {...shared} schemeId={open.schemeId} />}
      {open.dialog === 'removeScheme' && <RemoveSchemeDialog {...shared} schemeId={open.schemeId} />}
    </Suspense>
  );
}

/** @returns a function. After the next change that shows the element, it gets the focus */
function useFocusWhenShown(id: string): () => void {
  const isWanted = useRef(false);
  useEffect(() => {
    const element = document.getElementById(id);
    if (!isWanted.current || element === null || element.closest('[hidden]') !== null) return;
    isWanted.current = false;
    element.focus();
  });
  return () => {
    isWanted.current = true;
  };
}
