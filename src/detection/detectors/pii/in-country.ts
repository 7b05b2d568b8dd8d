import type { Detector } from '../../detector';

type OfCountry = Omit<Detector, 'category' | 'group' | 'regions' | 'severity'> & Partial<Pick<Detector, 'severity'>>;

/** Numbers of one country: what they have in common is said once. */
export function inCountry(group: string, ...regions: readonly string[]): (definition: OfCountry) => Detector {
  return (definition) => ({ category: 'pii', group, regions, severity: 'high', ...definition });
}
