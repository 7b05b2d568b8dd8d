import type { Levels } from '../../classification/level-store';
import { listPageLevels } from '../../classification/list-page-levels';
import type { PageLevelRecord } from '../../classification/model';
import { readPageLevels } from '../../classification/page-level-store';
import { listPagesAsCreator, type SeenPage } from '../../classification/pages-lookup';
import { listPagesOf } from '../../classification/unclassified-pages';
import { type Candidate, type Found, listVisibleRows, type VisibleRows } from '../../classification/visible-list';
import { seePages, type Visibility, visibilityOf } from '../../classification/visible-pages';
import { SEVERITIES, type Severity } from '../../detection/detector';
import { listPagesInState } from '../../native-levels/model';
import { awaitAll } from '../../platform/await-all';
import { type Confluence, HostError } from '../../platform/confluence';
import type { ListedRows, Position } from '../../platform/rows-by-time';
import type { Storage } from '../../platform/storage';
import { readPageLabels } from '../exclusions/page-labels';
import { type FindingConditions, readFindingConditions } from '../finding-conditions';
import type { FingerprintKey } from '../fingerprint-key';
import { readFindingsOf, startOf } from '../lists/below-required';
import { listPageScans } from '../lists/list-page-scans';
import { openStaleness } from '../lists/page-coverage';
import { openFindingsOf, type PageFindings, requiredLevelFor } from '../lists/page-findings';
import { isHidden, isOnSite, type PageScanRecord } from '../model';
import { readScans } from '../scan/scan-store';
import {
  type InventoryFilter,
  needsFindings,
  NO_FINDING,
  NO_LEVEL,
  type PageCoverage,
  sourceOf,
} from './inventory-filter';

/**
 * The pages of the site that a person sees, with their level, open findings and scan. Every page is confirmed by Confluence
 * in the name of this person, and every filter applies to the current records, whichever rows the list reads.
 */

export interface InventoryReader {
  readonly storage: Pick<Storage, 'list' | 'read' | 'readMany'>;
  readonly confluence: Confluence;
  readonly accountId: string;
  readonly levels: Levels;
  readonly now: Date;
  readonly fingerprintKey: FingerprintKey;
}

export interface InventoryPage {
  readonly page: SeenPage;
  readonly level: PageLevelRecord | undefined;
  readonly coverage: PageCoverage;
  /** Undefined: the page was never scanned. */
  readonly scannedAt: string | undefined;
  readonly open: Readonly<Record<Severity, number>>;
  /** The level that the open findings require, if it is more sensitive than the current one. */
  readonly requiredLevelId: string | undefined;
}

type Listed = InventoryPage | 'not-listed';
type Place = Position | undefined;

interface ListedPage extends Candidate {
  /** The page in Confluence's own list. */
  readonly page?: SeenPage;
  /** The listed scan. */
  readonly record?: PageScanRecord;
}

/**
 * A part may be short or empty although more pages follow.
 * @throws StorageUnavailableError, HostError, CorruptRecordError
 */
export async function listInventory(
  reader: InventoryReader,
  filter: InventoryFilter,
  { after, limit }: { readonly after: Place; readonly limit: number },
): Promise<VisibleRows<InventoryPage, Place>> {
  const conditions = await readFindingConditions(reader.storage);
  const isNone = filter.below === true && conditions.config.rules.length === 0;
  if (isNone) return { results: [], next: undefined, hasMore: false, isFull: false };
  const isStale = await openStaleness(conditions, reader.fingerprintKey);
  return listVisibleRows<ListedPage, Listed, InventoryPage, Place>({
    after,
    limit,
    find: (place, count) => findCandidates(reader, filter, place, count),
    see: (candidates) => seeCandidates(reader, filter, { conditions, isStale }, candidates),
    show: (_candidate, listed) => (listed === 'not-listed' ? undefined : listed),
  });
}

async function findCandidates(
  { storage, confluence, accountId: creatorId }: InventoryReader,
  filter: InventoryFilter,
  after: Place,
  limit: number,
): Promise<Found<ListedPage, Place>> {
  const { spaceId, level, since, coverage } = filter;
  const place = { after, limit };
  const levelId = level === NO_LEVEL ? undefined : level;
  const found = (): Promise<ListedRows<ListedPage>> => {
    switch (sourceOf(filter)) {
      case 'native':
        return listPagesInState(storage, 'rules', place);
      case 'levels':
      case 'dates':
        return listPageLevels(storage, { filter: { spaceId, levelId, from: since }, isWanted: () => true, ...place });
      default: {
        const state = ({ partial: 'partial', notVisible: 'not-inspected' } as const)[String(coverage)];
        const isWanted = (scan: PageScanRecord) =>
          isOnSite(scan) && (!needsFindings(filter) || scan.data.findingIds.length > 0);
        return listPageScans(storage, { spaceId, state, isWanted, ...place });
      }
    }
  };
  if (sourceOf(filter) === 'confluence') {
    const list = async (question: Omit<Parameters<typeof listPagesAsCreator>[1], 'creatorId'>) =>
      known(await listPagesAsCreator(confluence, { creatorId, ...question }));
    return listPagesOf(list, spaceId === undefined ? [] : [spaceId], after, limit);
  }
  const { items, next } = await found();
  return { items, next, hasMore: next !== undefined };
}

function known<L extends { readonly outcome: 'pages' }>(lookup: L | { readonly outcome: 'creator-inactive' }): L {
  if (lookup.outcome === 'creator-inactive') throw new HostError('failure', 'Confluence no longer knows the person');
  return lookup;
}

interface Settings {
  readonly conditions: FindingConditions;
  readonly isStale: Awaited<ReturnType<typeof openStaleness>>;
}

/** Without the pages after the first 500 findings, which the next round reads. */
async function seeCandidates(
  reader: InventoryReader,
  filter: InventoryFilter,
  { conditions, isStale }: Settings,
  candidates: readonly ListedPage[],
): Promise<ReadonlyMap<string, Listed>> {
  const { storage, confluence, levels, now } = reader;
  const [seen, scans] = await awaitAll([seeAll(reader, candidates), readScansOf(storage, candidates)] as const);
  const matching = candidates.flatMap(({ pageId, at }) => {
    const visible = seen.get(pageId);
    if (visible === undefined || visible === 'hidden' || !matchesLevel(filter, visible)) return [];
    const record = scans.get(pageId);
    const coverage = coverageOf(record, visible.page, isStale);
    if (filter.coverage !== undefined && filter.coverage !== coverage) return [];
    return [{ pageId, at, visible, record, coverage }];
  });
  const withFindings = matching.flatMap(({ pageId, at, record }) =>
    record === undefined || record.data.findingIds.length === 0 ? [] : [{ pageId, at, record }],
  );
  const read = startOf(withFindings);
  const [stored, labels] = await awaitAll([
    readFindingsOf(storage, read),
    readPageLabels(
      confluence,
      conditions.exclusions.all,
      read.map(({ pageId }) => pageId),
      now,
    ),
  ] as const);
  const isLeft = new Set(withFindings.slice(read.length).map(({ pageId }) => pageId));
  const listed = new Map<string, Listed>();
  for (const { pageId } of candidates) if (seen.has(pageId) && !isLeft.has(pageId)) listed.set(pageId, 'not-listed');
  for (const { pageId, visible, record, coverage } of matching) {
    if (isLeft.has(pageId)) continue;
    const findings = { ...conditions, stored: stored.get(pageId) ?? new Map(), labels: labels.get(pageId) };
    const { open, requiredLevelId } = findingsOf(findings, levels, visible, now);
    const highest = SEVERITIES.findLast((severity) => open[severity] > 0) ?? NO_FINDING;
    if (filter.severities?.includes(highest) === false) continue;
    if (filter.below === true && requiredLevelId === undefined) continue;
    const scannedAt = coverage === 'notScanned' ? undefined : record?.scannedAt;
    listed.set(pageId, { ...visible, coverage, scannedAt, open, requiredLevelId });
  }
  return listed;
}

/** The pages of Confluence's own list are known to be visible. */
async function seeAll(
  { storage, confluence, accountId }: InventoryReader,
  candidates: readonly ListedPage[],
): Promise<ReadonlyMap<string, Visibility>> {
  const pageIds = candidates.map(({ pageId }) => pageId);
  const pages = candidates.flatMap(({ page }) => page ?? []);
  if (pages.length < candidates.length)
    return known(await seePages({ storage, confluence }, { accountId }, pageIds)).pages;
  const levels = await readPageLevels(storage, pageIds);
  return new Map(pages.map((page) => [page.pageId, visibilityOf({ accountId }, page, levels.get(page.pageId))]));
}

/** A scan that cannot be read counts as absent, as in the counters. */
async function readScansOf(
  storage: InventoryReader['storage'],
  candidates: readonly ListedPage[],
): Promise<ReadonlyMap<string, PageScanRecord>> {
  const read = await readScans(
    storage,
    candidates.flatMap(({ pageId, record }) => (record === undefined ? [pageId] : [])),
  );
  return new Map(
    candidates.flatMap(({ pageId, record }) => {
      const row = read.get(pageId);
      const scan = record ?? (row === 'unreadable' ? undefined : row?.record);
      return scan === undefined || !isOnSite(scan) ? [] : [[pageId, scan] as const];
    }),
  );
}

function matchesLevel(
  { spaceId, level: wanted, since }: InventoryFilter,
  { page, level }: Exclude<Visibility, 'hidden'>,
): boolean {
  if (spaceId !== undefined && page.spaceId !== spaceId) return false;
  if (wanted !== undefined && (level?.levelId ?? NO_LEVEL) !== wanted) return false;
  return since === undefined || (level?.classificationDate ?? page.versionAt ?? '') >= since;
}

function coverageOf(record: PageScanRecord | undefined, page: SeenPage, isStale: Settings['isStale']): PageCoverage {
  if (record === undefined || record.pageVersion === 0) return record && isHidden(record) ? 'notVisible' : 'notScanned';
  // An empty live doc is not scanned, although the app sees it.
  if (record.state === 'not-inspected') return isHidden(record) ? 'notVisible' : 'notScanned';
  if (isStale(record, page)) return 'outdated';
  return record.state === 'complete' ? 'complete' : 'partial';
}

function findingsOf(
  findings: PageFindings,
  levels: Levels,
  { page: { pageId, spaceId }, level }: Exclude<Visibility, 'hidden'>,
  now: Date,
): Pick<InventoryPage, 'open' | 'requiredLevelId'> {
  const place = { pageId, spaceId, levelId: level?.levelId };
  const open = { low: 0, medium: 0, high: 0, critical: 0 };
  for (const { severity } of openFindingsOf(findings, place, now).values()) open[severity] += 1;
  return { open, requiredLevelId: requiredLevelFor(findings, levels, place, now)?.levelId };
}
