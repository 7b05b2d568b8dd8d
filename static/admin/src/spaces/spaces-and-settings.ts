import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { Overview } from '../../../../src/admin/site/overview';

export interface SpacesAndSettings {
  readonly list: LevelList;
  readonly detection: DetectionView;
  readonly overview: Pick<Overview, 'spaces' | 'otherSpaces' | 'asOf'>;
}
