import type { ExclusionView } from '../../../../src/admin/findings/exclusions';
import { type AddressPart, oneOf } from '../address-part';
import { type Sort, sorted, sortIn, sortText } from '../sort';
import type { ExclusionsAndNames } from './names';
import { describeExclusion, describeScope } from './words';

/** The filters of the list of exclusions. */
export interface Selection {
  readonly text: string;
  readonly of: '' | ExclusionView['scope']['of'];
  readonly state: '' | ExclusionView['state'];
  readonly sort: Sort<Column>;
}

const COLUMNS = ['what', 'where', 'added', 'until'] as const;
export type Column = (typeof COLUMNS)[number];

const SCOPES = ['site', 'space', 'page', 'label', 'level'] as const;
const STATES = ['active', 'outdated', 'expired'] as const;

export const SELECTION: AddressPart<Selection> = {
  read: ({ text = '', of, state, sort }) => ({
    text,
    of: oneOf(SCOPES, of) ?? '',
    state: oneOf(STATES, state) ?? '',
    sort: sortIn(sort, COLUMNS) ?? { column: 'added', isDescending: true },
  }),
  write: ({ sort, ...filters }) => ({ ...filters, sort: sortText(sort) }),
};

/** Every word must match. In the order of the table. */
export function selectExclusions(
  { exclusions, names }: ExclusionsAndNames,
  { text, of, state, sort }: Selection,
): readonly ExclusionView[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const matching = exclusions.filter((one) => {
    const all = [describeExclusion(one, names), describeScope(one, names), one.reason].join(' ').toLowerCase();
    return (
      (of === '' || one.scope.of === of) &&
      (state === '' || one.state === state) &&
      words.every((word) => all.includes(word))
    );
  });
  return sorted(matching, sort, (a, b, column) => {
    switch (column) {
      case 'what':
        return describeExclusion(a, names).localeCompare(describeExclusion(b, names));
      case 'where':
        return describeScope(a, names).localeCompare(describeScope(b, names));
      case 'added':
        return a.createdAt.localeCompare(b.createdAt);
      case 'until':
        return (a.expiresAt ?? NEVER).localeCompare(b.expiresAt ?? NEVER);
    }
  });
}

/** After every time. */
const NEVER = '~';
