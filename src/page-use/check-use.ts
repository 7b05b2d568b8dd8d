import type { Levels } from '../classification/level-store';
import { SEVERITIES, type Severity } from '../detection/detector';
import { type PageExposure, readPageExposures } from '../exposure/reads';
import { CONDITION_ROWS, readFindingConditions } from '../findings/finding-conditions';
import { openOf } from '../findings/exclusions/shown-status';
import type { PageScanRecord } from '../findings/model';
import { isOfVersion } from '../findings/scan/freshness';
import { readScans } from '../findings/scan/scan-store';
import { findingRecord } from '../findings/model';
import { GOVERNANCE_ROW, type Purpose } from '../configuration/governance';
import { awaitAll } from '../platform/await-all';
import { readAhead, type RowReader } from '../platform/read-ahead';
import type { RowName } from '../platform/storage';
import { decideUse, type Knows, type UseDecision, type UseFacts } from './decide';
import { type PageUse, readPageUse, type UseRules } from './rules';

/** Reads what the rules for the use of pages need, from stored rows only. Nothing is scanned or measured for it. */

/** A page that the caller sees, as Confluence returned it. */
export interface UsedPage {
  readonly pageId: string;
  readonly spaceId: string;
  readonly version: number;
  readonly versionAt: string | undefined;
  readonly levelId: string | undefined;
}

const VALID_MS = 5 * 60_000;

/** A client may keep a decision until then. */
export function validUntil(now: Date): string {
  return new Date(now.getTime() + VALID_MS).toISOString();
}

/** All pages of a request have at most so many findings read. The first page always has all of its own. */
const MAX_FINDINGS = 500;

export interface UseReader {
  readonly rows: RowReader;
  readonly levels: Levels;
  readonly now: Date;
}

/** Reads the rows that depend on no answer of Confluence. @param also other rows, for the caller */
export function readUseRows(storage: RowReader, pageIds: readonly string[], also: readonly RowName[] = []) {
  const scans = pageIds.map((key) => ({ entity: 'page-scan', key }) as const);
  const { entity, key } = GOVERNANCE_ROW;
  return readAhead(storage, [...scans, { entity, key }, ...CONDITION_ROWS, ...also]);
}

export interface CheckedUse {
  readonly use: PageUse;
  readonly decisions: (purpose: Purpose, knows: Knows) => ReadonlyMap<string, UseDecision>;
}

/**
 * The decisions about pages, by id. A fact that cannot be read counts as the worst one.
 * @param purposes those that `decisions` is called for. The facts that no rule for them needs are not read.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function checkUse(
  reader: UseReader,
  purposes: readonly Purpose[],
  pages: readonly UsedPage[],
): Promise<CheckedUse> {
  const { rows, levels } = reader;
  const use = await readPageUse(rows, levels);
  const needs = (kind: string) => isNeeded(use.rules, purposes, kind);
  const [scans, exposures] = await awaitAll([
    readScans(
      rows,
      pages.map(({ pageId }) => pageId),
    ),
    needs('over-exposed')
      ? readPageExposures({ storage: rows, levels, now: reader.now }, pages)
      : new Map<string, PageExposure>(),
  ] as const);
  const highest = needs('findings:') ? await readHighest(reader, pages, scans) : new Map<string, UseFacts['highest']>();
  const facts = pages.map((page): UseFacts & Pick<UsedPage, 'pageId'> => {
    const scan = scans.get(page.pageId);
    return {
      pageId: page.pageId,
      levelId: page.levelId,
      highest: highest.get(page.pageId) ?? 'none',
      isScanned: scan === 'unreadable' ? 'unknown' : isScanned(scan?.record, page),
      isOverExposed: exposures.get(page.pageId)?.judgment.verdict === 'over',
    };
  });
  return {
    use,
    decisions: (purpose, knows) =>
      new Map(facts.map((one) => [one.pageId, decideUse({ rules: use.rules, levels }, purpose, one, knows)])),
  };
}

function isNeeded(rules: UseRules, purposes: readonly Purpose[], kind: string): boolean {
  return Object.entries(rules).some(
    ([subject, { ask, deny }]) =>
      subject.startsWith(kind) && purposes.some((purpose) => ask.includes(purpose) || deny.includes(purpose)),
  );
}

function isScanned(scan: PageScanRecord | undefined, page: UsedPage): boolean {
  return scan !== undefined && scan.state === 'complete' && isOfVersion(scan, page);
}

/**
 * The highest severity of the open findings of each page. Exclusions for pages with a label do not apply, because only Confluence
 * knows the labels. @returns `unknown` for a page whose findings cannot be read, or for which there was no room
 */
async function readHighest(
  { rows, now }: UseReader,
  pages: readonly UsedPage[],
  scans: Awaited<ReturnType<typeof readScans>>,
): Promise<ReadonlyMap<string, UseFacts['highest']>> {
  const idsOf = ({ pageId }: UsedPage): readonly string[] | 'unknown' => {
    const scan = scans.get(pageId);
    return scan === 'unreadable' ? 'unknown' : (scan?.record?.data.findingIds ?? []);
  };
  const wanted = new Map<string, readonly string[]>();
  let room = MAX_FINDINGS;
  for (const page of pages) {
    const ids = idsOf(page);
    if (ids === 'unknown' || (ids.length > room && wanted.size > 0)) continue;
    wanted.set(page.pageId, ids);
    room -= ids.length;
  }
  const ids = [...wanted.values()].flat();
  const [conditions, found] = await awaitAll([
    readFindingConditions(rows),
    ids.length === 0 ? [] : rows.readMany(ids.map((key) => ({ entity: 'detection', key }))),
  ] as const);
  const records = new Map(ids.map((id, index) => [id, findingRecord.safeParse(found[index]?.value).data]));
  return new Map(
    pages.map(({ pageId, spaceId, levelId }) => {
      const own = wanted.get(pageId);
      if (own === undefined) return [pageId, 'unknown'];
      const stored = own.map((id) => [id, records.get(id)] as const);
      const readable = new Map(stored.flatMap(([id, record]) => (record === undefined ? [] : [[id, record] as const])));
      if (readable.size < own.length) return [pageId, 'unknown'];
      const open = openOf(
        readable,
        { pageId, spaceId, levelId },
        { ...conditions, exclusions: conditions.exclusions.all, now },
      );
      return [pageId, highestOf([...open.values()])];
    }),
  );
}

function highestOf(open: readonly { readonly severity: Severity }[]): Severity | 'none' {
  return SEVERITIES.findLast((severity) => open.some((one) => one.severity === severity)) ?? 'none';
}
