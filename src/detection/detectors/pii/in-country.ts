import type { Detector } from '../../detector';

type Shared = Pick<Detector, 'severity' | 'confidence'>;
type Own = Omit<Detector, 'id' | 'name' | 'category' | 'group' | 'regions' | keyof Shared> & Partial<Shared>;

/** A number in a form that many other numbers have, so it needs a context word. Without a check, it is never certain. */
const WITH_CHECK = { base: 0, withContext: 0.85 };
const WITHOUT_CHECK = { base: 0, withContext: 0.75 };

/** Defines personal numbers of one country with shared defaults. */
export function inCountry(group: string, ...regions: readonly string[]) {
  return (id: string, name: string, own: Own): Detector => ({
    id,
    name,
    category: 'pii',
    group,
    regions,
    severity: 'high',
    confidence: own.validate === undefined ? WITHOUT_CHECK : WITH_CHECK,
    ...(own.validate !== undefined && { contextReach: { before: 80, after: 20 } }),
    ...own,
  });
}
