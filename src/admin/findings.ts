import * as z from 'zod';
import { countFindings, type FindingNumbers, numbersOf } from '../findings/count-findings';
import { readExclusions } from '../findings/exclusions/exclusion-store';
import { readFindings, readScan } from '../findings/scan-store';
import { together } from '../platform/together';
import { type FindingView, type PageScanView, viewFinding, viewPageScan } from './finding-view';
import { writeListCursor } from './cursors';
import type { AdminRequest } from './operation';
import { readInput, Refusal } from './result';
import {
  countFindingsInput,
  cursorQuestion,
  listFindingsInput,
  listSeenFindings,
  readManyFindings,
  readFindingsInput,
  readQuestion,
  seePages,
  shownAs,
  type SeenFindings,
} from './visible-findings';

/** What was found on pages, for whoever goes through it. Eventually consistent: what was found in the last seconds may be missing. */

interface Part {
  /** There is more: ask with it, and the same filters. */
  readonly cursor?: string;
  /** With a cursor: there is nothing newer than this full hour that was not looked through. */
  readonly searchedBackTo?: string;
}

export interface FindingList extends Part {
  /** The last found first. */
  readonly findings: readonly FindingView[];
}

export async function listFindings(request: AdminRequest, payload: unknown): Promise<FindingList> {
  const { input, ...question } = readQuestion(request, listFindingsInput, payload);
  const seen = await listSeenFindings(request, question, input.limit);
  return { findings: seen.findings.map(viewFinding), ...partOf(request, seen, question) };
}

export interface FindingGroup {
  /** The fingerprint of the value, or the id of the page. */
  readonly key: string;
  readonly findings: number;
  readonly pageIds: readonly string[];
  readonly numbers: FindingNumbers;
  readonly newest: FindingView;
}

export interface FindingGroups extends Part {
  /** Those with the most findings first. The same key can come again in the next part. */
  readonly groups: readonly FindingGroup[];
}

export const groupFindingsInput = readFindingsInput.extend({ by: z.enum(['value', 'page']) });

/** Findings of the same value, or of the same page, together: of a thousand at once. */
export async function groupFindings(request: AdminRequest, payload: unknown): Promise<FindingGroups> {
  const { input, ...question } = readQuestion(request, groupFindingsInput, payload);
  const seen = await readManyFindings(request, question);
  const groups = new Map<string, SeenFindings['findings'][number][]>();
  for (const finding of seen.findings) {
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
}

export interface FindingsSummary extends FindingNumbers {
  readonly findings: number;
  readonly pages: number;
  readonly bySpace: Readonly<Record<string, number>>;
  /** false: the numbers are of the last found, a thousand at most. */
  readonly isComplete: boolean;
}

export async function summarizeFindings(request: AdminRequest, payload: unknown): Promise<FindingsSummary> {
  const { input: _input, ...question } = readQuestion(request, countFindingsInput, payload);
  const { findings, next } = await readManyFindings(request, question);
  return {
    findings: findings.length,
    pages: new Set(findings.map(({ record }) => record.pageId)).size,
    ...countFindings(findings.map(({ record, shown }) => ({ ...record, status: shown.status }))),
    bySpace: numbersOf(findings, ({ page }) => page.spaceId),
    isComplete: next === undefined,
  };
}

export const oneFindingInput = z.strictObject({ findingId: z.uuid() });

export interface FindingDetails {
  readonly finding: FindingView;
  readonly scan: PageScanView;
  /** Other places of the same value, the last found first; MAX_PLACES at most. */
  readonly places: readonly FindingView[];
  readonly hasMorePlaces: boolean;
}

const MAX_PLACES = 20;

/** @throws Refusal FINDING_NOT_FOUND, also where the admin does not see its page */
export async function getFinding(request: AdminRequest, payload: unknown): Promise<FindingDetails> {
  const { findingId } = readInput(oneFindingInput, payload);
  const record = (await readFindings(request.storage, [findingId])).get(findingId);
  if (record === undefined) throw notFound();
  const question = {
    filter: { fingerprint: record.fingerprint },
    status: undefined,
    levelId: undefined,
    after: undefined,
  };
  const { all: exclusions } = await readExclusions(request.storage);
  const [pages, scan, others] = await together([
    seePages(request, exclusions, [record.pageId]),
    readScan(request.storage, record.pageId),
    listSeenFindings(request, question, MAX_PLACES + 1),
  ] as const);
  const visible = pages.get(record.pageId);
  if (visible === undefined || visible === 'hidden') throw notFound();
  const places = others.findings.filter((other) => other.findingId !== findingId);
  return {
    finding: viewFinding({ findingId, record, ...visible, shown: shownAs(request, record, exclusions, visible) }),
    scan: viewPageScan(scan.record, visible.page),
    places: places.slice(0, MAX_PLACES).map(viewFinding),
    hasMorePlaces: others.next !== undefined || places.length > MAX_PLACES,
  };
}

function notFound(): Refusal {
  return new Refusal({
    code: 'FINDING_NOT_FOUND',
    message: 'There is no such finding, or you do not see its page in Confluence.',
  });
}

function partOf(request: AdminRequest, { next }: SeenFindings, question: Parameters<typeof cursorQuestion>[0]): Part {
  if (next === undefined) return {};
  return {
    cursor: writeListCursor(request, next, cursorQuestion(question)),
    searchedBackTo: fullHourAfter(next.time),
  };
}

const HOUR_MS = 3_600_000;

/** The list may have ended at a finding on a hidden page: when exactly that was found is not shown. */
function fullHourAfter(time: string): string {
  return new Date(Math.ceil(Date.parse(time) / HOUR_MS) * HOUR_MS).toISOString();
}
