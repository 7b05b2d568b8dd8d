import Button from '@atlaskit/button/new';
import type { ReactNode } from 'react';
import { Section } from '../ui/section';
import { type Scheme, schemesByName } from './scheme';
import { Table } from '../ui/table';

interface Column<T> {
  readonly label: string;
  readonly cell: (scheme: T) => ReactNode;
}

interface Action {
  readonly label: string;
  /** The accessible name, which contains the name of the scheme. */
  readonly named: (name: string) => string;
  readonly onClick: (schemeId: string) => void;
}

interface SchemesSectionProps<T extends Scheme> {
  /** The ID of the heading, which can take the focus. */
  readonly id: string;
  readonly words: Readonly<Record<'title' | 'intro' | 'create' | 'caption' | 'empty', string>>;
  readonly headings: { readonly name: string; readonly actions: string };
  readonly schemes: readonly T[];
  /** The columns between the name and the actions. */
  readonly columns: readonly Column<T>[];
  readonly actions: readonly Action[];
  readonly onCreate: () => void;
}

/** The table of all schemes of a kind, by name. */
export function SchemesSection<T extends Scheme>({ id, words, onCreate, schemes, ...table }: SchemesSectionProps<T>) {
  return (
    <Section
      id={id}
      title={words.title}
      intro={words.intro}
      actions={<Button onClick={onCreate}>{words.create}</Button>}
    >
      {schemes.length === 0 ? (
        <p>{words.empty}</p>
      ) : (
        <SchemesTable caption={words.caption} schemes={schemesByName(schemes)} {...table} />
      )}
    </Section>
  );
}

interface SchemesTableProps<T extends Scheme> extends Pick<
  SchemesSectionProps<T>,
  'headings' | 'schemes' | 'columns' | 'actions'
> {
  readonly caption: string;
}

function SchemesTable<T extends Scheme>({ caption, headings, schemes, columns, actions }: SchemesTableProps<T>) {
  return (
    <Table
      caption={caption}
      headings={[headings.name, ...columns.map(({ label }) => label), headings.actions]}
      className="section-table"
    >
      {schemes.map((scheme) => (
        <tr key={scheme.schemeId}>
          <th scope="row">{scheme.name}</th>
          {columns.map(({ label, cell }) => (
            <td key={label} data-label={label}>
              {cell(scheme)}
            </td>
          ))}
          <td data-label={headings.actions}>
            <div className="row-buttons">
              {actions.map(({ label, named, onClick }) => (
                <Button
                  key={label}
                  spacing="compact"
                  appearance="subtle"
                  aria-label={named(scheme.name)}
                  onClick={() => onClick(scheme.schemeId)}
                >
                  {label}
                </Button>
              ))}
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}
