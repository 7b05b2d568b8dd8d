import type { Levels } from '../../classification/level-store';
import { listVisibleRows, type VisibleRows } from '../../classification/visible-list';
import type { Visibility, VisiblePage } from '../../classification/visible-pages';
import type { Confluence } from '../../platform/confluence';
import type { Position } from '../../platform/rows-by-time';
import type { Storage } from '../../platform/storage';
import { readPageLabels } from '../exclusions/page-labels';
import { readFindingConditions } from '../finding-conditions';
import { type ListedPageScan, listPageScans } from './list-page-scans';
import { type FindingRecord, findingRecord, isOnSite, type PageScanRecord } from '../model';
import { requiredLevelFor } from './page-findings';

/**
 * The pages with a less sensitive level than their open findings require, or with none, as a reader sees them. The
 * findings are the stored ones, and no page is scanned. Exclusions apply as in the list of findings, also those for
 * pages with a label.
 */

export interface BelowRequiredReader {
  readonly storage: Pick<Storage, 'list' | 'read' | 'readMany'>;
  readonly confluence: Confluence;
  readonly levels: Levels;
  readonly now: Date;
  /** Looks up at most 250 pages as the reader. */
  readonly see: (pageIds: readonly string[]) => Promise<ReadonlyMap<string, Visibility>>;
}

interface BelowRequiredQuestion {
  /** The space that a page must be in. Undefined: any. */
  readonly spaceId: string | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
}

export interface PageBelowRequired extends VisiblePage {
  /** The level that the findings require. */
  readonly requiredLevelId: string;
}

type Seen = PageBelowRequired | 'not-listed';

/** The maximum number of findings that are read at once, unless one page has more. */
const FINDINGS_AT_ONCE = 500;

/**
 * By the id of the page.
 * @throws StorageUnavailableError, HostError, CorruptRecordError, and what `see` throws
 */
export async function listBelowRequired(
  reader: BelowRequiredReader,
  { spaceId, after, limit }: BelowRequiredQuestion,
): Promise<VisibleRows<PageBelowRequired, Position | undefined>> {
  const { storage, confluence, levels, now, see } = reader;
  const conditions = await readFindingConditions(storage);
  if (conditions.config.rules.length === 0) return { results: [], next: undefined, hasMore: false, isFull: false };
  return listVisibleRows<ListedPageScan, Seen, PageBelowRequired, Position | undefined>({
    after,
    limit,
    find: async (place, wanted) => {
      const isWanted = (scan: PageScanRecord) => isOnSite(scan) && scan.data.findingIds.length > 0;
      const found = await listPageScans(storage, { spaceId, isWanted, after: place, limit: wanted });
      const items = startOf(found.items);
      if (items.length < found.items.length)
        return { items, next: items.at(-1)?.at, hasMore: true, isShortAnyway: true };
      return { ...found, hasMore: found.next !== undefined };
    },
    see: async (candidates) => {
      const seen = await see(candidates.map(({ pageId }) => pageId));
      const visible = candidates.filter(({ pageId }) => typeof seen.get(pageId) === 'object');
      const findings = await readFindingsOf(storage, visible);
      const pageIds = visible.map(({ pageId }) => pageId);
      const labels = await readPageLabels(confluence, conditions.exclusions.all, pageIds, now);
      const belowOf = (pageId: string, one: Visibility): Seen => {
        if (one === 'hidden' || (spaceId !== undefined && one.page.spaceId !== spaceId)) return 'not-listed';
        const stored = findings.get(pageId) ?? new Map();
        const place = { pageId, spaceId: one.page.spaceId, levelId: one.level?.levelId };
        const required = requiredLevelFor({ ...conditions, stored, labels: labels.get(pageId) }, levels, place, now);
        return required === undefined ? 'not-listed' : { ...one, requiredLevelId: required.levelId };
      };
      return new Map([...seen].map(([pageId, one]) => [pageId, belowOf(pageId, one)]));
    },
    show: (_candidate, seen) => (seen === 'not-listed' ? undefined : seen),
  });
}

/** The first pages whose findings can be read at once. At least one page, if there is one. */
export function startOf(items: readonly ListedPageScan[]): readonly ListedPageScan[] {
  let findings = 0;
  const end = items.findIndex(({ record }, index) => {
    findings += record.data.findingIds.length;
    return index > 0 && findings > FINDINGS_AT_ONCE;
  });
  return end === -1 ? items : items.slice(0, end);
}

/** By page and id. A finding that cannot be read counts as absent, as in the counters. */
export async function readFindingsOf(
  storage: Pick<Storage, 'readMany'>,
  scans: readonly ListedPageScan[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, FindingRecord>>> {
  const ids = scans.flatMap(({ pageId, record }) => record.data.findingIds.map((key) => ({ pageId, key })));
  const rows = await storage.readMany(ids.map(({ key }) => ({ entity: 'detection', key })));
  const byPage = new Map<string, Map<string, FindingRecord>>();
  ids.forEach(({ pageId, key }, index) => {
    const { data: record } = findingRecord.safeParse(rows[index]?.value);
    if (record === undefined) return;
    const ofPage = byPage.get(pageId) ?? new Map<string, FindingRecord>();
    byPage.set(pageId, ofPage.set(key, record));
  });
  return byPage;
}
