import { WITHOUT_KEY } from '../classification/change-page-level';
import { findLevel, type Levels } from '../classification/level-store';
import { type StoredProposal } from '../classification/level-proposals';
import type { LevelOfPage, PageLevelRecord } from '../classification/model';
import { findPageLevelOptions, type PageLevelOptions, publishedSubLevels } from '../classification/page-level-options';
import { isLowering, surfaceSettingsOf } from '../classification/settings';
import { SEVERITIES } from '../detection/detector';
import { scanStateOf } from '../findings/scan/freshness';
import type { FindingRecord } from '../findings/model';
import { levelFloorOf, openFindingsOf, requiredLevelFor } from '../findings/lists/page-findings';
import { bylineOf } from '../mirror/level-property';
import type { PopupPage } from './read-popup-page';
import type { Evidence, OpenPage, ShownFinding, ShownLevel } from './contract';
import { levelNameOf } from './level-name';
import { showReview } from './shown-review';
import { toHistoryEntries } from './shown-history';

/** How the popup shows a page. */

const SHOWN_FINDINGS = 20;

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
 * The proposal of an agent, if it was made for the current level and does not lower it. The levels can have changed
 * since.
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
    byline: bylineOf(record, levels, page),
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
    ...(popup.exposure && { exposure: popup.exposure }),
    ...(popup.review && { review: showReview(stored, popup.review.record, popup.review.rules, popup.now) }),
    ...(proposal && { proposal }),
    may: {
      exclude: page.mayUpdate && peopleMayExclude,
      redact: page.mayUpdate && peopleMayRedact,
    },
  };
}

/** The fields of a page that a redaction can edit. */
const REDACTABLE: ReadonlySet<string> = new Set<FindingRecord['data']['location']['field']>([
  'title',
  'body',
  'footer-comment',
  'inline-comment',
]);

/** The open findings of a page, with one entry for each detector and value. */
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
      explanation: known?.explanation ?? findings.words?.explainToAuthor(record) ?? '',
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
    scan: !popup.isSeenByApp
      ? 'not-visible'
      : scan?.state === 'not-inspected'
        ? 'empty-live-doc'
        : scanStateOf(scan, page),
  };
}
