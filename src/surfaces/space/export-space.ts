import * as z from 'zod';
import { readDetection } from '../../detection/configuration/configuration-store';
import { csvLine } from '../../platform/csv';
import type { Position } from '../../platform/rows-by-time';
import { cursorsOf } from '../cursors';
import { showPage } from '../level-name';
import type { ResultOf } from '../contract';
import type { SurfaceRequest } from '../operation';
import { readInput } from '../result';
import { EXPORTS } from './contract';
import { readFindings } from './space-findings';
import { listPages, readLevelRecords } from './listed-pages';
import { asSpaceAdmin, pointsOfList, type ViewedSpace } from './viewed-space';

const input = z.strictObject({
  of: z.enum(EXPORTS, { error: `must be one of ${EXPORTS.join(', ')}` }),
  cursor: z.string().min(1).max(1_000).optional(),
});

interface Part {
  readonly lines: readonly (readonly string[])[];
  readonly next: Position | undefined;
}

const COLUMNS = {
  pages: ['pageId', 'title', 'level', 'classifiedAt'],
  findings: ['findingId', 'pageId', 'title', 'detector', 'severity', 'excerpt', 'foundAt'],
} as const;

const PAGES_AT_ONCE = 250;
const FINDINGS_AT_ONCE = 200;

type Exported = ResultOf<'exportSpace'>;

/** A part of a CSV file, safe to open in a spreadsheet. It has only pages that the space admin sees, and no values. */
export function exportSpace(request: SurfaceRequest, payload: unknown): Promise<Exported> {
  const { of, cursor } = readInput(input, payload);
  const readPart = async (space: ViewedSpace): Promise<Exported> => {
    const cursors = cursorsOf(request, space.accountId, ['space', space.spaceId, 'export', of]);
    const read = of === 'pages' ? readPagesPart : readFindingsPart;
    const { lines, next } = await read(request, space, cursors.read(cursor));
    const head = cursor === undefined ? csvLine(COLUMNS[of]) : '';
    return { state: 'part', csv: head + lines.map(csvLine).join(''), rows: lines.length, ...cursors.write(next) };
  };
  return asSpaceAdmin(request, readPart, pointsOfList(of === 'pages' ? PAGES_AT_ONCE : FINDINGS_AT_ONCE));
}

async function readPagesPart(request: SurfaceRequest, space: ViewedSpace, after: Position | undefined): Promise<Part> {
  const { pages, cursor } = await listPages(space, after?.key, PAGES_AT_ONCE);
  const levels = await readLevelRecords(
    request,
    pages.map(({ pageId }) => pageId),
  );
  const maskTitle = await titleMaskOf(request, space);
  const lines = pages.map((page) => {
    const shown = showPage(space.levels, { page, level: levels.get(page.pageId) });
    return [shown.pageId, maskTitle(shown.title), shown.level?.name ?? '', shown.classifiedAt ?? ''];
  });
  return { lines, next: cursor === undefined ? undefined : { time: '', key: cursor } };
}

async function readFindingsPart(
  request: SurfaceRequest,
  space: ViewedSpace,
  after: Position | undefined,
): Promise<Part> {
  const { findings, next } = await readFindings(request, space, after, FINDINGS_AT_ONCE);
  const maskTitle = await titleMaskOf(request, space);
  const lines = findings.map(({ findingId, pageId, title, detector, severity, excerpt, foundAt }) => [
    findingId,
    pageId,
    maskTitle(title),
    detector,
    severity,
    excerpt,
    foundAt,
  ]);
  return { lines, next };
}

/** A file leaves Confluence, so the values in titles are masked in it. The detectors of the space find them. */
async function titleMaskOf({ storage, now }: SurfaceRequest, { spaceId }: ViewedSpace) {
  const { config } = await readDetection(storage);
  const { maskText } = await import('../../detection/custom/try-text');
  return (title: string) => maskText(title, config, now, spaceId);
}
