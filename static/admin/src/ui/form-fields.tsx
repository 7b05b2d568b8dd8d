import type { ComponentProps } from 'react';
import { Field, type FieldLabels } from './field';
import { Select, type SelectProps } from './select';
import { TextArea } from './text-area';
import { TextInput } from './text-input';

/** A text input with its label, help and error. */
export function TextField({
  label,
  help,
  error,
  isRequired,
  ...input
}: FieldLabels & ComponentProps<typeof TextInput>) {
  return (
    <Field label={label} help={help} error={error} isRequired={isRequired}>
      {(control) => <TextInput {...control} {...input} />}
    </Field>
  );
}

/** A multi-line text input with its label, help and error. */
export function TextAreaField({
  label,
  help,
  error,
  isRequired,
  ...input
}: FieldLabels & ComponentProps<typeof TextArea>) {
  return (
    <Field label={label} help={help} error={error} isRequired={isRequired}>
      {(control) => <TextArea {...control} {...input} />}
    </Field>
  );
}

/** A select with its label, help and error. */
export function SelectField<T extends string>({
  label,
  help,
  error,
  isRequired,
  ...input
}: FieldLabels & Omit<SelectProps<T>, 'label'>) {
  return (
    <Field label={label} help={help} error={error} isRequired={isRequired}>
      {(control) => <Select {...control} {...input} />}
    </Field>
  );
}
