import { texts } from '../texts';
import { earliestExpiry, latestExpiry } from './expiry';
import { TextField } from '../ui/form-fields';

interface ExpiryFieldProps {
  readonly label?: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

export function ExpiryField({ label = texts.form.expiresOn, value, error, onChange }: ExpiryFieldProps) {
  return (
    <TextField
      label={label}
      help={texts.form.expiresOnHelp}
      error={error}
      isRequired
      type="date"
      value={value}
      min={earliestExpiry()}
      max={latestExpiry()}
      onChange={onChange}
    />
  );
}
