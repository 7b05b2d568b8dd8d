import { texts } from '../texts';

export interface Change {
  readonly what: string;
  readonly before: string;
  readonly now: string;
}

interface ChangesTableProps {
  /** The heading of the first column. */
  readonly heading: string;
  readonly changes: readonly Change[];
}

/** The changes of another admin, with the values before and now. */
export function ChangesTable({ heading, changes }: ChangesTableProps) {
  return (
    <table className="changes">
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{texts.before}</th>
          <th scope="col">{texts.now}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ what, before, now }, index) => (
          <tr key={index}>
            <th scope="row">{what}</th>
            <td data-label={texts.before}>{before}</td>
            <td data-label={texts.now}>{now}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
