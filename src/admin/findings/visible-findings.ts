import * as z from 'zod';
import { CONTENT_TYPES, type ListedContent } from '../../classification/content-type';
import { pageId } from '../../classification/page-level-fields';
import { lookUpSpace } from '../../classification/space-lookup';
import type { VisibleRows } from '../../classification/visible-list';
import { CATEGORIES, SEVERITIES } from '../../detection/detector';
import { SHOWN_STATUSES, storedStatusOf } from '../../findings/exclusions/shown-status';
import { readFindingConditions } from '../../findings/finding-conditions';
import { BANDS } from '../../findings/model';
import {
  FINDING_ORDERS,
  type FindingOrder,
  type FindingsQuestion,
  type FindingsReader,
  listVisibleFindings,
  readManyFindings,
  type VisibleFinding,
} from '../../findings/lists/visible-findings';
import type { Position } from '../../platform/rows-by-time';
import { readListCursor } from '../cursors';
import { findPagesWithLevels, readVisibility } from '../visible-pages';
import { accountIdInput, cursorInput, spaceIdInput } from '../input';
import type { AdminRequest } from '../operation';

/** Findings on the pages that the acting admin can currently see in Confluence. */

const instant = z.iso.datetime({ precision: 3, error: 'must be a UTC timestamp with milliseconds' });

const filters = z
  .strictObject({
    spaceId: spaceIdInput,
    pageId,
    detectorId: z.string().regex(/^[a-z0-9][a-z0-9:-]{0,99}$/, { error: 'must be a detector ID' }),
    fingerprint: z.string().regex(/^[A-Za-z0-9_-]{16,100}$/, { error: 'must be the fingerprint of a finding' }),
    category: z.enum(CATEGORIES),
    severity: z.enum(SEVERITIES),
    /** One of these severities. */
    severities: z.array(z.enum(SEVERITIES)).min(1).max(SEVERITIES.length),
    band: z.enum(BANDS),
    status: z.enum(SHOWN_STATUSES),
    /** The current level of the page. */
    levelId: z.uuid(),
    /** First found at this time or later. */
    from: instant,
    to: instant,
    /** The person who has to act: the assigned one, or the owner of the page. */
    ownerId: accountIdInput,
    isOverdue: z.boolean(),
    contentType: z.enum([...CONTENT_TYPES, 'all']),
  })
  .partial();

export const listFindingsInput = filters.extend({
  cursor: cursorInput,
  limit: z.int().min(1).max(100).default(50),
  order: z.enum(FINDING_ORDERS).optional(),
});
export const readFindingsInput = filters.extend({ cursor: cursorInput });
export const countFindingsInput = filters;

type Filters = z.infer<typeof filters>;

export interface Question extends FindingsQuestion, ListedContent {
  readonly after: Position | undefined;
}

type ListInput = Filters & { readonly cursor?: string | undefined; readonly order?: FindingOrder | undefined };

/** @throws Refusal */
export function questionOf(request: AdminRequest, input: ListInput): Question {
  const { status, levelId, order = 'newest', contentType, cursor } = input;
  const { spaceId, pageId, detectorId, fingerprint, category, severity, severities, band, from, to } = input;
  const work = { ownerId: input.ownerId, isOverdue: input.isOverdue };
  const stored = storedStatusOf(status);
  const exact = { spaceId, pageId, detectorId, fingerprint, category, severity, band, status: stored };
  const filter = { ...exact, severities, from, to };
  const levelIds = levelId === undefined ? undefined : [levelId];
  const question = { filter, status, levelIds, order, contentType, ...work };
  return { ...question, after: readListCursor(request, cursor, cursorQuestion(question)) };
}

const NOTHING: VisibleRows<VisibleFinding, Position | undefined> = {
  results: [],
  next: undefined,
  hasMore: false,
  isFull: false,
};

/** @throws HostError, StorageUnavailableError */
export async function listFindingsFor(request: AdminRequest, question: Question, limit: number) {
  if (await isOutOfSight(request, question)) return NOTHING;
  return listVisibleFindings(await readerFor(request, question), question, { after: question.after, limit });
}

/** Reads findings to count or group them. @throws HostError, StorageUnavailableError */
export async function readManyFindingsFor(request: AdminRequest, question: Question) {
  if (await isOutOfSight(request, question)) return NOTHING;
  return readManyFindings(await readerFor(request, question), question, question.after);
}

/** A space or a page that the admin cannot see is treated as not found, with the same calls. @throws HostError */
async function isOutOfSight(request: AdminRequest, { filter, contentType }: Question): Promise<boolean> {
  const { spaceId, pageId } = filter;
  if (spaceId !== undefined && (await lookUpSpace(request.confluence, request.accountId, spaceId)) !== 'visible')
    return true;
  return pageId !== undefined && !(await readVisibility(request, [pageId], 0, contentType))(pageId);
}

async function readerFor(request: AdminRequest, { contentType }: ListedContent): Promise<FindingsReader> {
  const { storage, confluence, now } = request;
  const { exclusions, ...conditions } = await readFindingConditions(storage);
  const see = (pageIds: readonly string[]) => findPagesWithLevels(request, pageIds, contentType);
  return { storage, confluence, now, exclusions: exclusions.all, ...conditions, spaceLimit: [], see };
}

/** The filters and the order that a cursor belongs to. */
export function cursorQuestion({
  filter,
  status,
  levelIds,
  order,
  ownerId,
  isOverdue,
  contentType,
}: Omit<Question, 'after'>): readonly (string | undefined)[] {
  return [
    'findings',
    JSON.stringify(Object.entries(filter).sort()),
    status,
    levelIds?.join(),
    order,
    ownerId,
    isOverdue?.toString(),
    contentType,
  ];
}
