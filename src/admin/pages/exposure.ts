import * as z from 'zod';
import { type Levels, readLevels } from '../../classification/level-store';
import { findSpaceNames, lookUpSpace } from '../../classification/space-lookup';
import { type Bounds, type Judgment, OVER_REASONS, type Verdict, VERDICTS } from '../../exposure/audience';
import {
  createException,
  endException,
  EXPOSURE,
  resetRules,
  setRules,
  toException,
} from '../../exposure/change-rules';
import { markForRefresh, markSpace, MAX_REFRESHED } from '../../exposure/mark';
import {
  listExposure as listPageExposure,
  type ListedPageExposure,
  readSiteExposure,
  type SpaceExposure,
} from '../../exposure/reads';
import { EXCEPTION_REASON_LENGTH, type ExposureException, exposureRule } from '../../configuration/governance';
import { exposureCsv, NOT_MEASURED_LINE } from '../../exposure/exposure-csv';
import { ruleInWords } from '../../exposure/words';
import { invalidInput } from '../../keys/read-input';
import { awaitAll } from '../../platform/await-all';
import { definedOf } from '../../platform/defined-of';
import { instant } from '../../platform/instant';
import { partsOf } from '../../platform/parts';
import type { CsvPart } from '../audit/export-in-parts';
import { readFileNames } from '../audit/names-in-file';
import { changeAsAdmin } from '../change-as-admin';
import { readListCursor, writeListCursor } from '../cursors';
import { cursorInput, id, noInput, operation, rev, spaceIdInput } from '../input';
import type { AdminRequest } from '../operation';
import { Refusal } from '../result';
import { findPages, findPageWithLevel } from '../visible-pages';
import { type ExposureSummary, summaryOf } from './exposure-summary';
import { findPageNames } from './pages';

/** Who can see pages, compared with the rules of their levels. Numbers for the whole site, pages as the admin can view them. */

export interface ExposureView extends ExposureSummary {
  /** The revision of the rules and exceptions. */
  readonly rev: number;
  /** The rules are the proposed ones, and there was no change yet. */
  readonly isProposed: boolean;
  /** The spaces that the admin can view, those with the most pages over a rule first; at most 1,000. */
  readonly spaces: readonly ExposureSpaceView[];
  /** The number of spaces that `spaces` omits. */
  readonly otherSpaces: number;
  readonly exceptions: readonly ExceptionView[];
  /** The number of exceptions for pages and spaces that the admin cannot view. */
  readonly otherExceptions: number;
}

export interface ExposureSpaceView extends Pick<
  SpaceExposure,
  'spaceId' | 'isClosed' | 'letsInAllUsers' | 'checkedAt' | 'byLevel'
> {
  readonly key: string;
  readonly name: string;
  /** Undefined: not measured. */
  readonly anonymous?: boolean;
  readonly people?: Bounds;
}

export interface ExceptionView extends Omit<ExposureException, 'createdAt'> {
  /** The title of the page. Omitted: for a space. */
  readonly title?: string;
  readonly spaceName: string;
}

const MAX_SPACES = 1_000;

export const getExposure = operation(noInput, (request) => readView(request));

async function readView(request: AdminRequest): Promise<ExposureView> {
  const { storage, installationId, now } = request;
  const levels = await readLevels(storage, installationId);
  const site = await readSiteExposure({ storage, levels, now });
  const { exposure } = site;
  const current = exposure.exceptions.filter(({ until }) => until > now.toISOString());
  const [spaces, exceptions] = await awaitAll([
    viewSpaces(request, site.spaces),
    viewExceptions(request, current),
  ] as const);
  return {
    ...summaryOf(site, levels, now),
    rev: exposure.revision,
    isProposed: exposure.isProposed === true,
    spaces,
    otherSpaces: site.allSpaces - spaces.length,
    exceptions,
    otherExceptions: current.length - exceptions.length,
  };
}

/** Confluence returns so many titles in one call. */
const TITLES_AT_ONCE = 250;

/** Those whose page or space the admin can view. */
async function viewExceptions(
  request: AdminRequest,
  all: readonly ExposureException[],
): Promise<readonly ExceptionView[]> {
  const pageIds = partsOf(
    all.flatMap(({ pageId }) => pageId ?? []),
    TITLES_AT_ONCE,
  );
  const [pages, spaces] = await awaitAll([
    awaitAll(pageIds.map((ids) => findPageNames(request, ids))),
    findSpaceNames(
      request.confluence,
      request.accountId,
      all.map(({ spaceId }) => spaceId),
    ),
  ] as const);
  const titles = new Map(pages.flat().map(({ pageId, title }) => [pageId, title]));
  const names = new Map(spaces.map(({ id: spaceId, name }) => [spaceId, name]));
  return all.flatMap(({ createdAt: _at, ...one }) => {
    const title = one.pageId === undefined ? undefined : titles.get(one.pageId);
    const spaceName = names.get(one.spaceId);
    if (spaceName === undefined || (one.pageId !== undefined && title === undefined)) return [];
    return [{ ...one, spaceName, ...definedOf({ title }) }];
  });
}

const sumOf = ({ byLevel }: Pick<SpaceExposure, 'byLevel'>, of: 'over' | 'notMeasuredYet') =>
  Object.values(byLevel).reduce((sum, { pages }) => sum + pages[of], 0);

/** Asks Confluence as the admin, so that no name of a space is shown that this person does not see. */
async function viewSpaces(
  { confluence, accountId }: AdminRequest,
  all: readonly SpaceExposure[],
): Promise<readonly ExposureSpaceView[]> {
  const byOver = (one: SpaceExposure, other: SpaceExposure) =>
    sumOf(other, 'over') - sumOf(one, 'over') || sumOf(other, 'notMeasuredYet') - sumOf(one, 'notMeasuredYet');
  const sorted = all.toSorted(byOver).slice(0, MAX_SPACES);
  const found = await findSpaceNames(
    confluence,
    accountId,
    sorted.map(({ spaceId }) => spaceId),
  );
  const names = new Map(found.map((space) => [space.id, space]));
  return sorted.flatMap(({ spaceId, isClosed, letsInAllUsers, checkedAt, byLevel, audience }) => {
    const space = names.get(spaceId);
    if (space === undefined) return [];
    const { anonymous, people } = audience ?? {};
    const known = definedOf({ checkedAt, anonymous, people });
    return [{ spaceId, key: space.key, name: space.name, isClosed, letsInAllUsers, byLevel, ...known }];
  });
}

const filterInput = z.strictObject({
  verdict: z.enum(VERDICTS).optional(),
  levelId: id.optional(),
  spaceId: spaceIdInput.optional(),
  reason: z.enum(OVER_REASONS).optional(),
});

const listInput = z.strictObject({
  filter: filterInput.default({}),
  limit: z.int().min(1).max(100).default(50),
  cursor: cursorInput,
});

export interface ExposureRow {
  readonly pageId: string;
  readonly title: string;
  readonly spaceId: string;
  readonly levelId: string;
  readonly verdict: Verdict;
  /** The worst one. Omitted: within the rule. */
  readonly reason?: Judgment['reasons'][number];
  readonly people?: Bounds;
  readonly guests?: Bounds;
  /** A view restriction of the page, or of a page above it, decides. False: the space does. */
  readonly isRestricted: boolean;
  readonly checkedAt?: string;
  readonly overSince?: string;
  readonly exception?: Pick<ExposureException, 'until' | 'reason'>;
}

export interface ExposureList {
  readonly pages: readonly ExposureRow[];
  /** The cursor of the next part. Omitted: no more pages. */
  readonly cursor?: string;
}

/** Most risk first. Only pages that the admin can view, whose space alone does not keep the rule. */
export const listExposure = operation(listInput, async (request, input): Promise<ExposureList> => {
  const { results, cursor } = await readPart(request, input);
  return { pages: results.map(viewRow), ...definedOf({ cursor }) };
});

async function readPart(request: AdminRequest, { filter, limit, cursor }: z.output<typeof listInput>) {
  const { storage, installationId, now, confluence, accountId } = request;
  const question = ['exposure', JSON.stringify(Object.entries(filter).sort())];
  const after = readListCursor(request, cursor, question);
  const { spaceId } = filter;
  if (spaceId !== undefined && (await lookUpSpace(confluence, accountId, spaceId)) !== 'visible')
    return { results: [], levels: undefined, cursor: undefined };
  const levels = await readLevels(storage, installationId);
  const see = (pageIds: readonly string[]) => findPages(request, pageIds, 'all');
  const { results, next, hasMore } = await listPageExposure({ storage, levels, now }, filter, { after, limit, see });
  const more = hasMore && next !== undefined ? writeListCursor(request, next, question) : undefined;
  return { results, levels, cursor: more };
}

function viewRow({ page: { pageId, title, spaceId }, exposure }: ListedPageExposure): ExposureRow {
  const { levelId, judgment, audience, gateId, checkedAt, overSince, exception } = exposure;
  return {
    ...{ pageId, title, spaceId, levelId, verdict: judgment.verdict, isRestricted: gateId !== undefined },
    ...definedOf({ reason: judgment.reasons[0], people: audience?.people, guests: audience?.guests }),
    ...definedOf({ checkedAt, overSince }),
    ...(exception === undefined ? {} : { exception: { until: exception.until, reason: exception.reason } }),
  };
}

/** The pages of the list as CSV, in parts. The first one begins with the rules, the time, and what is not measured. */
export const exportExposure = operation(
  z.strictObject({ filter: filterInput.default({}), cursor: cursorInput }),
  async (request, { filter, cursor }): Promise<CsvPart> => {
    const part = await readPart(request, { filter, cursor, limit: 100 });
    const levels = part.levels ?? (await readLevels(request.storage, request.installationId));
    const subjects = part.results.flatMap(({ page }) => [`page:${page.pageId}`, `space:${page.spaceId}`]);
    const nameOf = await readFileNames(request, levels, subjects);
    const head = cursor === undefined ? await headOf(request, levels) : undefined;
    const csv = exposureCsv(part.results, { levels, content: 'admin', head, nameOf });
    return { csv, rows: part.results.length, unreadable: 0, ...definedOf({ cursor: part.cursor }) };
  },
);

async function headOf({ storage, now }: AdminRequest, levels: Levels): Promise<readonly (readonly string[])[]> {
  const { exposure, asOf, measuredSpaces, allSpaces } = await readSiteExposure({ storage, levels, now });
  return [
    ['asOf', asOf?.oldest ?? '', asOf?.latest ?? ''],
    ['measuredSpaces', String(measuredSpaces), String(allSpaces)],
    NOT_MEASURED_LINE,
    ...levels.all.flatMap(({ levelId, name }) => {
      const rule = exposure.rules[levelId];
      return rule === undefined ? [] : [['rule', name, ruleInWords(rule)]];
    }),
  ];
}

const refreshInput = z.union([
  z.strictObject({
    pageIds: z
      .array(z.string().regex(/^[1-9][0-9]{0,17}$/))
      .min(1)
      .max(MAX_REFRESHED),
  }),
  z.strictObject({ spaceId: spaceIdInput }),
]);

/** Lets pages or a space be measured next. Pages that the admin cannot view are ignored. */
export const refreshExposure = operation(refreshInput, async (request, input) => {
  const { storage, confluence, accountId } = request;
  if ('pageIds' in input) {
    const seen = await findPages(request, input.pageIds, 'all');
    const visible = input.pageIds.filter((pageId) => (seen.get(pageId) ?? 'hidden') !== 'hidden');
    return { marked: (await markForRefresh(storage, visible)).length };
  }
  if ((await lookUpSpace(confluence, accountId, input.spaceId)) !== 'visible') return { marked: 0 };
  await markSpace(storage, input.spaceId);
  return { marked: 1 };
});

/** Replaces the rules of all levels. `proposed`: those of a site that has set none. */
export const editExposureRules = operation(
  z.strictObject({ rev, rules: z.union([z.record(z.uuid(), exposureRule), z.literal('proposed')]) }),
  async (request, { rev, rules }) => {
    const levels = await readLevels(request.storage, request.installationId);
    const change = rules === 'proposed' ? resetRules(levels, request.now) : setRules(levels, rules, request.now);
    await changeAsAdmin(request, EXPOSURE, rev, change);
    return readView(request);
  },
);

const { min, max } = EXCEPTION_REASON_LENGTH;

/** For a page and its level, or for the pages of a level in a space. */
export const createExposureException = operation(
  z.strictObject({
    rev,
    of: z.union([z.strictObject({ pageId: spaceIdInput }), z.strictObject({ spaceId: spaceIdInput, levelId: id })]),
    until: instant,
    reason: z.string().trim().min(min).max(max),
  }),
  async (request, { rev, of, until, reason }) => {
    const subject = 'pageId' in of ? await findPageOf(request, of.pageId) : await findSpaceOf(request, of);
    const exception = toException({ ...subject, until, reason }, request);
    await changeAsAdmin(request, EXPOSURE, rev, createException(exception, request.now));
    return readView(request);
  },
);

async function findPageOf(request: AdminRequest, pageId: string) {
  const seen = await findPageWithLevel(request, pageId);
  const levelId = seen?.level?.levelId;
  if (seen === undefined || levelId === undefined)
    throw invalidInput([{ field: 'of', message: 'must be a page with a level that you can view' }]);
  return { pageId, spaceId: seen.page.spaceId, levelId };
}

async function findSpaceOf({ confluence, accountId }: AdminRequest, of: { spaceId: string; levelId: string }) {
  if ((await lookUpSpace(confluence, accountId, of.spaceId)) === 'visible') return of;
  throw invalidInput([{ field: 'of', message: 'must be a space that you can view' }]);
}

export const endExposureException = operation(
  z.strictObject({ rev, exceptionId: id }),
  async (request, { rev, exceptionId }) => {
    const { exceptions } = await EXPOSURE.read(request.storage, request.installationId);
    const exception = exceptions.find((one) => one.exceptionId === exceptionId);
    const seen = exception === undefined ? [] : await viewExceptions(request, [exception]);
    if (exception === undefined || seen.length === 0)
      throw new Refusal('EXCEPTION_NOT_FOUND', EXPOSURE.refusals.EXCEPTION_NOT_FOUND.detail);
    await changeAsAdmin(request, EXPOSURE, rev, endException(exception, request.now));
    return readView(request);
  },
);
