import { type FormEvent, type KeyboardEvent, useId, useEffect, useRef, useState } from 'react';
import { commonTexts } from '../common-texts';
import { Button } from './button';
import { ReasonField } from './reason-field';

interface ReasonFormProps {
  readonly title: string;
  readonly body: string;
  readonly needsReason: boolean;
  readonly help: string;
  readonly submit: string;
  readonly isSending: boolean;
  /** A reason that the person has typed before. */
  readonly draft?: string;
  readonly onDraft?: (reason: string) => void;
  /** @param reason undefined if none is needed */
  readonly onSubmit: (reason: string | undefined) => void;
  readonly onCancel: () => void;
}

/** Asks for a reason or a confirmation, in the flow of the frame. */
export function ReasonForm(props: ReasonFormProps) {
  const { title, body, needsReason, help, submit, isSending, draft = '', onDraft, onSubmit, onCancel } = props;
  const [reason, setReason] = useState(draft);
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
    // The site closes the frame with this key unless the frame uses it.
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
      {needsReason && (
        <ReasonField
          label={commonTexts.reason}
          help={help}
          isRequired
          error={isMissing ? commonTexts.noReason : undefined}
          reason={reason}
          onChange={(text) => {
            setReason(text);
            onDraft?.(text);
          }}
        />
      )}
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
