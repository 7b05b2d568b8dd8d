import type { InventoryFilter } from '../../../../src/findings/inventory/inventory-filter';
import type { Severity } from '../../../../src/detection/detector';
import { localToday } from '../dates';
import { type AddressPart, inAddress, oneOf, type Query } from '../address-part';

/** The filters of the list of pages, as its address has them. '' and false: no filter. */
export interface PagesFilter {
  readonly spaceId: string;
  /** The ID of a level, or `NO_LEVEL`. */
  readonly level: string;
  /** The most severe open finding of the page has one of these severities. `none`: the page has no open finding. */
  readonly severity: readonly Highest[];
  readonly coverage: Coverage | '';
  /** The findings of the page require a more sensitive level than it has. */
  readonly below: boolean;
  /** A day as YYYY-MM-DD in the time zone of the browser. */
  readonly since: string;
  /** The page has a level of Atlassian that the rules of the app forbid. */
  readonly forbidden: boolean;
}

export const NO_LEVEL = 'none';

/** As in the numbers of the overview. */
export const COVERAGES = ['complete', 'partial', 'outdated', 'notScanned', 'notVisible'] as const;
export type Coverage = (typeof COVERAGES)[number];

/** Most severe first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[];

export type Highest = Severity | 'none';
export const HIGHEST: readonly Highest[] = [...SEVERITIES, 'none'];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const FILTER: AddressPart<PagesFilter> = {
  read: ({ spaceId = '', level = '', severity, coverage, below, since = '', forbidden }) => ({
    spaceId: /^[1-9][0-9]{0,17}$/.test(spaceId) ? spaceId : '',
    level: level === NO_LEVEL || UUID.test(level) ? level : '',
    severity: HIGHEST.filter((one) => severity?.split(',').includes(one)),
    coverage: oneOf(COVERAGES, coverage) ?? '',
    below: below === 'yes',
    since: Number.isNaN(Date.parse(since)) ? '' : since.slice(0, 10),
    forbidden: forbidden === 'yes',
  }),
  write: ({ severity, below, forbidden, ...texts }) => ({
    ...texts,
    severity: severity.join(','),
    below: below ? 'yes' : '',
    forbidden: forbidden ? 'yes' : '',
  }),
};

export const NO_FILTER = FILTER.read({});

/** The query of a link to the page `pages` with these filters. */
export function pagesQuery(filter: Partial<PagesFilter>): Query {
  return Object.fromEntries(
    Object.entries(inAddress(FILTER, { ...NO_FILTER, ...filter })).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

export const isFiltered = (filter: PagesFilter) => Object.keys(pagesQuery(filter)).length > 0;

/** The filter as the resolver reads it. */
export function inputOf({ spaceId, level, severity, coverage, below, since, forbidden }: PagesFilter): InventoryFilter {
  return {
    ...(spaceId === '' ? {} : { spaceId }),
    ...(level === '' ? {} : { level }),
    ...(severity.length === 0 ? {} : { severities: [...severity] }),
    ...(coverage === '' ? {} : { coverage }),
    ...(since === '' ? {} : { since: new Date(`${since}T00:00:00.000`).toISOString() }),
    ...(below ? { below } : {}),
    ...(forbidden ? { forbidden } : {}),
  };
}

/** The opposite of `inputOf`, for saved views. */
export function filterOf(saved: InventoryFilter): PagesFilter {
  const { spaceId = '', level = '', severities: severity = [], coverage, below, since, forbidden } = saved;
  return {
    ...{ spaceId, level, severity, coverage: coverage ?? '', below: below === true, forbidden: forbidden === true },
    since: since === undefined ? '' : localToday(new Date(since)),
  };
}
