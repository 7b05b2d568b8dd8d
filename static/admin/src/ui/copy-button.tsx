import Button from '@atlaskit/button/new';
import { useState } from 'react';
import { texts } from '../texts';

interface CopyButtonProps {
  /** The accessible name: "Copy ID of Secret". */
  readonly label: string;
  readonly text: string;
}

/** Copies a text. Shows a message if the browser does not allow copying. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  const seen = { idle: texts.copy, copied: texts.copied, failed: texts.notCopied }[state];
  return (
    <span className="copy-button">
      <Button spacing="compact" appearance="subtle" aria-label={label} onClick={() => void copy()}>
        {seen}
      </Button>
      <span className="visually-hidden" role="status">
        {state === 'idle' ? '' : seen}
      </span>
    </span>
  );
}
