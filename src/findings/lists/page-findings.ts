import { type LevelFloor, requiredLevelOf } from '../../classification/level-floor';
import type { Levels } from '../../classification/level-store';
import type { Confluence } from '../../platform/confluence';
import type { RowReader } from '../../platform/read-ahead';
import { awaitAll } from '../../platform/await-all';
import { readPageLabels } from '../exclusions/page-labels';
import { type FindingWords, openFindingWords } from '../explain-findings';
import { openOf } from '../exclusions/shown-status';
import { type FindingConditions, readFindingConditions } from '../finding-conditions';
import { floorOf } from '../required-level/find-level-floor';
import type { FindingRecord, PageScanRecord } from '../model';
import { readListedFindings } from '../scan/scan-store';

/** The open findings of one page, for a person who sees the page. */

export interface PageFindings extends FindingConditions {
  /** The stored findings of the last scan, by id. */
  readonly stored: ReadonlyMap<string, FindingRecord>;
  /** The labels of the page that exclusions use. */
  readonly labels: ReadonlySet<string> | undefined;
  /** Undefined: not needed, or there are no findings. */
  readonly words?: FindingWords | undefined;
}

/** The current place of the page. */
interface PagePlace {
  readonly pageId: string;
  readonly spaceId: string;
  /** Its current level. */
  readonly levelId: string | undefined;
}

/** @throws StorageUnavailableError, HostError, CorruptRecordError */
export async function readPageFindings(
  { rows, confluence, now }: { readonly rows: RowReader; readonly confluence: Confluence; readonly now: Date },
  pageId: string,
  { data: { findingIds } }: PageScanRecord,
): Promise<PageFindings> {
  const conditions = await readFindingConditions(rows);
  const { exclusions, config } = conditions;
  const [stored, labels, words] = await awaitAll([
    readListedFindings(rows, findingIds),
    readPageLabels(confluence, exclusions.all, findingIds.length === 0 ? [] : [pageId], now),
    findingIds.length === 0 ? undefined : openFindingWords(config),
  ] as const);
  return { stored, ...conditions, labels: labels.get(pageId), words };
}

/** The open findings that are neither excluded nor observed, by id. Pure. */
export function openFindingsOf(
  { stored, exclusions, labels, ...conditions }: PageFindings,
  place: PagePlace,
  now: Date,
): ReadonlyMap<string, FindingRecord> {
  const page = { ...place, labels };
  return openOf(stored, page, { ...conditions, exclusions: exclusions.all, now });
}

/**
 * The level that the open findings require, as `findLevelFloor` does. Ignores exclusions for pages of a level. Pure.
 */
export function levelFloorOf(
  findings: PageFindings,
  levels: Levels,
  place: Omit<PagePlace, 'levelId'>,
  now: Date,
): LevelFloor | undefined {
  const open = openFindingsOf(findings, { ...place, levelId: undefined }, now);
  return floorOf(levels, place.spaceId, findings.config.rules, [...open.values()]);
}

/**
 * The level that the open findings require, if it is more sensitive than the current one. Findings that are excluded on pages
 * of the current level require none. Pure.
 */
export function requiredLevelFor(
  findings: PageFindings,
  levels: Levels,
  place: PagePlace,
  now: Date,
): LevelFloor | undefined {
  const { spaceId, levelId } = place;
  const open = [...openFindingsOf(findings, place, now).values()];
  return requiredLevelOf(levels, floorOf(levels, spaceId, findings.config.rules, open), levelId);
}
