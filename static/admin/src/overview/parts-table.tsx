import type { Query } from '../address-part';
import type { PageName } from '../navigation';
import { texts } from '../texts';
import { GoToLink } from './go-to-link';
import { boundOf, type Part, percentOf } from './numbers';
import { PartSwatch } from './stacked-bar';

interface PartsTableProps<Key extends string> {
  readonly caption: string;
  readonly columns: readonly [name: string, pages: string, share: string];
  readonly parts: readonly Part<Key>[];
  /** True if there may be more pages. */
  readonly isAtLeast: boolean;
  /** The list behind a number. */
  readonly linkOf: (part: Part<Key>) => { readonly page: PageName; readonly query?: Query };
}

/** The legend of a bar, with its numbers. */
export function PartsTable<Key extends string>({ caption, columns, parts, isAtLeast, linkOf }: PartsTableProps<Key>) {
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <table className="numbers">
      <caption className="visually-hidden">{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={part.key}>
            <th scope="row">
              <PartSwatch color={part.color} />
              {part.name}
            </th>
            <td>
              {part.count === 0 ? (
                texts.overview.number(0)
              ) : (
                <GoToLink {...linkOf(part)} label={`${part.name}: ${texts.overview.pages(part.count)}`}>
                  {texts.overview.number(part.count)}
                </GoToLink>
              )}
            </td>
            <td className="subtle">{percentOf(part.count, all, boundOf(part.key, { isAtLeast }))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
