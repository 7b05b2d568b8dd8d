import type { Levels } from '../../classification/level-store';
import type { FloorQuestion, LevelFloor } from '../../classification/level-floor';
import type { ClassificationRule } from '../../detection/configuration/model';
import type { Clock } from '../../platform/clock';
import type { Confluence } from '../../platform/confluence';
import type { Storage } from '../../platform/storage';
import { countByDetector, type Found, isReached, levelCalledFor } from './called-level';
import { readPageLabels } from '../exclusions/page-labels';
import { asOpen } from '../exclusions/shown-status';
import { readFindingConditions } from '../finding-conditions';
import type { FindingRecord } from '../model';
import { parseScan, readListedFindings } from '../scan/scan-store';
import { partsOf } from '../../platform/parts';

export interface FloorContext {
  readonly storage: Pick<Storage, 'read' | 'readMany'>;
  readonly confluence: Confluence;
  readonly clock: Clock;
  readonly levels: Levels;
}

/** Findings are read in batches of this size, until they require the most sensitive level that the rules allow. */
const READ_AT_ONCE = 25;

/**
 * The level that the open findings of a page require by the rules that raise levels after a scan. Excluded and observed
 * findings require no level. Without a current level in the question, exclusions for pages of a level are ignored,
 * because they must not help to remove the level.
 * @throws StorageUnavailableError, HostError, CorruptRecordError
 */
export async function findLevelFloor(
  { storage, confluence, clock, levels }: FloorContext,
  { pageId, spaceId, scan, levelId }: FloorQuestion,
): Promise<LevelFloor | undefined> {
  const { findingIds = [] } = parseScan(pageId, scan).record?.data ?? {};
  if (findingIds.length === 0) return undefined;
  const { config, exclusions, observed } = await readFindingConditions(storage);
  const { rules } = config;
  if (rules.length === 0) return undefined;
  const now = clock();
  const labels = (await readPageLabels(confluence, exclusions.all, [pageId], now)).get(pageId);
  const page = { pageId, spaceId, labels, levelId };
  const by = { config, exclusions: exclusions.all, observed, now };

  const most = levelCalledFor(levels, spaceId, rules, rules.map(findingThatReaches));
  if (most === undefined) return undefined;
  const found: FindingRecord[] = [];
  for (const part of partsOf(findingIds, READ_AT_ONCE)) {
    const some = await readListedFindings(storage, part);
    found.push(...[...some.values()].flatMap((record) => asOpen(record, page, by) ?? []));
    if (levelCalledFor(levels, spaceId, rules, found)?.levelId === most.levelId) break;
  }
  return floorOf(levels, spaceId, rules, found);
}

/** The level that these open findings require. Pure. */
export function floorOf(
  levels: Levels,
  spaceId: string,
  rules: readonly ClassificationRule[],
  found: readonly Found[],
): LevelFloor | undefined {
  const called = levelCalledFor(levels, spaceId, rules, found);
  if (called === undefined) return undefined;
  const that = found.filter(({ severity }) => rules.some((rule) => isReached(rule, severity)));
  return { levelId: called.levelId, evidence: countByDetector(that) };
}

function findingThatReaches({ severity }: ClassificationRule) {
  return { detectorId: '', severity };
}
