/** The order of a table. */
export interface Sort<Column extends string> {
  readonly column: Column;
  readonly isDescending: boolean;
}

/** An order in the address: `name`, or `-created` for descending. undefined: no order of this table. */
export function sortIn<Column extends string>(
  text: string | undefined,
  columns: readonly Column[],
): Sort<Column> | undefined {
  const isDescending = text?.startsWith('-') === true;
  const column = columns.find((one) => one === text?.slice(isDescending ? 1 : 0));
  return column === undefined ? undefined : { column, isDescending };
}

export function sortText<Column extends string>({ column, isDescending }: Sort<Column>): string {
  return isDescending ? `-${column}` : column;
}

/** @param compare for the ascending order. Equal entries keep their order. */
export function sorted<T, Column extends string>(
  entries: readonly T[],
  { column, isDescending }: Sort<Column>,
  compare: (a: T, b: T, column: Column) => number,
): readonly T[] {
  return entries.toSorted((a, b) => (isDescending ? -1 : 1) * compare(a, b, column));
}
