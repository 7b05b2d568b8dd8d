import * as z from 'zod';
import { findLevel, type Levels } from '../classification/level-store';
import { lookUpPage } from '../classification/page-lookup';
import { NO_LIMITS, searchPages } from '../classification/search-pages';
import { isOffIn } from '../classification/settings';
import { isSpaceVisible } from '../classification/space-lookup';
import type { Visibility, VisiblePage } from '../classification/visible-pages';
import { cqlText } from '../keys/plain-text';
import { awaitAll } from '../platform/await-all';
import { ImpersonationRefusedError } from '../platform/confluence';
import { pointsThatFit } from '../quota/charge-or-wait';
import type { NoReport, Report } from './contract';
import { levelNameOf, showPage } from './level-name';
import { notAllowed } from './result';
import { type Reader, seeAsPerson } from './viewed-page';

/**
 * Pages by level, as one person sees them: Confluence searches in the person's name, and confirms each page again in the
 * person's name. A request reads a limited number of pages, because every viewer of the macro's page causes one.
 */

/** The pages of a report, from a valid configuration. */
export type ReportSource =
  | { readonly of: 'below'; readonly pageId: string }
  | { readonly of: 'space'; readonly spaceKey: string }
  | { readonly of: 'query'; readonly cql: string };

/** The maximum number of pages of one request, which is what Confluence returns in one call. */
const PAGES_OF_A_REPORT = 250;

const pageId = z.string().regex(/^[1-9][0-9]{0,18}$/, { error: 'must be the id of a page' });
export const spaceKey = z.string().regex(/^~?[A-Za-z0-9_.:-]{1,255}$/, { error: 'must be the key of a space' });

/** A configuration that a person saves. Members of other sources stay from an earlier choice. */
export const reportConfig = z.discriminatedUnion('source', [
  z.object({ source: z.literal('below'), pageId: pageId.optional() }),
  z.object({ source: z.literal('this-space') }),
  z.object({ source: z.literal('space'), spaceKey }),
  z.object({ source: z.literal('query'), query: cqlText }),
]);

/** The configuration of a macro. A macro that was never configured counts the pages below its page. */
export const macroConfig = z.union([
  reportConfig,
  z
    .strictObject({})
    .optional()
    .transform(() => ({ source: 'below' }) as const),
]);

/**
 * @param here the page that has the macro, and the key of its space
 * @returns undefined if the report needs a place that is not known
 */
export function reportSourceOf(
  wanted: z.infer<typeof macroConfig>,
  here: { readonly pageId?: string | undefined; readonly spaceKey?: string | undefined },
): ReportSource | undefined {
  switch (wanted.source) {
    case 'below': {
      const below = ('pageId' in wanted ? wanted.pageId : undefined) ?? here.pageId;
      return below === undefined ? undefined : { of: 'below', pageId: below };
    }
    case 'this-space': {
      const known = spaceKey.safeParse(here.spaceKey);
      return known.success ? { of: 'space', spaceKey: known.data } : undefined;
    }
    case 'space':
      return { of: 'space', spaceKey: wanted.spaceKey };
    case 'query':
      return { of: 'query', cql: wanted.query };
  }
}

/**
 * Reads the next pages of a report.
 * @param cursor from the previous result
 * @throws Refusal NOT_ALLOWED, HostError, StorageUnavailableError, CorruptRecordError
 */
export async function readReport(
  reader: Reader,
  source: ReportSource,
  cursor: string | undefined,
): Promise<NoReport | Report> {
  const limit = Math.max(1, Math.min(PAGES_OF_A_REPORT, (await pointsThatFit(reader, 'reports')) - 1));
  const [isVisible, found, levels] = await awaitAll([
    isSourceVisible(reader, source),
    search(reader, source, cursor, limit),
    reader.levels(),
  ] as const);
  if (!isVisible) return { state: 'source-hidden' };
  if (found === 'query-rejected') return { state: 'query-rejected' };
  const seen = found.pageIds.length === 0 ? new Map<string, Visibility>() : await seeAsPerson(reader, found.pageIds);
  const visible = [...seen.values()].filter((page) => page !== 'hidden');
  return { ...countPages(visible, levels), ...(found.cursor === undefined ? {} : { cursor: found.cursor }) };
}

/** Checks the page, space or query of a report. @throws as `readReport` */
export async function checkSource(reader: Reader, source: ReportSource): Promise<NoReport | undefined> {
  if (!(await isSourceVisible(reader, source))) return { state: 'source-hidden' };
  if (source.of !== 'query') return undefined;
  const found = await search(reader, source, undefined, 1);
  return found === 'query-rejected' ? { state: 'query-rejected' } : undefined;
}

/** A page or space that the person cannot see has no report, whichever of its pages the person can see. */
async function isSourceVisible({ confluence, accountId }: Reader, source: ReportSource): Promise<boolean> {
  switch (source.of) {
    case 'below': {
      const question = { creatorId: accountId, pageId: source.pageId, forUpdate: false };
      return (await lookUpPage(confluence, question)).outcome === 'page';
    }
    case 'space':
      return isSpaceVisible(confluence, accountId, source.spaceKey).catch(refusedToNotAllowed);
    case 'query':
      return true;
  }
}

export function refusedToNotAllowed(error: unknown): never {
  throw error instanceof ImpersonationRefusedError ? notAllowed() : error;
}

function cqlOf(source: ReportSource): string {
  switch (source.of) {
    case 'below':
      return `type = page and ancestor = ${source.pageId}`;
    case 'space':
      return `type = page and space = "${source.spaceKey}"`;
    case 'query':
      return source.cql;
  }
}

async function search(
  { confluence, storage, accountId }: Reader,
  source: ReportSource,
  cursor: string | undefined,
  limit: number,
) {
  const question = { creatorId: accountId, cql: cqlOf(source), cursor, limit, rights: NO_LIMITS };
  const found = await searchPages(confluence, storage, question);
  switch (found.outcome) {
    case 'found':
      return found;
    case 'not-understood':
      return 'query-rejected';
    case 'not-possible':
      throw notAllowed();
  }
}

function countPages(visible: readonly VisiblePage[], levels: Levels): Omit<Report, 'cursor'> {
  const shown = visible.filter(({ page }) => !isOffIn(levels.settings, page.spaceId));
  const orderOf = ({ level }: VisiblePage) =>
    level === undefined ? Infinity : (findLevel(levels, level.levelId)?.order ?? 0);
  const sorted = shown.toSorted(
    (a, b) =>
      orderOf(a) - orderOf(b) || a.page.title.localeCompare(b.page.title) || (a.page.pageId < b.page.pageId ? -1 : 1),
  );
  const counts = new Map<string | null, { readonly level: Report['counts'][number]['level']; pages: number }>();
  for (const { level } of sorted) {
    const levelId = level?.levelId ?? null;
    const count = counts.get(levelId) ?? {
      level: level === undefined ? null : levelNameOf(levels, level.levelId, undefined),
      pages: 0,
    };
    count.pages += 1;
    counts.set(levelId, count);
  }
  return {
    state: 'report',
    counts: [...counts].map(([levelId, { level, pages }]) => ({ levelId, level, pages })),
    pages: sorted.map((visible) => showPage(levels, visible)),
    offPages: visible.length - shown.length,
  };
}
