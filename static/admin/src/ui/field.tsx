import { type ReactNode, useId } from 'react';

export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly isInvalid: boolean;
}

export interface FieldLabels {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly isRequired?: boolean | undefined;
}

interface FieldProps extends FieldLabels {
  readonly children: (control: ControlProps) => ReactNode;
}

/** A control with its label, help and error. */
export function Field({ label, help, error, isRequired = false, children }: FieldProps) {
  const id = useId();
  const helpId = help === undefined ? undefined : `${id}-help`;
  const errorId = error === undefined ? undefined : `${id}-error`;
  const describedBy = [errorId, helpId].filter((each) => each !== undefined).join(' ');
  const isInvalid = error !== undefined;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isRequired && <RequiredMark />}
      </label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': isInvalid,
        isInvalid,
      })}
      <FieldNotes helpId={helpId} help={help} errorId={errorId} error={error} />
    </div>
  );
}

interface FieldGroupProps {
  readonly label: string;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

/** A group of controls with a label, help and error. */
export function FieldGroup({ label, help, error, children }: FieldGroupProps) {
  const id = useId();
  return (
    <fieldset
      className="field"
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      data-invalid={error === undefined ? undefined : ''}
    >
      <legend>{label}</legend>
      <FieldNotes helpId={undefined} help={help} errorId={`${id}-error`} error={error} />
      {children}
    </fieldset>
  );
}

interface FieldNotesProps {
  readonly helpId: string | undefined;
  readonly help: string | undefined;
  readonly errorId: string | undefined;
  readonly error: string | undefined;
}

function FieldNotes({ helpId, help, errorId, error }: FieldNotesProps) {
  return (
    <>
      {error !== undefined && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
      {help !== undefined && (
        <p id={helpId} className="field-help">
          {help}
        </p>
      )}
    </>
  );
}

function RequiredMark() {
  return (
    <span className="required" aria-hidden="true">
      *
    </span>
  );
}
