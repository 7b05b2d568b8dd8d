import { SYSTEM } from '../audit/event';
import type { Levels } from './level-store';
import type { LevelOfPage, PageLevelRecord, Via } from './model';
import type { PageSeenByApp } from './page-as-app';
import type { StoredPageLevel } from './page-level-store';
import { defaultIn, isUsableIn, keepsLevel, usableFor } from './settings';

/**
 * Decides how to correct the record of a page, for any changes of the page and for events in any order and number.
 * Pure: only the current state counts, and after the correction nothing is left to do.
 */

/** The space of a page that was moved to a place that the app cannot see. No space has this id. */
export const UNKNOWN_SPACE = 'unknown';

/** A younger page counts as new. An event about it may be pending, or was missed. */
export const NEW_FOR_MS = 2 * 86_400_000;

export interface CorrectionFacts {
  readonly observed: PageSeenByApp;
  readonly stored: StoredPageLevel;
  readonly levels: Levels;
  readonly now: Date;
  /** Confluence reported that the page, or its space, was permanently deleted. */
  readonly isReportedDeleted: boolean;
  /** Confluence reported that the page was moved. */
  readonly isReportedMoved: boolean;
  /** For a copy: the level of the original. */
  readonly original: LevelOfPage | undefined;
}

export type PageCorrection =
  | { readonly do: 'nothing' }
  /** The app cannot see the page. Its state is unknown. The record may be correct, and the page may still exist. */
  | { readonly do: 'record-not-inspected' }
  | { readonly do: 'remove' }
  | { readonly do: 'classify'; readonly level: LevelOfPage; readonly reason: string; readonly via?: Via }
  /** The record has another space than the page. `keepsLevel`: the level stays although the space may not use it. */
  | { readonly do: 'record-space'; readonly spaceId: string; readonly keepsLevel: boolean };

const COPIED = 'The page is a copy of a page with this level.';
const MOVED = 'The page was moved to a space that may not use the level it had.';

const NOTHING: PageCorrection = { do: 'nothing' };

export function decideCorrection(facts: CorrectionFacts): PageCorrection {
  const { observed, stored } = facts;
  switch (observed.kind) {
    case 'unseen':
      return correctUnseen(facts);
    case 'trashed':
      return NOTHING;
    case 'page':
      return stored.record === undefined
        ? correctUnclassified(facts, observed.page.spaceId, observed.createdAt)
        : correctClassified(facts, observed.page.spaceId, stored.record);
  }
}

/** A record is deleted only if Confluence reported the deletion and the app cannot see the page. */
function correctUnseen({ stored: { record }, isReportedDeleted, isReportedMoved }: CorrectionFacts): PageCorrection {
  if (isReportedDeleted) return record === undefined ? NOTHING : { do: 'remove' };
  const isKnownToBeElsewhere = record === undefined || record.spaceId === UNKNOWN_SPACE || !isReportedMoved;
  return isKnownToBeElsewhere
    ? { do: 'record-not-inspected' }
    : { do: 'record-space', spaceId: UNKNOWN_SPACE, keepsLevel: false };
}

/** A page whose level was cleared has been reviewed by a person; only a page without any row is new. */
function correctUnclassified(facts: CorrectionFacts, spaceId: string, createdAt: string): PageCorrection {
  const { stored, levels, now, original } = facts;
  if (stored.revision !== 'absent' && stored.revision !== 0) return NOTHING;
  const isNew = now.getTime() - Date.parse(createdAt) < NEW_FOR_MS;
  const configured = isNew ? defaultIn(levels, spaceId) : 'none';
  const standard = configured === 'none' ? undefined : configured;
  // A copy keeps the sub-level of its original.
  const isMoreExact = original?.subLevelId !== undefined && original.levelId === standard?.levelId;
  const isFromOriginal = original !== undefined && (isMoreExact || !keepsLevel(levels.all, standard, original));
  const wanted = isFromOriginal ? original : standard;
  const level = wanted && usableFor(levels, spaceId, wanted);
  if (level === undefined) return NOTHING;
  return isFromOriginal
    ? { do: 'classify', level, reason: COPIED, via: 'COPY' }
    : { do: 'classify', level, reason: 'The default level for new pages of the space.' };
}

function correctClassified(facts: CorrectionFacts, spaceId: string, record: PageLevelRecord): PageCorrection {
  const { levels, original } = facts;
  // A level that a person or a key chose stays. A level that the app gave a copy before it knew the original is
  // corrected.
  const isOfTheApp = record.classifierId === SYSTEM;
  if (isOfTheApp && original !== undefined && !keepsLevel(levels.all, record, original)) {
    const level = usableFor(levels, spaceId, original);
    if (level !== undefined && !keepsLevel(levels.all, record, level))
      return { do: 'classify', level, reason: COPIED, via: 'COPY' };
  }
  if (record.spaceId === spaceId) return NOTHING;
  if (isUsableIn(levels, spaceId, record.levelId)) return { do: 'record-space', spaceId, keepsLevel: false };
  const level = usableFor(levels, spaceId, record);
  if (level === undefined || level.levelId === record.levelId) return { do: 'record-space', spaceId, keepsLevel: true };
  return { do: 'classify', level, reason: MOVED, via: 'MOVE' };
}
