import type { Level } from '../classification/model';
import type { Report } from './contract';
import { type FunctionCall, readFunctionCall } from './function-call';
import { openLevel } from './open-level';
import { openReport } from './open-report';
import { openSurfaceRequest, type SurfaceDependencies, type SurfaceRequest } from './operation';

/**
 * The content of exported pages in place of the macros: Atlassian document format. An export shows what the exporting person
 * may see, and a neutral text in any doubt. Never throws, because the export of the whole page would fail.
 */

interface AdfNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly AdfNode[];
  readonly text?: string;
}

export interface AdfDocument {
  readonly version: 1;
  readonly type: 'doc';
  readonly content: readonly AdfNode[];
}

export function exportLevel(
  dependencies: SurfaceDependencies,
  payload: unknown,
  context: unknown,
): Promise<AdfDocument> {
  const neutral = 'The classification level isn’t available in this export.';
  return inExport(dependencies, neutral, [payload, context], async (request) => {
    const answer = await openLevel(request, {});
    if (answer.state === 'off') return [paragraph('Classification is off in this space.')];
    if (answer.state !== 'level') return undefined;
    return [
      answer.level === null ? paragraph('Not classified') : { type: 'paragraph', content: [statusOf(answer.level)] },
    ];
  });
}

/** The maximum number of requests for a report, because an export has no button for more. */
const MAX_PARTS = 4;

export function exportReport(
  dependencies: SurfaceDependencies,
  payload: unknown,
  context: unknown,
): Promise<AdfDocument> {
  const neutral = 'The classification report isn’t available in this export.';
  return inExport(dependencies, neutral, [payload, context], async (request) => {
    const parts: Report[] = [];
    let cursor: string | undefined;
    do {
      const answer = await openReport(request, cursor === undefined ? {} : { cursor });
      if (answer.state === 'off') return [paragraph('Classification is off in this space.')];
      if (answer.state !== 'report') return undefined;
      parts.push(answer);
      ({ cursor } = answer);
    } while (cursor !== undefined && parts.length < MAX_PARTS);
    return reportNodes(parts, cursor !== undefined);
  });
}

async function inExport(
  dependencies: SurfaceDependencies,
  neutral: string,
  [payload, context]: readonly [unknown, unknown],
  read: (request: SurfaceRequest) => Promise<readonly AdfNode[] | undefined>,
): Promise<AdfDocument> {
  try {
    const request = openExport(dependencies, payload, context);
    const content = await read(request).finally(request.close);
    return { version: 1, type: 'doc', content: content ?? [paragraph(neutral)] };
  } catch {
    dependencies.log('surface.export-without-content', {});
    return { version: 1, type: 'doc', content: [paragraph(neutral)] };
  }
}

/** Opens a request in the name of the exporting person. If the app cannot act for them, they are a reader. */
function openExport(dependencies: SurfaceDependencies, payload: unknown, context: unknown): SurfaceRequest {
  const call = readFunctionCall(payload, context);
  const { accountId, installationId, locale } = call;
  const caller = { accountId, installationId, locale, hasLicense: accountId !== undefined, moduleKey: undefined };
  const extension = extensionOf(call);
  return openSurfaceRequest(dependencies.random.uuid(), { ...caller, extension }, dependencies);
}

function extensionOf({ content, space, config }: FunctionCall): object {
  return { content, ...(space.id === undefined && space.key === undefined ? {} : { space }), config };
}

function reportNodes(parts: readonly Report[], hasMore: boolean): readonly AdfNode[] {
  const pages = parts.flatMap((part) => part.pages);
  if (pages.length === 0) return [paragraph('The report has no pages that you can view.')];
  const counts = new Map<string | null, Report['counts'][number]>();
  for (const one of parts.flatMap((part) => part.counts)) {
    const before = counts.get(one.levelId)?.pages ?? 0;
    counts.set(one.levelId, { ...one, pages: before + one.pages });
  }
  return [
    table(
      ['Level', 'Pages'],
      [...counts.values()].map(({ level, pages: count }) => [levelCell(level), paragraph(String(count))]),
    ),
    table(
      ['Page', 'Level', 'Classified'],
      pages.map(({ pageId, title, level, classifiedAt }) => [
        paragraph(title.trim() === '' ? pageId : title),
        levelCell(level),
        paragraph(classifiedAt === undefined ? '–' : classifiedAt.slice(0, 10)),
      ]),
    ),
    paragraph('Includes only pages that the person who exported it could view.'),
    ...(hasMore ? [paragraph(`The report has more pages. This export shows the first ${pages.length}.`)] : []),
  ];
}

function table(headers: readonly string[], rows: readonly (readonly AdfNode[])[]): AdfNode {
  const row = (type: 'tableHeader' | 'tableCell', cells: readonly AdfNode[]): AdfNode => ({
    type: 'tableRow',
    content: cells.map((cell) => ({ type, content: [cell] })),
  });
  return {
    type: 'table',
    content: [row('tableHeader', headers.map(paragraph)), ...rows.map((cells) => row('tableCell', cells))],
  };
}

function levelCell(level: Report['counts'][number]['level']): AdfNode {
  return level === null ? paragraph('Not classified') : { type: 'paragraph', content: [statusOf(level)] };
}

function paragraph(text: string): AdfNode {
  return { type: 'paragraph', content: [{ type: 'text', text }] };
}

/** A status has six colors. */
const STATUS_COLORS: Readonly<Record<Level['color'], string>> = {
  RED: 'red',
  RED_BOLD: 'red',
  ORANGE: 'yellow',
  YELLOW: 'yellow',
  GREEN: 'green',
  LIME: 'green',
  BLUE: 'blue',
  NAVY: 'blue',
  TEAL: 'blue',
  PURPLE: 'purple',
  GREY: 'neutral',
};

function statusOf({ name, color }: NonNullable<Report['counts'][number]['level']>): AdfNode {
  return { type: 'status', attrs: { text: name, color: STATUS_COLORS[color] } };
}
