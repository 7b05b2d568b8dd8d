import { useId } from 'react';

/** The limit of exclusions, which is below that of levels. */
const MAX_REASON = 500;

interface ReasonFieldProps {
  readonly label: string;
  readonly help: string;
  readonly isRequired: boolean;
  readonly error: string | undefined;
  readonly reason: string;
  readonly onChange: (reason: string) => void;
}

export function ReasonField({ label, help, isRequired, error, reason, onChange }: ReasonFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        rows={2}
        maxLength={MAX_REASON}
        required={isRequired}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? `${id}-help` : `${id}-error ${id}-help`}
        value={reason}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
      <p id={`${id}-help`} className="field-help">
        {help}
      </p>
    </div>
  );
}
