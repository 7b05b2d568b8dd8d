import { useState } from 'react';
import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import { texts } from '../texts';
import { CheckboxChoices } from '../ui/choices';
import { Disclosure } from '../ui/disclosure';
import { TextField } from '../ui/form-fields';
import { regionName } from './words';

interface RegionChoicesProps {
  readonly label: string;
  readonly view: DetectionView;
  readonly chosen: readonly string[];
  /** The saved regions, so that a cleared one keeps its position. */
  readonly before: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The countries of the catalog, and others that were set through the API. Folded, because there are many. */
export function RegionChoices({ label, view, chosen, before, onChange }: RegionChoicesProps) {
  const { site: t, groups } = texts.detectors;
  const [text, setText] = useState('');
  const regions = new Set([...view.catalog.flatMap((entry) => entry.regions), ...chosen, ...before]);
  const choices = [...regions]
    .map((region) => ({ value: region, label: regionName(region) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const searched = text.trim().toLowerCase();
  const shown = choices.filter(({ label: name }) => name.toLowerCase().includes(searched));
  return (
    <Disclosure summary={chosen.length === 0 ? t.everyRegion : t.regionCount(chosen.length)}>
      <TextField label={groups.search} type="search" value={text} maxLength={100} onChange={setText} />
      {shown.length === 0 ? (
        <p className="subtle">{groups.none}</p>
      ) : (
        <CheckboxChoices label={label} chosen={chosen} choices={shown} onChange={onChange} />
      )}
    </Disclosure>
  );
}
