import type { DetectionView } from '../../../../src/admin/detection/change-detection';

/** The props of every dialog of the page. */
export interface DetectionDialogProps {
  readonly view: DetectionView;
  readonly onChanged: (view: DetectionView) => void;
  readonly onClose: () => void;
}
