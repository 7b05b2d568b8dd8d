import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import { CheckboxChoices } from '../ui/choices';
import { regionName } from './words';

interface RegionChoicesProps {
  readonly label: string;
  readonly view: DetectionView;
  readonly chosen: readonly string[];
  /** The saved regions, so that a cleared one keeps its position. */
  readonly before: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The countries of the catalog, and others that were set through the API. */
export function RegionChoices({ label, view, chosen, before, onChange }: RegionChoicesProps) {
  const regions = new Set([...view.catalog.flatMap((entry) => entry.regions), ...chosen, ...before]);
  const choices = [...regions]
    .map((region) => ({ value: region, label: regionName(region) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return <CheckboxChoices label={label} chosen={chosen} choices={choices} onChange={onChange} />;
}
