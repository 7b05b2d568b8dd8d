import type { InputHTMLAttributes } from 'react';

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'autoFocus'> {
  readonly value: string;
  readonly isInvalid?: boolean;
  /** Gets the focus when the surrounding dialog opens. */
  readonly hasInitialFocus?: boolean;
  readonly onChange: (value: string) => void;
}

/**
 * Atlassian's text field without the feature flags of its package, which call a service that the frame cannot reach.
 */
export function TextInput({ onChange, isInvalid = false, hasInitialFocus = false, ...attributes }: TextInputProps) {
  return (
    <input
      type="text"
      autoComplete="off"
      {...attributes}
      className={isInvalid ? 'input input-invalid' : 'input'}
      data-initial-focus={hasInitialFocus ? '' : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
