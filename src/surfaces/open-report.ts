import * as z from 'zod';
import { isOffIn } from '../classification/settings';
import { awaitAll } from '../platform/await-all';
import type { NoPage, ResultOf } from './contract';
import type { SurfaceRequest } from './operation';
import { checkSource, macroConfig, readReport, reportConfig, reportSourceOf } from './report';
import { invalidInput, readInput } from './result';
import { openPageAsPerson, requirePerson, withPoints } from './viewed-page';

const openReportInput = z.strictObject({ cursor: z.string().min(1).max(4_096).optional() });

/** The part of the context that only reports use. */
const macroContext = z.object({
  config: z.unknown().optional(),
  space: z.object({ key: z.string() }).optional().catch(undefined),
});

/** The next pages of the report. Readers without a license cannot see reports, because the app cannot act for them. */
export async function openReport(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'openReport'>> {
  const { cursor } = readInput(openReportInput, payload);
  requirePerson(request);
  const { config, space } = macroContext.safeParse(request.extension).data ?? { config: undefined, space: undefined };
  const parsed = macroConfig.safeParse(config);
  const source = parsed.success ? reportSourceOf(parsed.data, hereOf(request, space?.key)) : undefined;
  const [{ refused, mayEdit }, report] = await awaitAll([
    readPlace(request),
    source === undefined
      ? ({ state: 'not-configured' } as const)
      : withPoints(request, (reader) => readReport(reader, source, cursor), { kind: 'reports' }),
  ] as const);
  if (refused !== undefined) return refused;
  return mayEdit ? { ...report, setup: parsed.data?.source ?? 'below' } : report;
}

const checkReportInput = z.strictObject({ config: z.unknown() });

const WRONG = {
  pageId: 'This page doesn’t exist, or you can’t view it.',
  spaceKey: 'This space doesn’t exist, or you can’t view it.',
  query: 'Confluence doesn’t accept this query. Check its fields, operators and quotes.',
} as const;

/** Checks a configuration before it is saved. */
export async function checkReport(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'checkReport'>> {
  requirePerson(request);
  const { config } = readInput(checkReportInput, payload);
  const wanted = readInput(reportConfig, config ?? {});
  const source = reportSourceOf(wanted, hereOf(request, undefined));
  // The pages of this space need no check, because the person is on one of them.
  if (source === undefined) {
    if (wanted.source === 'this-space') return { outcome: 'ok' };
    throw invalidInput([{ field: 'pageId', message: 'is missing' }]);
  }
  const problem = await withPoints(request, (reader) => checkSource(reader, source));
  if (problem === undefined) return { outcome: 'ok' };
  const field = source.of === 'query' ? 'query' : source.of === 'space' ? 'spaceKey' : 'pageId';
  return { outcome: 'wrong', field, message: WRONG[field] };
}

function hereOf({ place }: SurfaceRequest, spaceKey: string | undefined) {
  return { pageId: place?.contentType === 'page' ? place.contentId : undefined, spaceKey };
}

/**
 * Why the place of the macro shows no report, and whether the person can edit its page. A blog post can have a report,
 * although it has no level.
 */
async function readPlace(
  request: SurfaceRequest,
): Promise<{ readonly refused?: NoPage | undefined; readonly mayEdit?: boolean }> {
  const { place } = request;
  if (place === undefined) return { refused: { state: 'hidden' } };
  if (place.contentType !== 'page') {
    const { settings } = await request.levels();
    const isOff = place.spaceId !== undefined && isOffIn(settings, place.spaceId);
    return isOff ? { refused: { state: 'off' } } : {};
  }
  const { viewed } = await openPageAsPerson(request);
  return 'page' in viewed ? { mayEdit: viewed.page.mayUpdate } : { refused: viewed };
}
