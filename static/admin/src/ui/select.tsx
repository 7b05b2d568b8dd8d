import type { SelectHTMLAttributes } from 'react';

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'autoFocus'> {
  /** What a screen reader calls it, where no label stands beside it. */
  readonly label?: string;
  readonly value: string;
  readonly isInvalid?: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** The browser's own: works with every keyboard and screen reader, and weighs nothing. */
export function Select({ label, isInvalid = false, options, onChange, ...attributes }: SelectProps) {
  return (
    <select
      {...attributes}
      className={isInvalid ? 'select input-invalid' : 'select'}
      aria-label={label}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
