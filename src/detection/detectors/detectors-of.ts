import type { Category, Detector, Severity } from '../detector';

type Shared = Pick<Detector, 'category' | 'group' | 'severity'>;

/** Defines detectors with shared members. A detector may have its own. */
export function detectorsOf(
  category: Category,
  group: string,
  severity: Severity,
  definitions: readonly (Omit<Detector, keyof Shared> & Partial<Shared>)[],
): readonly Detector[] {
  return definitions.map((definition) => ({ category, group, severity, ...definition }));
}
