import type { Detector } from '../../detector';

type Shared = Pick<Detector, 'severity' | 'confidence'>;
type OfCountry = Omit<Detector, 'category' | 'group' | 'regions' | keyof Shared> & Partial<Shared>;

/** A number in a form that many other numbers have, so it needs a context word. */
const ONLY_WITH_CONTEXT = { base: 0, withContext: 0.85 };

/** Defines personal numbers of one country with shared defaults. */
export function inCountry(group: string, ...regions: readonly string[]): (definition: OfCountry) => Detector {
  const shared = { category: 'pii', group, regions, severity: 'high', confidence: ONLY_WITH_CONTEXT } as const;
  return (definition) => ({ ...shared, ...definition });
}
