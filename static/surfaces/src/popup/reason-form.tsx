import { type FormEvent, type KeyboardEvent, useId, useEffect, useRef, useState } from 'react';
import { commonTexts } from '../common-texts';
import { Button } from '../ui/button';
import { popupTexts } from './texts';

/** The limit of exclusions, which is below that of levels. */
const MAX_REASON = 500;

interface ReasonFormProps {
  readonly title: string;
  readonly body: string;
  readonly needsReason: boolean;
  readonly help: string;
  readonly submit: string;
  readonly isSending: boolean;
  /** @param reason undefined if none is needed */
  readonly onSubmit: (reason: string | undefined) => void;
  readonly onCancel: () => void;
}

/** Asks for a reason or a confirmation, in the flow of the popup. */
export function ReasonForm({ title, body, needsReason, help, submit, isSending, onSubmit, onCancel }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('textarea, button')?.focus();
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault();
    const text = reason.trim();
    if (!needsReason) return onSubmit(undefined);
    setIsMissing(text === '');
    if (text === '') form.current?.querySelector('textarea')?.focus();
    else onSubmit(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // The site closes the popup with this key unless the popup uses it.
    event.preventDefault();
    onCancel();
  };
  return (
    <form
      ref={form}
      className="reason-form"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      noValidate
      onSubmit={onFormSubmit}
      onKeyDown={onKeyDown}
    >
      <h3 id={`${id}-title`}>{title}</h3>
      <p id={`${id}-body`}>{body}</p>
      {needsReason && <ReasonField id={id} reason={reason} help={help} isMissing={isMissing} onChange={setReason} />}
      <div className="buttons">
        <Button type="submit" appearance="primary" isBusy={isSending}>
          {submit}
        </Button>
        <Button appearance="subtle" onClick={onCancel}>
          {commonTexts.cancel}
        </Button>
      </div>
    </form>
  );
}

interface ReasonFieldProps {
  readonly id: string;
  readonly reason: string;
  readonly help: string;
  readonly isMissing: boolean;
  readonly onChange: (reason: string) => void;
}

function ReasonField({ id, reason, help, isMissing, onChange }: ReasonFieldProps) {
  return (
    <div className="field">
      <label htmlFor={`${id}-reason`}>{popupTexts.change.reason}</label>
      <textarea
        id={`${id}-reason`}
        className="input"
        rows={2}
        maxLength={MAX_REASON}
        required
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-error ${id}-help` : `${id}-help`}
        value={reason}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isMissing && (
        <p id={`${id}-error`} className="field-error">
          {popupTexts.change.noReason}
        </p>
      )}
      <p id={`${id}-help`} className="field-help">
        {help}
      </p>
    </div>
  );
}
