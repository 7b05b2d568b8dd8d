import type { CatalogEntry } from '../../../../src/detection/configuration/detector-catalog';
import { type AddressPart, oneOf } from '../address-part';
import { type Sort, sorted, sortIn, sortText } from '../sort';
import { texts } from '../texts';
import { stateOf } from './words';

/** The filters of the list of detectors. */
export interface Selection {
  readonly text: string;
  readonly category: string;
  readonly state: '' | 'on' | 'off' | 'changed' | 'custom';
  /** undefined: in the order of the catalog. */
  readonly sort: Sort<Column> | undefined;
}

const COLUMNS = ['name', 'category', 'severity', 'confidence', 'state'] as const;
export type Column = (typeof COLUMNS)[number];

const STATES = ['on', 'off', 'changed', 'custom'] as const;

export const SELECTION: AddressPart<Selection> = {
  read: ({ text = '', category = '', state, sort }) => ({
    text,
    category,
    state: oneOf(STATES, state) ?? '',
    sort: sortIn(sort, COLUMNS),
  }),
  write: ({ sort, ...filters }) => ({ ...filters, sort: sort === undefined ? '' : sortText(sort) }),
};

export function isChanged({ settings }: CatalogEntry): boolean {
  return Object.keys(settings).length > 0;
}

export function selectDetectors(
  catalog: readonly CatalogEntry[],
  { text, category, state, sort }: Selection,
): readonly CatalogEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = catalog.filter((entry) => {
    const searched = `${entry.name} ${entry.detectorId} ${entry.group}`.toLowerCase();
    return (
      words.every((word) => searched.includes(word)) &&
      (category === '' || entry.category === category) &&
      isInState(entry, state)
    );
  });
  return sort === undefined ? matching : sorted(matching, sort, compare);
}

function compare(a: CatalogEntry, b: CatalogEntry, column: Column): number {
  switch (column) {
    case 'name':
      return a.name.localeCompare(b.name);
    case 'category':
      return texts.detectors.categories[a.category].localeCompare(texts.detectors.categories[b.category]);
    case 'severity':
      return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
    case 'confidence':
      return a.minConfidence - b.minConfidence;
    case 'state':
      return stateOf(a).localeCompare(stateOf(b));
  }
}

/** Least severe first. */
const SEVERITIES = Object.keys(texts.detectors.severities);

function isInState(entry: CatalogEntry, state: Selection['state']): boolean {
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
