import { useEffect, useId, useState } from 'react';
import { texts } from '../texts';
import { Field } from '../ui/field';
import { TextInput } from '../ui/text-input';
import type { FindingNames } from './names';

interface DetectorFieldProps {
  /** '': all detectors. */
  readonly detectorId: string;
  readonly names: Pick<FindingNames, 'detectors'>;
  /** The numbers of findings, as far as they are known. */
  readonly byDetector: Readonly<Record<string, number>> | undefined;
  readonly onChange: (detectorId: string) => void;
}

/** Selects a detector. Typing searches, those with the most findings first. */
export function DetectorField({ detectorId, names, byDetector = {}, onChange }: DetectorFieldProps) {
  const { filters: t } = texts.detections;
  const listId = useId();
  const nameOf = (id: string) => names.detectors.get(id) ?? id;
  const shown = detectorId === '' ? '' : nameOf(detectorId);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const countOf = (id: string) => byDetector[id] ?? 0;
  const ids = [...new Set([...names.detectors.keys(), ...Object.keys(byDetector)])].toSorted(
    (a, b) => countOf(b) - countOf(a) || nameOf(a).localeCompare(nameOf(b)),
  );
  const labelOf = (id: string) => (countOf(id) === 0 ? nameOf(id) : t.detectorCount(nameOf(id), countOf(id)));
  const type = (value: string) => {
    setText(value);
    const chosen = value === '' ? '' : ids.find((id) => labelOf(id) === value || nameOf(id) === value);
    if (chosen !== undefined && chosen !== detectorId) onChange(chosen);
  };
  return (
    <Field label={t.detector}>
      {(control) => (
        <>
          <TextInput
            {...control}
            list={listId}
            placeholder={t.anyDetector}
            value={text}
            maxLength={150}
            // Clears text that names no detector, because it is not a filter.
            onBlur={() => setText(shown)}
            onChange={type}
          />
          <datalist id={listId}>
            {ids.map((id) => (
              <option key={id} value={labelOf(id)} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
