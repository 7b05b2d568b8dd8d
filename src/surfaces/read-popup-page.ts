import { type LevelChangeEntry, readChange, readPageHistory, withLatest } from '../classification/level-history';
import { inLanguage } from '../classification/level-language';
import { type Levels, readLevels } from '../classification/level-store';
import { proposalRow, readProposal, type StoredProposal } from '../classification/level-proposals';
import type { PageLevelRecord } from '../classification/model';
import type { Page } from '../classification/page-lookup';
import { parsePageLevel, type StoredPageLevel } from '../classification/page-level-store';
import { type EditorExposure, readEditorExposure, rowsOfExposure } from '../exposure/editor-view';
import { isHidden, type PageScanRecord } from '../findings/model';
import { CONDITION_ROWS } from '../findings/finding-conditions';
import { type PageFindings, readPageFindings } from '../findings/lists/page-findings';
import { readPageAsApp } from '../classification/page-as-app';
import { withPlainReasons } from '../findings/explain-findings';
import { parseScan } from '../findings/scan/scan-store';
import { compareMirror } from '../mirror/compare-mirror';
import { levelProperty } from '../mirror/level-property';
import { LEVEL_PROPERTY } from '../mirror/prefix';
import { mirrorKeyOf } from '../mirror/mirror-key';
import { pushMirror } from '../mirror/push-mirror';
import { hasFailedRecently, stampName } from '../mirror/stamps';
import { awaitAll } from '../platform/await-all';
import { HostError, ImpersonationRefusedError } from '../platform/confluence';
import { readAhead, type RowReader } from '../platform/read-ahead';
import { REVIEW_ROWS, reviewKey, type ReviewRecord } from '../review/review-store';
import { readReviewRules, type ReviewRules } from '../review/rules';
import type { NoPage } from './contract';
import type { SurfaceRequest } from './operation';
import { findAuthorNames, pointsOfNames } from './shown-history';
import { type PersonsPage, type ReadersPage, readPageAsViewer, unlessOff } from './viewed-page';

/** Reads everything about a page that the popup shows: stored rows, then the page, then what follows from both. */

/** The facts of a page that a person sees. All answers of the popup follow from them. */
export interface PopupPage extends PersonsPage {
  readonly now: Date;
  readonly levels: Levels;
  readonly stored: StoredPageLevel;
  /** The last scan; undefined = the page was never scanned. */
  readonly scan: PageScanRecord | undefined;
  /**
   * False if the app could not see the page at its last scan. If the page was never scanned and the person can edit it,
   * false if the app cannot see it now.
   */
  readonly isSeenByApp: boolean;
  /** The proposal of an agent to this person, for any revision of the level. */
  readonly proposal: StoredProposal | undefined;
  /** Undefined = the page was never scanned. */
  readonly findings: PageFindings | undefined;
  /** Undefined for people who cannot edit the page, and for a level without a rule. */
  readonly exposure: EditorExposure | undefined;
  /** The same for another level. @throws StorageUnavailableError, CorruptRecordError */
  readonly exposureAt: (levelId: string | undefined) => Promise<EditorExposure | undefined>;
  /** Undefined for people who cannot edit the page. */
  readonly review: { readonly record: ReviewRecord | undefined; readonly rules: ReviewRules } | undefined;
  /** The latest changes, newest first. */
  readonly changes: readonly LevelChangeEntry[];
  readonly hasMoreChanges: boolean;
  /** The names of accounts that Confluence shows to this person. */
  readonly names: ReadonlyMap<string, string>;
}

export interface ReadersLevel {
  readonly state: 'reader';
  readonly levels: Levels;
  readonly stored: StoredPageLevel;
}

const SHOWN_CHANGES = 3;

/**
 * @param purpose `change`: the name of the person is read too, because the history will show it
 * @throws HostError, StorageUnavailableError, CorruptRecordError
 */
export async function readPopupPage(
  request: SurfaceRequest,
  purpose: 'view' | 'change' = 'view',
): Promise<PopupPage | ReadersLevel | NoPage> {
  const { place, storage, installationId, viewer, now } = request;
  if (place === undefined) return { state: 'hidden' };
  const pageId = place.contentId;
  if (place.contentType === undefined) return { state: 'not-a-page' };
  const history = Promise.resolve(
    viewer.kind === 'person'
      ? readPageHistory(storage, { pageId, now, after: undefined, limit: SHOWN_CHANGES })
      : { items: [], next: undefined },
  );
  const reading = readAhead(
    storage,
    [
      { entity: 'page-scan', key: pageId },
      { entity: 'config', key: 'levels' },
      ...CONDITION_ROWS,
      ...(viewer.kind === 'person' ? [proposalRow(viewer.accountId, pageId)] : []),
      stampName(pageId),
      ...(viewer.kind === 'person'
        ? [REVIEW_ROWS.name(reviewKey(pageId)), ...rowsOfExposure(pageId, place.spaceId)]
        : []),
      ...request.points.rows,
    ],
    // The person's own last change is there.
    [{ entity: 'page-level', key: pageId }],
  );
  request.points.readWith(reading, async () => pointsOfNames((await history).items));
  const [anyPage, rows, { items, next }] = await awaitAll([readPageAsViewer(request), reading, history] as const);
  if (!('page' in anyPage)) return anyPage;
  const original = await readLevels(rows, installationId);
  const levels = inLanguage(original, request.locale);
  const viewed = unlessOff<PersonsPage | ReadersPage>(anyPage, levels);
  if (viewed.state === 'off') return viewed;
  const stored = parsePageLevel(pageId, await rows.read('page-level', pageId));
  if (viewed.state === 'reader') return { state: 'reader', levels, stored };

  const scan = parseScan(pageId, await rows.read('page-scan', pageId)).record;
  const proposal = await readProposal(rows, { accountId: viewed.accountId, pageId }, now);
  const latest = stored.lastChange;
  const isMissing = latest !== undefined && items[0]?.changeId !== latest.changeId;
  const { page } = viewed;
  // Exposure and reviews are for pages only.
  const isEditedPage = page.mayUpdate && page.contentType === undefined;
  const exposureAt = async (levelId: string | undefined) =>
    isEditedPage ? readEditorExposure(rows, levels, { pageId, spaceId: page.spaceId, levelId }, now) : undefined;
  const [ahead, names, isSeenByApp, exposure] = await awaitAll([
    readDetails(request, rows, { pageId, scan, changeId: isMissing ? latest.changeId : undefined }),
    findNames(request, viewed.accountId, [
      ...items,
      ...(isMissing ? [latest] : []),
      ...(purpose === 'change' ? [{ classifierId: viewed.accountId }] : []),
    ]),
    scan === undefined && viewed.page.mayUpdate ? seesPage(request, page) : scan === undefined || !isHidden(scan),
    exposureAt(stored.record?.levelId),
    // A change pushes the page itself.
    purpose === 'view' ? verifyMirror(request, viewed, { stored, rows }, original) : undefined,
  ] as const);
  const changes = await withPlainReasons(withLatest(items, ahead.latest));
  const review = isEditedPage
    ? {
        record: REVIEW_ROWS.find(await rows.read('governance', reviewKey(pageId))),
        rules: await readReviewRules(rows),
      }
    : undefined;
  return {
    ...viewed,
    review,
    now,
    levels,
    stored,
    scan,
    isSeenByApp,
    proposal,
    findings: ahead.findings,
    exposure,
    exposureAt,
    changes: changes.slice(0, SHOWN_CHANGES),
    hasMoreChanges: next !== undefined || changes.length > SHOWN_CHANGES,
    names,
  };
}

/** The findings of the last scan, and the latest change if the list did not have it yet. */
async function readDetails(
  { confluence, now }: SurfaceRequest,
  rows: RowReader,
  wanted: {
    readonly pageId: string;
    readonly scan: PageScanRecord | undefined;
    readonly changeId: string | undefined;
  },
) {
  const { pageId, scan, changeId } = wanted;
  const findingIds = scan?.data.findingIds ?? [];
  const names = [
    ...(changeId === undefined ? [] : [{ entity: 'level-change', key: changeId } as const]),
    ...findingIds.map((key) => ({ entity: 'detection', key }) as const),
  ];
  const ahead = names.length === 0 ? rows : await readAhead(rows, names);
  const findings = scan && (await readPageFindings({ rows: ahead, confluence, now }, pageId, scan));
  if (changeId === undefined) return { findings, latest: undefined };
  return { findings, latest: await readChange(ahead, changeId) };
}

/** Without names, the popup still shows everything else. */
async function findNames(
  { confluence, log, requestId }: SurfaceRequest,
  accountId: string,
  authors: readonly { readonly classifierId: string }[],
): Promise<ReadonlyMap<string, string>> {
  try {
    return await findAuthorNames(confluence, accountId, authors);
  } catch (error) {
    if (!(error instanceof HostError) && !(error instanceof ImpersonationRefusedError)) throw error;
    log('surface.without-names', { requestId });
    return new Map();
  }
}

/**
 * Makes one call. True also if Confluence does not answer, because the popup then says only that the page was not
 * scanned.
 */
async function seesPage({ confluence }: SurfaceRequest, page: Page): Promise<boolean> {
  try {
    return (await readPageAsApp(confluence, page.pageId, page.contentType ?? 'page')).kind !== 'unseen';
  } catch (error) {
    if (error instanceof HostError) return true;
    throw error;
  }
}

/** Repairs the content property of the page in the background if it is not what it must be. */
async function verifyMirror(
  request: SurfaceRequest,
  { page }: PersonsPage,
  { stored, rows }: { readonly stored: StoredPageLevel; readonly rows: RowReader },
  levels: Levels,
): Promise<void> {
  const known = request.peppers();
  if (known === undefined) return;
  const wanted = levelProperty({ ...page, stored }, levels, mirrorKeyOf(known, request.installationId));
  if (compareMirror(page.properties.get(LEVEL_PROPERTY), wanted) === 'current') return;
  const { entity, key } = stampName(page.pageId);
  if (hasFailedRecently(await rows.read(entity, key), request.now)) return;
  await pushMirror(request, [page.pageId], { verify: true });
}

/** The page after a change of its level. */
export function withLevel(popup: PopupPage, record: PageLevelRecord | undefined, change: LevelChangeEntry): PopupPage {
  const changes = withLatest(popup.changes, change);
  return {
    ...popup,
    stored: { revision: change.pageRev, record, changedAt: change.changedAt, lastChange: change },
    changes: changes.slice(0, SHOWN_CHANGES),
    hasMoreChanges: popup.hasMoreChanges || changes.length > SHOWN_CHANGES,
  };
}
