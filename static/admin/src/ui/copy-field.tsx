import Button from '@atlaskit/button/new';
import { useEffect, useRef, useState } from 'react';
import { texts } from '../texts';
import { Field } from './field';

interface CopyFieldProps {
  readonly label: string;
  readonly help?: string;
  /** The visible text. The copied text may contain more. */
  readonly shown: string;
  readonly copied: string;
  readonly button: string;
  readonly onCopied: () => void;
}

/** A text to copy. If the browser does not allow copying, the text is selected for the keyboard. */
export function CopyField({ label, help, shown, copied, button, onCopied }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');

  useEffect(() => {
    if (state === 'failed') input.current?.select();
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied);
      setState('copied');
      onCopied();
    } catch {
      setState('failed');
    }
  };

  return (
    <div className="copy-field">
      <Field label={label} {...(help === undefined ? {} : { help })}>
        {({ id, 'aria-describedby': describedBy }) => (
          <div className="copy-line">
            <input
              ref={input}
              id={id}
              className="code-input"
              readOnly
              value={state === 'failed' ? copied : shown}
              aria-describedby={describedBy}
              // Copying with the keyboard also counts.
              onCopy={() => {
                if (shown === copied || state === 'failed') onCopied();
              }}
              onFocus={(event) => event.target.select()}
            />
            <Button onClick={() => void copy()}>{state === 'copied' ? texts.copied : button}</Button>
          </div>
        )}
      </Field>
      <p className="field-help" role="status">
        {state === 'failed' ? texts.copyFailed : ''}
      </p>
    </div>
  );
}
