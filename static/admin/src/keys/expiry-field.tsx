import { texts } from '../texts';
import { Field } from '../ui/field';
import { TextInput } from '../ui/text-input';
import { earliestExpiry, latestExpiry } from './expiry';

interface ExpiryFieldProps {
  readonly label?: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

export function ExpiryField({ label = texts.form.expiresOn, value, error, onChange }: ExpiryFieldProps) {
  return (
    <Field label={label} help={texts.form.expiresOnHelp} error={error} isRequired>
      {(control) => (
        <TextInput
          {...control}
          type="date"
          value={value}
          min={earliestExpiry()}
          max={latestExpiry()}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
