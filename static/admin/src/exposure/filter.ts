import { OVER_REASONS, type OverReason, type Verdict, VERDICTS } from '../../../../src/exposure/audience';
import type { AdminOperations } from '../../../../src/admin/contract';
import { type AddressPart, inAddress, oneOf, type Query } from '../address-part';

/** The filters of the list of pages by risk, as its address has them. '': no filter. */
export interface ExposureFilter {
  readonly verdict: Verdict;
  readonly levelId: string;
  readonly spaceId: string;
  readonly reason: OverReason | '';
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const FILTER: AddressPart<ExposureFilter> = {
  read: ({ verdict, levelId = '', spaceId = '', reason }) => ({
    verdict: oneOf(VERDICTS, verdict) ?? 'over',
    levelId: UUID.test(levelId) ? levelId : '',
    spaceId: /^[1-9][0-9]{0,17}$/.test(spaceId) ? spaceId : '',
    reason: oneOf(OVER_REASONS, reason) ?? '',
  }),
  write: (filter) => ({ ...filter }),
};

export const NO_FILTER = FILTER.read({});

/** The query of a link to the page with these filters. */
export function exposureQuery(filter: Partial<ExposureFilter>): Query {
  const changes = Object.entries(inAddress(FILTER, { ...NO_FILTER, ...filter }));
  return Object.fromEntries(changes.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

export const isFiltered = (filter: ExposureFilter) => Object.keys(exposureQuery(filter)).length > 0;

/** The filter as the resolver reads it. */
export function inputOf({ verdict, levelId, spaceId, reason }: ExposureFilter) {
  const input: NonNullable<AdminOperations['listExposure']['input']['filter']> = {
    verdict,
    ...(levelId === '' ? {} : { levelId }),
    ...(spaceId === '' ? {} : { spaceId }),
    ...(reason === '' || verdict !== 'over' ? {} : { reason }),
  };
  return input;
}
