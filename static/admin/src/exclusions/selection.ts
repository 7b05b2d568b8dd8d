import type { ExclusionView } from '../../../../src/admin/exclusions';
import { type AddressPart, oneOf } from '../address-part';
import type { ExclusionsAndNames } from './names';
import { describeExclusion, describeScope } from './words';

/** The filters of the list of exclusions. */
export interface Selection {
  readonly text: string;
  readonly of: '' | ExclusionView['scope']['of'];
  readonly state: '' | ExclusionView['state'];
}

const SCOPES = ['site', 'space', 'page', 'label', 'level'] as const;
const STATES = ['active', 'outdated', 'expired'] as const;

export const SELECTION: AddressPart<Selection> = {
  read: ({ text = '', of, state }) => ({ text, of: oneOf(SCOPES, of) ?? '', state: oneOf(STATES, state) ?? '' }),
  write: (selection) => ({ ...selection }),
};

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
