import { lazy, Suspense, useState } from 'react';
import type { DetectionView } from '../../../../src/admin/change-detection';
import type { Level } from '../../../../src/classification/model';
import { Catalogue } from './catalogue';
import { SiteSection } from './site-section';
import { TestBench } from './test-bench';

// What is behind a click comes when it is clicked.
const SiteDialog = lazy(() => import('./site-dialog'));
const DetectorDialog = lazy(() => import('./detector-dialog'));
const CustomDialog = lazy(() => import('./custom-dialog'));
const RemoveDialog = lazy(() => import('./remove-dialog'));

export interface DetectorsAndLevels {
  readonly view: DetectionView;
  readonly levels: readonly Level[];
}

interface DetectorsProps extends DetectorsAndLevels {
  readonly onChanged: (view: DetectionView) => void;
}

/** A custom detector that is undefined is new. */
type OpenDialog =
  | { readonly dialog: 'site' }
  | { readonly dialog: 'detector' | 'remove'; readonly detectorId: string }
  | { readonly dialog: 'custom'; readonly detectorId: string | undefined };

export function Detectors({ view, levels, onChanged }: DetectorsProps) {
  const [open, setOpen] = useState<OpenDialog>();
  const shared = { view, onChanged, onClose: () => setOpen(undefined) };
  return (
    <>
      <SiteSection view={view} levels={levels} onEdit={() => setOpen({ dialog: 'site' })} />
      <Catalogue
        view={view}
        onCreate={() => setOpen({ dialog: 'custom', detectorId: undefined })}
        onEdit={(detectorId) => setOpen({ dialog: 'detector', detectorId })}
        onEditDefinition={(detectorId) => setOpen({ dialog: 'custom', detectorId })}
        onRemove={(detectorId) => setOpen({ dialog: 'remove', detectorId })}
      />
      <TestBench view={view} />
      <Suspense fallback={null}>
        {open?.dialog === 'site' && <SiteDialog {...shared} levels={levels} />}
        {open?.dialog === 'detector' && <DetectorDialog {...shared} detectorId={open.detectorId} />}
        {open?.dialog === 'custom' && <CustomDialog {...shared} detectorId={open.detectorId} />}
        {open?.dialog === 'remove' && <RemoveDialog {...shared} detectorId={open.detectorId} />}
      </Suspense>
    </>
  );
}
