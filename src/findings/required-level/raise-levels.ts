import { readLevels } from '../../classification/level-store';
import { readPagesAsApp } from '../../classification/page-as-app';
import { readPageLevels } from '../../classification/page-level-store';
import { keepsLevel } from '../../classification/settings';
import { awaitAll } from '../../platform/await-all';
import type { Position } from '../../platform/rows-by-time';
import { levelCalledFor } from './called-level';
import { type ClassifyContext, raiseLevel } from './classify-found';
import { excludableOf, excludedBy } from '../exclusions/excluded-by';
import { readPageLabels } from '../exclusions/page-labels';
import { asOpen } from '../exclusions/shown-status';
import { type FindingFilter, listOldestFindings } from '../lists/list-findings';
import { type FindingRecord, isOnSite } from '../model';
import { isOfOnePage } from '../scan/record-scan';
import { readListedFindings, readScans } from '../scan/scan-store';

/**
 * Raises the levels of pages to those that their stored findings require, without reading a page again. Runs after
 * findings count again, and in the daily sweep.
 */

const FINDINGS_AT_ONCE = 100;
/** A chain of events ends after 1,000 pushes. */
const LISTS_OF_A_STEP = 10;

/**
 * Handles the pages of some findings, from the oldest one on. Repeating a step is harmless.
 * @param filter the findings that may require another level now
 * @param after where the previous step stopped
 * @returns where the next step starts. Undefined: no more findings.
 * @throws StorageUnavailableError, HostError, CorruptRecordError: the step must be run again
 */
export async function raiseLevelsFor(
  context: ClassifyContext,
  filter: FindingFilter,
  after: Position | undefined,
): Promise<Position | undefined> {
  const { storage, clock, config, observed } = context;
  if (config.rules.length === 0 || (filter.detectorId !== undefined && observed.has(filter.detectorId)))
    return undefined;
  let next = after;
  for (let lists = 0; lists < LISTS_OF_A_STEP; lists += 1) {
    const listed = await listOldestFindings(storage, {
      filter: { ...filter, status: 'open' },
      config,
      isWanted: () => true,
      now: clock(),
      after: next,
      limit: FINDINGS_AT_ONCE,
    });
    await raiseToRequired(context, [...new Set(listed.items.map(({ pageId }) => pageId))]);
    ({ next } = listed);
    if (next === undefined) return undefined;
  }
  return next;
}

/** The facts about a page that may have a level below the required one. */
interface PossiblyBelow {
  readonly pageId: string;
  readonly levelId: string | undefined;
  readonly open: readonly FindingRecord[];
}

interface Raised {
  readonly raised: readonly string[];
  /** The pages that the app does not see. Their level stays below the required one. */
  readonly unseen: readonly string[];
}

/**
 * Raises the level of each page to the one that its stored open findings require, as a scan of the page does. Pages that the
 * app does not see, and pages whose records cannot be read, keep their level. Without a page to raise, it only reads storage.
 * @param changeId identifies the change if it can be requested again, for one page. Default: a new id
 * @throws StorageUnavailableError, HostError, CorruptRecordError: it must be tried again
 */
export async function raiseToRequired(
  context: ClassifyContext,
  pageIds: readonly string[],
  changeId?: string,
): Promise<Raised> {
  const nothing = { raised: [], unseen: [] };
  if (context.config.rules.length === 0 || pageIds.length === 0) return nothing;
  const below = await findPossiblyBelow(context, pageIds);
  if (below.length === 0) return nothing;
  const { confluence, clock, exclusions } = context;
  const now = clock();
  const ids = below.map(({ pageId }) => pageId);
  const [pages, labels] = await awaitAll([
    readPagesAsApp(confluence, ids),
    readPageLabels(confluence, exclusions, ids, now),
  ] as const);
  const raised: string[] = [];
  for (const { pageId, levelId, open } of below) {
    const seen = pages.get(pageId);
    if (seen?.kind !== 'page') continue;
    const place = { pageId, spaceId: seen.page.spaceId, levelId, labels: labels.get(pageId) };
    const found = open.filter((record) => excludedBy(excludableOf(record), place, exclusions, now) === undefined);
    const isRaised = await raiseLevel(context, seen.page, found, changeId).catch(unlessOfOnePage);
    if (isRaised === true) raised.push(pageId);
  }
  return { raised, unseen: ids.filter((pageId) => !pages.has(pageId)) };
}

type StoredFacts = Pick<ClassifyContext, 'clock' | 'installationId' | 'config' | 'exclusions' | 'observed'> & {
  readonly storage: Pick<ClassifyContext['storage'], 'read' | 'readMany'>;
};

/** The pages whose level is below the one that their open findings require, if none is excluded by a label. */
export async function findPossiblyBelow(
  { storage, clock, installationId, config, exclusions, observed }: StoredFacts,
  pageIds: readonly string[],
): Promise<readonly PossiblyBelow[]> {
  const [levels, levelRows, scans] = await awaitAll([
    readLevels(storage, installationId),
    readPageLevels(storage, pageIds),
    readScans(storage, pageIds),
  ] as const);
  const now = clock();
  const below: PossiblyBelow[] = [];
  for (const pageId of pageIds) {
    const level = levelRows.get(pageId);
    const scan = scans.get(pageId);
    if (level === undefined || level === 'unreadable' || scan === undefined || scan === 'unreadable') continue;
    const { record } = scan;
    if (record === undefined || !isOnSite(record) || record.data.findingIds.length === 0) continue;
    // A level is moved along with its page at once, a scan only by the next scan.
    const spaceId = level.record?.spaceId ?? record.spaceId;
    const findings = await readListedFindings(storage, record.data.findingIds).catch(unlessOfOnePage);
    const levelId = level.record?.levelId;
    const by = { config, exclusions, observed, now };
    const listed = [...(findings?.values() ?? [])];
    const open = listed.flatMap((finding) => asOpen(finding, { pageId, spaceId, levelId }, by) ?? []);
    const required = levelCalledFor(levels, spaceId, config.rules, open);
    if (required !== undefined && !keepsLevel(levels.all, level.record, required))
      below.push({ pageId, levelId, open });
  }
  return below;
}

/** The next scan of a page whose records cannot be read raises its level. @throws every other error */
function unlessOfOnePage(error: unknown): undefined {
  if (!isOfOnePage(error)) throw error;
  return undefined;
}
