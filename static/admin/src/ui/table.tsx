import type { ReactNode } from 'react';

interface TableProps {
  /** Only for screen readers. */
  readonly caption: string;
  readonly headings: readonly string[];
  readonly className?: string;
  /** The rows. */
  readonly children: ReactNode;
}

/** A table with a heading for each column. In narrow windows, each cell shows its `data-label` instead. */
export function Table({ caption, headings, className = '', children }: TableProps) {
  return (
    <table className={`table ${className}`.trim()}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
