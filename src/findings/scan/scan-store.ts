import { CorruptRecordError } from '../../platform/corrupt-record';
import { storedRows } from '../../platform/stored-rows';
import type { Row, RowWrite, Storage } from '../../platform/storage';
import { type FindingRecord, findingRecord, type PageScanRecord, pageScanRecord } from '../model';
import type { FindingChange, StoredScan } from './reconcile-scan';
import { partsOf } from '../../platform/parts';

/** Stores findings and page scans. */

/** The maximum number of rows that the platform writes in one call. */
const AT_ONCE = 25;
/** Resolved findings are kept as long as audit events. */
export const KEEP_RESOLVED_DAYS = 365;

const SCANS = storedRows('page-scan', pageScanRecord);
const FINDINGS = storedRows('detection', findingRecord);

/** Reads the stored scan of a page. @throws StorageUnavailableError, CorruptRecordError */
export async function readScan(storage: Pick<Storage, 'readMany'>, pageId: string): Promise<StoredScan> {
  const [row] = await storage.readMany([SCANS.name(pageId)]);
  return parseScan(pageId, row);
}

/** The stored scans of pages, in the order of their ids. */
export const readScans = SCANS.readMany;
export const parseScan = SCANS.parse;

/** The same, for callers to which an unreadable row counts as absent. */
export function findScan(row: Row): StoredScan {
  return { revision: row.revision, record: SCANS.find(row) };
}

/** Reads the findings that are stored, by id. @throws StorageUnavailableError, CorruptRecordError */
export async function readFindings(
  storage: Pick<Storage, 'readMany'>,
  findingIds: readonly string[],
  exact?: 'exact',
): Promise<Map<string, FindingRecord>> {
  const found = new Map<string, FindingRecord>();
  for (const [findingId, row] of await FINDINGS.readMany(storage, findingIds, exact)) {
    if (row === 'unreadable') throw new CorruptRecordError('detection', findingId);
    if (row.record !== undefined) found.set(findingId, row.record);
  }
  return found;
}

/**
 * As `readFindings`, for ids that a scan lists: those that a batch does not return yet are read again. Ids of a client are
 * not, because an absent finding must take the calls of a hidden one.
 */
export async function readListedFindings(
  storage: Pick<Storage, 'readMany'>,
  findingIds: readonly string[],
): Promise<ReadonlyMap<string, FindingRecord>> {
  const found = await readFindings(storage, findingIds);
  const late = findingIds.filter((findingId) => !found.has(findingId));
  return late.length === 0 ? found : new Map([...found, ...(await readFindings(storage, late, 'exact'))]);
}

/**
 * As `readFindings`, but none if one cannot be read, because it must not hide the other pages of a list. @throws
 * StorageUnavailableError
 */
export async function readFindingsForList(
  storage: Pick<Storage, 'readMany'>,
  findingIds: readonly string[],
): Promise<ReadonlyMap<string, FindingRecord>> {
  try {
    return await readFindings(storage, findingIds);
  } catch (error) {
    if (error instanceof CorruptRecordError) return new Map();
    throw error;
  }
}

/**
 * The comments and attachments that have findings.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function readContentsWithFindings(
  storage: Pick<Storage, 'readMany'>,
  record: PageScanRecord | undefined,
): Promise<ReadonlySet<string>> {
  const findingIds = record?.data.findingIds ?? [];
  const stored = findingIds.length === 0 ? [] : (await readListedFindings(storage, findingIds)).values();
  return new Set([...stored].flatMap(({ data }) => data.location.contentId ?? []));
}

/**
 * True if a comment or an attachment of the page has findings, or a finding of the page cannot be read.
 * @throws StorageUnavailableError
 */
export async function hasContentFindings(storage: Pick<Storage, 'readMany'>, record: PageScanRecord): Promise<boolean> {
  try {
    return (await readContentsWithFindings(storage, record)).size > 0;
  } catch (error) {
    if (error instanceof CorruptRecordError) return true;
    throw error;
  }
}

/**
 * Stores the result of a page scan, unless another scan has stored one in between. The page's row is part of every
 * transaction, so one of two concurrent scans writes everything and the other stops. If several transactions are
 * needed, the row lists the previous and the new findings until the last one, so that a scan that continues after a
 * crash misses none.
 * @throws StorageUnavailableError
 */
export async function commitScan(
  storage: Pick<Storage, 'commit' | 'placehold'>,
  pageId: string,
  before: StoredScan,
  { changes, scan }: { readonly changes: readonly FindingChange[]; readonly scan: PageScanRecord },
): Promise<'committed' | 'conflict'> {
  const parts = changes.length === 0 ? [[]] : partsOf(changes, AT_ONCE - 1);
  const all = [...new Set([...(before.record?.data.findingIds ?? []), ...scan.data.findingIds])];
  let { revision } = before;
  let rev = scan.rev;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const value: PageScanRecord = isLast
      ? { ...scan, rev }
      : { ...scan, rev, state: 'unfinished', data: { ...scan.data, findingIds: all } };
    const write: RowWrite = { entity: 'page-scan', key: pageId, value, expected: revision };
    const keep = value.state === 'gone' ? { keepDays: KEEP_RESOLVED_DAYS } : {};
    if ((await storage.commit([{ ...write, ...keep }, ...part.map(toWrite)], [])) === 'conflict') {
      // A condition on an absent row is not known to hold (docs/adr/0005). A condition on an existing row is reliable.
      if (revision === 'absent') await storage.placehold('page-scan', pageId);
      return 'conflict';
    }
    revision = rev;
    rev += 1;
  }
  return 'committed';
}

/**
 * A new finding needs no condition, because only scans create findings and the page's row admits one scan at a time.
 */
function toWrite({ findingId, record, before }: FindingChange): RowWrite {
  return {
    entity: 'detection',
    key: findingId,
    value: record,
    ...(before === undefined ? {} : { expected: before.rev }),
    ...(record.status === 'open' ? {} : { keepDays: KEEP_RESOLVED_DAYS }),
  };
}

/**
 * Stores scans that changed nothing except their time, for at most 25 pages, all of them or none.
 * @throws StorageUnavailableError
 */
export function commitUnchanged(
  storage: Pick<Storage, 'commit'>,
  scans: readonly { readonly pageId: string; readonly before: StoredScan; readonly scan: PageScanRecord }[],
): Promise<'committed' | 'conflict'> {
  const writes = scans.map(({ pageId, before, scan }): RowWrite => ({
    entity: 'page-scan',
    key: pageId,
    value: scan,
    expected: before.revision,
  }));
  return storage.commit(writes, []);
}
