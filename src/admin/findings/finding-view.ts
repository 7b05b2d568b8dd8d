import type { OfContent } from '../../classification/content-type';
import type { SeenPage } from '../../classification/pages-lookup';
import { isOfVersion } from '../../findings/scan/freshness';
import type { FindingRecord, PageScanRecord } from '../../findings/model';
import type { ShownStatus } from '../../findings/exclusions/shown-status';
import type { VisibleFinding } from '../../findings/lists/visible-findings';
import { definedOf } from '../../platform/defined-of';

/** A finding and a page scan, as the admin area shows them. */

type StoredFields = Pick<
  FindingRecord,
  'pageId' | 'detectorId' | 'category' | 'severity' | 'band' | 'fingerprint' | 'foundAt'
> &
  Pick<
    FindingRecord['data'],
    | 'confidence'
    | 'evidence'
    | 'alsoMatched'
    | 'maskedExcerpt'
    | 'foundInVersion'
    | 'pageVersion'
    | 'statusAt'
    | 'statusBy'
  >;

export interface FindingView extends StoredFields, OfContent {
  readonly findingId: string;
  readonly status: ShownStatus;
  /** Set if the finding is excluded. */
  readonly exclusionId?: string;
  /** The title of the page, as the admin sees it. */
  readonly title: string;
  /** The current space of the page. */
  readonly spaceId: string;
  /** The current level of the page; omitted = none. */
  readonly levelId?: string;
  /** The level of the page when this was found; omitted = none. */
  readonly foundAtLevelId?: string;
  /** The assigned person; omitted = the owner of the page. */
  readonly ownerId?: string;
  /** The current owner of the page; omitted = none. */
  readonly pageOwnerId?: string;
  readonly comment?: string;
  readonly dueOn?: string;
  readonly isInProgress?: true;
  readonly field: FindingRecord['data']['location']['field'];
  readonly kind: FindingRecord['data']['location']['kind'];
  /** Omitted: it is not in an attached file. */
  readonly place?: NonNullable<FindingRecord['data']['location']['place']>;
}

export function viewFinding({ findingId, record, page, level, shown }: VisibleFinding): FindingView {
  const { pageId, detectorId, category, severity, band, fingerprint, foundAt, data } = record;
  const { location, confidence, evidence, alsoMatched, maskedExcerpt, foundInVersion, pageVersion } = data;
  const { levelId: foundAtLevelId, statusAt, statusBy } = data;
  const { ownerId, comment, dueOn, isInProgress } = data.work ?? {};
  const pageOwnerId = page.ownerId ?? undefined;
  return {
    findingId,
    pageId,
    title: page.title,
    spaceId: page.spaceId,
    detectorId,
    alsoMatched,
    category,
    severity,
    band,
    confidence,
    evidence,
    ...shown,
    ...definedOf({ levelId: level?.levelId, foundAtLevelId, statusAt, statusBy }),
    ...definedOf({ ownerId, pageOwnerId, comment, dueOn, isInProgress }),
    fingerprint,
    foundAt,
    foundInVersion,
    pageVersion,
    maskedExcerpt,
    field: location.field,
    kind: location.kind,
    ...definedOf({ place: location.place, contentType: page.contentType }),
  };
}

/** The last scan of a page. */
export interface PageScanView {
  readonly state: PageScanRecord['state'] | 'never';
  readonly reasons: PageScanRecord['data']['reasons'];
  /** The detectors that did not finish. */
  readonly detectorsOverBudget: readonly string[];
  readonly scannedAt?: string;
  /** True if the scan covered the current version of the page. */
  readonly isCurrent: boolean;
}

export function viewPageScan(record: PageScanRecord | undefined, page: SeenPage): PageScanView {
  if (record === undefined) return { state: 'never', reasons: [], detectorsOverBudget: [], isCurrent: false };
  const { state, scannedAt, data } = record;
  const { reasons, detectorsOverBudget } = data;
  return { state, reasons, detectorsOverBudget, scannedAt, isCurrent: isOfVersion(record, page) };
}
