import { useId } from 'react';
import { belowTexts as t } from './texts';

interface ReasonFieldProps {
  readonly label: string;
  readonly isRequired: boolean;
  readonly error: string | undefined;
  readonly reason: string;
  readonly onChange: (reason: string) => void;
}

const MAX_REASON = 500;

export function ReasonField({ label, isRequired, error, reason, onChange }: ReasonFieldProps) {
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
        {t.reasonHelp}
      </p>
    </div>
  );
}
