import type { ExclusionView } from '../../../../src/admin/exclusions';
import type { ExclusionsAndNames } from './names';
import { describeExclusion, describeScope } from './words';

/** The filters of the list of exclusions. */
export interface Selection {
  readonly text: string;
  readonly of: '' | ExclusionView['scope']['of'];
  readonly state: '' | ExclusionView['state'];
}

export const NO_FILTERS: Selection = { text: '', of: '', state: '' };

/** Every word must match. */
export function selectExclusions(
  { exclusions, names }: ExclusionsAndNames,
  { text, of, state }: Selection,
): readonly ExclusionView[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return exclusions.filter((one) => {
    const all = [describeExclusion(one, names), describeScope(one, names), one.reason].join(' ').toLowerCase();
    return (
      (of === '' || one.scope.of === of) &&
      (state === '' || one.state === state) &&
      words.every((word) => all.includes(word))
    );
  });
}
