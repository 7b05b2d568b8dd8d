import type { AdminOperations } from '../../../../src/admin/contract';
import type { FindingView } from '../../../../src/admin/findings/finding-view';
import type { Query } from '../address-part';
import { pageIdIn } from '../page-address';
import { texts } from '../texts';
import type { AddressPart } from '../address-part';

/**
 * The filters. They are part of the URL, so that users can link to a list and reload it. The fields show the filters of
 * the URL. '': no filter.
 */
export interface Filters {
  readonly status: string;
  /** One severity, or several with commas. */
  readonly severity: string;
  readonly detectorId: string;
  readonly category: string;
  readonly spaceId: string;
  readonly levelId: string;
  readonly band: string;
  /** A page ID or URL as entered. */
  readonly page: string;
  readonly fingerprint: string;
  /** Days as YYYY-MM-DD in the time zone of the browser. */
  readonly from: string;
  readonly to: string;
  /** The account ID of the person who has to act. */
  readonly owner: string;
  /** `overdue`, or '' for any. */
  readonly due: string;
  /** `blogpost`, `all`, or '' for pages. */
  readonly content: string;
  readonly group: Grouping;
}

export const GROUPINGS = ['none', 'value', 'page'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Shows open findings, because they need a decision. */
export const NO_FILTERS: Filters = {
  status: 'open',
  severity: '',
  detectorId: '',
  category: '',
  spaceId: '',
  levelId: '',
  band: '',
  page: '',
  fingerprint: '',
  from: '',
  to: '',
  owner: '',
  due: '',
  content: '',
  group: 'none',
};

export const OVERDUE = 'overdue';

const NAMES = Object.keys(NO_FILTERS) as (keyof Filters)[];
/** The value in the URL for all statuses, because '' is the same as no value. */
const ANY = 'any';

function filtersOf(query: Readonly<Record<string, string>>): Filters {
  const given = (name: keyof Filters) => (query[name] === ANY ? '' : (query[name] ?? NO_FILTERS[name]));
  return {
    status: given('status'),
    severity: given('severity'),
    detectorId: given('detectorId'),
    category: given('category'),
    spaceId: given('spaceId'),
    levelId: given('levelId'),
    band: given('band'),
    page: given('page'),
    fingerprint: given('fingerprint'),
    from: given('from'),
    to: given('to'),
    owner: given('owner'),
    due: given('due'),
    content: given('content'),
    group: GROUPINGS.find((one) => one === query['group']) ?? 'none',
  };
}

const fieldsOf = (filters: Filters): Query =>
  Object.fromEntries(NAMES.map((name) => [name, filters[name] === '' ? ANY : filters[name]]));

export const FILTERS: AddressPart<Filters> = { read: filtersOf, write: fieldsOf };

/** Omits default values. */
export function queryOf(filters: Filters): Query {
  const set = NAMES.filter((name) => filters[name] !== NO_FILTERS[name]);
  const fields = fieldsOf(filters);
  return Object.fromEntries(set.map((name) => [name, fields[name] ?? '']));
}

export function isFiltered(filters: Filters): boolean {
  return countActive(filters) > 0;
}

/** The number of filters that differ from those of the first visit. */
export function countActive(filters: Filters): number {
  return NAMES.filter((name) => name !== 'group' && filters[name] !== NO_FILTERS[name]).length;
}

export type FindingFilter = AdminOperations['summarizeFindings']['input'];

export type FilterErrors = Partial<Record<'page' | 'to', string>>;

export interface CheckedFilters {
  readonly filter: FindingFilter;
  /** Omits invalid values. */
  readonly errors: FilterErrors;
}

export const STATUSES = Object.keys(texts.detections.statuses) as FindingView['status'][];
/** Highest first. */
export const SEVERITIES = (Object.keys(texts.detectors.severities) as FindingView['severity'][]).toReversed();
/** The two that need a decision first, as a filter. */
export const SEVERE = SEVERITIES.slice(0, 2).join(',');
export const CATEGORIES = Object.keys(texts.detectors.categories) as FindingView['category'][];
export const BANDS = Object.keys(texts.detections.bands) as FindingView['band'][];

/** Besides pages. */
export const CONTENTS = ['blogpost', 'all'] as const;

export function checkFilters(filters: Filters): CheckedFilters {
  const { filters: t } = texts.detections;
  const pageId = filters.page.trim() === '' ? undefined : pageIdIn(filters.page);
  const isWrongOrder = filters.from !== '' && filters.to !== '' && filters.to < filters.from;
  const given: FindingFilter = {
    status: STATUSES.find((one) => one === filters.status),
    ...severityFilter(filters.severity),
    category: CATEGORIES.find((one) => one === filters.category),
    band: BANDS.find((one) => one === filters.band),
    detectorId: textOf(filters.detectorId),
    spaceId: textOf(filters.spaceId),
    levelId: textOf(filters.levelId),
    fingerprint: textOf(filters.fingerprint),
    pageId,
    ownerId: textOf(filters.owner),
    isOverdue: filters.due === OVERDUE ? true : undefined,
    contentType: CONTENTS.find((one) => one === filters.content),
    from: instantOf(filters.from, '00:00:00.000'),
    to: isWrongOrder ? undefined : instantOf(filters.to, '23:59:59.999'),
  };
  return {
    filter: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    errors: {
      ...(filters.page.trim() !== '' && pageId === undefined ? { page: t.wrongPage } : {}),
      ...(isWrongOrder ? { to: t.toBeforeFrom } : {}),
    },
  };
}

/** The severities of a filter. Ignores unknown ones. */
export function severitiesIn(text: string): readonly FindingView['severity'][] {
  const given = text.split(',');
  return SEVERITIES.filter((one) => given.includes(one));
}

function severityFilter(text: string): Pick<FindingFilter, 'severity' | 'severities'> {
  const [severity, ...others] = severitiesIn(text);
  if (severity === undefined) return {};
  return others.length === 0 ? { severity } : { severities: [severity, ...others] };
}

function textOf(text: string): string | undefined {
  return text === '' ? undefined : text;
}

/** The instant of a time of day in the time zone of the browser. */
function instantOf(day: string, time: string): string | undefined {
  const moment = new Date(`${day}T${time}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
