import type { Category, Detector, Severity } from '../detector';

type Shared = Pick<Detector, 'category' | 'group' | 'severity'>;
type Own = Omit<Detector, 'id' | 'name' | keyof Shared> & Partial<Shared>;

/** Defines the detectors of one heading, which share these members. A detector may have its own. */
export function detectorOf(category: Category, group: string, severity: Severity) {
  return (id: string, name: string, own: Own): Detector => ({ id, name, category, group, severity, ...own });
}
