interface ColumnsProps {
  readonly names: readonly string[];
  /** The column of numbers, if one is. */
  readonly numbers?: string;
}

/** The head of a table. */
export function Columns({ names, numbers }: ColumnsProps) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        {numbers !== undefined && (
          <th scope="col" className="number">
            {numbers}
          </th>
        )}
      </tr>
    </thead>
  );
}
