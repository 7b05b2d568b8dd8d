import { type FindingRecord, type FindingStatus, STATUSES } from '../model';
import { type ExcludablePage, excludableOf, excludedBy } from './excluded-by';
import type { Exclusion } from './model';

/** The status of a finding as it is shown: `excluded` where an exclusion holds for one that is open. */

export const SHOWN_STATUSES = [...STATUSES, 'excluded'] as const;

export type ShownStatus = (typeof SHOWN_STATUSES)[number];

export interface Shown {
  readonly status: ShownStatus;
  /** Of one that is excluded. */
  readonly exclusionId?: string;
}

export function shownStatusOf(
  record: FindingRecord,
  page: ExcludablePage,
  exclusions: readonly Exclusion[],
  now: Date,
): Shown {
  const { status } = record;
  if (status !== 'open') return { status };
  const exclusion = excludedBy(excludableOf(record), page, exclusions, now);
  return exclusion === undefined ? { status } : { status: 'excluded', exclusionId: exclusion.exclusionId };
}

/** What is stored of findings that are shown so. */
export function storedStatusOf(shown: ShownStatus | undefined): FindingStatus | undefined {
  return shown === 'excluded' ? 'open' : shown;
}

/**
 * Whether a finding may have the status that is wanted, by what its row alone tells: so that a list of open ones does not go
 * through thousands that are excluded, asking for the page of each.
 */
export function mayBeShownAs(
  wanted: ShownStatus | undefined,
  record: FindingRecord,
  exclusions: readonly Exclusion[],
  now: Date,
): boolean {
  if (wanted !== 'open') return true;
  return shownStatusOf(record, { pageId: record.pageId }, exclusions, now).status === 'open';
}
