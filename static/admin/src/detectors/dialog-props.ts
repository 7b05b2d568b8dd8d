import type { DetectionView } from '../../../../src/admin/change-detection';

/** What every dialog of the page gets. */
export interface DetectionDialogProps {
  readonly view: DetectionView;
  readonly onChanged: (view: DetectionView) => void;
  readonly onClose: () => void;
}
