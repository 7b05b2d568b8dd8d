import { readPagesAsApp } from '../classification/page-as-app';
import { readPageLevels } from '../classification/page-level-store';
import { awaitAll } from '../platform/await-all';
import type { Position } from '../platform/rows-by-time';
import { type ClassifyContext, raiseLevel } from './classify-found';
import { excludableOf, excludedBy } from './exclusions/excluded-by';
import { readPageLabels } from './exclusions/page-labels';
import { isObservedRecord } from './exclusions/shown-status';
import { listOldestFindings } from './list-findings';
import { isOfOnePage } from './record-scan';
import { readFindings, readScans } from './scan-store';

/** Raises the levels of pages to those that the stored findings of a detector require, after an admin turned it on. */

const FINDINGS_AT_ONCE = 25;

/**
 * Handles the pages of some findings, from the oldest one on. Repeating a step is harmless.
 * @param after where the previous step stopped
 * @returns where the next step starts. Undefined: no more findings.
 * @throws StorageUnavailableError, HostError, CorruptRecordError: the step must be run again
 */
export async function raiseLevelsFor(
  context: ClassifyContext,
  detectorId: string,
  after: Position | undefined,
): Promise<Position | undefined> {
  const { storage, clock, rules, observed } = context;
  if (rules.length === 0 || observed.has(detectorId)) return undefined;
  const { items, next } = await listOldestFindings(storage, {
    filter: { detectorId, status: 'open' },
    isWanted: () => true,
    now: clock(),
    after,
    limit: FINDINGS_AT_ONCE,
  });
  await raisePages(context, [...new Set(items.map(({ pageId }) => pageId))]);
  return next;
}

async function raisePages(context: ClassifyContext, pageIds: readonly string[]): Promise<void> {
  if (pageIds.length === 0) return;
  const { storage, confluence, clock, exclusions, observed } = context;
  const now = clock();
  const [pages, levels, scans, labels] = await awaitAll([
    readPagesAsApp(confluence, pageIds),
    readPageLevels(storage, pageIds),
    readScans(storage, pageIds),
    readPageLabels(confluence, exclusions, pageIds, now),
  ] as const);
  const raise = async (pageId: string) => {
    const seen = pages.get(pageId);
    const level = levels.get(pageId);
    const scan = scans.get(pageId);
    if (seen?.kind !== 'page' || level === undefined || level === 'unreadable') return;
    if (scan === undefined || scan === 'unreadable') return;
    const { page } = seen;
    const place = { pageId, spaceId: page.spaceId, levelId: level.record?.levelId, labels: labels.get(pageId) };
    const found = [...(await readFindings(storage, scan.record?.data.findingIds ?? [])).values()].filter(
      (record) =>
        record.status === 'open' &&
        !isObservedRecord(record, observed) &&
        excludedBy(excludableOf(record), place, exclusions, now) === undefined,
    );
    await raiseLevel(context, page, found);
  };
  // The next scan of a page that the app does not see, or whose records cannot be read, raises its level.
  for (const pageId of pageIds)
    await raise(pageId).catch((error: unknown) => {
      if (!isOfOnePage(error)) throw error;
    });
}
