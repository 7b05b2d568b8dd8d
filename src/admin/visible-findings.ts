import * as z from 'zod';
import type { PageLevelRecord } from '../classification/model';
import { pageId } from '../classification/page-level-fields';
import { readPageLevels } from '../classification/page-level-store';
import { lookUpPages, type SeenPage } from '../classification/pages-lookup';
import { lookUpSpace } from '../classification/space-lookup';
import { listVisibleRows } from '../classification/visible-list';
import { CATEGORIES, SEVERITIES } from '../detection/detector';
import { type FindingFilter, type ListedFinding, listFindings } from '../findings/list-findings';
import { readExclusions } from '../findings/exclusions/exclusion-store';
import type { Exclusion } from '../findings/exclusions/model';
import { readPageLabels } from '../findings/exclusions/page-labels';
import {
  mayBeShownAs,
  type Shown,
  SHOWN_STATUSES,
  type ShownStatus,
  shownStatusOf,
  storedStatusOf,
} from '../findings/exclusions/shown-status';
import { BANDS, type FindingRecord } from '../findings/model';
import { HostError } from '../platform/confluence';
import type { Position } from '../platform/newest-first';
import { together } from '../platform/together';
import type { AdminRequest } from './operation';
import { readListCursor } from './cursors';
import { readInput } from './result';

/**
 * Findings for the admin who asks: those on pages that this person sees in Confluence at this moment. The others are not
 * counted either: with the filters, their number says which values are on hidden pages.
 */

const instant = z.iso.datetime({ precision: 3, error: 'must be an instant in UTC with milliseconds' });

const filters = z
  .strictObject({
    spaceId: z.string().regex(/^[1-9][0-9]{0,17}$/, { error: 'must be the id of a space' }),
    pageId,
    detectorId: z.string().regex(/^[a-z0-9][a-z0-9:-]{0,99}$/, { error: 'must be the id of a detector' }),
    fingerprint: z.string().regex(/^[A-Za-z0-9_-]{16,100}$/, { error: 'must be the fingerprint of a finding' }),
    category: z.enum(CATEGORIES),
    severity: z.enum(SEVERITIES),
    band: z.enum(BANDS),
    status: z.enum(SHOWN_STATUSES),
    /** That the page has now. */
    levelId: z.uuid(),
    /** First found then or later. */
    from: instant,
    to: instant,
  })
  .partial();

export const listFindingsInput = filters.extend({
  cursor: z.string().max(512).optional(),
  limit: z.int().min(1).max(100).default(50),
});
export const readFindingsInput = filters.extend({ cursor: z.string().max(512).optional() });
export const countFindingsInput = filters;

type Filters = z.infer<typeof filters>;

/** What is asked for. */
export interface Question {
  readonly filter: FindingFilter;
  /** That they must be shown with. */
  readonly status: ShownStatus | undefined;
  readonly levelId: string | undefined;
  readonly after: Position | undefined;
}

/** @throws Refusal */
export function readQuestion<T extends Filters & { readonly cursor?: string | undefined }>(
  request: AdminRequest,
  schema: z.ZodType<T>,
  payload: unknown,
): Question & { readonly input: T } {
  const input = readInput(schema, payload);
  const { spaceId, pageId, detectorId, fingerprint, category, severity, band, status, levelId, from, to } = input;
  const stored = storedStatusOf(status);
  const filter = { spaceId, pageId, detectorId, fingerprint, category, severity, band, status: stored, from, to };
  const after =
    input.cursor === undefined
      ? undefined
      : readListCursor(request, input.cursor, cursorQuestion({ filter, status, levelId }));
  return { input, filter, status, levelId, after };
}

/** A finding on a page that the admin sees. */
export interface SeenFinding {
  readonly findingId: string;
  readonly record: FindingRecord;
  readonly page: SeenPage;
  readonly level: PageLevelRecord | undefined;
  readonly shown: Shown;
}

export interface SeenFindings {
  readonly findings: readonly SeenFinding[];
  /** Where to go on; undefined = there is nothing more. */
  readonly next: Position | undefined;
}

type Visible = Pick<SeenFinding, 'page' | 'level'> & {
  /** Of those that exclusions name. */
  readonly labels: ReadonlySet<string> | undefined;
};

const NOTHING: SeenFindings = { findings: [], next: undefined };

/** A space that the admin does not see is like one that is not there. @throws HostError */
async function isOfUnknownSpace({ confluence, accountId }: AdminRequest, { filter }: Question): Promise<boolean> {
  if (filter.spaceId === undefined) return false;
  return (await lookUpSpace(confluence, accountId, filter.spaceId)) !== 'visible';
}

/** The last found first; there may be fewer than the limit, and still more of them. */
export async function listSeenFindings(
  request: AdminRequest,
  question: Question,
  limit: number,
): Promise<SeenFindings> {
  if (await isOfUnknownSpace(request, question)) return NOTHING;
  const { all: exclusions } = await readExclusions(request.storage);
  const list = await listVisibleRows<ListedFinding, Visible | 'hidden', SeenFinding, Position | undefined>({
    after: question.after,
    limit,
    find: async (after, count) => {
      const { items, next } = await findAfter(request, question, exclusions, after, count);
      return { items, next, hasMore: next !== undefined };
    },
    see: async (items) =>
      seePages(
        request,
        exclusions,
        items.map(({ pageId }) => pageId),
      ),
    show: (item, visible) => seenAs(request, question, exclusions, item, visible),
  });
  return { findings: list.results, next: list.next };
}

/** As many pages as are looked at in one call to Confluence. */
const MAX_PAGES = 250;
const MAX_FINDINGS = 1_000;

/**
 * Many at once, to count or to group them: as many as one operation should read.
 * @param isWanted what else a finding must be for its page to be looked at
 */
export async function readManyFindings(
  request: AdminRequest,
  question: Question,
  isWanted: (record: FindingRecord) => boolean = () => true,
): Promise<SeenFindings> {
  if (await isOfUnknownSpace(request, question)) return NOTHING;
  const { all: exclusions } = await readExclusions(request.storage);
  const { items, next } = await findAfter(request, question, exclusions, question.after, MAX_FINDINGS, isWanted);
  const pageIds = [...new Set(items.map(({ pageId }) => pageId))].slice(0, MAX_PAGES);
  const seen = await seePages(request, exclusions, pageIds);
  const unseen = items.findIndex(({ pageId }) => !seen.has(pageId));
  const decided = unseen === -1 ? items : items.slice(0, unseen);
  const findings = decided.flatMap((item) => seenAs(request, question, exclusions, item, seen.get(item.pageId)) ?? []);
  return { findings, next: unseen === -1 ? next : (decided.at(-1)?.at ?? question.after) };
}

function findAfter(
  { storage, now }: AdminRequest,
  { filter, status }: Question,
  exclusions: readonly Exclusion[],
  after: Position | undefined,
  limit: number,
  isAsked: (record: FindingRecord) => boolean = () => true,
) {
  const isWanted = (record: FindingRecord) => isAsked(record) && mayBeShownAs(status, record, exclusions, now);
  return listFindings(storage, { filter, isWanted, now, after, limit });
}

/** @param pageIds of 250 pages at most @returns by the ids of those that could be asked about */
export async function seePages(
  { confluence, storage, accountId, now }: AdminRequest,
  exclusions: readonly Exclusion[],
  pageIds: readonly string[],
  which: 'first' | 'all' = 'first',
): Promise<ReadonlyMap<string, Visible | 'hidden'>> {
  const wanted = [...new Set(pageIds)];
  if (wanted.length === 0) return new Map();
  const [lookup, levels, labels] = await together([
    lookUpPages(confluence, accountId, wanted, which),
    readPageLevels(storage, wanted),
    readPageLabels(confluence, exclusions, wanted, now),
  ] as const);
  if (lookup.outcome === 'creator-inactive') throw new HostError('failure', 'Confluence no longer knows the admin');
  const seen = new Map<string, Visible | 'hidden'>();
  for (const [pageId, page] of lookup.pages) {
    const stored = levels.get(pageId);
    const level = stored === undefined || stored === 'unreadable' ? undefined : stored.record;
    seen.set(pageId, page === 'hidden' ? 'hidden' : { page, level, labels: labels.get(pageId) });
  }
  return seen;
}

/** By what its page is now. */
function seenAs(
  request: AdminRequest,
  { filter, levelId, status }: Question,
  exclusions: readonly Exclusion[],
  { findingId, record }: ListedFinding,
  visible: Visible | 'hidden' | undefined,
): SeenFinding | undefined {
  if (visible === undefined || visible === 'hidden') return undefined;
  if (filter.spaceId !== undefined && filter.spaceId !== visible.page.spaceId) return undefined;
  if (levelId !== undefined && levelId !== visible.level?.levelId) return undefined;
  const shown = shownAs(request, record, exclusions, visible);
  if (status !== undefined && status !== shown.status) return undefined;
  return { findingId, record, page: visible.page, level: visible.level, shown };
}

export function shownAs(
  { now }: AdminRequest,
  record: FindingRecord,
  exclusions: readonly Exclusion[],
  { page: { pageId, spaceId }, level, labels }: Visible,
): Shown {
  return shownStatusOf(record, { pageId, spaceId, levelId: level?.levelId, labels }, exclusions, now);
}

/** The filters that a cursor belongs to. */
export function cursorQuestion({
  filter,
  status,
  levelId,
}: Pick<Question, 'filter' | 'status' | 'levelId'>): readonly (string | undefined)[] {
  return ['findings', JSON.stringify(Object.entries(filter).sort()), status, levelId];
}
