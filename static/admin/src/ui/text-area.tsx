import type { TextareaHTMLAttributes } from 'react';

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'autoFocus'> {
  readonly value: string;
  readonly isInvalid?: boolean;
  readonly onChange: (value: string) => void;
}

export function TextArea({ onChange, isInvalid = false, ...attributes }: TextAreaProps) {
  return (
    <textarea
      rows={3}
      {...attributes}
      className={isInvalid ? 'input input-invalid input-area' : 'input input-area'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
