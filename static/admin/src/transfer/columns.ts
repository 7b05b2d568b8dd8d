/** The columns of a file. Files come from many apps, so each column has several possible names. */

export type Columns<Name extends string> = Readonly<Record<Name, number | undefined>>;

/** The names of a column, most likely first, in letters and digits only. */
export type Names<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/** Uses each column of the file once. */
export function findColumns<Name extends string>(
  header: readonly string[],
  names: Names<Name>,
  order: readonly Name[],
): Columns<Name> {
  const titles = header.map((title) => title.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const found: Partial<Record<Name, number | undefined>> = {};
  const taken = new Set<number>();
  for (const name of order) {
    const index = names[name]
      .map((title) => titles.findIndex((each, at) => each === title && !taken.has(at)))
      .find((at) => at >= 0);
    found[name] = index;
    if (index !== undefined) taken.add(index);
  }
  return found as Columns<Name>;
}

export function cellIn(cells: readonly string[], column: number | undefined): string {
  return column === undefined ? '' : (cells[column] ?? '').trim();
}
