import { WITHOUT_KEY } from '../classification/change-page-level';
import { type LevelChangeEntry, readChange, readPageHistory, withLatest } from '../classification/level-history';
import { inLanguage } from '../classification/level-language';
import { findLevel, type Levels, readLevels } from '../classification/level-store';
import { proposalRow, readProposal, type StoredProposal } from '../classification/level-proposals';
import type { LevelOfPage, PageLevelRecord } from '../classification/model';
import { findPageLevelOptions, type PageLevelOptions, publishedSubLevels } from '../classification/page-level-options';
import { parsePageLevel, type StoredPageLevel } from '../classification/page-level-store';
import { isLowering, surfaceSettingsOf } from '../classification/settings';
import { SEVERITIES } from '../detection/detector';
import { scanStateOf } from '../findings/scan/freshness';
import type { FindingRecord, PageScanRecord } from '../findings/model';
import { CONDITION_ROWS } from '../findings/finding-conditions';
import {
  levelFloorOf,
  openFindingsOf,
  type PageFindings,
  readPageFindings,
  requiredLevelFor,
} from '../findings/lists/page-findings';
import { readPageAsApp } from '../classification/page-as-app';
import { parseScan } from '../findings/scan/scan-store';
import { compareMirror } from '../mirror/compare-mirror';
import { bylineOf, LEVEL_PROPERTY, levelProperty } from '../mirror/level-property';
import { mirrorKeyOf } from '../mirror/mirror-key';
import { pushMirror } from '../mirror/push-mirror';
import { awaitAll } from '../platform/await-all';
import { HostError, ImpersonationRefusedError } from '../platform/confluence';
import { readAhead, type RowReader } from '../platform/read-ahead';
import type { Evidence, NoPage, OpenPage, ShownFinding, ShownLevel } from './contract';
import { levelNameOf } from './level-name';
import type { SurfaceRequest } from './operation';
import { findAuthorNames, toHistoryEntries } from './shown-history';
import { type PersonsPage, type ReadersPage, readPageAsViewer, unlessOff } from './viewed-page';

/** Everything about a page that the popup shows, read in three stages, and how the popup shows it. */

/** The facts of a page that a person sees. All answers of the popup follow from them. */
export interface PopupPage extends PersonsPage {
  readonly now: Date;
  readonly levels: Levels;
  readonly stored: StoredPageLevel;
  /** The last scan; undefined = the page was never scanned. */
  readonly scan: PageScanRecord | undefined;
  /** False if the app cannot see the page: at its last scan, or now if it was never scanned and the person can edit it. */
  readonly isSeenByApp: boolean;
  /** The proposal of an agent to this person, for any revision of the level. */
  readonly proposal: StoredProposal | undefined;
  /** Undefined = the page was never scanned. */
  readonly findings: PageFindings | undefined;
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
const SHOWN_FINDINGS = 20;

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
  if (place.type !== 'page') return { state: 'not-a-page' };
  const history =
    viewer.kind === 'person'
      ? readPageHistory(storage, { pageId, now, after: undefined, limit: SHOWN_CHANGES })
      : { items: [], next: undefined };
  const [anyPage, rows, { items, next }] = await awaitAll([
    readPageAsViewer(request),
    readAhead(storage, [
      { entity: 'page-level', key: pageId },
      { entity: 'page-scan', key: pageId },
      { entity: 'config', key: 'levels' },
      ...CONDITION_ROWS,
      ...(viewer.kind === 'person' ? [proposalRow(viewer.accountId, pageId)] : []),
    ]),
    history,
  ] as const);
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
  const [ahead, names, isSeenByApp] = await awaitAll([
    readDetails(request, rows, { pageId, scan, changeId: isMissing ? latest.changeId : undefined }),
    findNames(request, viewed.accountId, [
      ...items,
      ...(isMissing ? [latest] : []),
      ...(purpose === 'change' ? [{ classifierId: viewed.accountId }] : []),
    ]),
    scan === undefined && viewed.page.mayUpdate ? seesPage(request, pageId) : scan?.state !== 'not-inspected',
    verifyMirror(request, viewed, stored, original),
  ] as const);
  const changes = withLatest(items, ahead.latest);
  return {
    ...viewed,
    now,
    levels,
    stored,
    scan,
    isSeenByApp,
    proposal,
    findings: ahead.findings,
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

/** One call. True also if Confluence does not answer: the popup then says only that the page was not scanned. */
async function seesPage({ confluence }: SurfaceRequest, pageId: string): Promise<boolean> {
  try {
    return (await readPageAsApp(confluence, pageId)).kind !== 'unseen';
  } catch (error) {
    if (error instanceof HostError) return true;
    throw error;
  }
}

/** Repairs the content property of the page in the background if it is not what it must be. */
async function verifyMirror(
  request: SurfaceRequest,
  { page }: PersonsPage,
  stored: StoredPageLevel,
  levels: Levels,
): Promise<void> {
  const known = request.peppers();
  if (known === undefined) return;
  const { pageId, spaceId } = page;
  const wanted = levelProperty({ pageId, stored, spaceId }, levels, mirrorKeyOf(known, request.installationId));
  if (compareMirror(page.properties.get(LEVEL_PROPERTY), wanted) === 'current') return;
  await pushMirror(request, [pageId], { verify: true });
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

/** The level of a page, as everybody who sees the page may read it. */
export function showLevel(levels: Levels, current: LevelOfPage | undefined): ShownLevel | null {
  if (current === undefined) return null;
  const level = findLevel(levels, current.levelId);
  if (level === undefined) {
    return {
      levelId: current.levelId,
      ...levelNameOf(levels, current.levelId, undefined),
      description: '',
      guideline: '',
    };
  }
  const { levelId, name, color, description, guideline } = level;
  const subLevel = level.subLevels.find(({ subLevelId }) => subLevelId === current.subLevelId);
  return {
    levelId,
    name,
    color,
    description,
    guideline,
    ...(subLevel && {
      subLevel: { subLevelId: subLevel.subLevelId, name: subLevel.name, description: subLevel.description },
    }),
  };
}

/** The levels that this person can set now. */
export function optionsOf({ page, levels, stored, findings, now }: PopupPage): PageLevelOptions {
  return findPageLevelOptions({
    levels,
    required: 'classification::write',
    rights: WITHOUT_KEY,
    page,
    current: stored.record,
    floor: findings && levelFloorOf(findings, levels, page, now),
  });
}

/** The revision of the level that the popup shows. */
export function revisionOf(record: PageLevelRecord | undefined): OpenPage['revision'] {
  return record?.rev ?? 'absent';
}

/**
 * The proposal of an agent, if it still fits: it was made for the current level, and does not lower it. The levels can
 * have changed since.
 */
export function validProposal({ proposal, levels, stored: { record } }: PopupPage): StoredProposal | undefined {
  if (proposal === undefined || proposal.revision !== revisionOf(record)) return undefined;
  return isLowering(levels.all, record?.levelId, proposal.level) ? undefined : proposal;
}

function showProposal(popup: PopupPage, options: PageLevelOptions): OpenPage['proposal'] {
  const proposal = validProposal(popup);
  const level = proposal && showLevel(popup.levels, proposal.level);
  if (proposal === undefined || level === undefined || level === null) return undefined;
  const { proposalId, reason, expiresAt } = proposal;
  const option = options.levels.find((one) => one.level.levelId === level.levelId);
  return {
    proposalId,
    level,
    ...(reason === undefined ? {} : { reason }),
    expiresAt,
    allowed: option?.allowed ?? false,
  };
}

export function viewPopupPage(popup: PopupPage): OpenPage {
  const { page, levels, stored, changes, names } = popup;
  const { record } = stored;
  const options = optionsOf(popup);
  const { clear } = options;
  const evidence = page.mayUpdate ? evidenceOf(popup, options) : undefined;
  const proposal = showProposal(popup, options);
  const { peopleMayExclude, peopleMayRedact } = surfaceSettingsOf(levels.settings);
  return {
    state: 'page',
    revision: revisionOf(record),
    level: showLevel(levels, record),
    byline: bylineOf(record, levels),
    canEdit: page.mayUpdate,
    options: options.levels.map(({ level, allowed, reasons, needsJustification }) => ({
      levelId: level.levelId,
      name: level.name,
      color: level.color,
      description: level.description,
      isCurrent: level.levelId === record?.levelId,
      isRaise: record === undefined || isLowering(levels.all, level.levelId, { levelId: record.levelId }),
      allowed,
      reasons,
      needsReason: needsJustification,
      subLevels: publishedSubLevels(level).map(({ subLevelId, name, description }) => ({
        subLevelId,
        name,
        description,
      })),
    })),
    reasons: options.reasons,
    ...(clear && {
      clear: { allowed: clear.allowed, reasons: clear.reasons, needsReason: clear.needsJustification },
    }),
    history: toHistoryEntries(page, changes, levels, names),
    hasMoreHistory: popup.hasMoreChanges,
    ...(evidence && { evidence }),
    ...(proposal && { proposal }),
    may: { exclude: page.mayUpdate && peopleMayExclude, redact: page.mayUpdate && peopleMayRedact },
  };
}

/** The fields of a page that a redaction can edit. */
const REDACTABLE: ReadonlySet<string> = new Set<FindingRecord['data']['location']['field']>([
  'title',
  'body',
  'footer-comment',
  'inline-comment',
]);

/** The open findings of a page, by value: one detector and one value is one entry. */
export function shownFindings({ page, stored, findings, now }: PopupPage): readonly (ShownFinding & {
  readonly fingerprint: string;
})[] {
  if (findings === undefined) return [];
  const { pageId, spaceId } = page;
  const open = openFindingsOf(findings, { pageId, spaceId, levelId: stored.record?.levelId }, now);
  const byValue = new Map<string, ShownFinding & { readonly fingerprint: string }>();
  for (const [findingId, record] of open) {
    const { detectorId, severity, fingerprint, data } = record;
    const name = `${detectorId} ${fingerprint}`;
    const known = byValue.get(name);
    const canRedact = REDACTABLE.has(data.location.field);
    byValue.set(name, {
      findingId: known?.findingId ?? findingId,
      detector: findings.words?.nameOf(detectorId) ?? detectorId,
      severity: known?.severity ?? severity,
      excerpt: known?.excerpt ?? data.maskedExcerpt,
      explanation: known?.explanation ?? findings.words?.explain(record) ?? '',
      count: (known?.count ?? 0) + 1,
      canRedact: (known?.canRedact ?? true) && canRedact,
      fingerprint,
    });
  }
  const rankOf = ({ severity }: ShownFinding) => SEVERITIES.indexOf(severity);
  return [...byValue.values()].sort((a, b) => rankOf(b) - rankOf(a));
}

function evidenceOf(popup: PopupPage, options: PageLevelOptions): Evidence {
  const { page, levels, stored, findings, scan, now } = popup;
  const shown = shownFindings(popup);
  const open = { low: 0, medium: 0, high: 0, critical: 0 };
  for (const { severity, count } of shown) open[severity] += count;
  const required = findings && requiredLevelFor(findings, levels, { ...page, levelId: stored.record?.levelId }, now);
  return {
    open,
    findings: shown.slice(0, SHOWN_FINDINGS).map(({ fingerprint: _fingerprint, ...finding }) => finding),
    hasMore: shown.length > SHOWN_FINDINGS,
    ...(required && {
      requiredLevel: {
        levelId: required.levelId,
        ...levelNameOf(levels, required.levelId, undefined),
        allowed: options.levels.some(({ level, allowed }) => allowed && level.levelId === required.levelId),
      },
    }),
    scan: popup.isSeenByApp ? scanStateOf(scan, page) : 'not-visible',
  };
}
