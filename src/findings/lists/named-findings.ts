import { type ContentType, CONTENT_TYPES } from '../../classification/content-type';
import { padPageIds, type SeenPage } from '../../classification/pages-lookup';
import { partsOf } from '../../platform/parts';
import type { Storage } from '../../platform/storage';
import type { FindingRecord } from '../model';
import { readFindings } from '../scan/scan-store';

/** Findings that a reader requests by id. Includes only findings on pages that the reader sees now. */

export interface NamedFindingsReader {
  readonly storage: Pick<Storage, 'readMany'>;
  /** Returns the pages or blog posts, of at most 250, that the reader sees now. */
  readonly findPages: (
    pageIds: readonly string[],
    type: ContentType,
  ) => Promise<ReadonlyMap<string, SeenPage | 'hidden'>>;
}

export interface VisibleNamedFinding {
  readonly record: FindingRecord;
  readonly page: SeenPage;
}

/** The pages of one lookup, which are at most as many as the findings. */
const PAGES_AT_ONCE = 250;

/**
 * The platform calls depend on the number of ids, and on whether all are findings on pages that the reader sees. They are the same for a
 * finding that does not exist and one whose page is hidden.
 * @param findingIds any number, which takes a lookup of pages for each 250
 * @returns by id; a finding on a hidden page is omitted, like one that does not exist
 * @throws StorageUnavailableError, CorruptRecordError, and what `findPages` throws
 */
export async function readNamedFindings(
  { storage, findPages }: NamedFindingsReader,
  findingIds: readonly string[],
): Promise<ReadonlyMap<string, VisibleNamedFinding>> {
  const visible = new Map<string, VisibleNamedFinding>();
  for (const named of partsOf([...new Set(findingIds)], PAGES_AT_ONCE)) {
    const records = await readFindings(storage, named);
    const pageIds = padPageIds(
      [...records.values()].map(({ pageId }) => pageId),
      named.length,
    );
    for (const type of CONTENT_TYPES) {
      if (named.every((findingId) => visible.has(findingId))) break;
      const pages = await findPages(pageIds, type);
      for (const [findingId, record] of records) {
        const page = pages.get(record.pageId) ?? 'hidden';
        if (page !== 'hidden') visible.set(findingId, { record, page });
      }
    }
  }
  return visible;
}
