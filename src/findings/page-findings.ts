import type { LevelFloor } from '../classification/level-floor';
import type { Levels } from '../classification/level-store';
import { catalogueOf } from '../detection/configuration/detector-catalogue';
import { readDetection } from '../detection/configuration/configuration-store';
import type { DetectionConfig } from '../detection/configuration/model';
import type { Confluence } from '../platform/confluence';
import type { RowReader } from '../platform/read-ahead';
import { awaitAll } from '../platform/await-all';
import { type Exclusions, readExclusions } from './exclusions/exclusion-store';
import { readPageLabels } from './exclusions/page-labels';
import { shownStatusOf } from './exclusions/shown-status';
import { floorOf } from './find-level-floor';
import type { FindingRecord, PageScanRecord } from './model';
import { readFindings } from './scan-store';

/** The open findings of one page, for a person who sees the page. */

export interface PageFindings {
  /** The stored findings of the last scan, by id. */
  readonly stored: ReadonlyMap<string, FindingRecord>;
  readonly exclusions: Exclusions;
  readonly config: DetectionConfig;
  /** The labels of the page that exclusions use. */
  readonly labels: ReadonlySet<string> | undefined;
  /** The display names of detectors, by id. */
  readonly names: ReadonlyMap<string, string>;
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
  const [exclusions, { config }] = await awaitAll([readExclusions(rows), readDetection(rows)] as const);
  const [stored, labels, catalogue] = await awaitAll([
    readFindings(rows, findingIds),
    readPageLabels(confluence, exclusions.all, findingIds.length === 0 ? [] : [pageId], now),
    findingIds.length === 0 ? [] : catalogueOf(config),
  ] as const);
  const names = new Map(catalogue.map(({ detectorId, name }) => [detectorId, name]));
  return { stored, exclusions, config, labels: labels.get(pageId), names };
}

/** The open findings that no exclusion covers, by id. Pure. */
export function openFindingsOf(
  { stored, exclusions, labels }: PageFindings,
  place: PagePlace,
  now: Date,
): ReadonlyMap<string, FindingRecord> {
  const page = { ...place, labels };
  return new Map(
    [...stored].filter(([, record]) => shownStatusOf(record, page, exclusions.all, now).status === 'open'),
  );
}

/**
 * The level that the open findings require, as `findLevelFloor` does: exclusions for pages of a level are ignored. Pure.
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
