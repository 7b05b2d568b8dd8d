import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import { useChange } from '../configuration/use-change';
import { ask } from '../operations';
import { texts } from '../texts';
import { readDifferences } from './differences';

interface DetectionChangeOptions {
  /** The configuration when the dialog opened. */
  readonly view: DetectionView;
  readonly onChanged: (view: DetectionView) => void;
}

/** A change of the detection settings. */
export function useDetectionChange({ view, onChanged }: DetectionChangeOptions) {
  return useChange({
    list: view,
    onChanged,
    conflict: 'DETECTION_CHANGED',
    conflictTitle: texts.detectors.conflictTitle,
    read: () => ask('getDetection', {}),
    compare: readDifferences,
  });
}
