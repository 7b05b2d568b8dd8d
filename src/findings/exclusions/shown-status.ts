import { type FindingRecord, type FindingStatus, STATUSES } from '../model';
import { type ExcludablePage, excludableOf, excludedBy } from './excluded-by';
import type { Exclusion } from './model';

/** The status of a finding as it is shown: `excluded` if an exclusion applies to an open finding. */

export const SHOWN_STATUSES = [...STATUSES, 'excluded'] as const;

export type ShownStatus = (typeof SHOWN_STATUSES)[number];

export interface Shown {
  readonly status: ShownStatus;
  /** The exclusion that applies to an excluded finding. */
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

/** The stored status of findings that are shown with this status. */
export function storedStatusOf(shown: ShownStatus | undefined): FindingStatus | undefined {
  return shown === 'excluded' ? 'open' : shown;
}

/**
 * Checks from the row alone whether a finding may have the requested status. A list of open findings can then skip
 * thousands of excluded ones without a request for the page of each.
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
