import type { ReasonKind } from '../../../../src/findings/suggestions/suggest-level';
import { type AddressPart, oneOf } from '../address-part';

/** The kinds of reasons, the strongest first. */
export const REASONS = [
  'findings',
  'parent',
  'siblings',
  'space-default',
  'space',
] as const satisfies readonly ReasonKind[];

export interface Filter {
  /** '': all spaces. */
  readonly spaceId: string;
  /** '': any reason. */
  readonly reason: ReasonKind | '';
}

export const FILTER: AddressPart<Filter> = {
  read: ({ spaceId, reason }) => ({
    spaceId: spaceId !== undefined && /^[1-9][0-9]{0,17}$/.test(spaceId) ? spaceId : '',
    reason: oneOf(REASONS, reason) ?? '',
  }),
  write: ({ spaceId, reason }) => ({ spaceId, reason }),
};

export const isFiltered = ({ spaceId, reason }: Filter) => spaceId !== '' || reason !== '';
