import type { Levels } from '../../classification/level-store';
import type { PageLevelRecord } from '../../classification/model';
import { lookUpPage, type Page } from '../../classification/page-lookup';
import { readPageLevels, type StoredPageLevel } from '../../classification/page-level-store';
import { NO_LIMITS, searchPages } from '../../classification/search-pages';
import { isOffIn } from '../../classification/settings';
import type { Severity } from '../../detection/detector';
import { findWaitingForAuthors } from '../../exposure/reads';
import { type Exposure, readExposure } from '../../exposure/rules';
import { awaitAll } from '../../platform/await-all';
import { type Confluence, HostError } from '../../platform/confluence';
import type { Storage } from '../../platform/storage';
import { pointsThatFit } from '../../quota/charge-or-wait';
import { POINTS_OF_A_PAGE } from '../../quota/host-points';
import type { SiteQuotas } from '../../quota/site-quotas';
import { readPageLabels } from '../exclusions/page-labels';
import { type FindingConditions, readFindingConditions } from '../finding-conditions';
import type { PageScanRecord } from '../model';
import { openFindingsOf, type PageFindings, requiredLevelFor } from './page-findings';
import { readFindingsForList, readScans } from '../scan/scan-store';

/**
 * The pages that wait for a person. The person created them, and can see and edit them. They have no level, open
 * findings, a level below the one that their findings require, a level that the person must review, or more viewers than their level allows.
 * Confluence searches and answers in the person's name.
 */

/** `higher-level`: the open findings require a more sensitive level than the page has. */
export const NEEDS = ['no-level', 'findings', 'higher-level', 'review'] as const;
/** `exposure`: more people can see the page than its level allows, for 7 days. Only for frames: agents and rules never learn it. */
export const FRAME_NEEDS = [...NEEDS, 'exposure'] as const;

export type Need = (typeof FRAME_NEEDS)[number];

export interface WaitingPage {
  readonly page: Page;
  /** The current level; undefined = the page has none. */
  readonly level: PageLevelRecord | undefined;
  /** Never empty. */
  readonly needs: readonly Need[];
  /** The number of open findings by severity. */
  readonly open: Readonly<Record<Severity, number>>;
  /** The level that the findings require, if it is more sensitive than the current one. */
  readonly requiredLevelId?: string;
  /** Omitted: the person need not review the level. */
  readonly review?: OwnReview;
}

/** A review that the person must answer. */
interface OwnReview {
  readonly since: string;
  /** The campaign that asks for it. */
  readonly campaign?: { readonly name: string; readonly answerBy: string };
}

export type MyPages =
  | {
      readonly outcome: 'pages';
      /** The pages that the person created last come first. */
      readonly pages: readonly WaitingPage[];
      /** The position of the next pages. Undefined: no more pages. It can be set even if `pages` is empty. */
      readonly cursor: string | undefined;
    }
  /** Confluence does not accept the cursor. */
  | { readonly outcome: 'not-understood' }
  /** The platform does not let the app search for this person. */
  | { readonly outcome: 'not-possible' };

export interface MyPagesReader {
  readonly accountId: string;
  /** Its calls use the points of the person: up to 503 a request, 25 more for hints, and up to 303 more for each label of an exclusion. */
  readonly confluence: Confluence;
  readonly storage: Storage;
  readonly levels: () => Promise<Levels>;
  readonly quotas: SiteQuotas | 'off';
  /** The pages among these whose owner must review them. */
  readonly readReviews: (
    pages: ReadonlyMap<string, StoredPageLevel | 'unreadable'>,
  ) => Promise<ReadonlyMap<string, OwnReview>>;
  readonly now: Date;
}

export interface MyPagesQuestion {
  /** Undefined: every need of `needs`. */
  readonly need?: Need | undefined;
  readonly needs: readonly Need[];
  /** Only pages of this space. Undefined: of all spaces. */
  readonly spaceKey?: string | undefined;
  /** From a previous result. */
  readonly cursor?: string | undefined;
  /** The maximum number of pages in the result. Default: 25; maximum: 100. A part of a search is paid once for all of them. */
  readonly limit?: number | undefined;
}

const PAGES_OF_A_RESULT = 25;
export const MAX_PAGES_OF_A_RESULT = 100;
/** The number of own pages that one search returns. */
const PAGES_OF_A_SEARCH = 100;
/** A request that finds few waiting pages searches again, up to this number. */
const MAX_SEARCHES = 3;
/** A result ends early after this number of pages that may wait. Confluence is asked about each of them. */
const MAX_LOOKUPS = 100;
/** A result ends early after this number of stored findings. */
const MAX_FINDINGS = 1_000;
/** The number of pages that are read concurrently. */
const PAGES_AT_ONCE = 10;
/** The points to charge at a time. A charge costs storage, so pages that are read concurrently share one. */
export const MY_PAGES_POINTS_AT_A_TIME = PAGES_AT_ONCE * POINTS_OF_A_PAGE;

/** A position: the page to continue after (0 = none), and the cursor of its part of the search. */
const POSITION = /^(0|[1-9][0-9]{0,18}):(.{0,4096})$/s;

/** True for the text of a position. Confluence checks the cursor in it. */
export function isPosition(cursor: string): boolean {
  return POSITION.test(cursor);
}

/** @throws HostError, StorageUnavailableError, CorruptRecordError */
export async function findMyPages(reader: MyPagesReader, question: MyPagesQuestion): Promise<MyPages> {
  const { need, needs, spaceKey, cursor, limit = PAGES_OF_A_RESULT } = question;
  const wanted = Math.min(limit, MAX_PAGES_OF_A_RESULT);
  const [, after = '0', start = ''] = POSITION.exec(cursor ?? '') ?? [];
  const facts = await readFacts(reader, needs.includes('exposure'));
  const limits = await readLimits(reader);
  const pages: WaitingPage[] = [];
  // A search can return a page again in its next part.
  const known = new Set<string>();
  let lookups = 0;
  let findings = 0;
  const isEnd = () => pages.length >= wanted || lookups >= limits.lookups || findings >= MAX_FINDINGS;
  let part = start === '' ? undefined : start;
  let last = after;
  for (let searches = 1; ; searches += 1) {
    const found = await searchPages(reader.confluence, reader.storage, {
      creatorId: reader.accountId,
      cql: ownPagesOf(reader.accountId, spaceKey),
      cursor: part,
      limit: limits.pagesOfASearch,
      rights: NO_LIMITS,
    });
    if (found.outcome === 'not-understood' && (start === '' || part !== start))
      throw new HostError('failure', 'Confluence did not accept a search of the app');
    if (found.outcome !== 'found') return found;
    const ids = idsAfter(found.pageIds, last);
    // New pages may have moved the last page into the next part.
    if (ids.length > 0 || found.pageIds.includes(last)) last = '0';
    const further = ids.filter((pageId) => !known.has(pageId) && known.add(pageId));
    let rest = await readCandidates(reader, facts, further);
    while (rest.length > 0 && !isEnd()) {
      const batch = rest.slice(0, Math.min(PAGES_AT_ONCE, wanted - pages.length, limits.lookups - lookups));
      rest = rest.slice(batch.length);
      const seen = await awaitAll(batch.map((candidate) => readWaitingPage(reader, facts, candidate)));
      if (seen.includes('not-possible')) return { outcome: 'not-possible' };
      lookups += batch.length;
      findings += batch.reduce((sum, { scan }) => sum + (scan?.data.findingIds.length ?? 0), 0);
      const waiting = seen.filter((one) => typeof one === 'object');
      pages.push(...waiting.filter((one) => need === undefined || one.needs.includes(need)));
    }
    const [next] = rest;
    if (next !== undefined) {
      const before = found.pageIds[found.pageIds.indexOf(next.pageId) - 1] ?? '0';
      return { outcome: 'pages', pages, cursor: `${before}:${part ?? ''}` };
    }
    part = found.cursor;
    if (part === undefined) return { outcome: 'pages', pages, cursor: undefined };
    if (isEnd() || searches === MAX_SEARCHES) return { outcome: 'pages', pages, cursor: `${last}:${part}` };
  }
}

/** The pages of a part that come after a page. If it was deleted, they are the older ones, with a lower id. */
function idsAfter(pageIds: readonly string[], last: string): readonly string[] {
  if (last === '0') return pageIds;
  const at = pageIds.indexOf(last);
  if (at !== -1) return pageIds.slice(at + 1);
  const older = pageIds.findIndex((pageId) => BigInt(pageId) < BigInt(last));
  return older === -1 ? [] : pageIds.slice(older);
}

/** The order never changes for a page, so that positions stay valid. */
function ownPagesOf(accountId: string, spaceKey: string | undefined): string {
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const inSpace = spaceKey === undefined ? '' : ` and space = ${quoted(spaceKey)}`;
  return `type = page and creator = ${quoted(accountId)}${inSpace} order by created desc`;
}

/** With small quotas, all searches and lookups of a request must fit into the points of one person. */
async function readLimits(reader: MyPagesReader) {
  const fitting = (await pointsThatFit(reader, 'people')) / (MAX_SEARCHES + POINTS_OF_A_PAGE);
  const atMost = (most: number) => Math.max(1, Math.min(most, Math.floor(fitting) - 1));
  return { pagesOfASearch: atMost(PAGES_OF_A_SEARCH), lookups: atMost(MAX_LOOKUPS) };
}

interface Facts extends FindingConditions {
  readonly levels: Levels;
  /** Undefined: not asked for. */
  readonly exposure: Exposure | undefined;
}

async function readFacts({ levels, storage }: MyPagesReader, asksExposure: boolean): Promise<Facts> {
  const [current, conditions] = await awaitAll([levels(), readFindingConditions(storage)] as const);
  return { levels: current, exposure: asksExposure ? await readExposure(storage, current) : undefined, ...conditions };
}

/** A page that may wait, from its rows alone. */
interface Candidate {
  readonly pageId: string;
  readonly level: PageLevelRecord | undefined;
  /** The last scan, if it has findings. */
  readonly scan: PageScanRecord | undefined;
  /** The labels of the page that exclusions use. */
  readonly labels: ReadonlySet<string> | undefined;
  /** In the space of its level. */
  readonly isOver: boolean;
  readonly review: OwnReview | undefined;
}

async function readCandidates(
  { storage, confluence, now, readReviews }: MyPagesReader,
  { exclusions, exposure, levels: all }: Facts,
  wanted: readonly string[],
): Promise<readonly Candidate[]> {
  const [levels, scans] = await awaitAll([readPageLevels(storage, wanted), readScans(storage, wanted)] as const);
  const classified = [...levels].flatMap(([pageId, level]) => {
    const record = level === 'unreadable' ? undefined : level.record;
    return record === undefined ? [] : [{ pageId, spaceId: record.spaceId, levelId: record.levelId }];
  });
  const over: ReadonlySet<string> =
    exposure === undefined
      ? new Set()
      : await findWaitingForAuthors({ storage, levels: all, now }, exposure, classified);
  const reviews = await readReviews(levels);
  const candidates = wanted.flatMap((pageId): Omit<Candidate, 'labels'>[] => {
    const level = levels.get(pageId);
    const scan = scans.get(pageId);
    // The popup of the page shows that its record cannot be read.
    if (level === undefined || level === 'unreadable') return [];
    const record = scan === undefined || scan === 'unreadable' ? undefined : scan.record;
    const hasFindings = record !== undefined && record.data.findingIds.length > 0;
    const isOver = over.has(pageId);
    const review = reviews.get(pageId);
    if (level.record !== undefined && !hasFindings && !isOver && review === undefined) return [];
    return [{ pageId, level: level.record, scan: hasFindings ? record : undefined, isOver, review }];
  });
  const withFindings = candidates.flatMap(({ pageId, scan }) => (scan === undefined ? [] : [pageId]));
  const labels = await readPageLabels(confluence, exclusions.all, withFindings, now);
  return candidates.map((candidate) => ({ ...candidate, labels: labels.get(candidate.pageId) }));
}

/** Asks Confluence about a page only if something in its rows makes it wait. */
async function readWaitingPage(
  { storage, confluence, accountId, now }: MyPagesReader,
  { levels, exposure: _exposure, ...conditions }: Facts,
  { pageId, level, scan, labels, isOver, review }: Candidate,
): Promise<WaitingPage | 'not-waiting' | 'not-possible'> {
  const stored = await readFindingsForList(storage, scan?.data.findingIds ?? []);
  const findings: PageFindings = { stored, ...conditions, labels };
  const facts = { level, review, now };
  const before = needsOf(levels, findings, { pageId, spaceId: scan?.spaceId ?? '' }, facts);
  if (before.needs.length === 0 && !isOver) return 'not-waiting';
  const lookup = await lookUpPage(confluence, { creatorId: accountId, pageId, forUpdate: true });
  if (lookup.outcome === 'creator-inactive') return 'not-possible';
  if (lookup.outcome === 'hidden') return 'not-waiting';
  const { page } = lookup;
  if (!page.mayUpdate || isOffIn(levels.settings, page.spaceId)) return 'not-waiting';
  const waiting = needsOf(levels, findings, page, facts);
  // A page that was moved has not been measured where it is.
  const needs: readonly Need[] =
    isOver && page.spaceId === level?.spaceId ? [...waiting.needs, 'exposure'] : waiting.needs;
  return needs.length === 0 ? 'not-waiting' : { page, level, ...waiting, needs };
}

function needsOf(
  levels: Levels,
  findings: PageFindings,
  { pageId, spaceId }: Pick<Page, 'pageId' | 'spaceId'>,
  {
    level,
    review,
    now,
  }: { readonly level: PageLevelRecord | undefined; readonly review: OwnReview | undefined; readonly now: Date },
): Pick<WaitingPage, 'needs' | 'open' | 'requiredLevelId' | 'review'> {
  const open = { low: 0, medium: 0, high: 0, critical: 0 };
  const place = { pageId, spaceId, levelId: level?.levelId };
  const found = openFindingsOf(findings, place, now);
  for (const { severity } of found.values()) open[severity] += 1;
  const required = requiredLevelFor(findings, levels, place, now);
  const applies: Readonly<Record<(typeof NEEDS)[number], boolean>> = {
    'no-level': level === undefined,
    findings: found.size > 0,
    'higher-level': required !== undefined,
    review: review !== undefined,
  };
  return {
    needs: NEEDS.filter((need) => applies[need]),
    open,
    ...(required === undefined ? {} : { requiredLevelId: required.levelId }),
    ...(review === undefined ? {} : { review }),
  };
}
