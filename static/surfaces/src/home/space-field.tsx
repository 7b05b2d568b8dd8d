import { useId } from 'react';
import { homeTexts as t } from './texts';

export const SPACE_KEY = /^~?[A-Za-z0-9_.:-]{1,255}$/;

interface SpaceFieldProps {
  readonly spaceKey: string;
  readonly error: string | undefined;
  readonly onChange: (spaceKey: string) => void;
}

export function SpaceField({ spaceKey, error, onChange }: SpaceFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t.spaceKey}</label>
      <input
        id={id}
        className="input"
        value={spaceKey}
        maxLength={256}
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? `${id}-help` : `${id}-error ${id}-help`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
      <p id={`${id}-help`} className="field-help">
        {t.spaceHelp}
      </p>
    </div>
  );
}
