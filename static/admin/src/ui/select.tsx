import type { SelectHTMLAttributes } from 'react';

export interface Option<T extends string = string> {
  readonly value: T;
  readonly label: string;
}

export interface SelectProps<T extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'onChange' | 'autoFocus' | 'value'
> {
  /** The accessible name of a select without a visible label. */
  readonly label?: string;
  readonly value: T;
  readonly isInvalid?: boolean;
  readonly options: readonly Option<T>[];
  readonly onChange: (value: T) => void;
}

/** The browser's select. It works with every keyboard and screen reader, and adds no code. */
export function Select<T extends string>({
  label,
  isInvalid = false,
  options,
  onChange,
  ...attributes
}: SelectProps<T>) {
  const choose = (value: string) => {
    const chosen = options.find((option) => option.value === value);
    if (chosen !== undefined) onChange(chosen.value);
  };
  return (
    <select
      {...attributes}
      className={isInvalid ? 'select input-invalid' : 'select'}
      aria-label={label}
      onChange={(event) => choose(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
