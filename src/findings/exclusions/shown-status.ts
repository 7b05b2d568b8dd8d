import { severityIn, type SeveritySettings } from '../../detection/configuration/effective-detection';
import type { ObservedDetectors } from '../../detection/configuration/observed-detectors';
import type { Severity } from '../../detection/detector';
import { type FindingRecord, type FindingStatus, STATUSES } from '../model';
import { type ExcludablePage, excludableOf, excludedBy } from './excluded-by';
import type { Exclusion } from './model';

/**
 * The status of a finding as it is shown. An open finding is `excluded` if an exclusion applies, and `observed` if only
 * detectors found it that no admin has turned on yet.
 */

export const SHOWN_STATUSES = [...STATUSES, 'excluded', 'observed'] as const;

export type ShownStatus = (typeof SHOWN_STATUSES)[number];

export interface Shown {
  readonly status: ShownStatus;
  /** The exclusion that applies to an excluded finding. */
  readonly exclusionId?: string;
}

/** The facts of the site that decide how stored findings are shown. */
export interface ShownBy {
  /** The settings of the site, for severities. */
  readonly config: SeveritySettings;
  /** All exclusions of the site. */
  readonly exclusions: readonly Exclusion[];
  readonly observed: ObservedDetectors;
  readonly now: Date;
}

/**
 * True if only observed detectors found the value. A new detector that replaces the finding of another one must not hide it.
 */
export function isObserved(
  { detectorId, alsoMatched }: { readonly detectorId: string; readonly alsoMatched: readonly string[] },
  spaceId: string,
  observed: ObservedDetectors,
): boolean {
  return [detectorId, ...alsoMatched].every((id) => observed.get(id)?.has(spaceId) === false);
}

export function isObservedRecord({ detectorId, spaceId, data }: FindingRecord, observed: ObservedDetectors): boolean {
  return isObserved({ detectorId, alsoMatched: data.alsoMatched }, spaceId, observed);
}

export function shownStatusOf(
  record: FindingRecord,
  page: ExcludablePage,
  { exclusions, observed, now }: Omit<ShownBy, 'config'>,
): Shown {
  const { status } = record;
  if (status !== 'open') return { status };
  const exclusion = excludedBy(excludableOf(record), page, exclusions, now);
  if (exclusion !== undefined) return { status: 'excluded', exclusionId: exclusion.exclusionId };
  return { status: isObservedRecord(record, observed) ? 'observed' : status };
}

/** The finding with the severity that the settings give it now. Rows keep the one of their detector, or of an earlier setting. */
export function withSeverity<F extends { readonly detectorId: string; readonly severity: Severity }>(
  finding: F,
  spaceId: string,
  config: SeveritySettings,
): F {
  const severity = severityIn(config, spaceId, finding.detectorId) ?? finding.severity;
  return severity === finding.severity ? finding : { ...finding, severity };
}

/** The one place where stored findings become open ones. @returns undefined if the finding is not open */
export function asOpen(record: FindingRecord, page: ExcludablePage, by: ShownBy): FindingRecord | undefined {
  if (shownStatusOf(record, page, by).status !== 'open') return undefined;
  return withSeverity(record, record.spaceId, by.config);
}

/** The open findings of a page, by id, with their current severities. */
export function openOf(
  records: ReadonlyMap<string, FindingRecord>,
  page: ExcludablePage,
  by: ShownBy,
): ReadonlyMap<string, FindingRecord> {
  const open = new Map<string, FindingRecord>();
  for (const [findingId, record] of records) {
    const shown = asOpen(record, page, by);
    if (shown !== undefined) open.set(findingId, shown);
  }
  return open;
}

/** The stored status of findings that are shown with this status. */
export function storedStatusOf(shown: ShownStatus | undefined): FindingStatus | undefined {
  return shown === 'excluded' || shown === 'observed' ? 'open' : shown;
}

/** The statuses that a list has. */
export interface AskedStatus {
  readonly status: ShownStatus | undefined;
  /** True if a list without a status also has the findings of observed detectors. Default: false. */
  readonly withObserved?: boolean;
}

/**
 * Checks from the row alone whether a finding may have the requested status. A list of open findings can then skip
 * thousands of excluded ones without a request for the page of each. Only a list of observed or excluded findings has those
 * of observed detectors; a redacted finding was removed by a person, so every list has it.
 */
export function mayBeShownAs({ status, withObserved }: AskedStatus, record: FindingRecord, by: ShownBy): boolean {
  const isOfObserved = isObservedRecord(record, by.observed);
  if (status === 'observed' && !isOfObserved) return false;
  if (isOfObserved && record.status !== 'redacted' && withObserved !== true)
    if (status !== 'observed' && status !== 'excluded') return false;
  if (status !== 'open' && status !== 'observed') return true;
  return shownStatusOf(record, { pageId: record.pageId }, by).status === status;
}
