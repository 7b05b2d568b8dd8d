import { isDeepStrictEqual } from 'node:util';
import type { Levels } from '../../classification/level-store';
import { requiredLevelOf } from '../../classification/level-floor';
import { readPageLevels } from '../../classification/page-level-store';
import { effectiveDetection } from '../../detection/configuration/effective-detection';
import type { DetectionConfig } from '../../detection/configuration/model';
import { isSelected } from '../../detection/engine/policy';
import { awaitAll } from '../../platform/await-all';
import type { Confluence } from '../../platform/confluence';
import type { Position } from '../../platform/rows-by-time';
import type { Storage } from '../../platform/storage';
import { readFindingsOf, startOf } from '../lists/below-required';
import { levelCalledFor } from '../required-level/called-level';
import { addCounts, type ChangeCount, NO_PAGES } from './change-count';
import { openOf } from '../exclusions/shown-status';
import { readPageLabels } from '../exclusions/page-labels';
import { type ListedPageScan, listPageScans } from '../lists/list-page-scans';
import { type FindingRecord, isOnSite, type PageScanRecord } from '../model';
import type { ConditionsChange, PreviewedConditions } from './preview-configuration';

/** Counts over stored findings what a change of rules, severities, exclusions and detectors changes. No page is scanned. */

interface CountReader {
  readonly storage: Pick<Storage, 'list' | 'readMany'>;
  readonly confluence: Confluence;
  readonly levels: Levels;
  readonly now: Date;
  /** Which pages count. Omitted: all, as in the overview. The numbers name none. */
  readonly findCounted?: (pageIds: readonly string[]) => Promise<(pageId: string) => boolean>;
}

const PAGES_AT_ONCE = 100;

/**
 * Counts the next pages, in a fixed order.
 * @returns no position at the end
 * @throws StorageUnavailableError, HostError
 */
export async function countChange(
  { storage, confluence, levels, now, findCounted = () => Promise.resolve(() => true) }: CountReader,
  { before, after }: ConditionsChange,
  place: Position | undefined,
): Promise<{ readonly count: ChangeCount; readonly next: Position | undefined }> {
  const isWanted = (scan: PageScanRecord) => isOnSite(scan) && scan.data.findingIds.length > 0;
  const listed = await listPageScans(storage, { isWanted, after: place, limit: PAGES_AT_ONCE });
  const first = startOf(listed.items);
  const isCounted = await findCounted(first.map(({ pageId }) => pageId));
  const scans = first.filter(({ pageId }) => isCounted(pageId));
  const pageIds = scans.map(({ pageId }) => pageId);
  const [stored, findings, labels, finds] = await awaitAll([
    readPageLevels(storage, pageIds),
    readFindingsOf(storage, scans),
    readPageLabels(confluence, [...before.exclusions, ...after.exclusions], pageIds, now),
    openStillFound(before.config, after.config),
  ] as const);
  const countOf = ({ pageId, record }: ListedPageScan): ChangeCount => {
    const row = stored.get(pageId);
    const level = row === 'unreadable' ? undefined : row?.record;
    const { spaceId, levelId } = { levelId: undefined, spaceId: record.spaceId, ...level };
    const records = findings.get(pageId) ?? new Map<string, FindingRecord>();
    const openUnder = (conditions: PreviewedConditions, found: Open) => {
      const open = openOf(found, { pageId, spaceId, levelId, labels: labels.get(pageId) }, { ...conditions, now });
      const called = levelCalledFor(levels, spaceId, conditions.config.rules, [...open.values()]);
      return { open, called, below: Number(requiredLevelOf(levels, called, levelId) !== undefined) };
    };
    const [old, next] = [openUnder(before, records), openUnder(after, finds(records))];
    const [opening, closing] = [without(next.open, old.open), without(old.open, next.open)];
    const severityOf = (id: string) => old.open.get(id)?.severity;
    const otherSeverity = [...next.open].filter(
      ([id, one]) => one.severity !== (severityOf(id) ?? one.severity),
    ).length;
    const isSame = opening + closing + otherSeverity === 0 && isDeepStrictEqual(old.called, next.called);
    const { below } = old;
    return { pages: 1, changed: Number(!isSame), opening, closing, otherSeverity, below, belowAfter: next.below };
  };
  return {
    count: scans.map(countOf).reduce(addCounts, NO_PAGES),
    next: first.length < listed.items.length ? first.at(-1)?.at : listed.next,
  };
}

/** The open findings of a page, by id. */
type Open = ReadonlyMap<string, FindingRecord>;

function without(some: Open, others: Open): number {
  return [...some.keys()].filter((id) => !others.has(id)).length;
}

/**
 * Omits the findings that scans with the new settings no longer find, because their detectors are turned off or they are not certain
 * enough. Findings in parts of the page that are no longer scanned stay. A value that another detector also matched becomes a
 * finding of that one.
 */
async function openStillFound(before: DetectionConfig, after: DetectionConfig): Promise<(records: Open) => Open> {
  const { detectors } = await import('../../detection/detectors');
  const builtIn = new Map(detectors.map((one) => [one.id, one]));
  const findsIn = (config: DetectionConfig) => {
    const known = new Map<string | undefined, ReturnType<typeof effectiveDetection>>();
    return ({ spaceId, detectorId, data }: FindingRecord, id: string): boolean => {
      const schemeId = config.spaces[spaceId];
      const effective = known.get(schemeId) ?? effectiveDetection(config, spaceId);
      known.set(schemeId, effective);
      const { policy, custom } = effective;
      const definition = builtIn.get(id);
      const isOn = definition ? isSelected(definition, policy) : custom.some((one) => one.detectorId === id);
      const { minConfidence = policy.minConfidence } = policy.detectors[id] ?? {};
      // The confidence of the other detectors is not stored.
      return isOn && (id !== detectorId || data.confidence >= minConfidence);
    };
  };
  const [found, finds] = [findsIn(before), findsIn(after)];
  const stillFound = (record: FindingRecord): readonly FindingRecord[] => {
    const { detectorId, severity, data } = record;
    if (finds(record, detectorId) || !found(record, detectorId)) return [record];
    const other = data.alsoMatched.find((id) => finds(record, id));
    if (other === undefined) return [];
    return [{ ...record, detectorId: other, severity: builtIn.get(other)?.severity ?? severity }];
  };
  return (records) =>
    new Map([...records].flatMap(([id, record]) => stillFound(record).map((one) => [id, one] as const)));
}
