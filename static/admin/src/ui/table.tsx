import type { ReactNode } from 'react';
import type { Sort } from '../sort';

/** A heading that sorts the table. */
export interface SortableHeading<Column extends string> {
  readonly column: Column;
  readonly label: string;
  /** True if the first click sorts the column descending, such as newest or most severe first. */
  readonly isDescendingFirst?: boolean;
}

interface TableProps<Column extends string> {
  /** Only for screen readers. */
  readonly caption: string;
  readonly headings: readonly (string | SortableHeading<Column>)[];
  readonly sort?: Sort<Column> | undefined;
  readonly onSort?: ((sort: Sort<Column>) => void) | undefined;
  readonly className?: string;
  /** The rows. */
  readonly children: ReactNode;
}

/** A table with a heading for each column. In narrow windows, each row is a card with the `data-label` of its cells. */
export function Table<Column extends string = never>({
  caption,
  headings,
  sort,
  onSort = () => undefined,
  className = '',
  children,
}: TableProps<Column>) {
  return (
    <table className={`table ${className}`.trim()}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading) =>
            typeof heading === 'string' ? (
              <th key={heading} scope="col">
                {heading}
              </th>
            ) : (
              <SortHeader key={heading.column} {...heading} sort={sort} onSort={onSort} />
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface SortHeaderProps<Column extends string> extends SortableHeading<Column> {
  readonly sort: Sort<Column> | undefined;
  readonly onSort: (sort: Sort<Column>) => void;
}

/** The heading of a column. A click sorts by the column, another click reverses the order. */
export function SortHeader<Column extends string>({
  column,
  label,
  isDescendingFirst = false,
  sort,
  onSort,
}: SortHeaderProps<Column>) {
  const current = sort?.column === column ? sort : undefined;
  const direction = current === undefined ? undefined : current.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" className="operable" aria-sort={direction}>
      <button
        type="button"
        className="sort"
        onClick={() =>
          onSort({ column, isDescending: current === undefined ? isDescendingFirst : !current.isDescending })
        }
      >
        {label}
        <span className={direction === undefined ? 'sort-mark' : `sort-mark sort-${direction}`} aria-hidden="true" />
      </button>
    </th>
  );
}
