import { SYSTEM } from '../audit/event';
import { readPagesAsApp } from '../classification/page-as-app';
import { findVisiblePages } from '../classification/pages-lookup';
import { isRefusedByPlatform } from '../runs/pause-run';
import type { PauseCode } from '../runs/paused';
import { isWantedList, listPagesWithChanges, CHANGE_LISTS } from './changed-comments-and-attachments';
import { findPages, listNamedContents } from './find-pages';
import { listPageScans } from './list-page-scans';
import { scansCommentsOrAttachments } from './comments-and-attachments';
import { type PageOutcome, skipCorruptRecords } from './record-scan';
import type { ScanRun } from './run-model';
import { scanPage, type ScanContext } from './scan-page';
import { scanPages } from './scan-pages';
import { readScans } from './scan-store';
import type { StoredScan } from './reconcile-scan';

/**
 * Runs one step of a scan. A scan has up to three phases: first its own pages; if it skips pages that are up to date,
 * then the pages with changed comments or attachments that Confluence did not report; for a scan of the site, finally
 * the known pages that it did not reach. The cursor of the scan determines the phase.
 */

export interface Done {
  readonly scanned: readonly PageOutcome[];
  /** Skipped pages. */
  readonly upToDate: readonly string[];
  /** True if the same scan skipped these pages before. */
  readonly wereUpToDate: boolean;
  /** Pages that the app did not see before either. */
  readonly stillUnseen: readonly string[];
  /** True if the person who asked for the scan sees the page now. Other pages are not counted or reported. */
  readonly isVisible: (pageId: string) => boolean;
  /** The position to continue from. Undefined: the end of the scan. */
  readonly cursor: string | undefined;
}

/** A problem's code: why the scan cannot continue. */
interface Stopped {
  readonly stoppedBy: string;
}

/** The scan cannot continue for now. */
interface PausedBy {
  readonly pausedBy: PauseCode;
}

/**
 * The pages and their content must fit into the memory and the time of an invocation. The comments and attachments of a
 * page take at least three calls.
 */
const PAGES_OF_A_STEP = { alone: 50, withComments: 25 };

/** Cursor prefixes of the later phases, stored with a scan. A cursor of Confluence never contains a space. */
const WITH_CHANGES = 'remarked ';
const AMONG_KNOWN = 'known ';

/**
 * Checks which pages the person sees before scanning them: the changes of a scan are counted only once, and a step
 * whose check fails has changed nothing.
 * @param remarksUntil comments and attachments up to this time are known
 * @throws StorageUnavailableError, CorruptRecordError, HostError
 */
export async function runPhase(
  context: ScanContext,
  run: ScanRun,
  remarksUntil: string | undefined,
): Promise<Done | Stopped | PausedBy> {
  const { cursor = '', order } = run.record.data;
  const isOfSite = order.of === 'site';
  if (cursor.startsWith(AMONG_KNOWN)) return stepAmongKnown(context, run, cursor.slice(AMONG_KNOWN.length));
  const afterChanges = isOfSite ? AMONG_KNOWN : undefined;
  if (cursor.startsWith(WITH_CHANGES)) {
    const done = await stepThroughChanges(context, run, cursor.slice(WITH_CHANGES.length), remarksUntil);
    return 'stoppedBy' in done ? done : { ...done, cursor: done.cursor ?? afterChanges };
  }
  const done = await stepThroughPages(context, run);
  if ('stoppedBy' in done || 'pausedBy' in done) return done;
  const hasChangesPhase =
    'onlyStale' in order && order.onlyStale === true && scansCommentsOrAttachments(context.scanner.targets);
  return { ...done, cursor: done.cursor ?? (hasChangesPhase ? WITH_CHANGES : afterChanges) };
}

function pagesOfAStep({ scanner: { targets } }: ScanContext): number {
  return PAGES_OF_A_STEP[scansCommentsOrAttachments(targets) ? 'withComments' : 'alone'];
}

type IsVisible = Done['isVisible'];

/** A scheduled scan runs for the app itself, and its counts are shown to no one. @throws HostError */
async function findVisible(
  { confluence }: ScanContext,
  { record }: ScanRun,
  pageIds: readonly string[],
): Promise<IsVisible | Stopped> {
  const { createdBy } = record.data;
  if (createdBy === SYSTEM) return () => true;
  const visible = await findVisiblePages(confluence, createdBy, pageIds);
  return visible === 'inactive' ? INACTIVE : (pageId) => visible.has(pageId);
}

const INACTIVE: Stopped = { stoppedBy: 'API_KEY_OWNER_INACTIVE' };

async function stepThroughPages(context: ScanContext, run: ScanRun): Promise<Done | Stopped | PausedBy> {
  const at = context.clock().toISOString();
  const found = await findPages(context, run, pagesOfAStep(context));
  if (found === 'not-understood') return { stoppedBy: 'INVALID_CQL' };
  if (found === 'not-possible') {
    const isPlatform = await isRefusedByPlatform(context.confluence, run.record.data.createdBy);
    return isPlatform ? { pausedBy: 'CANNOT_ACT_AS_PERSON' } : INACTIVE;
  }
  const { upToDate, cursor } = found;
  const listed = found.contents.map(({ page }) => page.pageId);
  const isVisible = await findVisible(context, run, [...listed, ...found.missing, ...upToDate]);
  if ('stoppedBy' in isVisible) return isVisible;
  // Named pages are scanned for the person alone. A space and the site are scanned as a whole.
  const isWanted: IsVisible = run.record.data.order.of === 'pages' ? isVisible : () => true;
  const contents = found.contents.filter(({ page }) => isWanted(page.pageId));
  const scanned = [...(await scanPages(context, contents, at))];
  for (const pageId of found.missing.filter(isWanted))
    scanned.push({ pageId, outcome: await skipCorruptRecords(() => scanPage(context, pageId)) });
  return { scanned, upToDate, wereUpToDate: false, stillUnseen: [], isVisible, cursor };
}

/**
 * Pages whose version is known but whose comments or attachments have changed: Confluence sent no event, or the app did
 * not receive it. Skips pages that this run has already scanned, so that a repeated step continues where it stopped.
 */
async function stepThroughChanges(
  context: ScanContext,
  run: ScanRun,
  place: string,
  remarksUntil: string | undefined,
): Promise<Done | Stopped> {
  const { order } = run.record.data;
  const { pageIds, next } = await findPagesWithChanges(context, run, place, remarksUntil);
  const at = context.clock().toISOString();
  const contents = await listNamedContents(context.confluence, pageIds, pagesOfAStep(context));
  const inScope = contents.filter(({ page }) => order.of !== 'space' || page.spaceId === order.spaceId);
  const inScopeIds = inScope.map(({ page }) => page.pageId);
  const isVisible = await findVisible(context, run, inScopeIds);
  if ('stoppedBy' in isVisible) return isVisible;
  const scanned = await scanPages(context, inScope, at);
  const cursor = next && `${WITH_CHANGES}${next}`;
  return { scanned, upToDate: [], wereUpToDate: true, stillUnseen: [], isVisible, cursor };
}

/** The number of lists that one step reads as long as none of them contains a page to scan. */
const LISTS_OF_A_STEP = 5;
/**
 * Longer than the clock difference between Confluence and the app, and longer than Confluence takes to list a change.
 */
const APART_MS = 10 * 60_000;

async function findPagesWithChanges(
  { storage, confluence, scanner }: ScanContext,
  { record }: ScanRun,
  place: string,
  remarksUntil: string | undefined,
): Promise<{ readonly pageIds: readonly string[]; readonly next: string | undefined }> {
  const since = remarksUntil === undefined ? 0 : Date.parse(remarksUntil) - APART_MS;
  const lists = CHANGE_LISTS.filter((list) => isWantedList(scanner.targets, list));
  const [ofList = '', from = ''] = place.split(' ');
  let list = ofList === '' ? lists[0] : lists.find((one) => one === ofList);
  let cursor = from;
  const pageIds: string[] = [];
  for (let asked = 0; list !== undefined && asked < LISTS_OF_A_STEP && pageIds.length === 0; asked += 1) {
    const { pages, cursor: next } = await listPagesWithChanges(confluence, list, cursor, since);
    const scans = await readScans(storage, [...pages.keys()]);
    pageIds.push(...[...pages.keys()].filter((pageId) => isDue(record, scans.get(pageId), pages.get(pageId) ?? 0)));
    cursor = next ?? '';
    if (next === undefined) list = lists[lists.indexOf(list) + 1];
  }
  return { pageIds, next: list && `${list} ${cursor}` };
}

/** Pages without a readable scan record are not due: an earlier phase has handled them. */
function isDue(
  { createdAt, data: { order } }: ScanRun['record'],
  scan: StoredScan | 'unreadable' | undefined,
  changedAt: number,
): boolean {
  if (scan === undefined || scan === 'unreadable' || scan.record === undefined) return false;
  const { scannedAt, spaceId } = scan.record;
  if (order.of === 'space' && order.spaceId !== spaceId) return false;
  return scannedAt < createdAt && Date.parse(scannedAt) < changedAt + APART_MS;
}

const KNOWN_OF_A_STEP = 100;

/**
 * Pages that were scanned before and no longer appear in any list of the app: they were restricted, or deleted with
 * their space without an event. Records that their findings are on pages that the app cannot see.
 */
async function stepAmongKnown(context: ScanContext, run: ScanRun, place: string): Promise<Done | Stopped> {
  const { storage, clock, confluence } = context;
  const [time = '', key = ''] = place.split(' ');
  const { items, next } = await listPageScans(storage, {
    now: clock(),
    after: time === '' ? undefined : { time, key },
    limit: KNOWN_OF_A_STEP,
    isWanted: ({ state }) => state !== 'gone',
  });
  const observed = await readPagesAsApp(
    confluence,
    items.map(({ pageId }) => pageId),
  );
  const unseen = items.filter(({ pageId }) => !observed.has(pageId));
  const unseenIds = unseen.map(({ pageId }) => pageId);
  const isVisible = await findVisible(context, run, unseenIds);
  if ('stoppedBy' in isVisible) return isVisible;
  const stillUnseen = unseen.filter(({ record }) => record.state === 'not-inspected').map(({ pageId }) => pageId);
  const scanned: PageOutcome[] = [];
  for (const pageId of unseenIds) {
    if (stillUnseen.includes(pageId)) continue;
    scanned.push({ pageId, outcome: await skipCorruptRecords(() => scanPage(context, pageId)) });
  }
  return {
    scanned,
    upToDate: [],
    wereUpToDate: false,
    stillUnseen,
    isVisible,
    cursor: next && `${AMONG_KNOWN}${next.time} ${next.key}`,
  };
}
