import Button from '@atlaskit/button/new';
import { texts } from '../texts';

export interface DialogButtonsProps {
  readonly cancel?: string;
  /** Makes the cancel button the safe default. */
  readonly isCancelPrimary?: boolean;
  /** undefined: there is nothing to submit. */
  readonly submit: string | undefined;
  readonly appearance?: 'primary' | 'warning' | 'danger';
  readonly isSending?: boolean;
  readonly isDisabled?: boolean;
  /** The ID of the form to submit. */
  readonly form?: string;
  readonly onSubmit?: () => void;
  readonly onCancel: () => void;
}

/** The buttons at the end of a dialog. */
export function DialogButtons({
  cancel = texts.cancel,
  isCancelPrimary = false,
  submit,
  appearance = 'primary',
  isSending = false,
  isDisabled = false,
  form,
  onSubmit,
  onCancel,
}: DialogButtonsProps) {
  return (
    <>
      <Button appearance={isCancelPrimary ? 'primary' : 'subtle'} onClick={onCancel}>
        {cancel}
      </Button>
      {submit !== undefined && (
        <Button
          appearance={appearance}
          isLoading={isSending}
          isDisabled={isDisabled}
          {...(form === undefined ? { onClick: () => onSubmit?.() } : { type: 'submit' as const, form })}
        >
          {submit}
        </Button>
      )}
    </>
  );
}
