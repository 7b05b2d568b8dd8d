import { isAtLeast, type Rank } from '../access/scope';
import type { KeySettings } from './key-settings';

/** True if the change lets the key do something that it cannot do before. */
export function widens(before: KeySettings, after: KeySettings): boolean {
  const raises = (from: Rank, to: Rank) => !isAtLeast(from, to);
  const opens = (from: readonly string[], to: readonly string[]) =>
    from.length > 0 && (to.length === 0 || to.some((entry) => !from.includes(entry)));
  return (
    raises(before.classificationScope, after.classificationScope) ||
    raises(before.detectionScope, after.detectionScope) ||
    opens(before.levelLimit, after.levelLimit) ||
    opens(before.spaceLimit, after.spaceLimit)
  );
}
