import type { CatalogueEntry } from '../../../../src/detection/configuration/detector-catalogue';
import { type AddressPart, oneOf } from '../address-part';

/** The filters of the list of detectors. */
export interface Selection {
  readonly text: string;
  readonly category: string;
  readonly state: '' | 'on' | 'off' | 'changed' | 'custom';
}

const STATES = ['on', 'off', 'changed', 'custom'] as const;

export const SELECTION: AddressPart<Selection> = {
  read: ({ text = '', category = '', state }) => ({ text, category, state: oneOf(STATES, state) ?? '' }),
  write: (selection) => ({ ...selection }),
};

export function isChanged({ settings }: CatalogueEntry): boolean {
  return Object.keys(settings).length > 0;
}

export function selectDetectors(
  catalogue: readonly CatalogueEntry[],
  { text, category, state }: Selection,
): readonly CatalogueEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return catalogue.filter((entry) => {
    const searched = `${entry.name} ${entry.detectorId} ${entry.group}`.toLowerCase();
    return (
      words.every((word) => searched.includes(word)) &&
      (category === '' || entry.category === category) &&
      isInState(entry, state)
    );
  });
}

function isInState(entry: CatalogueEntry, state: Selection['state']): boolean {
  switch (state) {
    case '':
      return true;
    case 'on':
      return entry.enabled && entry.inRegions;
    case 'off':
      return !entry.enabled || !entry.inRegions;
    case 'changed':
      return isChanged(entry);
    case 'custom':
      return entry.isCustom;
  }
}
