import { SYSTEM } from '../../audit/event';
import { type ContentType, CONTENT_TYPES, statusesOf } from '../../classification/content-type';
import { isRefusedByPlatform } from '../../runs/impersonation';
import type { PauseCode } from '../../runs/paused';
import { scansCommentsOrAttachments } from '../scan/comments-and-attachments';
import type { ListedFile } from '../scan/files-to-scan';
import { APART_MS, CONTENT_LISTS, isWantedList, listContents } from '../scan/list-contents';
import {
  type FilesOutcome,
  listedIn,
  openFilesTime,
  type PageWithFiles,
  scanFiles,
  scanFilesOfPages,
} from '../scan/scan-files';
import { findPages } from './find-pages';
import { countAsPerson, findVisible, findVisibleOfList, type IsVisible } from './find-visible';
import { isUpToDate } from '../scan/freshness';
import { type ListedPageScan, listPageScans } from '../lists/list-page-scans';
import { type ContentSeen, listSeen, type PageContent, pagesAtOnce } from '../scan/page-content';
import { listsAllContents, planScan } from '../scan/plan-scan';
import { raiseToRequired } from '../required-level/raise-levels';
import { type PageOutcome, skipCorruptRecords } from '../scan/record-scan';
import { isHidden } from '../model';
import { POSTS, type ScanOrder, type ScanPlan, type ScanRun } from './run-model';
import type { PastScans } from './scan-kind';
import { scanPage, type ScanContext } from '../scan/scan-page';
import { readScans } from '../scan/scan-store';
import type { StepOfScan } from './counted-pages';
import { scanPages, touchScans } from '../scan/scan-pages';
import { stepContents } from './step-contents';
import { APP } from '../../platform/confluence';
import { joinIds } from '../../platform/confluence-id';

/**
 * Runs one step of a scan. A scan has up to five phases: the comments and attachments of the site; the pages; the blog posts, which
 * are in no count; the files of attachments; for a scan of the site, finally the known pages that it did not reach. Each object is listed with its content, which costs one point
 * (docs/adr/0066). The cursor of the scan determines the phase.
 */

export interface Done {
  readonly scanned: readonly PageOutcome[];
  /** How the scanned pages count. `later`: another phase counts them, and only their findings count now. */
  readonly counted: 'now' | 'later';
  /** Pages whose files were scanned. The same or an earlier step has counted most of them. */
  readonly files?: readonly FilesOutcome[];
  /** Skipped pages. */
  readonly upToDate: readonly string[];
  /** Pages that the app did not see before either. */
  readonly stillUnseen: readonly string[];
  /** True if the person who asked for the scan sees the page now. Other pages are not counted or reported. */
  readonly isVisible: IsVisible;
  /** The position to continue from. Undefined: the end of the scan. */
  readonly cursor: string | undefined;
  /** The plan, with what was read so far. Undefined: the scan has none. */
  readonly plan?: ScanPlan | undefined;
  /** About how many pages the person sees. Undefined: not known. */
  readonly total?: number | undefined;
}

/** The code of the problem that keeps the scan from continuing. */
interface Stopped {
  readonly stoppedBy: string;
}

/** The scan cannot continue for now. */
interface PausedBy {
  readonly pausedBy: PauseCode;
}

/**
 * The pages and their content must fit into the memory and the time of an invocation. Requested page by page, the comments and
 * attachments of a page take at least three calls.
 */
const PAGES_OF_A_STEP = { alone: 100, withComments: 25 };

/**
 * Cursor prefixes of the phases, stored with a scan. A cursor of Confluence never contains a space. Scans without a plan list only
 * pages, with a cursor without a prefix.
 */
const CONTENTS = 'contents ';
const PAGES = 'pages ';
const AMONG_KNOWN = 'known ';
/** The attachments of the site, with their files. */
const ATTACHMENTS = 'attachments ';
/** Pages whose files wait for a scan, and the cursor to continue from. */
const FILES_OF = 'files ';

/**
 * Checks which pages the person sees before the counts of a step change, because the changes of a scan are counted only
 * once and a step whose check fails is repeated.
 * @throws StorageUnavailableError, CorruptRecordError, HostError
 */
export async function runPhase(context: StepOfScan, run: ScanRun, past: PastScans): Promise<Done | Stopped | PausedBy> {
  const { cursor, plan } = run.record.data;
  if (cursor !== undefined || plan !== undefined) return runPlanned(context, run);
  const planned = await makePlan(context, run, past);
  const { record } = run;
  const begun = { ...run, record: { ...record, data: { ...record.data, ...planned } } };
  const done = await runPlanned(context, begun);
  return 'cursor' in done ? { ...planned, ...done } : done;
}

async function makePlan(
  { confluence, scanner, clock }: ScanContext,
  { record }: ScanRun,
  past: PastScans,
): Promise<Pick<ScanRun['record']['data'], 'plan' | 'total'>> {
  const { createdBy, order, total } = record.data;
  const { targets } = scanner;
  const plan = planScan({ record, past, targets, configHash: scanner.siteHash(), now: clock() });
  if (plan === undefined) return {};
  if (order.of === 'space' && order.onlyStale !== true && !(await hasShortLists(confluence, record, plan))) return {};
  if (plan.pagesSince !== undefined) return { plan, total: undefined };
  if (createdBy === SYSTEM || !listsAllContents({ order, plan })) return { plan, total };
  const pages = total ?? (await countAsPerson(confluence, createdBy, 'type = page'));
  const contents = scansCommentsOrAttachments(targets)
    ? await countAsPerson(confluence, createdBy, 'type in (blogpost, comment, attachment)')
    : await countAsPerson(confluence, createdBy, 'type = blogpost');
  if (pages === undefined) return { plan, total };
  return { plan: contents === undefined ? plan : { ...plan, objects: pages + contents }, total: pages };
}

/** The points for the comments and attachments of a page, requested page by page. */
const CONTENTS_OF_A_PAGE = 3;
const PAGES_OF_A_SMALL_SPACE = 100;

/** True if the changes of the whole site cost less than the comments and attachments of each page of the space. */
async function hasShortLists(
  confluence: ScanContext['confluence'],
  { data: { createdBy, total = PAGES_OF_A_SMALL_SPACE } }: ScanRun['record'],
  { contentsSince }: ScanPlan,
): Promise<boolean> {
  if (contentsSince === undefined) return false;
  const day = contentsSince.slice(0, 10);
  const changes = await countAsPerson(
    confluence,
    createdBy,
    `type in (comment, attachment) and lastmodified >= "${day}"`,
  );
  return changes !== undefined && changes <= CONTENTS_OF_A_PAGE * total;
}

function runPlanned(context: StepOfScan, run: ScanRun): Promise<Done | Stopped | PausedBy> {
  const { cursor = '', order, plan } = run.record.data;
  const { targets } = context.scanner;
  const known = order.of === 'site' ? AMONG_KNOWN : undefined;
  const afterPages = order.of === 'site' || order.of === 'space' ? POSTS : undefined;
  const afterPosts = plan !== undefined && targets.listsFiles ? ATTACHMENTS : known;
  if (cursor.startsWith(FILES_OF)) return stepFilesOf(context, run, cursor.slice(FILES_OF.length));
  if (cursor.startsWith(ATTACHMENTS) && plan !== undefined)
    return stepAttachments(context, run, plan, cursor.slice(ATTACHMENTS.length), known);
  if (cursor.startsWith(AMONG_KNOWN)) return stepAmongKnown(context, run, cursor.slice(AMONG_KNOWN.length));
  if (cursor.startsWith(POSTS)) return stepPages(context, run, cursor.slice(POSTS.length), afterPosts, 'blogpost');
  if (plan === undefined) return stepPages(context, run, cursor, afterPages);
  const hasContents = CONTENT_LISTS.some((list) => isWantedList(targets, list));
  if (cursor.startsWith(PAGES)) return stepPages(context, run, cursor.slice(PAGES.length), afterPages);
  if (!hasContents) return stepPages(context, run, '', afterPages);
  return stepThroughContents(context, run, plan, cursor.slice(CONTENTS.length));
}

function isOfStale(order: ScanOrder): boolean {
  return 'onlyStale' in order && order.onlyStale === true;
}

const INACTIVE: Stopped = { stoppedBy: 'API_KEY_OWNER_INACTIVE' };

async function stepPages(
  context: StepOfScan,
  run: ScanRun,
  position: string,
  nextPhase: string | undefined,
  contentType: ContentType = 'page',
): Promise<Done | Stopped | PausedBy> {
  const { confluence, clock, scanner, storage } = context;
  const { record } = run;
  const { order, plan, createdBy } = record.data;
  const at = clock().toISOString();
  const isComplete = listsAllContents(record.data);
  const isListed = isComplete || plan?.contentsSince !== undefined;
  const isAlone = isComplete || !scansCommentsOrAttachments(scanner.targets);
  const atOnce = pagesAtOnce(PAGES_OF_A_STEP[isAlone ? 'alone' : 'withComments'], context.attempt);
  const found = await findPages(context, run, position === '' ? undefined : position, atOnce, contentType);
  if (found === 'not-understood') return { stoppedBy: 'INVALID_CQL' };
  if (found === 'not-possible') {
    const isPlatform = await isRefusedByPlatform(confluence, createdBy);
    return isPlatform ? { pausedBy: 'CANNOT_ACT_AS_PERSON' } : INACTIVE;
  }
  // The phase before has scanned pages with values in their comments and attachments.
  const isScanned = ({ record: { data } }: (typeof found.upToDate)[number]) =>
    plan !== undefined && (data.contentsAt ?? '') >= record.createdAt;
  const known = found.upToDate.filter(isScanned);
  const upToDate = found.upToDate.filter((one) => !isScanned(one)).map(({ page }) => page);
  const listed = [...found.contents, ...known].map(({ page }) => page);
  const isNamed = order.of === 'pages' || order.of === 'query';
  // The counts of a scan are numbers of pages.
  const isVisible =
    contentType === 'blogpost'
      ? () => false
      : isNamed
        ? await findVisible(confluence, record.data, [...idsOf(listed), ...found.missing])
        : await findVisibleOfList(confluence, record.data, idsOf([...listed, ...upToDate]), found.missing);
  if (isVisible === 'inactive') return INACTIVE;
  // Named pages are scanned for the person alone. A space and the site are scanned as a whole.
  const isWanted: IsVisible = order.of === 'pages' ? isVisible : () => true;
  const contents = found.contents.filter(({ page }) => isWanted(page.pageId));
  const scanned = [
    ...(await scanPages(context, contents, at, isListed ? { since: record.createdAt, isComplete } : undefined)),
  ];
  for (const { page, record: scan } of known)
    scanned.push({ pageId: page.pageId, outcome: { outcome: 'known', record: scan } });
  for (const pageId of found.missing.filter(isWanted))
    scanned.push({ pageId, outcome: await skipCorruptRecords(() => scanPage(context, pageId)) });
  // The last phase looks for pages that the scan has not reached.
  if (plan !== undefined && order.of === 'site') await touchScans(storage, idsOf(upToDate), at);
  // Their findings may count again, or the rules may have changed.
  await raiseToRequired(context, idsOf([...upToDate, ...known.map(({ page }) => page)]));
  const prefix = contentType === 'blogpost' ? POSTS : plan === undefined ? '' : PAGES;
  const cursor = found.cursor === undefined ? nextPhase : `${prefix}${found.cursor}`;
  const done = {
    scanned,
    counted: 'now',
    upToDate: idsOf(upToDate),
    stillUnseen: [],
    isVisible,
    cursor,
    plan: plan && { ...plan, read: plan.read + found.listed },
  } as const;
  if (isListed || !scanner.targets.listsFiles) return done;
  const pages = [...scanned.map(withList), ...upToDate.map(({ pageId }) => ({ pageId, listed: undefined }))];
  // A file may have ended the attempt before. The attempts of a step for files alone find out which.
  if (context.attempt.ranOutOfMemory && pages.length > 0) return { ...done, cursor: filesCursor(idsOf(pages), cursor) };
  return { ...done, ...(await withFiles(context, pages, cursor)) };
}

const filesCursor = (pageIds: readonly string[], then = '') => `${FILES_OF}${pageIds.join(',')} ${then}`;

/** Scans the files of the pages of a step. The next step continues with those that are left. */
async function withFiles(
  context: StepOfScan,
  pages: readonly PageWithFiles[],
  then: string | undefined,
): Promise<Pick<Done, 'files' | 'cursor'>> {
  const { outcomes, left } = await scanFilesOfPages(context, pages, context.attempt);
  return { files: outcomes, cursor: left.length === 0 ? then : filesCursor(left, then) };
}

const withList = ({ pageId, outcome }: PageOutcome): PageWithFiles => ({ pageId, listed: listedIn(outcome) });

/** The files that were left by the step of their pages. */
async function stepFilesOf(context: StepOfScan, run: ScanRun, position: string): Promise<Done | Stopped> {
  const end = position.indexOf(' ');
  const pageIds = position.slice(0, end).split(',');
  const then = position.slice(end + 1);
  const isVisible = await findVisible(context.confluence, run.record.data, pageIds);
  if (isVisible === 'inactive') return INACTIVE;
  const pages = pageIds.map((pageId) => ({ pageId, listed: undefined }));
  const scanned = await withFiles(context, pages, then === '' ? undefined : then);
  return { ...NOTHING_SCANNED, ...scanned, isVisible, plan: run.record.data.plan };
}

const NOTHING_SCANNED = { scanned: [], counted: 'later', upToDate: [], stillUnseen: [] } as const;

/** So that the list costs little more than a point for each attachment, and a step has time for its files. */
const ATTACHMENTS_OF_A_STEP = 25;

/**
 * The attachments of the site, last changed first, after its pages. A step that has no time for all files of its part of the list
 * leaves the others to the next step, which reads this part again.
 */
async function stepAttachments(
  context: StepOfScan,
  run: ScanRun,
  plan: ScanPlan,
  position: string,
  nextPhase: string | undefined,
): Promise<Done | Stopped> {
  const { confluence, attempt } = context;
  const { order } = run.record.data;
  const sinceMs = plan.contentsSince === undefined ? 0 : Date.parse(plan.contentsSince) - APART_MS;
  const { contents, cursor } = await listContents(
    confluence,
    'attachments',
    position,
    pagesAtOnce(ATTACHMENTS_OF_A_STEP, attempt),
  );
  const changed = contents.filter(({ changedAt }) => changedAt >= sinceMs);
  const byPage = new Map<string, ListedFile[]>();
  for (const { pageId, file } of changed)
    if (pageId !== undefined && file !== undefined) byPage.set(pageId, [...(byPage.get(pageId) ?? []), file]);
  const isVisible = await findVisible(confluence, run.record.data, [...byPage.keys()]);
  if (isVisible === 'inactive') return INACTIVE;
  const time = openFilesTime(attempt);
  const files: FilesOutcome[] = [];
  const inSpace = order.of === 'space' ? order.spaceId : undefined;
  let isDone = true;
  for (const [pageId, listed] of byPage) {
    const one = await scanFiles(context, pageId, listed, time, inSpace);
    if (one.outcome !== undefined) files.push(one.outcome);
    isDone = one.isDone;
    if (!isDone) break;
  }
  const isLast = changed.length < contents.length || cursor === undefined;
  const next = isLast ? nextPhase : `${ATTACHMENTS}${cursor}`;
  return {
    ...NOTHING_SCANNED,
    files,
    isVisible,
    cursor: isDone ? next : `${ATTACHMENTS}${position}`,
    plan: { ...plan, read: plan.read + (isDone ? changed.length : 0) },
  };
}

function idsOf(pages: readonly { readonly pageId: string }[]): readonly string[] {
  return pages.map(({ pageId }) => pageId);
}

const LISTS_OF_A_STEP = 3;
const CONTENTS_OF_A_STEP = 250;

async function stepThroughContents(
  context: StepOfScan,
  run: ScanRun,
  plan: ScanPlan,
  position: string,
): Promise<Done | Stopped> {
  const { contentsSince, pagesSince } = plan;
  let { repliesListed } = plan;
  const scanned: PageOutcome[] = [];
  let read = 0;
  let next: string | undefined = position;
  // Short lists without values share a step.
  for (let lists = 0; lists < LISTS_OF_A_STEP && next !== undefined && scanned.length === 0; lists += 1) {
    if (read >= CONTENTS_OF_A_STEP) break;
    const step = await stepContents(context, run, next, { contentsSince, repliesListed });
    scanned.push(...step.scanned);
    read += step.read;
    ({ next, repliesListed } = step);
  }
  const pageIds = scanned.map(({ pageId }) => pageId);
  const isVisible = await findVisible(context.confluence, run.record.data, pageIds);
  if (isVisible === 'inactive') return INACTIVE;
  return {
    scanned,
    counted: pagesSince === undefined ? 'later' : 'now',
    upToDate: [],
    stillUnseen: [],
    isVisible,
    cursor: next === undefined ? PAGES : `${CONTENTS}${next}`,
    plan: { ...plan, read: plan.read + read, ...(repliesListed === undefined ? {} : { repliesListed }) },
  };
}

const KNOWN_OF_A_STEP = 100;

/**
 * Pages that were scanned before and that this scan has not reached, because they were restricted, deleted with their
 * space without an event, or missed because the lists changed between two steps. A scan of what has changed asks only
 * for pages that the app did not see before. Records that findings are on pages that the app cannot see.
 */
async function stepAmongKnown(context: StepOfScan, run: ScanRun, place: string): Promise<Done | Stopped> {
  const { storage, clock, confluence, scanner } = context;
  const { record } = run;
  const { plan, order } = record.data;
  const at = clock().toISOString();
  const [time = '', key = ''] = place.split(' ');
  const { items: listed, next } = await listPageScans(storage, {
    contentType: 'all',
    // The scan has reached the pages that were scanned after it was created.
    until: record.createdAt,
    after: time === '' ? undefined : { time, key },
    limit: pagesAtOnce(KNOWN_OF_A_STEP, context.attempt),
    state: plan?.pagesSince === undefined ? undefined : 'not-inspected',
    isWanted: ({ state }) => state !== 'gone',
  });
  const items = await omitReached(context, record.createdAt, listed);
  const known = new Map(items.map(({ pageId, record: scan }) => [pageId, scan]));
  const seen = await readSeen(context, items);
  const unseen = items.filter(({ pageId }) => !seen.has(pageId));
  const isUnreached = ({ page }: PageContent) => {
    const scan = known.get(page.pageId);
    if (scan === undefined || scan.scannedAt >= record.createdAt) return false;
    return !isOfStale(order) || !isUpToDate(scan, page, scanner.configHash(page.spaceId));
  };
  const contents = [...seen.values()].flatMap((one) =>
    one.kind === 'page' && isUnreached(one.content) ? [one.content] : [],
  );
  const unseenIds = unseen.map(({ pageId }) => pageId);
  const isVisible = await findVisible(confluence, record.data, [
    ...unseenIds,
    ...contents.map(({ page }) => page.pageId),
  ]);
  if (isVisible === 'inactive') return INACTIVE;
  const stillUnseen = unseen.filter(({ record: scan }) => isHidden(scan)).map(({ pageId }) => pageId);
  const scanned = [...(await scanPages(context, contents, at))];
  for (const pageId of unseenIds) {
    if (stillUnseen.includes(pageId)) continue;
    scanned.push({ pageId, outcome: await skipCorruptRecords(() => scanPage(context, pageId)) });
  }
  // The event of a page that was put into the trash may be lost.
  for (const { pageId, record: scan } of items) {
    if (seen.get(pageId)?.kind === 'trashed' && scan.data.inTrash !== true)
      await skipCorruptRecords(() => scanPage(context, pageId));
  }
  const cursor = next && `${AMONG_KNOWN}${next.time} ${next.key}`;
  const files = scanner.targets.listsFiles ? await withFiles(context, scanned.map(withList), cursor) : { cursor };
  return { scanned, counted: 'now', upToDate: [], stillUnseen, isVisible, plan, ...files };
}

/**
 * Reads the scans again, because the list lags and still has pages that the scan has just reached. A hidden page may be
 * from a step that died, which did not count it.
 */
async function omitReached(
  { storage, counted }: StepOfScan,
  createdAt: string,
  listed: readonly ListedPageScan[],
): Promise<readonly ListedPageScan[]> {
  const scans = await readScans(
    storage,
    listed.map(({ pageId }) => pageId),
  );
  return listed.flatMap((one) => {
    const scan = scans.get(one.pageId);
    const record = scan === 'unreadable' ? undefined : scan?.record;
    if (record === undefined || record.state === 'gone') return [];
    if (record.scannedAt >= createdAt && record.state !== 'not-inspected') return [];
    return counted.has(one.pageId) ? [] : [{ ...one, record }];
  });
}

/** The pages and blog posts that the app sees, also in the trash, with their content. @throws HostError */
async function readSeen(
  { confluence, attempt }: StepOfScan,
  known: readonly ListedPageScan[],
): Promise<ReadonlyMap<string, ContentSeen>> {
  const all = new Map<string, ContentSeen>();
  for (const type of CONTENT_TYPES) {
    const ids = known.flatMap(({ pageId, record: { data } }) => ((data.contentType ?? 'page') === type ? pageId : []));
    if (ids.length === 0) continue;
    const query = { id: joinIds(ids), status: statusesOf(type), limit: String(ids.length) };
    const { seen } = await listSeen(confluence, APP, query, attempt, type);
    for (const [id, one] of seen) all.set(id, one);
  }
  return all;
}
