import type { Detector } from '../../detector';

type OfCountry = Omit<Detector, 'category' | 'group' | 'regions' | 'severity'> & Partial<Pick<Detector, 'severity'>>;

/** Defines personal numbers of one country with shared defaults. */
export function inCountry(group: string, ...regions: readonly string[]): (definition: OfCountry) => Detector {
  return (definition) => ({ category: 'pii', group, regions, severity: 'high', ...definition });
}
