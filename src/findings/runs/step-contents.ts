import { CorruptRecordError } from '../../platform/corrupt-record';
import {
  APART_MS,
  CONTENT_LISTS,
  FIRST_CHANGES,
  type CommentPlaces,
  type ContentList,
  findPageOfReply,
  isWantedList,
  listContents,
  type ListedContent,
  readReplies,
} from '../scan/list-contents';
import { listsAllContents } from '../scan/plan-scan';
import { type PageOutcome, skipCorruptRecords } from '../scan/record-scan';
import type { ScanPlan, ScanRun } from './run-model';
import { scanPage, type ScanContext } from '../scan/scan-page';
import type { StepOfScan } from './counted-pages';
import { scanPages } from '../scan/scan-pages';
import { listNamedContents, pagesAtOnce } from '../scan/page-content';
import { readContentsWithFindings, readScans } from '../scan/scan-store';
import type { StoredScan } from '../scan/reconcile-scan';

/**
 * Reads a part of the lists of comments and attachments of the site, and scans the pages with comments or attachments that
 * contain values. Other comments and attachments add nothing to the scan of their page.
 */

interface ContentsStep {
  readonly scanned: readonly PageOutcome[];
  /** The position to continue from. Undefined: the end of the lists. */
  readonly next: string | undefined;
  /** The number of comments and attachments that were read. */
  readonly read: number;
  /** The lists contain replies. Undefined: not known. */
  readonly repliesListed: true | undefined;
}

const PAGES_AT_ONCE = 25;

/**
 * @param position a list and its cursor; empty = the start
 * @throws HostError, StorageUnavailableError, CorruptRecordError: a repeated step continues with the remaining pages
 */
export async function stepContents(
  context: StepOfScan,
  run: ScanRun,
  position: string,
  { contentsSince: since, repliesListed: known }: Pick<ScanPlan, 'contentsSince' | 'repliesListed'>,
): Promise<ContentsStep> {
  const { confluence, scanner, attempt } = context;
  const { order } = run.record.data;
  const lists = CONTENT_LISTS.filter((one) => isWantedList(scanner.targets, one));
  const [name = '', cursor = ''] = position.split(' ');
  const list = name === '' ? lists[0] : lists.find((one) => one === name);
  if (list === undefined) return { scanned: [], next: undefined, read: 0, repliesListed: known };
  const sinceMs = since === undefined ? 0 : Date.parse(since) - APART_MS;
  const isFirst = since !== undefined && cursor === '';
  const usual = isFirst ? FIRST_CHANGES : undefined;
  const atOnce = attempt.failedBefore === 0 ? usual : pagesAtOnce(PAGES_AT_ONCE, attempt);
  const listed = await listContents(confluence, list, cursor, atOnce);
  const changed = listed.contents.filter(({ changedAt }) => changedAt >= sinceMs);
  const repliesListed = known ?? (changed.some(({ parentId }) => parentId !== undefined) ? true : undefined);
  const replies =
    list === 'attachments' || repliesListed === true
      ? []
      : await readReplies(
          confluence,
          list,
          changed.filter(({ pageId }) => pageId !== undefined),
        );
  const contents = [...changed, ...replies];
  const pageIds = await findPages(context, run, list, contents);
  const at = context.clock().toISOString();
  const pages = await listNamedContents(confluence, pageIds, pagesAtOnce(PAGES_AT_ONCE, attempt), attempt);
  // A page may have moved since its last scan.
  const inScope = pages.filter(({ page }) => order.of !== 'space' || page.spaceId === order.spaceId);
  const scanned: PageOutcome[] = [];
  for (const one of await scanPages(context, inScope, at)) {
    // Another scan has written concurrently, perhaps without comments and attachments.
    const isSuperseded = one.outcome.outcome === 'nothing';
    const again = isSuperseded ? await skipCorruptRecords(() => scanPage(context, one.pageId)) : one.outcome;
    scanned.push({ pageId: one.pageId, outcome: again });
  }
  const cursorNext = changed.length < listed.contents.length ? undefined : listed.cursor;
  const listAfter = lists[lists.indexOf(list) + 1];
  const next = cursorNext === undefined ? listAfter && `${listAfter} ` : `${list} ${cursorNext}`;
  return { scanned, next, read: contents.length, repliesListed };
}

/** The pages to scan because of these comments or attachments. */
async function findPages(
  context: StepOfScan,
  run: ScanRun,
  list: ContentList,
  contents: readonly ListedContent[],
): Promise<readonly string[]> {
  const { storage, confluence, scanner, clock, counted } = context;
  const places: CommentPlaces = new Map(
    contents.map(({ contentId, pageId, parentId }) => [contentId, { pageId, parentCommentId: parentId }]),
  );
  const scans = new Map(await readScans(storage, pageIdsOf(contents)));
  const scanOf = async (pageId: string) => {
    if (!scans.has(pageId)) for (const [id, scan] of await readScans(storage, [pageId])) scans.set(id, scan);
    return scans.get(pageId);
  };
  const due = new Set<string>();
  for (const content of contents) {
    const { parts, pageId: named, parentId } = content;
    if (named === undefined && parentId === undefined) continue;
    // A scan of all pages finds values that were removed. Otherwise the page is needed to find out if the comment had any.
    const mayOmitPage = named === undefined && listsAllContents(run.record.data);
    if (mayOmitPage && !(await scanner.hasValues(parts, undefined, clock()))) continue;
    const pageId = named ?? (await findPageOfReply(confluence, list, content, places));
    if (pageId === undefined || due.has(pageId) || counted.has(pageId)) continue;
    const scan = await scanOf(pageId);
    if (!isWanted(run, scan, content)) continue;
    // The scan of a page with a corrupt record counts it.
    const isDue = await concernsPage(context, scan, content).catch(trueIfCorrupt);
    if (isDue) due.add(pageId);
  }
  return [...due];
}

function trueIfCorrupt(error: unknown): true {
  if (error instanceof CorruptRecordError && error.entity === 'detection') return true;
  throw error;
}

function pageIdsOf(contents: readonly ListedContent[]): readonly string[] {
  return [...new Set(contents.flatMap(({ pageId }) => pageId ?? []))];
}

/** False if a scan of the page has read the comment or attachment since it changed, or since this scan was created. */
function isWanted(
  { record }: ScanRun,
  scan: StoredScan | 'unreadable' | undefined,
  { changedAt }: ListedContent,
): boolean {
  const { createdAt } = record;
  const { order } = record.data;
  if (scan === 'unreadable') return false;
  if (order.of === 'space' && scan?.record?.spaceId !== order.spaceId) return false;
  const contentsAt = scan?.record?.data.contentsAt;
  if (contentsAt === undefined) return true;
  return contentsAt < createdAt && (listsAllContents(record.data) || Date.parse(contentsAt) < changedAt + APART_MS);
}

/** True if the comment or attachment contains values, or had findings when it was last scanned. */
async function concernsPage(
  { storage, scanner, clock }: ScanContext,
  scan: StoredScan | 'unreadable' | undefined,
  { contentId, parts }: ListedContent,
): Promise<boolean> {
  const record = scan === 'unreadable' ? undefined : scan?.record;
  if (await scanner.hasValues(parts, record?.spaceId, clock())) return true;
  return (await readContentsWithFindings(storage, record)).has(contentId);
}
