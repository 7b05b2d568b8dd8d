import { texts } from '../texts';
import { Field } from '../ui/field';
import type { Columns } from './columns';

interface ColumnSelectsProps<Name extends string> {
  readonly names: readonly Name[];
  readonly labels: Readonly<Record<Name, string>>;
  readonly required: readonly Name[];
  readonly header: readonly string[];
  readonly columns: Columns<Name>;
  readonly onChange: (columns: Columns<Name>) => void;
}

/** Assigns the columns of the file, as detected or as the user selects. */
export function ColumnSelects<Name extends string>({
  names,
  labels,
  required,
  header,
  columns,
  onChange,
}: ColumnSelectsProps<Name>) {
  return (
    <div className="transfer-columns">
      {names.map((name) => {
        const isRequired = required.includes(name);
        const isMissing = isRequired && columns[name] === undefined;
        return (
          <Field
            key={name}
            label={labels[name]}
            isRequired={isRequired}
            error={isMissing ? texts.transfer.chooseColumn : undefined}
          >
            {({ isInvalid, ...control }) => (
              <select
                {...control}
                className={isInvalid ? 'select input-invalid' : 'select'}
                value={columns[name] ?? ''}
                onChange={({ target: { value } }) =>
                  onChange({ ...columns, [name]: value === '' ? undefined : Number(value) })
                }
              >
                <option value="">{texts.transfer.notInFile}</option>
                {header.map((title, index) => (
                  <option key={index} value={index}>
                    {title.trim() === '' ? texts.transfer.unnamedColumn(index + 1) : title}
                  </option>
                ))}
              </select>
            )}
          </Field>
        );
      })}
    </div>
  );
}
