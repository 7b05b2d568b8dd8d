import type { Level, LevelOfPage } from '../../../../src/classification/model';
import { pageIdIn } from '../page-address';
import { cellIn, type Columns, findColumns } from './columns';
import type { CsvRow } from './csv';
import { type LevelProblem, matchLevel } from './match-level';

/** Parses the rows of a file with page levels. */

export const COLUMNS = ['page', 'level', 'subLevel', 'justification'] as const;
type Column = (typeof COLUMNS)[number];
export type PageLevelColumns = Columns<Column>;

const NAMES: Readonly<Record<Column, readonly string[]>> = {
  page: ['pageid', 'pageurl', 'page', 'contentid', 'url', 'link', 'id'],
  level: ['level', 'levelkey', 'levelid', 'levelname', 'classification', 'classificationlevel', 'classificationid'],
  subLevel: ['sublevel', 'sublevelkey', 'sublevelid', 'sublevelname', 'subclassification'],
  justification: ['justification', 'reason', 'comment'],
};

const MAX_JUSTIFICATION = 500;
/** The app rejects control characters, bidirectional controls, invisible characters and API keys. */
const NO_PLAIN_TEXT = /[^\P{Cc}\n\t]|[\p{Surrogate}\u202A-\u202E\u2066-\u2069\u200B-\u200F\uFEFF]|pclsk_/u;

/** Joiners that a script or an emoji needs are allowed, as in src/keys/plain-text.ts. */
const LETTER =
  '(?=[\\p{L}\\p{M}])[\\p{scx=Arab}\\p{scx=Beng}\\p{scx=Deva}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Taml}\\p{scx=Telu}]';
const JOINER = new RegExp(
  `(?<=${LETTER}|[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])[\\u200C\\u200D](?=${LETTER}|\\p{Extended_Pictographic})`,
  'gu',
);

export type RowProblem = LevelProblem | 'no-page' | 'not-a-page' | 'long-justification' | 'no-plain-justification';

export interface PageLevelRow {
  readonly line: number;
  /** The text in the file. */
  readonly page: string;
  readonly level: string;
  readonly parsed:
    | {
        readonly outcome: 'ready';
        readonly pageId: string;
        readonly level: LevelOfPage;
        readonly justification: string | undefined;
      }
    /** `line`: an earlier line with the same page. */
    | { readonly outcome: 'duplicate'; readonly line: number }
    | { readonly outcome: RowProblem };
}

export const findPageLevelColumns = (header: readonly string[]): PageLevelColumns =>
  findColumns(header, NAMES, COLUMNS);

/** @param reason for rows without a justification */
export function parseRows(
  rows: readonly CsvRow[],
  columns: PageLevelColumns,
  levels: readonly Level[],
  reason = '',
): readonly PageLevelRow[] {
  const firstLines = new Map<string, number>();
  return rows.map(({ line, cells }) => {
    const page = cellIn(cells, columns.page);
    const levelText = cellIn(cells, columns.level);
    const subLevelText = cellIn(cells, columns.subLevel);
    const justification = cellIn(cells, columns.justification) || reason.trim();
    const row = { line, page, level: [levelText, subLevelText].filter((text) => text !== '').join(' / ') };
    if (page === '') return { ...row, parsed: { outcome: 'no-page' } };
    const pageId = pageIdIn(page);
    if (pageId === undefined) return { ...row, parsed: { outcome: 'not-a-page' } };
    const first = firstLines.get(pageId);
    if (first !== undefined) return { ...row, parsed: { outcome: 'duplicate', line: first } };
    firstLines.set(pageId, line);
    const matched = matchLevel(levels, levelText, subLevelText);
    if (matched.outcome !== 'level') return { ...row, parsed: matched };
    if (justification.length > MAX_JUSTIFICATION) return { ...row, parsed: { outcome: 'long-justification' } };
    if (NO_PLAIN_TEXT.test(justification.replaceAll('\r\n', '\n').replace(JOINER, ''))) {
      return { ...row, parsed: { outcome: 'no-plain-justification' } };
    }
    const { level } = matched;
    return {
      ...row,
      parsed: { outcome: 'ready', pageId, level, justification: justification === '' ? undefined : justification },
    };
  });
}
