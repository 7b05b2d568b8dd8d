import { findPageLevel } from '../classification/page-level-store';
import type { Levels } from '../classification/level-store';
import { foldPages } from '../counts/fold-pages';
import { parsePageCount } from '../counts/page-counts';
import { readFindingConditions } from '../findings/finding-conditions';
import { awaitAll } from '../platform/await-all';
import { canonicalJson } from '../platform/canonical-json';
import type { Context } from '../platform/context';
import { definedOf } from '../platform/defined-of';
import { ABSENT_ROW, NEWER_ROW, type RowRemoval, type RowWrite } from '../platform/storage';
import type { Audience, JudgedAudience, Judgment } from './audience';
import {
  allowedGroups,
  DAY_MS,
  type Facts,
  judgeSpace,
  judgeStored,
  readFacts,
  ROTATION_MS,
  ruledLevels,
} from './judged';
import type { ExposureRule } from '../configuration/governance';
import type { Exposure } from './rules';
import {
  commitEach,
  dueAtOnce,
  type PageData,
  type PageRecord,
  PAGE_ROWS,
  pageKey,
  pageRemoval,
  RANKS,
  readPageRows,
  type StoredPage,
} from './store';
import { readRecordedToday, ruleCode, type Turn, turnOf, verdictEvent } from './verdict-events';

/** Writes the rows of pages from measurements and the current rules. It calls no Confluence. */

export interface EvaluateContext extends Pick<Context, 'storage' | 'clock'> {
  readonly levels: Levels;
  readonly exposure: Exposure;
}

/** The result of a measurement of a page. */
export type Measurement = Pick<PageData, 'unmeasured' | 'gates' | 'lacksAncestor' | 'checkedAt'>;

export interface Evaluated {
  readonly pageId: string;
  readonly rule: ExposureRule;
  readonly record: PageRecord;
}

const NO_MEASUREMENT: Measurement = { unmeasured: 'not-measured-yet', gates: [] };
const RETRY_MS = DAY_MS;

/**
 * @param measured by page id
 * @returns the pages that have a row now
 * @throws StorageUnavailableError
 */
export async function evaluatePages(
  context: EvaluateContext,
  pageIds: readonly string[],
  measured: ReadonlyMap<string, Measurement> = new Map(),
): Promise<readonly Evaluated[]> {
  const { storage, clock, exposure } = context;
  const unique = [...new Set(pageIds)];
  const now = clock();
  const [levelRows, countRows, stored] = await awaitAll([
    storage.readMany(unique.map((key) => ({ entity: 'page-level', key }))),
    storage.readMany(unique.map((key) => ({ entity: 'page-count', key }))),
    readPageRows(storage, unique),
  ] as const);
  const pages = unique.map((pageId, index) => {
    const level = findPageLevel(levelRows[index] ?? ABSENT_ROW).record;
    const before = stored.get(pageId) ?? { revision: 'absent' as const, record: undefined };
    const contribution = parsePageCount(countRows[index] ?? ABSENT_ROW).count?.contribution;
    const rule = level === undefined ? undefined : exposure.rules[level.levelId];
    return { pageId, level, rule, before, contribution };
  });
  const facts = await readFacts(
    storage,
    {
      spaceIds: pages.flatMap(({ level, rule }) => (level === undefined || rule === undefined ? [] : [level.spaceId])),
      gates: pages.flatMap(
        ({ pageId, before }) => (measured.get(pageId) ?? before.record?.data)?.gates.map(({ gate }) => gate) ?? [],
      ),
      groupIds: allowedGroups(exposure),
    },
    now,
  );
  const judged = pages.map((page) => judgeNow(context, page, measured.get(page.pageId), facts));
  const turned = judged.flatMap(({ pageId, turn }) => (turn?.change === undefined ? [] : [pageId]));
  const recordedToday = await readRecordedToday(storage, turned, now);
  const evaluated: Evaluated[] = [];
  const removals: RowRemoval[] = [];
  const writes: RowWrite[] = [];
  const events = new Map<string, RowWrite>();
  const changed: string[] = [];
  for (const { pageId, rule, before, members, turn } of judged) {
    const isLater = recordedToday.has(pageId);
    if (turn?.change !== undefined && !isLater) events.set(pageKey(pageId), verdictEvent(pageId, turn.change, now));
    if (members === undefined || rule === undefined) {
      if (before.revision === 'absent') continue;
      removals.push(pageRemoval(pageId, before));
      changed.push(pageId);
      continue;
    }
    // A second change of a day is recorded tomorrow, if it lasts.
    const recorded = isLater ? turn?.change?.from : turn?.recorded;
    const next = { ...members, data: { ...members.data, ...definedOf({ recorded }) } };
    evaluated.push({ pageId, rule, record: { ...next, v: 1, rev: 1 } });
    if (isSame(before.record, next) || before.revision === NEWER_ROW) continue;
    writes.push(PAGE_ROWS.write(pageKey(pageId), before.revision, next));
    changed.push(pageId);
  }
  await commitEach(storage, writes, removals, events);
  if (changed.length > 0)
    await foldPages({ storage, clock, levels: context.levels, ...(await readFindingConditions(storage)) }, changed);
  return evaluated;
}

interface PageNow {
  readonly pageId: string;
  readonly level: { readonly spaceId: string; readonly levelId: string } | undefined;
  readonly rule: ExposureRule | undefined;
  readonly before: StoredPage;
  readonly contribution: { readonly open: NonNullable<Known['open']> } | undefined;
}

interface JudgedPage extends Pick<PageNow, 'pageId' | 'rule' | 'before'> {
  /** Undefined: the page needs no row. */
  readonly members?: Members | undefined;
  /** Undefined: nothing was judged. */
  readonly turn?: Turn | undefined;
}

function judgeNow(
  context: EvaluateContext,
  { pageId, level, rule, before, contribution }: PageNow,
  measured: Measurement | undefined,
  facts: Facts,
): JudgedPage {
  if (level === undefined || rule === undefined) return { pageId, rule, before };
  const { spaceId, levelId } = level;
  const space = facts.spaces.get(spaceId);
  const turnTo = (verdict: JudgedAudience) => turnOf(ruleCode(levelId, rule), before, space, verdict);
  if (!needsRow(rule, spaceId, before, facts)) {
    const verdict = space?.isClosed === true ? undefined : judgeSpace(rule, spaceId, facts);
    const isKept = verdict?.judgment.verdict === 'within';
    return { pageId, rule, before, ...(isKept ? { turn: turnTo(verdict) } : {}) };
  }
  const known = { before, measured, facts, rank: rankOf(context, levelId), open: contribution?.open };
  const { verdict, members } = nextRecord({ pageId, spaceId, levelId }, rule, known);
  return { pageId, rule, before, members, turn: turnTo(verdict) };
}

/** Pages get rows only where they can be measured. */
function needsRow(rule: ExposureRule, spaceId: string, { record }: StoredPage, facts: Facts): boolean {
  const space = facts.spaces.get(spaceId);
  const { verdict, reasons } = judgeSpace(rule, spaceId, facts).judgment;
  if (space?.isClosed === true || verdict === 'within') return false;
  // The next measurement of the space decides if its pages need any.
  const isOutdated = reasons.some((reason) => reason === 'outdated');
  return record !== undefined || (space?.isComplete === true && !isOutdated);
}

function rankOf({ levels, exposure }: Pick<EvaluateContext, 'levels' | 'exposure'>, levelId: string): number {
  return Math.max(0, ruledLevels(levels, exposure).indexOf(levelId));
}

type Members = Omit<PageRecord, 'v' | 'rev'>;

interface Known {
  readonly before: StoredPage;
  readonly measured: Measurement | undefined;
  readonly facts: Facts;
  readonly rank: number;
  readonly open: { readonly high: number; readonly critical: number } | undefined;
}

function nextRecord(
  { pageId, spaceId, levelId }: { readonly pageId: string; readonly spaceId: string; readonly levelId: string },
  rule: ExposureRule,
  { before: { record }, measured, facts, rank, open }: Known,
): { readonly verdict: JudgedAudience; readonly members: Members } {
  // A page that was moved is below other pages.
  const isElsewhere = record !== undefined && record.spaceList !== spaceId;
  const known = measured ?? (record === undefined || isElsewhere ? NO_MEASUREMENT : record.data);
  const { unmeasured, gates, lacksAncestor, checkedAt } = known;
  const facets = { gates, ...definedOf({ unmeasured, lacksAncestor, checkedAt }) };
  const verdict = judgeStored(rule, spaceId, { levelId, reasons: [], ...facets }, facts);
  const { judgment, audience, gateId } = verdict;
  const isMeasured = unmeasured === undefined;
  const { anonymous, loggedIn, people, guests, apps } = audience;
  const isOver = judgment.verdict === 'over';
  const dueAt =
    measured === undefined && record !== undefined && !isElsewhere ? record.dueAt : nextDue(known, rank, facts);
  const members: Members = {
    kind: 'page',
    list: judgment.verdict,
    spaceList: spaceId,
    ...(gateId === undefined || !isMeasured ? {} : { gateId }),
    sort: sortOf(pageId, judgment, { audience, rule, rank, open }),
    dueAt,
    data: {
      levelId,
      reasons: [...judgment.reasons],
      ...facets,
      ...(isMeasured ? definedOf({ anonymous, loggedIn, people, guests, apps }) : {}),
      ...(isOver ? { overSince: record?.data.overSince ?? measured?.checkedAt ?? facts.now.toISOString() } : {}),
    },
  };
  return { verdict, members };
}

/** Its restrictions can be older than the page, see `judgeStored`. */
function nextDue({ unmeasured, gates, checkedAt }: Measurement, rank: number, facts: Facts): string {
  if (unmeasured === 'not-measured-yet' || checkedAt === undefined) return dueAtOnce(RANKS.pages + rank);
  const times = [checkedAt, ...gates.flatMap(({ gate }) => facts.gates.get(gate)?.checkedAt ?? [])];
  const oldest = Math.min(...times.map((time) => Date.parse(time)));
  return new Date(
    unmeasured === 'access-not-read' ? facts.now.getTime() + RETRY_MS : oldest + ROTATION_MS,
  ).toISOString();
}

interface Risk {
  readonly audience: Audience;
  readonly rule: ExposureRule;
  readonly rank: number;
  readonly open: Known['open'];
}

const MOST_RISK = 9_999;

/** Most risk first, then by page. The factors are those that people see: level, audience and findings. */
function sortOf(pageId: string, { verdict, reasons }: Judgment, { audience, rule, rank, open }: Risk): string {
  const ofLevel = Math.max(1, 4 - rank);
  const has = (reason: string) => reasons.some((one) => one === reason);
  const isTenfold = rule.maxPeople !== undefined && audience.people.atLeast >= 10 * rule.maxPeople;
  const ofAudience = has('anonymous') ? 4 : has('unlicensed') ? 3 : has('guests') ? 2 : isTenfold ? 1.5 : 1;
  const ofFindings = 1 + Math.min(3, (open?.critical ?? 0) + (open?.high ?? 0) / 4);
  const risk = verdict === 'over' ? Math.round(ofLevel * ofAudience * ofFindings * 100) : 0;
  return `${String(MOST_RISK - risk).padStart(4, '0')}#${pageId}`;
}

function isSame(record: PageRecord | undefined, next: Members): boolean {
  if (record === undefined) return false;
  const { v: _v, rev: _rev, ...before } = record;
  return canonicalJson(before) === canonicalJson(next);
}
