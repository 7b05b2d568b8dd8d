import { TextField } from '../ui/form-fields';

interface ConfidenceFieldProps {
  readonly label: string;
  readonly help: string;
  readonly error: string | undefined;
  readonly isRequired?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A number from 0 to 1 as entered. */
export function ConfidenceField({ label, help, error, isRequired = false, value, onChange }: ConfidenceFieldProps) {
  return (
    <TextField
      label={label}
      help={help}
      error={error}
      isRequired={isRequired}
      inputMode="decimal"
      value={value}
      onChange={onChange}
    />
  );
}
