import { createHash } from 'node:crypto';
import { type Exclusion, isActive } from '../findings/exclusions/model';

/** Identifies the exclusions that are active: it also changes when an exclusion expires. */
export function activeExclusions(exclusions: readonly Exclusion[], now: Date): string {
  const ids = exclusions.filter((one) => isActive(one, now)).map(({ exclusionId }) => exclusionId);
  if (ids.length === 0) return '';
  return createHash('sha256').update(ids.toSorted().join(' ')).digest('base64url').slice(0, 22);
}
