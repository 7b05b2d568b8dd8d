import { cellIn, type Columns, findColumns } from './columns';
import type { CsvRow } from './csv';

/** The levels and sub-levels in the rows of a file. The resolver validates them. */

export const LEVEL_COLUMNS = [
  'name',
  'key',
  'parent',
  'color',
  'description',
  'guideline',
  'bannerText',
  'bannerContact',
  'translations',
  'order',
  'status',
] as const;
type Column = (typeof LEVEL_COLUMNS)[number];
export type LevelColumns = Columns<Column>;

const NAMES: Readonly<Record<Column, readonly string[]>> = {
  name: ['name', 'levelname', 'level', 'title', 'label', 'classification'],
  key: ['key', 'levelkey', 'stablekey'],
  parent: ['parent', 'parentlevel', 'parentkey', 'parentname', 'sublevelof'],
  color: ['color', 'colour'],
  description: ['description', 'definition', 'tooltip'],
  guideline: ['guideline', 'guidelines', 'handling', 'instructions'],
  bannerText: ['bannertext', 'banner'],
  bannerContact: ['bannercontact', 'contact'],
  translations: ['translations', 'translatednames'],
  order: ['order', 'rank', 'position', 'sort'],
  status: ['status', 'state'],
};

export interface LevelRow {
  readonly line: number;
  /** “Restricted / Finance” */
  readonly label: string;
  /** The input of the resolver. undefined: the level is archived in the file, so it is not created. */
  readonly payload: Readonly<Record<string, string>> | undefined;
}

export const findLevelColumns = (header: readonly string[]): LevelColumns => findColumns(header, NAMES, LEVEL_COLUMNS);

/** Most sensitive first. */
export function levelRows(rows: readonly CsvRow[], columns: LevelColumns): readonly LevelRow[] {
  const orderOf = ({ cells }: CsvRow) => {
    const order = Number(cellIn(cells, columns.order) || Infinity);
    return Number.isNaN(order) ? Infinity : order;
  };
  const ordered = [...rows].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : orderOf(a) > orderOf(b) ? 1 : 0));
  return ordered.map(({ line, cells }) => {
    const text = (column: Column) => cellIn(cells, columns[column]);
    const [name, parent] = [text('name'), text('parent')];
    const given = { key: text('key'), description: text('description'), translations: text('translations') };
    const ofLevel = {
      color:
        text('color')
          .toUpperCase()
          .replaceAll(/[\s-]+/g, '_') || 'GREY',
      guideline: text('guideline'),
      bannerText: text('bannerText'),
      bannerContact: text('bannerContact'),
    };
    const optional = Object.entries(parent === '' ? { ...given, ...ofLevel } : { ...given, parent });
    return {
      line,
      label: parent === '' ? name : `${parent} / ${name}`,
      payload: /^archived$/i.test(text('status'))
        ? undefined
        : { name, ...Object.fromEntries(optional.filter(([, value]) => value !== '')) },
    };
  });
}
