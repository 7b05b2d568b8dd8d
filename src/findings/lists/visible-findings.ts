import { isWithinLimit } from '../../access/decide';
import { SEVERITIES } from '../../detection/detector';
import { listVisibleRows, type VisibleRows } from '../../classification/visible-list';
import type { Visibility, VisiblePage } from '../../classification/visible-pages';
import type { Confluence } from '../../platform/confluence';
import type { ListedRows, Position } from '../../platform/rows-by-time';
import type { Storage } from '../../platform/storage';
import { awaitAll } from '../../platform/await-all';
import { type PageLabels, readPageLabels } from '../exclusions/page-labels';
import {
  type AskedStatus,
  mayBeShownAs,
  type Shown,
  type ShownBy,
  shownStatusOf,
  withSeverity,
} from '../exclusions/shown-status';
import { listBySeverity } from './list-by-severity';
import { type FindingFilter, type ListedFinding, listFindings, listOldestFindings } from './list-findings';
import { type FindingRecord, findingRecord } from '../model';
import { mayMatchWork, ownerOf, type WorkQuestion } from '../work/work-question';

/** Findings on the pages that a reader sees now. Findings on other pages are not counted either. */

/** By time, or by severity and then the newest first. */
export const FINDING_ORDERS = ['newest', 'oldest', 'most-severe', 'least-severe'] as const;

export type FindingOrder = (typeof FINDING_ORDERS)[number];

/** The findings that a reader asks for. */
export interface FindingsQuestion extends AskedStatus, WorkQuestion {
  readonly filter: FindingFilter;
  /** The levels of which their pages must have one now; undefined = any, or none. */
  readonly levelIds: readonly string[] | undefined;
  /** A condition on the stored finding, so that the pages of others are not looked up. */
  readonly isAsked?: (record: FindingRecord) => boolean;
  /** Default: `newest`. */
  readonly order?: FindingOrder;
}

export interface FindingsReader extends ShownBy {
  readonly storage: Pick<Storage, 'list' | 'readMany'>;
  readonly confluence: Confluence;
  /** The spaces that the reader is limited to; empty = every space. */
  readonly spaceLimit: readonly string[];
  /** Looks up at most 250 pages as the reader. The result contains only pages that could be checked. */
  readonly see: (pageIds: readonly string[]) => Promise<ReadonlyMap<string, Visibility>>;
}

export interface VisibleFinding extends VisiblePage {
  readonly findingId: string;
  readonly record: FindingRecord;
  readonly shown: Shown;
}

interface Place {
  readonly after: Position | undefined;
  readonly limit: number;
}

/**
 * A list reads each finding again by its id, because the query lags behind a redaction or a scan. Counts of many findings do not.
 * @throws HostError, StorageUnavailableError, and what `see` throws
 */
export function listVisibleFindings(
  reader: FindingsReader,
  question: FindingsQuestion,
  place: Place & { readonly maxPages?: number },
): Promise<VisibleRows<VisibleFinding, Position | undefined>> {
  const labels = new Map<string, ReadonlySet<string>>();
  const current = new Map<string, unknown>();
  const isCounted = place.maxPages !== undefined;
  return listVisibleRows<ListedFinding, Visibility, VisibleFinding, Position | undefined>({
    ...place,
    find: async (after, limit) => {
      const found = await findStored(reader, question, { after, limit });
      return { ...found, hasMore: found.next !== undefined };
    },
    see: async (candidates) => {
      const pageIds = [...new Set(candidates.map(({ pageId }) => pageId))];
      const [seen, known] = await awaitAll([
        reader.see(pageIds),
        readPageLabels(reader.confluence, reader.exclusions, pageIds, reader.now),
      ] as const);
      known.forEach((some, pageId) => labels.set(pageId, some));
      return seen;
    },
    prepare: async (candidates) => {
      if (isCounted) return;
      const names = candidates.map(({ findingId: key }) => ({ entity: 'detection', key }) as const);
      const rows = await reader.storage.readMany(names);
      names.forEach(({ key }, index) => current.set(key, rows[index]?.value));
    },
    show: ({ findingId, record: listed }, visible) => {
      const record = isCounted ? listed : findingRecord.safeParse(current.get(findingId)).data;
      if (visible === 'hidden' || record === undefined) return undefined;
      return showFinding(reader, question, { findingId, record, ...visible }, labels);
    },
  });
}

/** The maximum number of findings, and of pages, that one request reads to count or group findings. */
export const MAX_COUNTED = { findings: 1_000, pages: 250 } as const;

/** The first visible findings, to count or group them. @throws as `listVisibleFindings` */
export function readManyFindings(
  reader: FindingsReader,
  question: FindingsQuestion,
  after?: Position,
): Promise<VisibleRows<VisibleFinding, Position | undefined>> {
  return listVisibleFindings(reader, question, { after, limit: MAX_COUNTED.findings, maxPages: MAX_COUNTED.pages });
}

/**
 * Lists stored findings that may be shown, judged by their rows alone. A page may have been moved since it was scanned,
 * so the space of a row does not exclude the findings of a named page.
 * @throws StorageUnavailableError
 */
export function findStored(
  { storage, spaceLimit, ...by }: Omit<FindingsReader, 'see' | 'confluence'>,
  { filter, isAsked, order = 'newest', ...asked }: FindingsQuestion,
  place: Place,
): Promise<ListedRows<ListedFinding>> {
  const isWanted = (record: FindingRecord) =>
    (filter.pageId !== undefined || isWithinLimit(spaceLimit, record.spaceId)) &&
    isAsked?.(record) !== false &&
    mayMatchWork(asked, record, by.now) &&
    mayBeShownAs(asked, record, by);
  const { config, now } = by;
  return LISTS[order](storage, { filter, isWanted, config, now, ...place });
}

const LISTS: Readonly<Record<FindingOrder, typeof listFindings>> = {
  newest: listFindings,
  oldest: listOldestFindings,
  'most-severe': (storage, query) => listBySeverity(storage, SEVERITIES.toReversed(), query),
  'least-severe': (storage, query) => listBySeverity(storage, SEVERITIES, query),
};

type SeenFinding = Omit<VisibleFinding, 'shown'>;

/** @returns undefined if the current page does not match the question */
export function showFinding(
  by: ShownBy,
  { filter, levelIds, status, ...work }: Omit<FindingsQuestion, 'isAsked'>,
  finding: SeenFinding,
  labels: PageLabels,
): VisibleFinding | undefined {
  const seen = asVisible(by, finding, labels);
  const matches =
    (filter.spaceId === undefined || filter.spaceId === finding.page.spaceId) &&
    (levelIds === undefined || levelIds.some((levelId) => levelId === finding.level?.levelId)) &&
    (status === undefined || status === seen.shown.status) &&
    mayMatchWork(work, finding.record, by.now) &&
    (work.ownerId === undefined || work.ownerId === ownerOf(finding.record, finding.page));
  return matches ? seen : undefined;
}

/** The finding as it is shown now, with its status and its severity. */
export function asVisible(by: ShownBy, finding: SeenFinding, labels: PageLabels): VisibleFinding {
  const { record, level } = finding;
  const { pageId, spaceId } = finding.page;
  const page = { pageId, spaceId, levelId: level?.levelId, labels: labels.get(pageId) };
  const shown = shownStatusOf(record, page, by);
  return { ...finding, record: withSeverity(record, record.spaceId, by.config), shown };
}
