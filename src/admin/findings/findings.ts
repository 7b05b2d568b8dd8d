import * as z from 'zod';
import type { ContentType } from '../../classification/content-type';
import type { VisibleRows } from '../../classification/visible-list';
import { countFindings, type FindingNumbers, numbersOf } from '../../findings/lists/count-findings';
import { readPageLabels } from '../../findings/exclusions/page-labels';
import { openFindingWords } from '../../findings/explain-findings';
import { type FindingConditions, readFindingConditions } from '../../findings/finding-conditions';
import type { FindingContext } from '../../findings/finding-context';
import type { FindingRecord } from '../../findings/model';
import { readFindings, readScan } from '../../findings/scan/scan-store';
import { asVisible, type VisibleFinding } from '../../findings/lists/visible-findings';
import type { Position } from '../../platform/rows-by-time';
import { awaitAll } from '../../platform/await-all';
import { type FindingView, type PageScanView, viewFinding, viewPageScan } from './finding-view';
import { writeListCursor } from '../cursors';
import {
  countFindingsInput,
  cursorQuestion,
  listFindingsInput,
  listFindingsFor,
  readFindingsInput,
  readManyFindingsFor,
  questionOf,
} from './visible-findings';
import { findPageWithLevel } from '../visible-pages';
import { operation } from '../input';
import type { AdminRequest } from '../operation';
import { Refusal } from '../result';

/** Findings for review. Eventually consistent, so findings of the last seconds may be missing. */

interface Part {
  /** The cursor of the next part, for the same filters; omitted: no more findings. */
  readonly cursor?: string;
  /** Present only with a cursor and a full part of the newest. Everything newer than this full hour was searched. */
  readonly searchedBackTo?: string;
}

export interface FindingList extends Part {
  /** In the requested order; by default, the most recently found first. */
  readonly findings: readonly FindingView[];
}

export const listFindings = operation(listFindingsInput, async (request, input): Promise<FindingList> => {
  const question = questionOf(request, input);
  const seen = await listFindingsFor(request, question, input.limit);
  return { findings: seen.results.map(viewFinding), ...partOf(request, seen, question) };
});

export interface FindingGroup {
  /** The fingerprint of the value, or the id of the page. */
  readonly key: string;
  readonly findings: number;
  readonly pageIds: readonly string[];
  readonly numbers: FindingNumbers;
  readonly newest: FindingView;
}

export interface FindingGroups extends Part {
  /** Groups with the most findings first. The same key can occur again in the next part. */
  readonly groups: readonly FindingGroup[];
}

const groupFindingsInput = readFindingsInput.extend({ by: z.enum(['value', 'page']) });

/** Groups findings by value or by page, a thousand findings at a time. */
export const groupFindings = operation(groupFindingsInput, async (request, input): Promise<FindingGroups> => {
  const question = questionOf(request, input);
  const seen = await readManyFindingsFor(request, question);
  const groups = new Map<string, VisibleFinding[]>();
  for (const finding of seen.results) {
    const key = input.by === 'page' ? finding.record.pageId : finding.record.fingerprint;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  const views = [...groups].flatMap(([key, findings]) => {
    const [newest] = findings;
    if (newest === undefined) return [];
    const pageIds = [...new Set(findings.map(({ record }) => record.pageId))];
    const numbers = countFindings(findings.map(({ record, shown }) => ({ ...record, status: shown.status })));
    return { key, findings: findings.length, pageIds, numbers, newest: viewFinding(newest) };
  });
  return { groups: views.sort((a, b) => b.findings - a.findings), ...partOf(request, seen, question) };
});

export interface FindingsSummary extends FindingNumbers {
  readonly findings: number;
  readonly pages: number;
  readonly bySpace: Readonly<Record<string, number>>;
  /** The number of pages of each value that is on several pages now, by its fingerprint. */
  readonly pagesByValue: Readonly<Record<string, number>>;
  /** false: the numbers cover only the most recently found, a thousand at most. */
  readonly isComplete: boolean;
}

export const summarizeFindings = operation(countFindingsInput, async (request, input): Promise<FindingsSummary> => {
  const { results: findings, hasMore } = await readManyFindingsFor(request, questionOf(request, input));
  return {
    findings: findings.length,
    pages: new Set(findings.map(({ record }) => record.pageId)).size,
    ...countFindings(findings.map(({ record, shown }) => ({ ...record, status: shown.status }))),
    bySpace: numbersOf(findings, ({ page }) => page.spaceId),
    pagesByValue: pagesByValue(findings),
    isComplete: !hasMore,
  };
});

function pagesByValue(findings: readonly VisibleFinding[]): Readonly<Record<string, number>> {
  const pages = new Map<string, Set<string>>();
  for (const { record, shown } of findings)
    if (shown.status !== 'resolved' && shown.status !== 'redacted')
      pages.set(record.fingerprint, (pages.get(record.fingerprint) ?? new Set()).add(record.pageId));
  return Object.fromEntries([...pages].flatMap(([value, on]) => (on.size > 1 ? [[value, on.size]] : [])));
}

export const oneFindingInput = z.strictObject({ findingId: z.uuid() });

export interface FindingDetails {
  readonly finding: FindingView;
  /** Why the value was found, and how it would be more or less certain, in one sentence. */
  readonly explanation: string;
  readonly scan: PageScanView;
  readonly context: FindingContext;
  /** Other places of the same value, the most recently found first; MAX_PLACES at most. */
  readonly places: readonly FindingView[];
  readonly hasMorePlaces: boolean;
}

const MAX_PLACES = 20;

/** @throws Refusal FINDING_NOT_FOUND, also if the admin cannot see its page */
export const getFinding = operation(oneFindingInput, async (request, { findingId }): Promise<FindingDetails> => {
  const record = (await readFindings(request.storage, [findingId])).get(findingId);
  if (record === undefined) throw notFound();
  const [scan, conditions] = await readForFinding(request, record);
  const contentType = scan.record?.data.contentType;
  const question = {
    filter: { fingerprint: record.fingerprint },
    contentType: contentType === undefined ? undefined : ('all' as const),
    status: undefined,
    withObserved: true,
    levelIds: undefined,
    after: undefined,
  };
  const [seen, context, others] = await awaitAll([
    showRecord(request, findingId, record, conditions, contentType),
    readContext(request, findingId, record),
    listFindingsFor(request, question, MAX_PLACES + 1),
  ] as const);
  const places = others.results.filter((other) => other.findingId !== findingId);
  const { explain } = await openFindingWords(conditions.config);
  return {
    finding: viewFinding(seen),
    explanation: explain(record),
    scan: viewPageScan(scan.record, seen.page),
    context,
    places: places.slice(0, MAX_PLACES).map(viewFinding),
    hasMorePlaces: others.hasMore || places.length > MAX_PLACES,
  };
});

async function readContext(request: AdminRequest, ...finding: [string, FindingRecord]): Promise<FindingContext> {
  const { readFindingContext } = await import('../../findings/finding-context');
  return readFindingContext(request, request.accountId, ...finding);
}

/** Reads a finding as the admin sees it now. @throws Refusal FINDING_NOT_FOUND, also if the admin cannot see its page */
export async function readSeenFinding(request: AdminRequest, findingId: string): Promise<VisibleFinding> {
  const record = (await readFindings(request.storage, [findingId])).get(findingId);
  if (record === undefined) throw notFound();
  const [scan, conditions] = await readForFinding(request, record);
  return showRecord(request, findingId, record, conditions, scan.record?.data.contentType);
}

function readForFinding({ storage }: AdminRequest, { pageId }: FindingRecord) {
  return awaitAll([readScan(storage, pageId), readFindingConditions(storage)] as const);
}

/** @throws Refusal FINDING_NOT_FOUND if the admin cannot see its page */
async function showRecord(
  request: AdminRequest,
  findingId: string,
  record: FindingRecord,
  { exclusions: { all: exclusions }, ...conditions }: FindingConditions,
  contentType: ContentType | undefined,
): Promise<VisibleFinding> {
  const { confluence, now } = request;
  const [visible, labels] = await awaitAll([
    findPageWithLevel(request, record.pageId, contentType),
    readPageLabels(confluence, exclusions, [record.pageId], now),
  ] as const);
  if (visible === undefined) throw notFound();
  return asVisible({ now, exclusions, ...conditions }, { findingId, record, ...visible }, labels);
}

function notFound(): Refusal {
  return new Refusal('FINDING_NOT_FOUND', 'The finding no longer exists, or you can’t view its page.');
}

/** A part that is not full may end at a finding on a hidden page. */
export function partOf(
  request: AdminRequest,
  { next, hasMore, isFull }: VisibleRows<VisibleFinding, Position | undefined>,
  question: Parameters<typeof cursorQuestion>[0],
): Part {
  if (!hasMore || next === undefined) return {};
  const cursor = writeListCursor(request, next, cursorQuestion(question));
  const isNewestFirst = question.order === 'newest';
  return { cursor, ...(isFull && isNewestFirst ? { searchedBackTo: fullHourAfter(next.time) } : {}) };
}

const HOUR_MS = 3_600_000;

function fullHourAfter(time: string): string {
  return new Date(Math.ceil(Date.parse(time) / HOUR_MS) * HOUR_MS).toISOString();
}
